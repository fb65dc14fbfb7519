"""What a game says of its drafts: how one begins, how it is kept, and how it is found again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion.games.game import ProblemError
from companion.games.records import decode, encode
from companion.table import AnyTable, Entry

DraftT = TypeVar("DraftT")


@dataclass(frozen=True, slots=True)
class Drafts(Generic[DraftT]):
    """`record` turns a draft into a `kind`, a frozen dataclass of plain data; `restored` turns that into the
    draft again, or into None where it does not fit the table (it may come from a damaged file).

    `fresh` is the draft where nothing is entered yet; a move that was undone comes back as it was entered.
    `alike` says of two states whether what was entered in one is just as true in the other: the past can be
    changed below a half-entered move.
    """

    kind: type[Any]
    fresh: Callable[[AnyTable], DraftT]
    record: Callable[[DraftT], Any]
    restored: Callable[[AnyTable, Any], DraftT | None]
    alike: Callable[[Any, Any], bool]

    def written(self, draft: DraftT) -> Entry:
        entry: Entry = encode(self.record(draft))
        return entry

    def read(self, table: AnyTable, entry: Entry) -> DraftT | None:
        """The draft that was written at this point of the log, if it can be read."""
        try:
            return self.restored(table, decode(self.kind, entry))
        except ProblemError:
            return None
