"""A running game: its set-up and its log of moves, with undo and redo without limit.

The state is folded from the log and never stored. A journal, if given, makes each step durable
before it is shown: it is written first, and only then does the table move on.

What is being entered before it is a move lies beside the log (`note`): it belongs to the moves before it, and
goes when one of them does.

The past can be edited: `revise` says what would come of it, `accept` makes it so. Undo takes an edit back
as it does a move. What an edit replaced is remembered here and not in the journal: a table that is opened
again has the log as it was accepted, and undo walks back along that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, cast

from companion.games.game import (
    BadSetup,
    Game,
    IllegalMove,
    MoveT,
    Outcome,
    Problem,
    SetupT,
    StateT,
    blocking,
)
from companion.games.seats import seating_problems

# What is being entered, as JSON can hold it.
Entry = Mapping[str, Any]


class Journal(Protocol):
    """Where a table's log is kept. Each call is durable when it returns, or raises and wrote nothing."""

    def append(self, position: int, move: Any, outcome: Outcome | None, entry: Entry | None = None) -> None:
        """Write `move` as number `position` and drop whatever lay after it (an undone future).

        `entry` is what is being entered after it, in the same step.
        """

    def move_to(self, position: int, outcome: Outcome | None) -> None:
        """Undo or redo: the first `position` moves count, the rest waits to be redone."""

    def replace(
        self,
        first: int,
        moves: Sequence[Any],
        position: int,
        outcome: Outcome | None,
        entry: Entry | None = None,
    ) -> None:
        """Edit the past: `moves` take the place of all from number `first` on; then as `move_to`."""

    def note(self, position: int, entry: Entry) -> None:
        """Keep what is being entered after the first `position` moves, in the place of what was before."""

    def rename(self, setup: Any) -> None:
        """Keep the set-up with other names in it, in the place of the one before."""


class NoJournal:
    """For tables that need not outlive the process: replays, simulations, tests."""

    def append(self, position: int, move: Any, outcome: Outcome | None, entry: Entry | None = None) -> None:
        return

    def move_to(self, position: int, outcome: Outcome | None) -> None:
        return

    def replace(
        self,
        first: int,
        moves: Sequence[Any],
        position: int,
        outcome: Outcome | None,
        entry: Entry | None = None,
    ) -> None:
        return

    def note(self, position: int, entry: Entry) -> None:
        return

    def rename(self, setup: Any) -> None:
        return


@dataclass(frozen=True, slots=True)
class Noted:
    """What was being entered when so many moves had been made, as JSON can hold it."""

    position: int
    entry: Entry


@dataclass(frozen=True, slots=True)
class Dropped(Generic[MoveT]):
    """A move that would go, with its number in the log as it is and why the rules no longer allow it."""

    number: int
    move: MoveT
    problem: Problem


@dataclass(frozen=True, slots=True)
class Revision(Generic[MoveT]):
    """A past that was edited but not yet accepted: `kept` is its whole log, `dropped` what no longer fits,
    `state` what all of it comes to."""

    revised: tuple[MoveT, ...]
    kept: tuple[MoveT, ...]
    dropped: tuple[Dropped[MoveT], ...]
    state: Any

    @property
    def changes(self) -> bool:
        return self.kept != self.revised


@dataclass(slots=True)
class _Line(Generic[StateT, MoveT]):
    """One log and the state after each prefix of it. An edit begins a new line, whose first `given` moves
    came with it: undo below them leads back to the line before.
    """

    log: list[MoveT]
    states: list[StateT]
    given: int


