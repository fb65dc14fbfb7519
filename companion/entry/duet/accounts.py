"""What was recorded, told in words: sides, clues, turns and their parts, and what an edit would drop."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import assert_never

from companion.entry.duet.log import End, Turn, kind_of, turns
from companion.entry.duet.summary import DuetTable
from companion.games.duet.clues import Number, Unlimited
from companion.games.duet.key import COLUMNS, Word
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
from companion.games.duet.setup import BYSTANDER_CHECKS, KEY_AGENTS, Setup, Side
from companion.games.duet.state import State
from companion.games.game import Problem
from companion.i18n.translator import Translator
from companion.table import Dropped

# As many as they dare.
_UNLIMITED = "∞"
# Why the rules refuse whatever comes after the end.
_OVER = "over"


def side_name(tr: Translator, setup: Setup, side: Side) -> str:
    """The people of a side, as one would call them: their names."""
    return tr.join(setup.members(side))


def number_words(tr: Translator, number: Number) -> str:
    return _UNLIMITED if isinstance(number, Unlimited) else tr.number(number)


def clue_words(tr: Translator, clue: Clue | None) -> str:
    """A clue as far as it was written down."""
    if clue is None or (not clue.word and clue.number is None):
        return tr("duet.history.unwritten")
    if clue.number is None:
        return clue.word
    number = number_words(tr, clue.number)
    if not clue.word:
        return tr("duet.history.number_only", number=number)
    return tr("duet.clue.shown", word=clue.word, number=number)


def kind_words(tr: Translator, kind: Word) -> str:
    """What a guess was."""
    match kind:
        case Word.AGENT:
            return tr("duet.board.agent")
        case Word.BYSTANDER:
            return tr("duet.board.bystander")
        case Word.ASSASSIN:
            return tr("duet.board.assassin")
    assert_never(kind)


def place_words(tr: Translator, state: State, place: int) -> str:
    """What the card there reads, or where it lies."""
    row, column = divmod(place, COLUMNS)
    return state.word(place) or tr("duet.grid.place", row=row + 1, column=column + 1)


# -- a turn -------------------------------------------------------------------------------------------------


def title(tr: Translator, turn: Turn) -> str:
    return tr("duet.sudden_death") if turn.giver is None else tr("duet.summary.turn", turn=turn.number)


def given_by(tr: Translator, setup: Setup, turn: Turn) -> str:
    """Who gave the clue: the one who did, where it was told, or else all of the side."""
    if turn.giver is None:
        return ""
    by = None if turn.clue is None else turn.clue.by
    names = setup.members(turn.giver) if by is None else (setup.players[by],)
    return tr("duet.history.from", names=names)


def end_words(tr: Translator, turn: Turn) -> str:
    """How a turn ended, in a word or two."""
    match turn.ended:
        case End.STOP:
            return tr("duet.history.stopped")
        case End.BYSTANDER:
            return tr("duet.board.bystander")
        case End.DEAR_BYSTANDER:
            return tr("duet.history.dear_bystander", bystander_checks=BYSTANDER_CHECKS)
        case End.ASSASSIN:
            return tr("duet.board.assassin")
        case End.WIN:
            return tr("duet.summary.won")
        case End.LOST:
            return tr("duet.summary.lost")
        case End.BY_ITSELF:
            return tr("duet.history.by_itself")
        case End.UNDER_WAY:
            return tr("duet.history.under_way")
    assert_never(turn.ended)


def asides(tr: Translator, table: DuetTable, turn: Turn) -> list[str]:
    """What was said in a turn beside its clue and its guesses."""
    numbers = range(turn.first, turn.last + 1)
    return [
        step_words(tr, table.states[number], move)
        for number in numbers
        if isinstance(move := table.moves[number], SideDone)
    ]


# -- a move -------------------------------------------------------------------------------------------------


def step_words(tr: Translator, before: State, move: Move) -> str:
    """A move in words, as it was made in this state."""
    match move:
        case Agent() | Bystander() | Assassin():
            return guess_words(tr, before, move)
        case Clue("", None, int(by)):
            return tr("duet.history.from", names=(before.setup.players[by],))
        case Clue():
            return tr("duet.history.clue", clue=clue_words(tr, move))
        case WordIs(place, word):
            return tr("duet.history.card", place=place_words(tr, before, place), word=word)
        case Stop():
            return tr("duet.history.stopped")
        case IllegalClue():
            return tr("duet.history.fined")
        case SideDone(side):
            return tr("duet.more.done", words=KEY_AGENTS, names=before.setup.members(side))
        case NextClue(side):
            return tr("duet.more.next_clue", name=side_name(tr, before.setup, side))
    assert_never(move)


def guess_words(tr: Translator, before: State, guess: Guess) -> str:
    what = kind_words(tr, kind_of(guess))
    if guess.place is None:
        return what
    return tr("duet.history.guess_at", what=what, place=place_words(tr, before, guess.place))


def losses(tr: Translator, table: DuetTable, dropped: Sequence[Dropped[Move]]) -> list[tuple[str, str]]:
    """What an edit would drop and why: a turn of which nothing is left is named once, and that the mission
    is over by then is said once, for it holds for all that follows."""
    owner = {number: turn for turn in turns(table) for number in range(turn.first, turn.last + 1)}
    found: list[tuple[str, Problem]] = []
    for turn, group in groupby(dropped, key=lambda lost: owner[lost.number]):
        lost = list(group)
        # Of a clue that stays, who gave it may go alone.
        gone = [each.number for each in lost if each.move == table.moves[each.number]]
        if len(gone) == turn.last - turn.first + 1:
            what = clue_words(tr, turn.clue) if turn.clue is not None else end_words(tr, turn)
            found.append((_part(tr, turn, what), lost[0].problem))
            continue
        for each in lost:
            words = step_words(tr, table.states[each.number], each.move)
            found.append((_part(tr, turn, words), each.problem))
    ended = next((at for at, (_, problem) in enumerate(found) if problem.code == _OVER), len(found))
    return [
        *((what, tr.problem(problem)) for what, problem in found[:ended]),
        *((what, tr("duet.edit.over_by_then")) for what, _ in found[ended : ended + 1]),
        *((what, "") for what, _ in found[ended + 1 :]),
    ]


def _part(tr: Translator, turn: Turn, what: str) -> str:
    return tr("duet.edit.part", turn=title(tr, turn), what=what)
