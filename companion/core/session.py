"""A running game: its set-up and its log of moves, with undo and redo without limit.

The state is folded from the log and never stored. A journal, if given, makes each step durable
before it is shown: it is written first, and only then does the table move on.

What is being entered before it is a move lies beside the log (`note`): it belongs to the moves before it, and
goes when one of them does.

The past can be edited: `preview_edit` says what would come of it, `commit_edit` makes it so. Undo takes an
edit back as it does a move. What an edit replaced is remembered here and not in the journal: a table that
is opened again has the log as it was accepted, and undo walks back along that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, cast

from companion.core.game import (
    BadSetup,
    Game,
    IllegalMove,
    MoveT,
    Outcome,
    Problem,
    SetupT,
    StateT,
    filter_blocking,
)
from companion.core.players import validate_seats

# What is being entered, as JSON can hold it.
DraftJson = Mapping[str, Any]


class Journal(Protocol):
    """Where a table's log is kept. Each call is durable when it returns, or raises and wrote nothing."""

    def append(
        self, move_index: int, move: Any, outcome: Outcome | None, draft: DraftJson | None = None
    ) -> None:
        """Write `move` as number `move_index` and drop whatever lay after it (an undone future).

        `draft` is what is being entered after it, in the same step.
        """

    def move_to(self, move_count: int, outcome: Outcome | None) -> None:
        """Undo or redo: the first `move_count` moves count, the rest waits to be redone."""

    def replace(
        self,
        first_index: int,
        moves: Sequence[Any],
        move_count: int,
        outcome: Outcome | None,
        draft: DraftJson | None = None,
    ) -> None:
        """Edit the past: `moves` take the place of all from number `first_index` on; then as `move_to`."""

    def save_draft(self, move_count: int, draft: DraftJson) -> None:
        """Keep what is being entered after the first `move_count` moves, in the place of what was before."""

    def rename(self, setup: Any) -> None:
        """Keep the set-up with other names in it, in the place of the one before."""


class NoJournal:
    """For tables that need not outlive the process: replays, simulations, tests."""

    def append(
        self, move_index: int, move: Any, outcome: Outcome | None, draft: DraftJson | None = None
    ) -> None:
        return

    def move_to(self, move_count: int, outcome: Outcome | None) -> None:
        return

    def replace(
        self,
        first_index: int,
        moves: Sequence[Any],
        move_count: int,
        outcome: Outcome | None,
        draft: DraftJson | None = None,
    ) -> None:
        return

    def save_draft(self, move_count: int, draft: DraftJson) -> None:
        return

    def rename(self, setup: Any) -> None:
        return


@dataclass(frozen=True, slots=True)
class SavedDraft:
    """What was being entered when so many moves had been made, as JSON can hold it."""

    move_count: int
    draft: DraftJson


@dataclass(frozen=True, slots=True)
class DroppedMove(Generic[MoveT]):
    """A move that would go, with its number in the log as it is and why the rules no longer allow it."""

    move_index: int
    move: MoveT
    problem: Problem


@dataclass(frozen=True, slots=True)
class LogEdit(Generic[MoveT]):
    """A past that was edited but not yet accepted: `moves` is its whole log, `dropped_moves` what no
    longer fits, `state` what all of it comes to."""

    original_moves: tuple[MoveT, ...]
    moves: tuple[MoveT, ...]
    dropped_moves: tuple[DroppedMove[MoveT], ...]
    state: Any

    @property
    def has_changes(self) -> bool:
        return self.moves != self.original_moves


@dataclass(slots=True)
class _Branch(Generic[StateT, MoveT]):
    """One log and the state after each prefix of it. An edit begins a new line, whose first
    `edited_length` moves came with it: undo below them leads back to the line before.
    """

    moves: list[MoveT]
    states: list[StateT]
    edited_length: int


