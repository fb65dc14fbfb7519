"""`DraftCodec`: conversion of drafts (unfinished moves) to and from JSON."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion.core.game import ProblemError
from companion.core.serialization import decode, encode
from companion.core.session import AnySession, DraftJson

DraftT = TypeVar("DraftT")


def _identity(draft: Any) -> Any:
    return draft


@dataclass(frozen=True, slots=True)
class DraftCodec(Generic[DraftT]):
    """Conversion of a game's drafts to and from storage.

    `record_type` is the stored form, a frozen dataclass of plain data; a draft that is one already needs no
    `to_record`. `from_record` turns a record into a draft again, or None if it does not fit the session (it
    may come from a damaged file). `empty` is the draft with nothing entered; an undone move becomes the draft
    it was made from. `is_compatible` tells whether a draft entered in one state is valid in the other: the
    past can be edited below a draft.
    """

    record_type: type[Any]
    empty: Callable[[AnySession], DraftT]
    from_record: Callable[[AnySession, Any], DraftT | None]
    is_compatible: Callable[[Any, Any], bool]
    to_record: Callable[[DraftT], Any] = _identity

    def encode(self, draft: DraftT) -> DraftJson:
        record: DraftJson = encode(self.to_record(draft))
        return record

    def decode(self, session: AnySession, record: DraftJson) -> DraftT | None:
        """Decode the draft saved at this point of the log; None if it cannot be decoded."""
        try:
            return self.from_record(session, decode(self.record_type, record))
        except ProblemError:
            return None
