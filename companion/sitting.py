"""A table in use: its log, what is being entered, its timer and its voice.

One `play`, one `undo`, one place that speaks, keeps and forgets. What is being entered lies beside the
table's log on disk, so that each table has its own and a kill loses not even half a move; drafts behind undo
and redo are remembered as long as the sitting lasts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from companion.entry.drafts import Drafts, DraftT
from companion.games.game import MoveT, SetupT, StateT
from companion.narrator.timer import USUAL, Timer
from companion.table import Entry, Revision, Table

Lines = tuple[str, ...]


def _nothing(*_: Any) -> Lines:
    return ()


@dataclass(frozen=True, slots=True)
class Talk:
    """What is said at a game's table, by catalogue key: how it begins, what came of a move, how it stands."""

    opening: Callable[[Any], Lines] = _nothing
    said: Callable[[Any, Any], Lines] = _nothing
    status: Callable[[Any], Lines] = _nothing


class Sitting(Generic[SetupT, StateT, MoveT, DraftT]):
    def __init__(
        self,
        table: Table[SetupT, StateT, MoveT],
        say: Callable[[Sequence[str]], object],
        *,
        drafts: Drafts[DraftT] | None = None,
        talk: Talk | None = None,
    ) -> None:
        self.table = table
        self.talk = talk or Talk()
        self.speaks = talk is not None
        # It outlasts a look elsewhere, and a board that is built anew goes on with it.
        self.timer = Timer(USUAL.name, USUAL.seconds)
        # The desk that reminds of it now: there is one a table, even while a board is built anew.
        self.timekeeper: object = None
        self._say = say
        self._drafts = drafts
        # What was entered after so many moves, and the state it was entered in.
        self._entered: dict[int, tuple[DraftT, StateT]] = {}
        self._welcomed = bool(table.moves)

    # -- what is being entered --------------------------------------------------------------------------

    @property
    def draft(self) -> DraftT:
        """What is being entered now: as it was left, or with nothing in it."""
        drafts, table = self._made, self.table
        if table.position in self._entered:
            return self._entered[table.position][0]
        found = None if table.noted is None else drafts.read(table, table.noted)
        if found is None:
            return drafts.fresh(table)
        self._entered[table.position] = found, table.state
        return found

    def enter(self, draft: DraftT) -> None:
        """Something was tapped: kept first, shown second, like a move."""
        self.table.note(self._made.written(draft))
        self._entered[self.table.position] = draft, self.table.state

    @property
    def _made(self) -> Drafts[DraftT]:
        if self._drafts is None:
            raise LookupError(f"{self.table.game.id} is played move by move, without drafts")
        return self._drafts

    # -- moves ------------------------------------------------------------------------------------------

    def play(self, move: MoveT, *, aside: bool = False) -> StateT:
        """Make a move: checked, written, then spoken. Raises `IllegalMove` and changes nothing.

        One that is only noted on the side (`aside`) takes nothing from what is being entered.
        """
        table = self.table
        before, position = table.state, table.position
        later = self._entered.get(position + 1)
        if aside:
            entry = self._entry()
        elif later is not None and self._made.alike(later[1], table.game.apply(before, move)):
            # A move was taken back and is made again, rightly this time: what follows is still on the table.
            entry = self._made.written(later[0])
        else:
            entry = None
        after = table.play(move, entry)
        # It is a move now, and undo finds it as such.
        for number in [number for number in self._entered if number >= position]:
            del self._entered[number]
        self._say(self.talk.said(before, after))
        return after

    def undo(self) -> StateT:
        return self._walk(self.table.undo)

    def redo(self) -> StateT:
        return self._walk(self.table.redo)

    def accept(self, revision: Revision[MoveT]) -> StateT:
        """Make an edited past the log. What lies half entered on the table lies there all the same, as long
        as the table is still asked for the same."""
        drafts = self._drafts
        alike = drafts is not None and drafts.alike(self.table.state, revision.state)
        entry = self._entry() if alike else None
        state = self.table.accept(revision, entry)
        self._entered.clear()
        return state

    def rename(self, players: Sequence[str]) -> None:
        """Other names at the same seats; what lies half entered on the table lies there all the same.

        Raises `BadSetup` for names that cannot sit together, and changes nothing.
        """
        entry = self._entry()
        self.table.rename(players)
        # Drafts know the state they were entered in, and in that the names: what is noted is read anew.
        self._entered.clear()
        if entry is not None and entry != self.table.noted:
            self.table.note(entry)

    def _walk(self, step: Callable[[], StateT]) -> StateT:
        """Over an edit the log itself changes, and drafts rest on the moves before them."""
        before = self.table.moves
        state = step()
        after = self.table.moves
        if before[: len(after)] != after[: len(before)]:
            self._entered.clear()
        return state

    def _entry(self) -> Entry | None:
        """What is being entered, if anything was."""
        position = self.table.position
        if position in self._entered:
            return self._made.written(self._entered[position][0])
        return self.table.noted

    # -- the voice --------------------------------------------------------------------------------------

    def welcome(self) -> None:
        """Say once how the game begins, unless it has begun."""
        if not self._welcomed:
            self._welcomed = True
            self._say(self.talk.opening(self.table.state))

    def say_status(self) -> Lines:
        """Where the game stands, aloud; returns what was said."""
        lines = self.talk.status(self.table.state)
        self._say(lines)
        return lines

    def say(self, line: str) -> None:
        self._say((line,))
