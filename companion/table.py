"""A running game: its set-up and its log of moves, with undo and redo without limit.

The state is folded from the log and never stored. A journal, if given, makes each step durable
before it is shown: it is written first, and only then does the table move on.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, Protocol

from companion.games.game import (
    BadSetup,
    Game,
    MoveT,
    Outcome,
    SetupT,
    StateT,
    blocking,
)


class Journal(Protocol):
    """Where a table's log is kept. Each call is durable when it returns, or raises and wrote nothing."""

    def append(self, position: int, move: Any, outcome: Outcome | None) -> None:
        """Write `move` as number `position` and drop whatever lay after it (an undone future)."""

    def move_to(self, position: int, outcome: Outcome | None) -> None:
        """Undo or redo: the first `position` moves count, the rest waits to be redone."""


class NoJournal:
    """For tables that need not outlive the process: replays, simulations, tests."""

    def append(self, position: int, move: Any, outcome: Outcome | None) -> None:
        return

    def move_to(self, position: int, outcome: Outcome | None) -> None:
        return


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
    ) -> None:
        """Fold `moves`; with `position` only the first so many count and the rest can be redone."""
        wrong = blocking(game.problems(setup))
        if wrong:
            raise BadSetup(wrong[0])
        self.game = game
        self.setup = setup
        self._journal: Journal = journal or NoJournal()
        self._log: list[MoveT] = []
        # One state for each prefix of the log: undo and the picture of any moment cost nothing.
        self._states: list[StateT] = [game.start(setup)]
        for move in moves:
            self._states.append(game.apply(self._states[-1], move))
            self._log.append(move)
        self._position = len(self._log) if position is None else position
        if not 0 <= self._position <= len(self._log):
            raise ValueError(f"position {position} outside a log of {len(self._log)} moves")

    @property
    def state(self) -> StateT:
        return self._states[self._position]

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    @property
    def moves(self) -> tuple[MoveT, ...]:
        return tuple(self._log[: self._position])

    @property
    def undone(self) -> tuple[MoveT, ...]:
        return tuple(self._log[self._position :])

    @property
    def states(self) -> tuple[StateT, ...]:
        """The state before each move that counts, and the one now: history reads these."""
        return tuple(self._states[: self._position + 1])

    def play(self, move: MoveT) -> StateT:
        """Make a move: check it, write it, then show it. Raises `IllegalMove` and changes nothing."""
        state = self.game.apply(self.state, move)
        self._journal.append(self._position, move, self.game.outcome(state))
        del self._log[self._position :]
        del self._states[self._position + 1 :]
        self._log.append(move)
        self._states.append(state)
        self._position += 1
        return state

    @property
    def can_undo(self) -> bool:
        return self._position > 0

    @property
    def can_redo(self) -> bool:
        return self._position < len(self._log)

    def undo(self) -> StateT:
        return self._go(self._position - 1) if self.can_undo else self.state

    def redo(self) -> StateT:
        return self._go(self._position + 1) if self.can_redo else self.state

    def _go(self, position: int) -> StateT:
        self._journal.move_to(position, self.game.outcome(self._states[position]))
        self._position = position
        return self.state
