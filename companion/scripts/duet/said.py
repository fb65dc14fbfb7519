"""What the voice says during a mission of Codenames Duet.

The lines are a closed set without arguments, so each can be recorded: people stand on the screen, the voice
names their side. It tells whose clue it is, what a guess came to, and how much is left when that matters.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.duet.setup import AGENTS, BOX_TOKENS, BYSTANDER_CHECKS, Side
from companion.games.duet.state import TEAM, State

Lines = tuple[str, ...]

# From so many missing agents on, each that is found is followed by how many are left.
_FEW: Final = 3

_BEGINS: Final = "duet.say.begins"
_FOUND: Final = "duet.say.found"
_STOPPED: Final = "duet.say.stopped"
_BYSTANDER: Final = "duet.say.bystander"
_BYSTANDER_DEAR: Final = "duet.say.bystander_checks"
_ILLEGAL: Final = "duet.say.illegal"
_LAST_GUESSES: Final = "duet.say.last_guesses"
_ZERO: Final = "duet.say.clue_zero"
_CITY: Final = "duet.say.city_won"
_SUDDEN: Final = "duet.say.sudden_death"
_BOTH_GUESS: Final = "duet.say.guess.both"
_ENDS: Final = ("all_agents", "assassin", "bystander_in_sudden_death", "not_enough_tokens")


def opening(state: State) -> Lines:
    """What is said when a table sits down to its first clue."""
    return (_BEGINS, *_turn_begins(state))


def said(before: State, after: State) -> Lines:
    """What is said after a move that led from one state to the next."""
    if after.outcome is not None:
        return _over(after)
    if after.clue is not None and before.clue is None:
        # People have just said it themselves. What they may forget is what a zero asks for.
        return (_ZERO,) if after.clue.number == 0 else ()
    told = tuple(_told(before, after))
    if after.agents == before.agents:
        return told
    few = AGENTS - after.agents <= _FEW or before.sudden_death
    return (_FOUND, *((_missing(after),) if few else ()), *told)


def status(state: State) -> Lines:
    """Where the mission stands: agents, tokens and whose clue it is, or how it ended."""
    if state.outcome is not None:
        return _over(state)
    if state.sudden_death:
        return (_missing(state), _SUDDEN, _who_guesses(state))
    return (_missing(state), *_turn_begins(state))


def every_line() -> Lines:
    """All lines any mission can need: the closed set that can be recorded."""
    return (
        _BEGINS,
        *(_clue(side) for side in Side),
        _FOUND,
        *(_agents(count) for count in range(1, AGENTS + 1)),
        *(_tokens(count) for count in range(1, BOX_TOKENS + 1)),
        *(_STOPPED, _BYSTANDER, _BYSTANDER_DEAR, _ILLEGAL, _LAST_GUESSES),
        *(_done(side) for side in Side),
        *(_SUDDEN, _BOTH_GUESS, _ZERO, _CITY),
        *(_guess(side) for side in Side),
        *(_ended(reason) for reason in _ENDS),
    )


def _told(before: State, after: State) -> Iterator[str]:
    """All but a clue, a word that was found, and the end."""
    covered = after.done if after.done is not before.done else None
    if covered is not None:
        yield _done(covered)
    if after.sudden_death:
        if not before.sudden_death:
            yield from _turn_ended(before, after)
            yield _SUDDEN
        if covered is not None or not before.sudden_death:
            yield _who_guesses(after)
    elif after.turn > before.turn:
        yield from _turn_ended(before, after)
        yield from _turn_begins(after)
    elif after.fined and not before.fined:
        yield _ILLEGAL
        yield _left(after)
    elif after.giver is not before.giver:
        yield _clue(after.giver)


def _turn_ended(before: State, after: State) -> Iterator[str]:
    """What ended the turn, where the bank tells: with nothing to pay every end looks the same, and so do a
    bystander and an illegal clue that take the last token of a side whose key is covered."""
    paid = before.bank.left - after.bank.left
    if after.earned > before.earned:
        yield _STOPPED
    elif paid == BYSTANDER_CHECKS:
        yield _BYSTANDER_DEAR
    elif paid and (after.bank.left or after.done is not before.giver):
        yield _BYSTANDER


def _turn_begins(state: State) -> Iterator[str]:
    yield _left(state)
    yield _clue(state.giver)


def _who_guesses(state: State) -> str:
    guesses = state.awaits.guesses
    return _guess(guesses[0]) if len(guesses) == 1 else _BOTH_GUESS


def _left(state: State) -> str:
    return _LAST_GUESSES if state.last_guesses else _tokens(state.bank.left)


def _missing(state: State) -> str:
    return _agents(AGENTS - state.agents)


def _over(state: State) -> Lines:
    if state.outcome is None:
        return ()
    won = state.outcome.winner == TEAM and state.setup.mission is not None
    return (_ended(state.outcome.reason), *((_CITY,) if won else ()))


def _clue(side: Side) -> str:
    return f"duet.say.clue.{side.value + 1}"


def _guess(side: Side) -> str:
    return f"duet.say.guess.{side.value + 1}"


def _done(side: Side) -> str:
    return f"duet.say.done.{side.value + 1}"


def _agents(count: int) -> str:
    return f"duet.say.agents.{count}"


def _tokens(count: int) -> str:
    return f"duet.say.tokens.{count}"


def _ended(reason: str) -> str:
    return f"duet.say.over.{reason}"
