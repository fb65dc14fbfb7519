"""Edits of the past, in a form that is saved and survives closing the app: of one turn, or a missing one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeGuard

from companion.core.game import IllegalMove, ProblemError
from companion.core.serialization import decode
from companion.core.session import DroppedMove, GameSession, LogEdit, insert_moves
from companion.games.duet.drafts import ClueDraft
from companion.games.duet.rules import apply
from companion.games.duet.setup import WORDS, WordKind
from companion.games.duet.state import (
    GUESS_TYPES,
    CardWord,
    Clue,
    Guess,
    IllegalClue,
    Move,
    NextClue,
    SideDone,
    State,
    Stop,
)
from companion.games.duet.text import DuetTable, Turn, TurnEnd, find_turn_from, make_turns


def missing_turn(session: DuetTable, turn: Turn) -> Turn | None:
    """Return a placeholder for a turn just before this one, with only the giver known. None before sudden
    death, which begins when no token is left for another turn."""
    if turn.giver is None:
        return None
    first = turn.first_move_index
    # The range of its moves is empty.
    return Turn(turn.number, session.states[first].giver, None, first, first - 1)


_OTHER_SIDE_CODE = "clue_by_other_side"


def preview_without_givers(
    session: DuetTable, preview: Callable[[DuetTable], LogEdit[Move]]
) -> LogEdit[Move]:
    """Run a preview, but keep later clues whose giver is now on the wrong side; only the giver is removed.
    Sides alternate, so one turn more or fewer shifts every later clue. Raises what `preview` raises."""
    log, removed_givers = session, list[DroppedMove[Move]]()
    while True:
        revision = preview(log)
        # One at a time: later moves may no longer be dropped once this one stays.
        conflict = next(filter(_is_wrong_giver, revision.dropped_moves), None)
        if conflict is None:
            dropped = sorted((*revision.dropped_moves, *removed_givers), key=lambda each: each.move_index)
            return replace(revision, original_moves=session.moves, dropped_moves=tuple(dropped))
        moves = list(log.moves)
        moves[conflict.move_index] = replace(conflict.move, by=None)
        removed_givers.append(DroppedMove(conflict.move_index, Clue(by=conflict.move.by), conflict.problem))
        log = GameSession(session.game, session.setup, moves)


def _is_wrong_giver(item: DroppedMove[Move]) -> TypeGuard[DroppedMove[Clue]]:
    """True if a clue is dropped only because of its giver, and would not be empty without it."""
    move = item.move
    return (
        item.problem.code == _OTHER_SIDE_CODE and isinstance(move, Clue) and replace(move, by=None) != Clue()
    )


Changes = dict[int, tuple[Move, ...]]


@dataclass(frozen=True, slots=True)
class GuessEdit:
    """An edited guess; `number` is the index of its move, None for a missing one."""

    kind: WordKind
    place: int | None = None
    number: int | None = None

    @property
    def move(self) -> Guess:
        return GUESS_TYPES[self.kind](self.place)


@dataclass(frozen=True, slots=True)
class EntryEdit(ClueDraft):
    """Edit of the turn that begins with the move of index `first`.

    Only the `effective_guesses` count; later ones stay, in case the guess that ends the turn is edited again.
    `stopped` applies to the last turn only, because an earlier one has ended. `left_out` are indexes of other
    moves of the turn to remove. `placing` is the guess whose word is being selected. A `new` turn was never
    recorded and is inserted before that turn.
    """

    first: int = field(kw_only=True)
    guesses: tuple[GuessEdit, ...] = ()
    stopped: bool = False
    fined: bool = False
    left_out: tuple[int, ...] = ()
    removed: bool = False
    placing: int | None = None
    new: bool = False

    @property
    def is_ready(self) -> bool:
        """True if the edit is complete: a new turn needs a guess."""
        return not self.new or bool(self.guesses)

    @property
    def effective_guesses(self) -> tuple[GuessEdit, ...]:
        """The guesses up to the first that ends the turn."""
        ends = (index for index, guess in enumerate(self.guesses, 1) if guess.kind is not WordKind.AGENT)
        return self.guesses[: next(ends, len(self.guesses))]

    @property
    def is_unfinished(self) -> bool:
        """True if no guess ends the turn."""
        return all(guess.kind is WordKind.AGENT for guess in self.guesses)

    # -- the guesses ----------------------------------------------------------------------------------------

    def with_guess_kind(self, index: int, kind: WordKind) -> EntryEdit:
        return self._with_guess(index, replace(self.guesses[index], kind=kind))

    def with_guess_place(self, index: int, place: int) -> EntryEdit:
        """Set the word of a guess and end the selection."""
        return replace(self._with_guess(index, replace(self.guesses[index], place=place)), placing=None)

    def toggle_placing(self, index: int | None) -> EntryEdit:
        """Start selecting the word of this guess; the same guess again, or None, ends it."""
        return replace(self, placing=None if index == self.placing else index)

    def with_added_guess(self, *, on_grid: bool) -> EntryEdit:
        """Add a missing agent before the guess that ended the turn; on a grid, select its word next."""
        if len(self.guesses) >= WORDS:
            return self
        index = len(self.effective_guesses) - (0 if self.is_unfinished else 1)
        guesses = (*self.guesses[:index], GuessEdit(WordKind.AGENT), *self.guesses[index:])
        return replace(self, guesses=guesses, placing=index if on_grid else None)

    def without_guess(self, index: int) -> EntryEdit:
        return replace(self, guesses=(*self.guesses[:index], *self.guesses[index + 1 :]), placing=None)

    def _with_guess(self, index: int, guess: GuessEdit) -> EntryEdit:
        return replace(self, guesses=(*self.guesses[:index], guess, *self.guesses[index + 1 :]))

    # -- other changes --------------------------------------------------------------------------------------

    def set_stopped(self, stopped: bool) -> EntryEdit:
        return replace(self, stopped=stopped)

    def set_fined(self, fined: bool) -> EntryEdit:
        return replace(self, fined=fined)

    def set_left_out(self, move_index: int, out: bool) -> EntryEdit:
        others = tuple(other for other in self.left_out if other != move_index)
        return replace(self, left_out=(*others, move_index) if out else others)

    def set_removed(self, removed: bool) -> EntryEdit:
        return replace(self, removed=removed)


def start_edit(turn: Turn) -> EntryEdit:
    """Return an edit of the turn as it was recorded."""
    clue = turn.clue or Clue()
    guesses = tuple(GuessEdit(guess.kind, guess.place, guess.move_index) for guess in turn.guesses)
    is_stopped = turn.end is TurnEnd.STOP
    return EntryEdit(
        clue.word, clue.number, clue.by, guesses, is_stopped, turn.is_fined, first=turn.first_move_index
    )


def start_missing_turn(turn: Turn) -> EntryEdit:
    """Return an empty edit that inserts a missing turn before this one."""
    return EntryEdit(first=turn.first_move_index, new=True)


# -- resulting moves ----------------------------------------------------------------------------------------


def find_turn(session: DuetTable, edit: EntryEdit) -> Turn | None:
    """Return the edited turn, or a placeholder for a missing one; None if the session has no such turn."""
    turn = find_turn_from(make_turns(session), edit.first)
    if turn is None or not edit.new:
        return turn
    return missing_turn(session, turn)


def other_moves(session: DuetTable, turn: Turn) -> tuple[int, ...]:
    """Return the indexes of removable moves that are neither clue, guess nor end of the turn."""
    return tuple(
        index for index in turn.move_indexes if isinstance(session.moves[index], SideDone | NextClue)
    )


def edited_moves(session: DuetTable, edit: EntryEdit) -> tuple[Move, ...]:
    """Return all moves of the edited turn."""
    return tuple(move for replacement in _make_replacements(session, edit).values() for move in replacement)


def edit_changes(session: DuetTable, edit: EntryEdit) -> Changes:
    """Return the changes for `GameSession.preview_edit`, empty if nothing differs. Moves that the edit form
    shows raise an error if they are illegal; the rules decide which others stay."""
    recorded, replacements = session.moves, _make_replacements(session, edit)
    changed = {index for index, instead in replacements.items() if instead != [recorded[index]]}
    return {
        index: tuple(instead)
        for index, instead in replacements.items()
        if changed and (index in changed or isinstance(recorded[index], Guess | Stop | Clue | IllegalClue))
    }


def preview_edit(session: DuetTable, edit: EntryEdit) -> LogEdit[Move]:
    """Preview the edit. Raises `IllegalMove` if the edited moves themselves are illegal."""
    if edit.new:
        new_moves = edited_moves(session, edit)
        return preview_without_givers(session, lambda log: insert_moves(log, edit.first, new_moves))
    replacements = edit_changes(session, edit)
    return preview_without_givers(session, lambda log: log.preview_edit(replacements))


def state_before_guess(session: DuetTable, edit: EntryEdit, index: int) -> State:
    """Return the state before this guess, with all known words; illegal moves are skipped."""
    state, guessed = session.states[edit.first], 0
    for move in edited_moves(session, edit):
        if isinstance(move, Guess):
            if guessed == index:
                break
            guessed += 1
        state = _apply_if_legal(state, move)
    return replace(state, words=session.state.words)


def _apply_if_legal(state: State, move: Move) -> State:
    try:
        return apply(state, move)
    except IllegalMove:
        return state


def _make_replacements(session: DuetTable, edit: EntryEdit) -> dict[int, list[Move]]:
    """Return the replacement of each move of the turn. Raises ValueError if there is no such turn."""
    turn = find_turn(session, edit)
    if turn is None:
        raise ValueError(f"no turn begins with move {edit.first}")
    recorded = {index: session.moves[index] for index in turn.move_indexes}
    if edit.removed:
        # The words on the cards stay valid.
        return {index: [move] if isinstance(move, CardWord) else [] for index, move in recorded.items()}
    replacements = {index: _unchanged_moves(edit, index, move) for index, move in recorded.items()}
    # A missing turn has no moves: all of them are inserted after the previous move.
    replacements.setdefault(turn.last_move_index, [])
    ends = [move_index for move_index, move in recorded.items() if isinstance(move, Guess | Stop)]
    missing_moves = _place_clue(edit, turn, recorded, replacements)
    replacements[ends[0] if ends else turn.last_move_index] += missing_moves
    _place_guesses(edit, turn, replacements)
    if _has_stop(session, edit, replacements, last=turn.last_move_index == len(session.moves) - 1):
        replacements[turn.last_move_index].append(Stop())
    return replacements


def _unchanged_moves(edit: EntryEdit, move_index: int, move: Move) -> list[Move]:
    """Return the moves that stay in place; guesses, clue and stop are rebuilt."""
    if isinstance(move, Guess | Stop) or move_index in edit.left_out:
        return []
    return [] if isinstance(move, IllegalClue) and not edit.fined else [move]


def _place_clue(
    edit: EntryEdit, turn: Turn, recorded: Mapping[int, Move], replacements: dict[int, list[Move]]
) -> list[Move]:
    """Rebuild the clue in place. Returns clue moves that were not recorded, to insert before the first
    guess."""
    new: list[Move] = [edit.clue] if edit.has_clue else []
    if turn.clue is not None:
        # An earlier clue of the turn was void.
        replacements[max(index for index, move in recorded.items() if isinstance(move, Clue))] = new
        new = []
    if edit.fined and not turn.is_fined:
        new.append(IllegalClue())
    return new


def _place_guesses(edit: EntryEdit, turn: Turn, replacements: dict[int, list[Move]]) -> None:
    """Put each guess at its move; missing ones go right before the next recorded guess."""
    pending: list[Move] = []
    for guess in edit.effective_guesses:
        pending.append(guess.move)
        if guess.number is not None:
            replacements[guess.number] += pending
            pending = []
    replacements[turn.guesses[-1].move_index if turn.guesses else turn.last_move_index] += pending


def _has_stop(
    session: DuetTable, edit: EntryEdit, replacements: Mapping[int, Sequence[Move]], *, last: bool
) -> bool:
    """True if a stop ends the turn: nothing else does, and the turn is over. Illegal moves are reported later
    by the preview."""
    state = before = session.states[edit.first]
    for move in (move for instead in replacements.values() for move in instead):
        state = _apply_if_legal(state, move)
    under_way = (state.turn, state.is_sudden_death) == (before.turn, False) and state.outcome is None
    return under_way and (edit.stopped or not last)


# -- restoring ----------------------------------------------------------------------------------------------


def restore_saved(session: DuetTable, saved: Mapping[str, Any]) -> EntryEdit | None:
    """Decode a saved edit; None if it is invalid or its turn no longer exists."""
    try:
        edit = decode(EntryEdit, saved)
    except ProblemError:
        return None
    turn = find_turn(session, edit)
    return edit if turn is not None and _is_valid(session, turn, edit) else None


def _is_valid(session: DuetTable, turn: Turn, edit: EntryEdit) -> bool:
    """Validate a saved edit, which may come from a damaged file: invalid places would cause errors later."""
    guesses = edit.guesses
    move_indexes = [guess.number for guess in guesses if guess.number is not None]
    places = {guess.place for guess in guesses} - {None}
    may_have_clue = turn.giver is not None
    return (
        edit.has_valid_clue
        and (edit.by is None or edit.by in range(len(session.setup.players)))
        and (may_have_clue or not (edit.has_clue or edit.fined or edit.stopped))
        and len(guesses) <= WORDS
        and move_indexes == sorted(set(move_indexes))
        and {guess.move_index for guess in turn.guesses}.issuperset(move_indexes)
        and places.issubset(range(WORDS) if session.setup.has_grid else ())
        and set(other_moves(session, turn)).issuperset(edit.left_out)
        and len(set(edit.left_out)) == len(edit.left_out)
        and not (edit.new and edit.removed)
        and (edit.placing is None or (session.setup.has_grid and edit.placing in range(len(guesses))))
    )
