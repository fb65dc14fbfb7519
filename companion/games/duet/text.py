"""Codenames Duet in words: cities, turns with their clues and guesses, moves, endings, and dropped moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import groupby
from typing import assert_never

from companion.core import session as core_session
from companion.core.game import Problem
from companion.core.session import DroppedMove, GameSession
from companion.games.duet.setup import (
    AGENTS,
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
    GUESS_TYPES,
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
    compute_score,
)
from companion.games.game_text import EndingText, GameText, Summary
from companion.i18n.translator import Translator

DuetTable = GameSession[Setup, State, Move]


def summarize(tr: Translator, session: DuetTable) -> Summary:
    state = session.state
    if state.outcome is None:
        bank = tr("duet.summary.bank", agents=state.agents, n=state.bank.tokens_left)
        return Summary(_with_city(tr, session, turn_text(tr, state)), bank)
    points = compute_score(state)
    title = tr("duet.summary.lost" if state.outcome.winner is None else "duet.summary.won")
    line = tr("duet.summary.points", n=points.total) if points else reason_text(tr, session)
    return Summary(_with_city(tr, session, title), line)


def turn_text(tr: Translator, state: State) -> str:
    """Return the number of the turn, or that it is sudden death."""
    return tr("duet.sudden_death") if state.is_sudden_death else tr("duet.summary.turn", turn=state.turn)


def _with_city(tr: Translator, session: DuetTable, text: str) -> str:
    """Prefix the text with the city if the mission belongs to a map."""
    mission = session.setup.mission
    if mission is None:
        return text
    # Imported on demand: home shows missions without a map, too.
    from companion.games.duet.campaign import city_name

    return tr("duet.summary.in_city", city=city_name(tr, mission.city, mission.name), what=text)


def reason_text(tr: Translator, session: DuetTable) -> str:
    """Return why the mission ended as it did, in a sentence."""
    state = session.state
    if state.outcome is None:
        return ""
    return tr(
        f"duet.over.{state.outcome.reason}",
        agents=state.agents,
        all_agents=AGENTS,
        bystander_checks=BYSTANDER_CHECKS,
        n=state.bank.tokens_left,
    )


Step = core_session.Step[State, Move]


class TurnEnd(Enum):
    """How a turn ended."""

    STOP = "stop"
    BYSTANDER = "bystander"
    # No token was bystander side up: it cost checks.
    COSTLY_BYSTANDER = "dear_bystander"
    ASSASSIN = "assassin"
    WIN = "win"
    # A bystander that could not be paid for, or one in sudden death.
    DEFEAT = "lost"
    # Neither a word to find nor a token to earn was left.
    AUTOMATIC = "by_itself"
    UNDER_WAY = "under_way"


@dataclass(frozen=True, slots=True)
class RecordedGuess:
    """A guess with its move index; `place` if a grid is tracked."""

    move_index: int
    kind: WordKind
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn, from `first_move_index` to `last_move_index` inclusive.

    `giver` gave the clue; None in sudden death. `agents_found` are the agents found in it, and
    `tokens_spent` the tokens it cost, including that of an illegal clue (`is_fined`). `open_words` is how
    many words of its clue may still be uncovered; None if the clue has no number. `has_events` is False if
    only card words were recorded, which often happens before the first clue.
    """

    number: int
    giver: Side | None
    clue: Clue | None
    first_move_index: int
    last_move_index: int
    guesses: tuple[RecordedGuess, ...] = ()
    agents_found: int = 0
    end: TurnEnd = TurnEnd.UNDER_WAY
    is_fined: bool = False
    tokens_spent: int = 0
    open_words: int | None = None
    has_events: bool = False

    @property
    def move_indexes(self) -> range:
        return range(self.first_move_index, self.last_move_index + 1)


def make_turns(session: DuetTable) -> tuple[Turn, ...]:
    """Return the turns with recorded moves, the current one last."""
    recorded = core_session.make_steps(session.states, session.moves)
    groups = groupby(recorded, key=lambda step: (step.before.turn, step.before.is_sudden_death))
    return tuple(_turn(tuple(group), session.state) for _, group in groups)


def find_turn_from(turns: Sequence[Turn], first: int) -> Turn | None:
    """Return the turn that begins with this move, or None."""
    return next((turn for turn in turns if turn.first_move_index == first), None)


def turns_with_open_clues(turns: Sequence[Turn], giver: Side | None = None) -> tuple[Turn, ...]:
    """Return the older turns whose clues may have uncovered words, newest first; only those of one side if
    `giver` is set."""
    return tuple(
        turn
        for turn in reversed(turns)
        if turn.open_words and turn.end is not TurnEnd.UNDER_WAY and giver in (None, turn.giver)
    )


def guess_kind(guess: Guess) -> WordKind:
    return next(kind for kind, guess_type in GUESS_TYPES.items() if isinstance(guess, guess_type))


def _turn(played: Sequence[Step], now: State) -> Turn:
    first, last = played[0], played[-1]
    ended = _turn_end(last)
    # The end of a turn resets the state, so the state before it is needed. A clue can be void before the turn
    # is over.
    state = last.after if ended is TurnEnd.UNDER_WAY else last.before
    giver = None if state.is_sudden_death else state.giver
    agents_found = sum(isinstance(step.move, Agent) for step in played)
    return Turn(
        number=state.turn,
        giver=giver,
        clue=state.clue,
        first_move_index=first.move_index,
        last_move_index=last.move_index,
        guesses=tuple(
            RecordedGuess(step.move_index, guess_kind(step.move), step.move.place)
            for step in played
            if isinstance(step.move, Guess)
        ),
        agents_found=agents_found,
        end=ended,
        is_fined=any(isinstance(step.move, IllegalClue) for step in played),
        tokens_spent=first.before.bank.tokens_left - last.after.bank.tokens_left,
        open_words=_count_open_words(now, giver, state.clue, agents_found),
        has_events=not all(isinstance(step.move, CardWord) for step in played),
    )


