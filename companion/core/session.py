"""`GameSession`, a running game: set-up and log of moves, with unlimited undo and redo (event sourcing);
replay of a game move by move, and insertion of missing moves.

The state is derived by replaying the log and never stored. A journal persists each step before the session
changes. The draft (`save_draft`) belongs to the moves before it and is discarded with any of them. The past
can be edited: `preview_edit` shows the result, `commit_edit` applies it. Undo also reverts an edit; replaced
moves are kept in memory only, so a session that is opened again can only undo along its committed log.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile
from typing import Any, Generic, cast

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

# The draft (unfinished move) in JSON form.
DraftJson = Mapping[str, Any]


class Journal:
    """Persistence of a session's log. Each call is durable when it returns, or raises and wrote nothing. This
    base class writes nothing: replays, simulations and tests need no storage."""

    def append(
        self, move_index: int, move: Any, outcome: Outcome | None, draft: DraftJson | None = None
    ) -> None:
        """Write `move` at `move_index` in place of undone moves, and `draft` in the same transaction."""

    def move_to(self, move_count: int, outcome: Outcome | None) -> None:
        """Undo or redo: the first `move_count` moves count, the others can be redone."""

    def replace(
        self,
        first_index: int,
        moves: Sequence[Any],
        move_count: int,
        outcome: Outcome | None,
        draft: DraftJson | None = None,
    ) -> None:
        """Edit the past: replace all moves from `first_index` on by `moves`; then as `move_to`."""

    def save_draft(self, move_count: int, draft: DraftJson) -> None:
        """Replace the stored draft by `draft`, entered after the first `move_count` moves."""

    def rename(self, setup: Any) -> None:
        """Replace the set-up by one with other player names."""


@dataclass(frozen=True, slots=True)
class SavedDraft:
    """A draft in JSON form and the move count at which it was entered."""

    move_count: int
    draft: DraftJson


@dataclass(frozen=True, slots=True)
class DroppedMove(Generic[MoveT]):
    """A move dropped by an edit: its index in the original log and why the rules no longer allow it."""

    move_index: int
    move: MoveT
    problem: Problem


@dataclass(frozen=True, slots=True)
class LogEdit(Generic[MoveT]):
    """Preview of an edit: the whole new log, the moves that no longer fit, and the final state."""

    original_moves: tuple[MoveT, ...]
    moves: tuple[MoveT, ...]
    dropped_moves: tuple[DroppedMove[MoveT], ...]
    state: Any

    @property
    def has_changes(self) -> bool:
        return self.moves != self.original_moves


@dataclass(slots=True)
class _Branch(Generic[StateT, MoveT]):
    """One version of the log and the state after each prefix of it. Each edit starts a new branch with
    `edited_length` moves; undo below them switches back to the previous branch."""

    moves: list[MoveT]
    states: list[StateT]
    edited_length: int


class GameSession(Generic[SetupT, StateT, MoveT]):
    """Set-up and log of a running game. `moves` are those that count now; `undone_moves` can be redone."""

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
        """Replay `moves`; with `move_count`, only that many count and the rest can be redone. A stored game
        has a `game_id`. Raises `BadSetup` for an invalid set-up."""
        problems = filter_blocking(game.problems(setup))
        if problems:
            raise BadSetup(problems[0])
        self.game = game
        self.setup = setup
        self.game_id = game_id
        self._journal = journal or Journal()
        # All states are cached, so that undo and replay do not apply moves again.
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
        """Return the state before each move that counts, and the current one."""
        return tuple(self._branch.states[: self._move_count + 1])

    @property
    def move_count(self) -> int:
        return self._move_count

    def play(self, move: MoveT, draft: DraftJson | None = None) -> StateT:
        """Validate, persist and apply a move. Raises `IllegalMove` and changes nothing. `draft` is a draft to
        keep, for a move that was recorded while another one is being entered."""
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

    # -- draft ------------------------------------------------------------------------------------------

    @property
    def draft(self) -> DraftJson | None:
        """The draft saved at the current move count, or None."""
        draft = self._draft
        return draft.draft if draft is not None and draft.move_count == self._move_count else None

    def save_draft(self, draft: DraftJson) -> None:
        """Save the current draft; a session has one draft, the newest."""
        self._journal.save_draft(self._move_count, draft)
        self._draft = SavedDraft(self._move_count, draft)

    def _discard_stale_draft(self, unchanged_count: int) -> None:
        """Discard the draft if it depends on moves after the first `unchanged_count`."""
        if self._draft is not None and self._draft.move_count > unchanged_count:
            self._draft = None

    # -- names ------------------------------------------------------------------------------------------

    def rename(self, players: Sequence[str]) -> None:
        """Rename the players; the log is unchanged, including undone and edited moves. No rule depends on
        names. Raises `BadSetup` for invalid names, and changes nothing."""
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
            self._replay(branch.moves, edited_length=branch.edited_length) for branch in self._branches
        ]

    # -- undo and redo ----------------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        return self._move_count > 0 or self._branch_index > 0

    @property
    def can_redo(self) -> bool:
        return self._move_count < len(self._branch.moves) or self._branch_index + 1 < len(self._branches)

    def undo(self) -> StateT:
        """Undo the last move or the last edit."""
        if self._branch_index > 0 and self._move_count == self._branch.edited_length:
            return self._switch_branch(self._branch_index - 1)
        return self._move_to(self._move_count - 1) if self._move_count > 0 else self.state

    def redo(self) -> StateT:
        if self._move_count < len(self._branch.moves):
            return self._move_to(self._move_count + 1)
        if self._branch_index + 1 < len(self._branches):
            return self._switch_branch(self._branch_index + 1)
        return self.state

    # -- editing the past -------------------------------------------------------------------------------

    def preview_edit(self, changes: Mapping[int, Sequence[MoveT]]) -> LogEdit[MoveT]:
        """Preview the log with some moves replaced, each index by zero or more moves. All later moves are
        replayed; those that have become illegal are dropped. Raises `IllegalMove` if a replacement itself is
        illegal. Nothing is changed."""
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
        """Make an edit the log in one durable step; undone moves are discarded. `draft` is a draft to keep.
        Raises ValueError if the log has changed since the preview."""
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

    # -- branches of the log ----------------------------------------------------------------------------

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
        """Undo or redo an edit by switching to another branch of the log. Undo goes to the end of the branch
        the edit was made on, redo to the start of the new one."""
        branch = self._branches[branch_index]
        move_count = len(branch.moves) if branch_index < self._branch_index else branch.edited_length
        self._write_branch(branch, move_count)
        self._branch_index, self._move_count = branch_index, move_count
        return self.state

    def _write_branch(
        self, branch: _Branch[StateT, MoveT], move_count: int, draft: DraftJson | None = None
    ) -> None:
        """Write the branch over the current one, from the first differing move."""
        pairs = zip(self._branch.moves, branch.moves, strict=False)
        shared_length = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        outcome = self.game.outcome(branch.states[move_count])
        self._journal.replace(shared_length, branch.moves[shared_length:], move_count, outcome, draft)
        self._discard_stale_draft(shared_length)
        if draft is not None:
            self._draft = SavedDraft(move_count, draft)


# A session of any game.
AnySession = GameSession[Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Step(Generic[StateT, MoveT]):
    move_index: int
    move: MoveT
    before: StateT
    after: StateT


def make_steps(states: Sequence[StateT], moves: Sequence[MoveT]) -> list[Step[StateT, MoveT]]:
    """Pair each move with its index and the states before and after it."""
    return [
        Step(move_index, move, before, after)
        for move_index, (move, (before, after)) in enumerate(zip(moves, pairwise(states), strict=True))
    ]


# The text of a move: the first item is a sentence, the others are details.
MoveText = Sequence[str]


def make_detached_copy(session: AnySession) -> AnySession:
    """Return a copy of the session without a journal, so that nothing stored can change."""
    return GameSession(session.game, session.setup, session.moves)


def move_to(session: AnySession, move_count: int) -> None:
    """Undo or redo until `move_count` moves are made, or as many as there are."""
    while session.move_count > max(0, move_count):
        session.undo()
    while session.move_count < move_count and session.can_redo:
        session.redo()


def get_last_step(session: AnySession) -> Step[Any, Any] | None:
    """Return the last move as a step; None at the beginning."""
    if not session.moves:
        return None
    before, after = session.states[-2:]
    return Step(session.move_count - 1, session.moves[-1], before, after)


def insert_moves(
    session: GameSession[SetupT, StateT, MoveT], move_index: int, moves: Sequence[MoveT]
) -> LogEdit[MoveT]:
    """Preview the log with `moves` inserted before `move_index`.

    Moves that become illegal are dropped, including the one at `move_index`. Raises `IllegalMove` if one of
    the new moves is illegal.
    """
    log = session.moves
    if move_index > 0:
        # Replace the previous move by itself plus the new ones: then only the new moves can raise an error.
        return session.preview_edit({move_index - 1: (log[move_index - 1], *moves)})
    problem = _find_problem(session, (*moves, log[0]))
    if problem is None:
        return session.preview_edit({0: (*moves, log[0])})
    revision = session.preview_edit({0: tuple(moves)})
    return replace(revision, dropped_moves=(DroppedMove(0, log[0], problem), *revision.dropped_moves))


def _find_problem(session: GameSession[SetupT, StateT, MoveT], moves: Sequence[MoveT]) -> Problem | None:
    state = session.states[0]
    try:
        for move in moves:
            state = session.game.apply(state, move)
    except IllegalMove as exc:
        return exc.problem
    return None
