"""A turn of the past while it is being changed, as it is kept: it outlives its screen and the app."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.core.game import IllegalMove, ProblemError
from companion.core.serialization import decode
from companion.core.session import LogEdit
from companion.entry.duet.forgotten import missing_turn
from companion.entry.duet.givers import preview_without_givers
from companion.entry.duet.log import Turn, TurnEnd, find_turn_from, make_turns
from companion.entry.duet.summary import DuetTable
from companion.games.duet.play import apply
from companion.games.duet.setup import KEY_AGENTS, MAX_CLUE_LENGTH, WORDS, ClueNumber, WordKind, clean_clue
from companion.games.duet.state import (
    Agent,
    Assassin,
    Bystander,
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
from companion.games.replay import insert_moves

Changes = dict[int, tuple[Move, ...]]


@dataclass(frozen=True, slots=True)
class GuessEdit:
    """What a guess should have been; `number` is that of its move, None for one that was forgotten."""

    kind: WordKind
    place: int | None = None
    number: int | None = None

    @property
    def move(self) -> Guess:
        match self.kind:
            case WordKind.AGENT:
                return Agent(self.place)
            case WordKind.BYSTANDER:
                return Bystander(self.place)
            case WordKind.ASSASSIN:
                return Assassin(self.place)


@dataclass(frozen=True, slots=True)
class EntryEdit:
    """What the turn that begins with the move `first` should have been.

    `word`, `number` and `by` are its clue. Of the `guesses` only those are `effective_guesses` that come
    before its end: the others stay in mind, should the one that ends it be changed once more. `stopped` is
    asked of the last turn alone, for one that another followed has ended. `left_out` are other moves of
    the turn, by their numbers. `placing` is the guess whose word is being pointed at. One that is `new`
    was never recorded, and is to be put in before that turn.
    """

    first: int
    word: str = ""
    number: ClueNumber | None = None
    by: int | None = None
    guesses: tuple[GuessEdit, ...] = ()
    stopped: bool = False
    fined: bool = False
    left_out: tuple[int, ...] = ()
    removed: bool = False
    placing: int | None = None
    new: bool = False

    @property
    def is_ready(self) -> bool:
        """Whether enough is known: a turn without a guess was none."""
        return not self.new or bool(self.guesses)

    @property
    def clue(self) -> Clue | None:
        clue = Clue(clean_clue(self.word), self.number, self.by)
        return None if clue == Clue() else clue

    @property
    def effective_guesses(self) -> tuple[GuessEdit, ...]:
        """The guesses up to the first that ends the turn."""
        ends = (index for index, guess in enumerate(self.guesses, 1) if guess.kind is not WordKind.AGENT)
        return self.guesses[: next(ends, len(self.guesses))]

    @property
    def is_unfinished(self) -> bool:
        """Whether no guess has ended the turn."""
        return all(guess.kind is WordKind.AGENT for guess in self.guesses)

    # -- the clue -------------------------------------------------------------------------------------------

    def with_word(self, word: str) -> EntryEdit:
        return replace(self, word=word)

    def toggle_number(self, number: ClueNumber) -> EntryEdit:
        """The same number once more takes it back."""
        return replace(self, number=None if number == self.number else number)

    def toggle_giver(self, seat: int) -> EntryEdit:
        """The same seat once more takes it back."""
        return replace(self, by=None if seat == self.by else seat)

    # -- the guesses ----------------------------------------------------------------------------------------

    def with_guess_kind(self, index: int, kind: WordKind) -> EntryEdit:
        return self._with_guess(index, replace(self.guesses[index], kind=kind))

    def with_guess_place(self, index: int, place: int) -> EntryEdit:
        """On this word; nothing is pointed at any more."""
        return replace(self._with_guess(index, replace(self.guesses[index], place=place)), placing=None)

    def toggle_placing(self, index: int | None) -> EntryEdit:
        """The word of this guess is looked for; once more, or None: not any more."""
        return replace(self, placing=None if index == self.placing else index)

    def with_added_guess(self, *, on_grid: bool) -> EntryEdit:
        """An agent that was forgotten, before what ended the turn; on a grid its word is looked for next."""
        if len(self.guesses) >= WORDS:
            return self
        index = len(self.effective_guesses) - (0 if self.is_unfinished else 1)
        guesses = (*self.guesses[:index], GuessEdit(WordKind.AGENT), *self.guesses[index:])
        return replace(self, guesses=guesses, placing=index if on_grid else None)

    def without_guess(self, index: int) -> EntryEdit:
        return replace(self, guesses=(*self.guesses[:index], *self.guesses[index + 1 :]), placing=None)

    def _with_guess(self, index: int, guess: GuessEdit) -> EntryEdit:
        return replace(self, guesses=(*self.guesses[:index], guess, *self.guesses[index + 1 :]))

    # -- the rest -------------------------------------------------------------------------------------------

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
    """The turn as it was recorded."""
    clue = turn.clue or Clue()
    return EntryEdit(
        turn.first_move_index,
        clue.word,
        clue.number,
        clue.by,
        tuple(GuessEdit(guess.kind, guess.place, guess.move_index) for guess in turn.guesses),
        stopped=turn.end is TurnEnd.STOP,
        fined=turn.is_fined,
    )


def start_missing_turn(turn: Turn) -> EntryEdit:
    """A turn that was forgotten before this one; nothing is known of it yet."""
    return EntryEdit(turn.first_move_index, new=True)


# -- what it comes to ---------------------------------------------------------------------------------------


def find_turn(session: DuetTable, edit: EntryEdit) -> Turn | None:
    """The turn that is being changed, if the table has it: one that was forgotten as it stands before
    anything is known of it."""
    turn = find_turn_from(make_turns(session), edit.first)
    if turn is None or not edit.new:
        return turn
    return missing_turn(session, turn)


def other_moves(session: DuetTable, turn: Turn) -> tuple[int, ...]:
    """The moves of a turn that are neither its clue, a guess nor its end, and that may not have been so."""
    move_indexes = range(turn.first_move_index, turn.last_move_index + 1)
    return tuple(
        move_index
        for move_index in move_indexes
        if isinstance(session.moves[move_index], SideDone | NextClue)
    )


def edited_moves(session: DuetTable, edit: EntryEdit) -> tuple[Move, ...]:
    """All moves of the turn as it should have been."""
    return tuple(move for replacement in _make_replacements(session, edit).values() for move in replacement)


def edit_changes(session: DuetTable, edit: EntryEdit) -> Changes:
    """For `GameSession.preview_edit`, nothing where nothing differs. What can be seen while the turn is
    changed is meant so, and refused if it cannot be; all else is kept or dropped by the rules."""
    recorded, replacements = session.moves, _make_replacements(session, edit)
    if all(instead == [recorded[move_index]] for move_index, instead in replacements.items()):
        return {}
    return {
        move_index: tuple(instead)
        for move_index, instead in replacements.items()
        if isinstance(recorded[move_index], Guess | Stop | Clue | IllegalClue)
        or instead != [recorded[move_index]]
    }


def preview_edit(session: DuetTable, edit: EntryEdit) -> LogEdit[Move]:
    """What would come of it. Raises `IllegalMove` if the rules refuse what was entered itself."""
    if edit.new:
        new_moves = edited_moves(session, edit)
        return preview_without_givers(session, lambda log: insert_moves(log, edit.first, new_moves))
    replacements = edit_changes(session, edit)
    return preview_without_givers(session, lambda log: log.preview_edit(replacements))


def state_before_guess(session: DuetTable, edit: EntryEdit, index: int) -> State:
    """Where the mission stood before this guess, with all that is known of the cards by now. What the rules
    refuse is passed over."""
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
    """What stands in the place of each move of the turn."""
    turn = find_turn(session, edit)
    if turn is None:
        raise ValueError(f"no turn begins with move {edit.first}")
    recorded = {
        move_index: session.moves[move_index]
        for move_index in range(turn.first_move_index, turn.last_move_index + 1)
    }
    if edit.removed:
        # What the cards read is so all the same.
        return {
            move_index: [move] if isinstance(move, CardWord) else [] for move_index, move in recorded.items()
        }
    replacements = {
        move_index: _unchanged_moves(edit, move_index, move) for move_index, move in recorded.items()
    }
    # Of a turn that was forgotten nothing is recorded: all of it comes after the one before.
    replacements.setdefault(turn.last_move_index, [])
    ends = [move_index for move_index, move in recorded.items() if isinstance(move, Guess | Stop)]
    missing_moves = _place_clue(edit, turn, recorded, replacements)
    replacements[ends[0] if ends else turn.last_move_index] += missing_moves
    _place_guesses(edit, turn, replacements)
    if _has_stop(session, edit, replacements, last=turn.last_move_index == len(session.moves) - 1):
        replacements[turn.last_move_index].append(Stop())
    return replacements


def _unchanged_moves(edit: EntryEdit, move_index: int, move: Move) -> list[Move]:
    """What of the turn stays where it is: guesses, clue and stop are set anew."""
    if isinstance(move, Guess | Stop) or move_index in edit.left_out:
        return []
    return [] if isinstance(move, IllegalClue) and not edit.fined else [move]


def _place_clue(
    edit: EntryEdit, turn: Turn, recorded: Mapping[int, Move], replacements: dict[int, list[Move]]
) -> list[Move]:
    """Set the clue anew in its place. Returns what was not recorded, and so comes before the first guess."""
    new: list[Move] = []
    clue_moves: list[Move] = [] if edit.clue is None else [edit.clue]
    clue_indexes = [move_index for move_index, move in recorded.items() if isinstance(move, Clue)]
    if turn.clue is not None:
        # One that came before it was void.
        replacements[clue_indexes[-1]] = clue_moves
    else:
        new += clue_moves
    if edit.fined and not turn.is_fined:
        new.append(IllegalClue())
    return new


def _place_guesses(edit: EntryEdit, turn: Turn, replacements: dict[int, list[Move]]) -> None:
    """Each in its place; one that was forgotten comes right before the next that was not."""
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
    """Whether a stop ends the turn: where nothing else does, and it did end. What the rules refuse is told
    later, when the whole is weighed."""
    state = before = session.states[edit.first]
    for move in (move for instead in replacements.values() for move in instead):
        state = _apply_if_legal(state, move)
    under_way = (state.turn, state.is_sudden_death) == (before.turn, False) and state.outcome is None
    return under_way and (edit.stopped or not last)


# -- as it was left -----------------------------------------------------------------------------------------


def restore_saved(session: DuetTable, saved: Mapping[str, Any]) -> EntryEdit | None:
    """What was being changed at this table, if it can be read and is still there to be changed."""
    try:
        edit = decode(EntryEdit, saved)
    except ProblemError:
        return None
    turn = find_turn(session, edit)
    return edit if turn is not None and _is_valid(session, turn, edit) else None


def _is_valid(session: DuetTable, turn: Turn, edit: EntryEdit) -> bool:
    """A record may come from a damaged file; a place that no table has would be met later."""
    guesses, number = edit.guesses, edit.number
    move_indexes = [guess.number for guess in guesses if guess.number is not None]
    places = {guess.place for guess in guesses} - {None}
    has_clue = turn.giver is not None
    return (
        len(edit.word) <= MAX_CLUE_LENGTH
        and (not isinstance(number, int) or number in range(KEY_AGENTS + 1))
        and (edit.by is None or edit.by in range(len(session.setup.players)))
        and (has_clue or (edit.clue is None and not edit.fined and not edit.stopped))
        and len(guesses) <= WORDS
        and move_indexes == sorted(set(move_indexes))
        and {guess.move_index for guess in turn.guesses}.issuperset(move_indexes)
        and places.issubset(range(WORDS) if session.setup.has_grid else ())
        and set(other_moves(session, turn)).issuperset(edit.left_out)
        and len(set(edit.left_out)) == len(edit.left_out)
        and not (edit.new and edit.removed)
        and (edit.placing is None or (session.setup.has_grid and edit.placing in range(len(guesses))))
    )
