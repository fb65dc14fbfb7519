"""Text for the history of Codenames Duet: sides, clues, turns, moves, and moves dropped by an edit."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import assert_never

from companion.core.game import Problem
from companion.core.session import DroppedMove
from companion.entry.duet.log import Turn, TurnEnd, guess_kind, make_turns
from companion.entry.duet.summary import DuetTable
from companion.games.duet.setup import (
    BYSTANDER_CHECKS,
    COLUMNS,
    KEY_AGENTS,
    ClueNumber,
    Setup,
    Side,
    Unlimited,
    WordKind,
)
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
from companion.i18n.translator import Translator

# An unlimited number of guesses.
_UNLIMITED = "∞"
# Problem code of moves after the end.
_OVER_CODE = "over"


def side_name(tr: Translator, setup: Setup, side: Side) -> str:
    """Return the names of a side's players."""
    return tr.join_items(setup.members(side))


def clue_number_text(tr: Translator, number: ClueNumber) -> str:
    return _UNLIMITED if isinstance(number, Unlimited) else tr.format_number(number)


def clue_text(tr: Translator, clue: Clue | None) -> str:
    """Return the text of a clue as far as it was recorded."""
    if clue is None or (not clue.word and clue.number is None):
        return tr("duet.history.unwritten")
    if clue.number is None:
        return clue.word
    number = clue_number_text(tr, clue.number)
    if not clue.word:
        return tr("duet.history.number_only", number=number)
    return tr("duet.clue.shown", word=clue.word, number=number)


def guess_kind_text(tr: Translator, kind: WordKind) -> str:
    """Return the text of a guess's result."""
    match kind:
        case WordKind.AGENT:
            return tr("duet.board.agent")
        case WordKind.BYSTANDER:
            return tr("duet.board.bystander")
        case WordKind.ASSASSIN:
            return tr("duet.board.assassin")
    assert_never(kind)


def place_text(tr: Translator, state: State, place: int) -> str:
    """Return the word on this card, or its row and column."""
    row, column = divmod(place, COLUMNS)
    return state.word(place) or tr("duet.grid.place", row=row + 1, column=column + 1)


# -- a turn -------------------------------------------------------------------------------------------------


def turn_title(tr: Translator, turn: Turn) -> str:
    return tr("duet.sudden_death") if turn.giver is None else tr("duet.summary.turn", turn=turn.number)


def giver_text(tr: Translator, setup: Setup, turn: Turn) -> str:
    """Return who gave the clue: the recorded player, otherwise the whole side."""
    if turn.giver is None:
        return ""
    by = None if turn.clue is None else turn.clue.by
    names = setup.members(turn.giver) if by is None else (setup.players[by],)
    return tr("duet.history.from", names=names)


def turn_end_text(tr: Translator, turn: Turn) -> str:
    """Return how a turn ended, in a word or two."""
    match turn.end:
        case TurnEnd.STOP:
            return tr("duet.history.stopped")
        case TurnEnd.BYSTANDER:
            return tr("duet.board.bystander")
        case TurnEnd.COSTLY_BYSTANDER:
            return tr("duet.history.dear_bystander", bystander_checks=BYSTANDER_CHECKS)
        case TurnEnd.ASSASSIN:
            return tr("duet.board.assassin")
        case TurnEnd.WIN:
            return tr("duet.summary.won")
        case TurnEnd.DEFEAT:
            return tr("duet.summary.lost")
        case TurnEnd.AUTOMATIC:
            return tr("duet.history.by_itself")
        case TurnEnd.UNDER_WAY:
            return tr("duet.history.under_way")
    assert_never(turn.end)


def completed_side_texts(tr: Translator, session: DuetTable, turn: Turn) -> list[str]:
    """Return the texts of completed keys declared in this turn."""
    move_indexes = range(turn.first_move_index, turn.last_move_index + 1)
    return [
        move_text(tr, session.states[move_index], move)
        for move_index in move_indexes
        if isinstance(move := session.moves[move_index], SideDone)
    ]


# -- a move -------------------------------------------------------------------------------------------------


def move_text(tr: Translator, before: State, move: Move) -> str:
    """Return the text of a move made in state `before`."""
    match move:
        case Agent() | Bystander() | Assassin():
            return guess_text(tr, before, move)
        case Clue("", None, int(by)):
            return tr("duet.history.from", names=(before.setup.players[by],))
        case Clue():
            return tr("duet.history.clue", clue=clue_text(tr, move))
        case CardWord(place, word):
            return tr("duet.history.card", place=place_text(tr, before, place), word=word)
        case Stop():
            return tr("duet.history.stopped")
        case IllegalClue():
            return tr("duet.history.fined")
        case SideDone(side):
            return tr("duet.more.done", words=KEY_AGENTS, names=before.setup.members(side))
        case NextClue(side):
            return tr("duet.more.next_clue", name=side_name(tr, before.setup, side))
    assert_never(move)


def guess_text(tr: Translator, before: State, guess: Guess) -> str:
    text = guess_kind_text(tr, guess_kind(guess))
    if guess.place is None:
        return text
    return tr("duet.history.guess_at", what=text, place=place_text(tr, before, guess.place))


def describe_dropped_moves(
    tr: Translator, session: DuetTable, dropped: Sequence[DroppedMove[Move]]
) -> list[tuple[str, str]]:
    """Return the text of each dropped move and the reason.

    A turn that is dropped entirely appears once, and so does the end of the mission, which applies to all
    later moves.
    """
    owner = {
        move_index: turn
        for turn in make_turns(session)
        for move_index in range(turn.first_move_index, turn.last_move_index + 1)
    }
    parts: list[tuple[str, Problem]] = []
    for turn, group in groupby(dropped, key=lambda items: owner[items.move_index]):
        items = list(group)
        # If the clue stays, its giver alone may be dropped.
        removed_indexes = [each.move_index for each in items if each.move == session.moves[each.move_index]]
        if len(removed_indexes) == turn.last_move_index - turn.first_move_index + 1:
            text = clue_text(tr, turn.clue) if turn.clue is not None else turn_end_text(tr, turn)
            parts.append((_part_text(tr, turn, text), items[0].problem))
            continue
        for each in items:
            move_line = move_text(tr, session.states[each.move_index], each.move)
            parts.append((_part_text(tr, turn, move_line), each.problem))
    ended = next(
        (index for index, (_, problem) in enumerate(parts) if problem.code == _OVER_CODE), len(parts)
    )
    return [
        *((text, tr.translate_problem(problem)) for text, problem in parts[:ended]),
        *((text, tr("duet.edit.over_by_then")) for text, _ in parts[ended : ended + 1]),
        *((text, "") for text, _ in parts[ended + 1 :]),
    ]


def _part_text(tr: Translator, turn: Turn, text: str) -> str:
    return tr("duet.edit.part", turn=turn_title(tr, turn), what=text)
