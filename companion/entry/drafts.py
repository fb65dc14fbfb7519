"""What a game says of its drafts: how one begins, how it is kept, and how it is found again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion.games.game import ProblemError
from companion.games.records import decode, encode
from companion.table import AnySession, DraftJson

DraftT = TypeVar("DraftT")


@dataclass(frozen=True, slots=True)
class DraftCodec(Generic[DraftT]):
    """`to_record` turns a draft into a `record_type`, a frozen dataclass of plain data; `from_record`
    turns that into the draft again, or into None where it does not fit the table (it may come from a
    damaged file).

    `empty` is the draft where nothing is entered yet; a move that was undone comes back as it was entered.
    `is_compatible` says of two states whether what was entered in one is just as true in the other: the
    past can be changed below a half-entered move.
    """

    record_type: type[Any]
    empty: Callable[[AnySession], DraftT]
    to_record: Callable[[DraftT], Any]
    from_record: Callable[[AnySession, Any], DraftT | None]
    is_compatible: Callable[[Any, Any], bool]

    def encode(self, draft: DraftT) -> DraftJson:
        entry: DraftJson = encode(self.to_record(draft))
        return entry

    def decode(self, session: AnySession, entry: DraftJson) -> DraftT | None:
        """The draft that was written at this point of the log, if it can be read."""
        try:
            return self.from_record(session, decode(self.record_type, entry))
        except ProblemError:
            return None
