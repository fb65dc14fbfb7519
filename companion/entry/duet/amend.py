"""A turn of the past while it is being changed, as it is kept: it outlives its screen and the app."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.entry.duet.forgotten import blank
from companion.entry.duet.givers import eased
from companion.entry.duet.log import End, Turn, turn_from, turns
from companion.entry.duet.summary import DuetTable
from companion.entry.inserting import inserted
from companion.games.duet.clues import LONGEST_CLUE, Number, clean_clue
from companion.games.duet.key import WORDS, Word
from companion.games.duet.moves import (
    Agent,
    Assassin,
    Bystander,
    Clue,
    Guess,
    IllegalClue,
    Move,
    NextClue,
    SideDone,
    Stop,
    WordIs,
)
from companion.games.duet.play import apply
from companion.games.duet.setup import KEY_AGENTS
from companion.games.duet.state import State
from companion.games.game import IllegalMove, ProblemError
from companion.games.records import decode
from companion.table import Revision

Changes = dict[int, tuple[Move, ...]]


@dataclass(frozen=True, slots=True)
class Guessed:
    """What a guess should have been; `number` is that of its move, None for one that was forgotten."""

    kind: Word
    place: int | None = None
    number: int | None = None

    @property
    def move(self) -> Guess:
        match self.kind:
            case Word.AGENT:
                return Agent(self.place)
            case Word.BYSTANDER:
                return Bystander(self.place)
            case Word.ASSASSIN:
                return Assassin(self.place)


@dataclass(frozen=True, slots=True)
class Amendment:
    """What the turn that begins with the move `first` should have been.

    `word`, `number` and `by` are its clue. Of the `guesses` only those are `made` that come before its end:
    the others stay in mind, should the one that ends it be changed once more. `stopped` is asked of the last
    turn alone, for one that another followed has ended. `left_out` are other moves of the turn, by their
    numbers. `placing` is the guess whose word is being pointed at. One that is `new` was never recorded, and
    is to be put in before that turn.
    """

    first: int
    word: str = ""
    number: Number | None = None
    by: int | None = None
    guesses: tuple[Guessed, ...] = ()
    stopped: bool = False
    fined: bool = False
    left_out: tuple[int, ...] = ()
    removed: bool = False
    placing: int | None = None
    new: bool = False

    @property
    def ready(self) -> bool:
        """Whether enough is known: a turn without a guess was none."""
        return not self.new or bool(self.guesses)

    @property
    def clue(self) -> Clue | None:
        clue = Clue(clean_clue(self.word), self.number, self.by)
        return None if clue == Clue() else clue

    @property
    def made(self) -> tuple[Guessed, ...]:
        """The guesses up to the first that ends the turn."""
        ends = (at for at, guess in enumerate(self.guesses, 1) if guess.kind is not Word.AGENT)
        return self.guesses[: next(ends, len(self.guesses))]

    @property
    def goes_on(self) -> bool:
        """Whether no guess has ended the turn."""
        return all(guess.kind is Word.AGENT for guess in self.guesses)

    # -- the clue -------------------------------------------------------------------------------------------

    def spelt(self, word: str) -> Amendment:
        return replace(self, word=word)

    def numbered(self, number: Number) -> Amendment:
        """The same number once more takes it back."""
        return replace(self, number=None if number == self.number else number)

    def given_by(self, seat: int) -> Amendment:
        """The same seat once more takes it back."""
        return replace(self, by=None if seat == self.by else seat)

    # -- the guesses ----------------------------------------------------------------------------------------

    def called(self, at: int, kind: Word) -> Amendment:
        return self._with(at, replace(self.guesses[at], kind=kind))

    def put(self, at: int, place: int) -> Amendment:
        """On this word; nothing is pointed at any more."""
        return replace(self._with(at, replace(self.guesses[at], place=place)), placing=None)

    def point(self, at: int | None) -> Amendment:
        """The word of this guess is looked for; once more, or None: not any more."""
        return replace(self, placing=None if at == self.placing else at)

    def added(self, *, on_grid: bool) -> Amendment:
        """An agent that was forgotten, before what ended the turn; on a grid its word is looked for next."""
        if len(self.guesses) >= WORDS:
            return self
        at = len(self.made) - (0 if self.goes_on else 1)
        guesses = (*self.guesses[:at], Guessed(Word.AGENT), *self.guesses[at:])
        return replace(self, guesses=guesses, placing=at if on_grid else None)

    def without(self, at: int) -> Amendment:
        return replace(self, guesses=(*self.guesses[:at], *self.guesses[at + 1 :]), placing=None)

    def _with(self, at: int, guess: Guessed) -> Amendment:
        return replace(self, guesses=(*self.guesses[:at], guess, *self.guesses[at + 1 :]))

    # -- the rest -------------------------------------------------------------------------------------------

    def stop(self, stopped: bool) -> Amendment:
        return replace(self, stopped=stopped)

    def fine(self, fined: bool) -> Amendment:
        return replace(self, fined=fined)

    def leave_out(self, number: int, out: bool) -> Amendment:
        others = tuple(other for other in self.left_out if other != number)
        return replace(self, left_out=(*others, number) if out else others)

    def remove(self, removed: bool) -> Amendment:
        return replace(self, removed=removed)


def amend(turn: Turn) -> Amendment:
    """The turn as it was recorded."""
    clue = turn.clue or Clue()
    return Amendment(
        turn.first,
        clue.word,
        clue.number,
        clue.by,
        tuple(Guessed(guess.kind, guess.place, guess.number) for guess in turn.guesses),
        stopped=turn.ended is End.STOP,
        fined=turn.fined,
    )


def forgotten_before(turn: Turn) -> Amendment:
    """A turn that was forgotten before this one; nothing is known of it yet."""
    return Amendment(turn.first, new=True)


# -- what it comes to ---------------------------------------------------------------------------------------


def turn_of(table: DuetTable, amendment: Amendment) -> Turn | None:
    """The turn that is being changed, if the table has it: one that was forgotten as it stands before
    anything is known of it."""
    turn = turn_from(turns(table), amendment.first)
    if turn is None or not amendment.new:
        return turn
    return blank(table, turn)


def others(table: DuetTable, turn: Turn) -> tuple[int, ...]:
    """The moves of a turn that are neither its clue, a guess nor its end, and that may not have been so."""
    numbers = range(turn.first, turn.last + 1)
    return tuple(number for number in numbers if isinstance(table.moves[number], SideDone | NextClue))


def moves(table: DuetTable, amendment: Amendment) -> tuple[Move, ...]:
    """All moves of the turn as it should have been."""
    return tuple(move for wanted in _wanted(table, amendment).values() for move in wanted)


def changes(table: DuetTable, amendment: Amendment) -> Changes:
    """For `Table.revise`, nothing where nothing differs. What can be seen while the turn is changed is meant
    so, and refused if it cannot be; all else is kept or dropped by the rules."""
    recorded, wanted = table.moves, _wanted(table, amendment)
    if all(instead == [recorded[number]] for number, instead in wanted.items()):
        return {}
    return {
        number: tuple(instead)
        for number, instead in wanted.items()
        if isinstance(recorded[number], Guess | Stop | Clue | IllegalClue) or instead != [recorded[number]]
    }


def revised(table: DuetTable, amendment: Amendment) -> Revision[Move]:
    """What would come of it. Raises `IllegalMove` if the rules refuse what was entered itself."""
    if amendment.new:
        put_in = moves(table, amendment)
        return eased(table, lambda log: inserted(log, amendment.first, put_in))
    wanted = changes(table, amendment)
    return eased(table, lambda log: log.revise(wanted))


def before_guess(table: DuetTable, amendment: Amendment, at: int) -> State:
    """Where the mission stood before this guess, with all that is known of the cards by now. What the rules
    refuse is passed over."""
    state, guessed = table.states[amendment.first], 0
    for move in moves(table, amendment):
        if isinstance(move, Guess):
            if guessed == at:
                break
            guessed += 1
        state = _played(state, move)
    return replace(state, words=table.state.words)


def _played(state: State, move: Move) -> State:
    try:
        return apply(state, move)
    except IllegalMove:
        return state


def _wanted(table: DuetTable, amendment: Amendment) -> dict[int, list[Move]]:
    """What stands in the place of each move of the turn."""
    turn = turn_of(table, amendment)
    if turn is None:
        raise ValueError(f"no turn begins with move {amendment.first}")
    recorded = {number: table.moves[number] for number in range(turn.first, turn.last + 1)}
    if amendment.removed:
        # What the cards read is so all the same.
        return {number: [move] if isinstance(move, WordIs) else [] for number, move in recorded.items()}
    wanted = {number: _rest(amendment, number, move) for number, move in recorded.items()}
    # Of a turn that was forgotten nothing is recorded: all of it comes after the one before.
    wanted.setdefault(turn.last, [])
    ends = [number for number, move in recorded.items() if isinstance(move, Guess | Stop)]
    forgotten = _put_clue(amendment, turn, recorded, wanted)
    wanted[ends[0] if ends else turn.last] += forgotten
    _put_guesses(amendment, turn, wanted)
    if _stops(table, amendment, wanted, last=turn.last == len(table.moves) - 1):
        wanted[turn.last].append(Stop())
    return wanted


def _rest(amendment: Amendment, number: int, move: Move) -> list[Move]:
    """What of the turn stays where it is: guesses, clue and stop are set anew."""
    if isinstance(move, Guess | Stop) or number in amendment.left_out:
        return []
    return [] if isinstance(move, IllegalClue) and not amendment.fined else [move]


def _put_clue(
    amendment: Amendment, turn: Turn, recorded: Mapping[int, Move], wanted: dict[int, list[Move]]
) -> list[Move]:
    """Set the clue anew in its place. Returns what was not recorded, and so comes before the first guess."""
    new: list[Move] = []
    told: list[Move] = [] if amendment.clue is None else [amendment.clue]
    given = [number for number, move in recorded.items() if isinstance(move, Clue)]
    if turn.clue is not None:
        # One that came before it was void.
        wanted[given[-1]] = told
    else:
        new += told
    if amendment.fined and not turn.fined:
        new.append(IllegalClue())
    return new


def _put_guesses(amendment: Amendment, turn: Turn, wanted: dict[int, list[Move]]) -> None:
    """Each in its place; one that was forgotten comes right before the next that was not."""
    waiting: list[Move] = []
    for guess in amendment.made:
        waiting.append(guess.move)
        if guess.number is not None:
            wanted[guess.number] += waiting
            waiting = []
    wanted[turn.guesses[-1].number if turn.guesses else turn.last] += waiting


def _stops(
    table: DuetTable, amendment: Amendment, wanted: Mapping[int, Sequence[Move]], *, last: bool
) -> bool:
    """Whether a stop ends the turn: where nothing else does, and it did end. What the rules refuse is told
    later, when the whole is weighed."""
    state = before = table.states[amendment.first]
    for move in (move for instead in wanted.values() for move in instead):
        state = _played(state, move)
    under_way = (state.turn, state.sudden_death) == (before.turn, False) and state.outcome is None
    return under_way and (amendment.stopped or not last)


# -- as it was left -----------------------------------------------------------------------------------------


def as_left(table: DuetTable, kept: Mapping[str, Any]) -> Amendment | None:
    """What was being changed at this table, if it can be read and is still there to be changed."""
    try:
        amendment = decode(Amendment, kept)
    except ProblemError:
        return None
    turn = turn_of(table, amendment)
    return amendment if turn is not None and _fits(table, turn, amendment) else None


def _fits(table: DuetTable, turn: Turn, amendment: Amendment) -> bool:
    """A record may come from a damaged file; a place that no table has would be met later."""
    guesses, number = amendment.guesses, amendment.number
    told = [guess.number for guess in guesses if guess.number is not None]
    places = {guess.place for guess in guesses} - {None}
    has_clue = turn.giver is not None
    return (
        len(amendment.word) <= LONGEST_CLUE
        and (not isinstance(number, int) or number in range(KEY_AGENTS + 1))
        and (amendment.by is None or amendment.by in range(len(table.setup.players)))
        and (has_clue or (amendment.clue is None and not amendment.fined and not amendment.stopped))
        and len(guesses) <= WORDS
        and told == sorted(set(told))
        and {guess.number for guess in turn.guesses}.issuperset(told)
        and places.issubset(range(WORDS) if table.setup.has_grid else ())
        and set(others(table, turn)).issuperset(amendment.left_out)
        and len(set(amendment.left_out)) == len(amendment.left_out)
        and not (amendment.new and amendment.removed)
        and (amendment.placing is None or (table.setup.has_grid and amendment.placing in range(len(guesses))))
    )