class Table(Generic[SetupT, StateT, MoveT]):
    """Set-up plus log. `moves` are those that count now; `undone` waits behind redo."""

    def __init__(
        self,
        game: Game[SetupT, StateT, MoveT],
        setup: SetupT,
        moves: Iterable[MoveT] = (),
        *,
        position: int | None = None,
        journal: Journal | None = None,
        noted: Noted | None = None,
        number: int | None = None,
    ) -> None:
        """Fold `moves`; with `position` only the first so many count and the rest can be redone. A table that
        is kept has the `number` it is kept under."""
        wrong = blocking(game.problems(setup))
        if wrong:
            raise BadSetup(wrong[0])
        self.game = game
        self.setup = setup
        self.number = number
        self._journal: Journal = journal or NoJournal()
        # Undo and the picture of any moment cost nothing: no state is folded twice.
        self._lines = [self._folded(moves, given=0)]
        self._at = 0
        self._position = len(self._line.log) if position is None else position
        if not 0 <= self._position <= len(self._line.log):
            raise ValueError(f"position {position} outside a log of {len(self._line.log)} moves")
        self._noted = noted

    @property
    def state(self) -> StateT:
        return self._line.states[self._position]

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    @property
    def moves(self) -> tuple[MoveT, ...]:
        return tuple(self._line.log[: self._position])

    @property
    def undone(self) -> tuple[MoveT, ...]:
        return tuple(self._line.log[self._position :])

    @property
    def states(self) -> tuple[StateT, ...]:
        """The state before each move that counts, and the one now: history reads these."""
        return tuple(self._line.states[: self._position + 1])

    @property
    def position(self) -> int:
        """How many moves count now."""
        return self._position

    def play(self, move: MoveT, entry: Entry | None = None) -> StateT:
        """Make a move: check it, write it, then show it. Raises `IllegalMove` and changes nothing.

        `entry` is what is being entered all the same, for a move that was only noted on the side.
        """
        game, position = self.game, self._position
        line = self._lines[self._at]
        state = game.apply(line.states[position], move)
        self._journal.append(position, move, game.outcome(state), entry)
        if self.can_redo:
            self._forget_undone()
        line.log.append(move)
        line.states.append(state)
        if self._noted is not None:
            self._keep_note(position)
        self._position = position + 1
        if entry is not None:
            self._noted = Noted(position + 1, entry)
        return state

    # -- what is being entered --------------------------------------------------------------------------

    @property
    def noted(self) -> Entry | None:
        """What was last noted at this very point of the log."""
        noted = self._noted
        return noted.entry if noted is not None and noted.position == self._position else None

    def note(self, entry: Entry) -> None:
        """Keep what is being entered now; there is one note a table, the newest."""
        self._journal.note(self._position, entry)
        self._noted = Noted(self._position, entry)

    def _keep_note(self, unchanged: int) -> None:
        """Only the first so many moves are the same as before: a note that rests on others is void."""
        if self._noted is not None and self._noted.position > unchanged:
            self._noted = None

    # -- names ------------------------------------------------------------------------------------------

    def rename(self, players: Sequence[str]) -> None:
        """Other names at the same seats: kept first, shown second. The log stays as it is, with all that was
        undone or edited: no rule asks what somebody is called.

        Raises `BadSetup` for names that cannot sit together, and changes nothing.
        """
        named: SetupT = replace(cast(Any, self.setup), players=tuple(players))
        if len(players) != len(cast(Any, self.setup).players):
            raise ValueError(f"{len(players)} names at another number of seats")
        wrong = (*seating_problems(players, 0, len(players)), *blocking(self.game.problems(named)))
        if wrong:
            raise BadSetup(wrong[0])
        if named == self.setup:
            return
        self._journal.rename(named)
        self.setup = named
        self._lines = [self._folded(line.log, given=line.given) for line in self._lines]

    # -- undo and redo ----------------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        return self._position > 0 or self._at > 0

    @property
    def can_redo(self) -> bool:
        return self._position < len(self._line.log) or self._at + 1 < len(self._lines)

    def undo(self) -> StateT:
        """Take back the last move or the last edit."""
        if self._at > 0 and self._position == self._line.given:
            return self._cross(self._at - 1)
        return self._go(self._position - 1) if self._position > 0 else self.state

    def redo(self) -> StateT:
        if self._position < len(self._line.log):
            return self._go(self._position + 1)
        return self._cross(self._at + 1) if self._at + 1 < len(self._lines) else self.state

    # -- editing the past -------------------------------------------------------------------------------

    def revise(self, changes: Mapping[int, Sequence[MoveT]]) -> Revision[MoveT]:
        """What the log would be with other moves in the place of some: none, one, or several for each number.

        All that follows is played again; a move that the rules now refuse is dropped and the next one tried.
        Raises `IllegalMove` if they refuse one of the changes themselves. Nothing is changed yet.
        """
        moves = self.moves
        unknown = [number for number in changes if not 0 <= number < len(moves)]
        if unknown:
            raise ValueError(f"no move {unknown[0]} in a log of {len(moves)} moves")
        first = min(changes, default=len(moves))
        state = self._line.states[first]
        kept = list(moves[:first])
        dropped: list[Dropped[MoveT]] = []
        for number, move in enumerate(moves[first:], first):
            for wanted in changes.get(number, (move,)):
                try:
                    state = self.game.apply(state, wanted)
                except IllegalMove as refused:
                    if number in changes:
                        raise
                    dropped.append(Dropped(number, move, refused.problem))
                else:
                    kept.append(wanted)
        return Revision(moves, tuple(kept), tuple(dropped), state)

    def accept(self, revision: Revision[MoveT], entry: Entry | None = None) -> StateT:
        """Make the revision the log, in one durable step; moves that were undone are forgotten.

        `entry` is what is being entered all the same.
        """
        if revision.revised != self.moves:
            raise ValueError("the table has moved on since this revision")
        if not revision.changes:
            return self.state
        line = self._folded(revision.kept, given=len(revision.kept))
        self._write(line, line.given, entry)
        self._forget_undone()
        self._lines.append(line)
        self._at += 1
        self._position = line.given
        return self.state

    # -- lines of the log -------------------------------------------------------------------------------

    @property
    def _line(self) -> _Line[StateT, MoveT]:
        return self._lines[self._at]

    def _folded(self, moves: Iterable[MoveT], *, given: int) -> _Line[StateT, MoveT]:
        line: _Line[StateT, MoveT] = _Line([], [self.game.start(self.setup)], given)
        for move in moves:
            line.states.append(self.game.apply(line.states[-1], move))
            line.log.append(move)
        return line

    def _forget_undone(self) -> None:
        del self._line.log[self._position :]
        del self._line.states[self._position + 1 :]
        del self._lines[self._at + 1 :]

    def _go(self, position: int) -> StateT:
        self._journal.move_to(position, self.game.outcome(self._line.states[position]))
        self._position = position
        return self.state

    def _cross(self, at: int) -> StateT:
        """Over an edit: back to the end of the line it was made on, or on to where the new one began."""
        line = self._lines[at]
        position = len(line.log) if at < self._at else line.given
        self._write(line, position)
        self._at, self._position = at, position
        return self.state

    def _write(self, line: _Line[StateT, MoveT], position: int, entry: Entry | None = None) -> None:
        """Write the line over the present one, from the first move in which they differ."""
        same = 0
        for mine, other in zip(self._line.log, line.log, strict=False):
            if mine != other:
                break
            same += 1
        outcome = self.game.outcome(line.states[position])
        self._journal.replace(same, line.log[same:], position, outcome, entry)
        self._keep_note(same)
        if entry is not None:
            self._noted = Noted(position, entry)


# Of whatever game.
AnyTable = Table[Any, Any, Any]
