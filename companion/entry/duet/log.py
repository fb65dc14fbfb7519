"""History of Codenames Duet: one entry for each turn, and sudden death as the last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import groupby

from companion.entry.duet.summary import DuetTable
from companion.games import replay
from companion.games.duet.setup import AGENTS, BYSTANDER_CHECKS, KEY_AGENTS, Side, WordKind
from companion.games.duet.state import (
    Agent,
    Assassin,
    Bystander,
    CardWord,
    Clue,
    Guess,
    IllegalClue,
    Move,
    State,
    Stop,
)

Step = replay.Step[State, Move]


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
    guesses: tuple[RecordedGuess, ...]
    agents_found: int
    end: TurnEnd
    is_fined: bool
    tokens_spent: int
    open_words: int | None
    has_events: bool = True


def make_turns(session: DuetTable) -> tuple[Turn, ...]:
    """Return the turns with recorded moves, the current one last."""
    recorded = replay.make_steps(session.states, session.moves)
    groups = groupby(recorded, key=lambda step: (step.before.turn, step.before.is_sudden_death))
    return tuple(_turn(tuple(group), session.state) for _, group in groups)


def find_turn_from(turns: Sequence[Turn], first: int) -> Turn | None:
    """Return the turn that begins with this move, or None."""
    return next((turn for turn in turns if turn.first_move_index == first), None)


def turns_with_open_clues(turns: Sequence[Turn], giver: Side | None = None) -> tuple[Turn, ...]:
    """Return the older turns whose clues may have uncovered words, newest first.

    Only those of one side if `giver` is set.
    """
    return tuple(
        turn
        for turn in reversed(turns)
        if turn.open_words and turn.end is not TurnEnd.UNDER_WAY and giver in (None, turn.giver)
    )


def guess_kind(guess: Guess) -> WordKind:
    match guess:
        case Agent():
            return WordKind.AGENT
        case Bystander():
            return WordKind.BYSTANDER
        case Assassin():
            return WordKind.ASSASSIN


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
            if isinstance(step.move, Agent | Bystander | Assassin)
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
    """Return the maximum number of uncovered words of a clue.

    Its number, its key and the number of missing agents limit it.
    """
    if giver is None or clue is None or not isinstance(clue.number, int) or not clue.number:
        return None
    if now.outcome is not None or now.done_side is giver:
        return 0
    missing = min(KEY_AGENTS - now.key_counts[giver], AGENTS - now.agents)
    return max(0, min(clue.number - agents_found, missing))