class GameSession(Generic[SetupT, StateT, MoveT]):
    """Set-up plus log. `moves` are those that count now; `undone_moves` waits behind redo."""

    def __init__(
        self,
        game: Game[SetupT, StateT, MoveT],
        setup: SetupT,
        moves: Iterable[MoveT] = (),
        *,
        move_count: int | None = None,
        journal: Journal | None = None,
        draft: SavedDraft | None = None,
        game_id: int | None = None,
    ) -> None:
        """Fold `moves`; with `move_count` only the first so many count and the rest can be redone. A table
        that is kept has the `game_id` it is kept under."""
        problems = filter_blocking(game.problems(setup))
        if problems:
            raise BadSetup(problems[0])
        self.game = game
        self.setup = setup
        self.game_id = game_id
        self._journal: Journal = journal or NoJournal()
        # Undo and the picture of any moment cost nothing: no state is folded twice.
        self._branches = [self._replay(moves, edited_length=0)]
        self._branch_index = 0
        self._move_count = len(self._branch.moves) if move_count is None else move_count
        if not 0 <= self._move_count <= len(self._branch.moves):
            raise ValueError(f"position {move_count} outside a log of {len(self._branch.moves)} moves")
        self._draft = draft

    @property
    def state(self) -> StateT:
        return self._branch.states[self._move_count]

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    @property
    def moves(self) -> tuple[MoveT, ...]:
        return tuple(self._branch.moves[: self._move_count])

    @property
    def undone_moves(self) -> tuple[MoveT, ...]:
        return tuple(self._branch.moves[self._move_count :])

    @property
    def states(self) -> tuple[StateT, ...]:
        """The state before each move that counts, and the one now: history reads these."""
        return tuple(self._branch.states[: self._move_count + 1])

    @property
    def move_count(self) -> int:
        """How many moves count now."""
        return self._move_count

    def play(self, move: MoveT, draft: DraftJson | None = None) -> StateT:
        """Make a move: check it, write it, then show it. Raises `IllegalMove` and changes nothing.

        `draft` is what is being entered all the same, for a move that was only noted on the side.
        """
        game, move_count = self.game, self._move_count
        branch = self._branches[self._branch_index]
        state = game.apply(branch.states[move_count], move)
        self._journal.append(move_count, move, game.outcome(state), draft)
        if self.can_redo:
            self._discard_redo()
        branch.moves.append(move)
        branch.states.append(state)
        if self._draft is not None:
            self._discard_stale_draft(move_count)
        self._move_count = move_count + 1
        if draft is not None:
            self._draft = SavedDraft(move_count + 1, draft)
        return state

    # -- what is being entered --------------------------------------------------------------------------

    @property
    def draft(self) -> DraftJson | None:
        """What was last noted at this very point of the log."""
        draft = self._draft
        return draft.draft if draft is not None and draft.move_count == self._move_count else None

    def save_draft(self, draft: DraftJson) -> None:
        """Keep what is being entered now; there is one note a table, the newest."""
        self._journal.save_draft(self._move_count, draft)
        self._draft = SavedDraft(self._move_count, draft)

    def _discard_stale_draft(self, unchanged_count: int) -> None:
        """Only the first so many moves are the same as before: a note that rests on others is void."""
        if self._draft is not None and self._draft.move_count > unchanged_count:
            self._draft = None

    # -- names ------------------------------------------------------------------------------------------

    def rename(self, players: Sequence[str]) -> None:
        """Other names at the same seats: kept first, shown second. The log stays as it is, with all that was
        undone or edited: no rule asks what somebody is called.

        Raises `BadSetup` for names that cannot sit together, and changes nothing.
        """
        setup: SetupT = replace(cast(Any, self.setup), players=tuple(players))
        if len(players) != len(cast(Any, self.setup).players):
            raise ValueError(f"{len(players)} names at another number of seats")
        problems = (*validate_seats(players, 0, len(players)), *filter_blocking(self.game.problems(setup)))
        if problems:
            raise BadSetup(problems[0])
        if setup == self.setup:
            return
        self._journal.rename(setup)
        self.setup = setup
        self._branches = [
            self._replay(line.moves, edited_length=line.edited_length) for line in self._branches
        ]

    # -- undo and redo ----------------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        return self._move_count > 0 or self._branch_index > 0

    @property
    def can_redo(self) -> bool:
        return self._move_count < len(self._branch.moves) or self._branch_index + 1 < len(self._branches)

    def undo(self) -> StateT:
        """Take back the last move or the last edit."""
        if self._branch_index > 0 and self._move_count == self._branch.edited_length:
            return self._switch_branch(self._branch_index - 1)
        return self._move_to(self._move_count - 1) if self._move_count > 0 else self.state

    def redo(self) -> StateT:
        if self._move_count < len(self._branch.moves):
            return self._move_to(self._move_count + 1)
        return (
            self._switch_branch(self._branch_index + 1)
            if self._branch_index + 1 < len(self._branches)
            else self.state
        )

    # -- editing the past -------------------------------------------------------------------------------

    def preview_edit(self, changes: Mapping[int, Sequence[MoveT]]) -> LogEdit[MoveT]:
        """What the log would be with other moves in the place of some: none, one, or several for each number.

        All that follows is played again; a move that the rules now refuse is dropped and the next one tried.
        Raises `IllegalMove` if they refuse one of the changes themselves. Nothing is changed yet.
        """
        moves = self.moves
        unknown = [move_index for move_index in changes if not 0 <= move_index < len(moves)]
        if unknown:
            raise ValueError(f"no move {unknown[0]} in a log of {len(moves)} moves")
        first_index = min(changes, default=len(moves))
        state = self._branch.states[first_index]
        new_moves = list(moves[:first_index])
        dropped_moves: list[DroppedMove[MoveT]] = []
        for move_index, move in enumerate(moves[first_index:], first_index):
            for candidate in changes.get(move_index, (move,)):
                try:
                    state = self.game.apply(state, candidate)
                except IllegalMove as illegal:
                    if move_index in changes:
                        raise
                    dropped_moves.append(DroppedMove(move_index, move, illegal.problem))
                else:
                    new_moves.append(candidate)
        return LogEdit(moves, tuple(new_moves), tuple(dropped_moves), state)

    def commit_edit(self, edit: LogEdit[MoveT], draft: DraftJson | None = None) -> StateT:
        """Make the revision the log, in one durable step; moves that were undone are forgotten.

        `draft` is what is being entered all the same.
        """
        if edit.original_moves != self.moves:
            raise ValueError("the table has moved on since this revision")
        if not edit.has_changes:
            return self.state
        branch = self._replay(edit.moves, edited_length=len(edit.moves))
        self._write_branch(branch, branch.edited_length, draft)
        self._discard_redo()
        self._branches.append(branch)
        self._branch_index += 1
        self._move_count = branch.edited_length
        return self.state

    # -- lines of the log -------------------------------------------------------------------------------

    @property
    def _branch(self) -> _Branch[StateT, MoveT]:
        return self._branches[self._branch_index]

    def _replay(self, moves: Iterable[MoveT], *, edited_length: int) -> _Branch[StateT, MoveT]:
        branch: _Branch[StateT, MoveT] = _Branch([], [self.game.start(self.setup)], edited_length)
        for move in moves:
            branch.states.append(self.game.apply(branch.states[-1], move))
            branch.moves.append(move)
        return branch

    def _discard_redo(self) -> None:
        del self._branch.moves[self._move_count :]
        del self._branch.states[self._move_count + 1 :]
        del self._branches[self._branch_index + 1 :]

    def _move_to(self, move_count: int) -> StateT:
        self._journal.move_to(move_count, self.game.outcome(self._branch.states[move_count]))
        self._move_count = move_count
        return self.state

    def _switch_branch(self, branch_index: int) -> StateT:
        """Over an edit: back to the end of the line it was made on, or on to where the new one began."""
        branch = self._branches[branch_index]
        move_count = len(branch.moves) if branch_index < self._branch_index else branch.edited_length
        self._write_branch(branch, move_count)
        self._branch_index, self._move_count = branch_index, move_count
        return self.state

    def _write_branch(
        self, branch: _Branch[StateT, MoveT], move_count: int, draft: DraftJson | None = None
    ) -> None:
        """Write the line over the present one, from the first move in which they differ."""
        shared_length = 0
        for mine, other in zip(self._branch.moves, branch.moves, strict=False):
            if mine != other:
                break
            shared_length += 1
        outcome = self.game.outcome(branch.states[move_count])
        self._journal.replace(shared_length, branch.moves[shared_length:], move_count, outcome, draft)
        self._discard_stale_draft(shared_length)
        if draft is not None:
            self._draft = SavedDraft(move_count, draft)


# Of whatever game.
AnySession = GameSession[Any, Any, Any]
