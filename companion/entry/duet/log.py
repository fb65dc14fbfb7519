"""The log of a mission as its history shows it: one entry for each turn, and sudden death as the last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import groupby

from companion.entry import steps
from companion.entry.duet.summary import DuetTable
from companion.games.duet.key import Word
from companion.games.duet.moves import (
    Agent,
    Assassin,
    Bystander,
    Clue,
    Guess,
    IllegalClue,
    Move,
    Stop,
    WordIs,
)
from companion.games.duet.setup import AGENTS, BYSTANDER_CHECKS, KEY_AGENTS, Side
from companion.games.duet.state import State

Step = steps.Step[State, Move]


class End(Enum):
    """How a turn ended."""

    STOP = "stop"
    BYSTANDER = "bystander"
    # No token lay bystander side up: it cost checks.
    DEAR_BYSTANDER = "dear_bystander"
    ASSASSIN = "assassin"
    WIN = "win"
    # A bystander that could not be paid, or one in sudden death.
    LOST = "lost"
    # Neither a word to find nor a token to earn was left.
    BY_ITSELF = "by_itself"
    UNDER_WAY = "under_way"


@dataclass(frozen=True, slots=True)
class GuessMade:
    """A guess with the number of its move; `place` where the table keeps a grid."""

    number: int
    kind: Word
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn, from its `first` move to its `last`, by their numbers.

    `giver` gave the clue; None is sudden death, in which nobody does. `brought` are the agents found in it,
    `paid` the tokens it cost, that of an illegal clue (`fined`) among them. `open` is how many words of its
    clue may still lie open; None where the clue does not count them. `told`: something happened in it, for
    what the cards read is often typed before the first clue.
    """

    number: int
    giver: Side | None
    clue: Clue | None
    first: int
    last: int
    guesses: tuple[GuessMade, ...]
    brought: int
    ended: End
    fined: bool
    paid: int
    open: int | None
    told: bool = True


def turns(table: DuetTable) -> tuple[Turn, ...]:
    """The turns in which something was recorded, the one under way last."""
    recorded = steps.steps_of(table.states, table.moves)
    groups = groupby(recorded, key=lambda step: (step.before.turn, step.before.sudden_death))
    return tuple(_turn(tuple(group), table.state) for _, group in groups)


def turn_from(turns: Sequence[Turn], first: int) -> Turn | None:
    """The turn that begins with the move of this number."""
    return next((turn for turn in turns if turn.first == first), None)


def open_clues(turns: Sequence[Turn], giver: Side | None = None) -> tuple[Turn, ...]:
    """The older clues of which words may still lie open, newest first: all, or those of one side."""
    return tuple(
        turn
        for turn in reversed(turns)
        if turn.open and turn.ended is not End.UNDER_WAY and giver in (None, turn.giver)
    )


def kind_of(guess: Guess) -> Word:
    match guess:
        case Agent():
            return Word.AGENT
        case Bystander():
            return Word.BYSTANDER
        case Assassin():
            return Word.ASSASSIN


def _turn(played: Sequence[Step], now: State) -> Turn:
    first, last = played[0], played[-1]
    ended = _end(last)
    # What ends a turn clears it away, and nothing else does: a clue can be void before the turn is over.
    state = last.after if ended is End.UNDER_WAY else last.before
    giver = None if state.sudden_death else state.giver
    brought = sum(isinstance(step.move, Agent) for step in played)
    return Turn(
        number=state.turn,
        giver=giver,
        clue=state.clue,
        first=first.number,
        last=last.number,
        guesses=tuple(
            GuessMade(step.number, kind_of(step.move), step.move.place)
            for step in played
            if isinstance(step.move, Agent | Bystander | Assassin)
        ),
        brought=brought,
        ended=ended,
        fined=any(isinstance(step.move, IllegalClue) for step in played),
        paid=first.before.bank.left - last.after.bank.left,
        open=_open(now, giver, state.clue, brought),
        told=not all(isinstance(step.move, WordIs) for step in played),
    )


def _end(last: Step) -> End:
    before, after = last.before, last.after
    if after.outcome is not None:
        if after.outcome.winner is not None:
            return End.WIN
        return End.ASSASSIN if isinstance(last.move, Assassin) else End.LOST
    if (after.turn, after.sudden_death) == (before.turn, before.sudden_death):
        return End.UNDER_WAY
    match last.move:
        case Stop():
            return End.STOP
        case Bystander():
            dear = before.bank.left - after.bank.left >= BYSTANDER_CHECKS
            return End.DEAR_BYSTANDER if dear else End.BYSTANDER
        case _:
            return End.BY_ITSELF


def _open(now: State, giver: Side | None, clue: Clue | None, brought: int) -> int | None:
    """No more than the clue still has, than its key still hides, and than are missing at all."""
    if giver is None or clue is None or not isinstance(clue.number, int) or not clue.number:
        return None
    if now.outcome is not None or now.done is giver:
        return 0
    missing = min(KEY_AGENTS - now.keys[giver], AGENTS - now.agents)
    return max(0, min(clue.number - brought, missing))