def _turn_end(last: Step) -> TurnEnd:
    before, after = last.before, last.after
    if after.outcome is not None:
        if after.outcome.winner is not None:
            return TurnEnd.WIN
        return TurnEnd.ASSASSIN if isinstance(last.move, Assassin) else TurnEnd.DEFEAT
    if (after.turn, after.is_sudden_death) == (before.turn, before.is_sudden_death):
        return TurnEnd.UNDER_WAY
    match last.move:
        case Stop():
            return TurnEnd.STOP
        case Bystander():
            is_costly = before.bank.tokens_left - after.bank.tokens_left >= BYSTANDER_CHECKS
            return TurnEnd.COSTLY_BYSTANDER if is_costly else TurnEnd.BYSTANDER
        case _:
            return TurnEnd.AUTOMATIC


def _count_open_words(now: State, giver: Side | None, clue: Clue | None, agents_found: int) -> int | None:
    """Return the maximum number of uncovered words of a clue: its number, its key and the missing agents
    limit it."""
    if giver is None or clue is None or not isinstance(clue.number, int) or not clue.number:
        return None
    if now.outcome is not None or now.done_side is giver:
        return 0
    missing = min(KEY_AGENTS - now.key_counts[giver], AGENTS - now.agents)
    return max(0, min(clue.number - agents_found, missing))


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
    return tr(f"duet.board.{kind.value}")


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


_TURN_END_KEYS = {
    TurnEnd.STOP: "duet.history.stopped",
    TurnEnd.BYSTANDER: "duet.board.bystander",
    TurnEnd.COSTLY_BYSTANDER: "duet.history.dear_bystander",
    TurnEnd.ASSASSIN: "duet.board.assassin",
    TurnEnd.WIN: "duet.summary.won",
    TurnEnd.DEFEAT: "duet.summary.lost",
    TurnEnd.AUTOMATIC: "duet.history.by_itself",
    TurnEnd.UNDER_WAY: "duet.history.under_way",
}


def turn_end_text(tr: Translator, turn: Turn) -> str:
    """Return how a turn ended, in a word or two."""
    return tr(_TURN_END_KEYS[turn.end], bystander_checks=BYSTANDER_CHECKS)


def completed_side_texts(tr: Translator, session: DuetTable, turn: Turn) -> list[str]:
    """Return the texts of completed keys declared in this turn."""
    return [
        move_text(tr, session.states[index], move)
        for index in turn.move_indexes
        if isinstance(move := session.moves[index], SideDone)
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
    """Return the text of each dropped move and the reason. A turn that is dropped entirely appears once, and
    so does the end of the mission, which applies to all later moves."""
    owner = {index: turn for turn in make_turns(session) for index in turn.move_indexes}
    parts: list[tuple[str, Problem]] = []
    for turn, group in groupby(dropped, key=lambda items: owner[items.move_index]):
        items = list(group)
        # If the clue stays, its giver alone may be dropped.
        removed_count = sum(each.move == session.moves[each.move_index] for each in items)
        if removed_count == len(turn.move_indexes):
            text = clue_text(tr, turn.clue) if turn.clue is not None else turn_end_text(tr, turn)
            parts.append((_part_text(tr, turn, text), items[0].problem))
            continue
        for each in items:
            move_line = move_text(tr, session.states[each.move_index], each.move)
            parts.append((_part_text(tr, turn, move_line), each.problem))
    over = (index for index, (_, problem) in enumerate(parts) if problem.code == _OVER_CODE)
    ended = next(over, len(parts))
    return [
        *((text, tr.translate_problem(problem)) for text, problem in parts[:ended]),
        *((text, tr("duet.edit.over_by_then")) for text, _ in parts[ended : ended + 1]),
        *((text, "") for text, _ in parts[ended + 1 :]),
    ]


def _part_text(tr: Translator, turn: Turn, text: str) -> str:
    return tr("duet.edit.part", turn=turn_title(tr, turn), what=text)


def describe_ending(tr: Translator, state: State, _players: Sequence[str]) -> EndingText:
    points = compute_score(state)
    if points is not None:
        return EndingText(tr("duet.ending.points", n=points.total), "teal")
    reason = "" if state.outcome is None else state.outcome.reason
    won = state.outcome is not None and state.outcome.winner is not None
    return EndingText(tr(f"duet.ending.{reason}"), "teal" if won else "brick")


def describe_moments(
    tr: Translator, states: Sequence[State], _players: Sequence[str], *, roles: bool
) -> tuple[str, ...]:
    last = states[-1]
    if last.outcome is None:
        return ()
    if last.outcome.winner is not None and last.is_sudden_death:
        return (tr("duet.moment.sudden_death"),)
    return (tr("duet.over.assassin"),) if last.outcome.reason == "assassin" else ()


def describe_move(tr: Translator, step: Step) -> tuple[str, ...]:
    before, move = step.before, step.move
    lines = [move_text(tr, before, move), turn_text(tr, before)]
    if isinstance(move, Clue) and (move.word or move.number is not None):
        names = before.setup.members(before.giver) if move.by is None else (before.setup.players[move.by],)
        lines.append(tr("duet.history.from", names=names))
    return tuple(lines)


TEXT = GameText(summarize, describe_move, describe_ending, describe_moments)
