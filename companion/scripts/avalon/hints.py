"""Hints for those who learn a role of Avalon, spoken to all alike: "whoever is Percival …".

They know the set-up, never who has which card: every table with the same characters hears the same, whoever
sits where.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.avalon.moves import Move, Propose, Quest
from companion.games.avalon.roles import ASSASSIN, MERLIN, MORDRED, MORGANA, OBERON, PERCIVAL, SERVANT
from companion.games.avalon.setup import Lancelot, deck
from companion.games.avalon.state import Phase, State
from companion.scripts.teaching import Lesson, rotate


def role_hints(state: State) -> tuple[Lesson, ...]:
    """One for each role in play that this step has something for; each round begins with another."""
    keys = rotate(tuple(_hint_keys(state)), state.round + state.attempt)
    return tuple(Lesson("app.hint.now", key, "app.hint.rule") for key in keys)


def was_refused_before(moves: Sequence[Move], team: Sequence[int]) -> bool:
    """Whether this very team was proposed already since the last quest: it is a proposal again, so it was
    refused."""
    for move in reversed(moves):
        if isinstance(move, Quest):
            return False
        if isinstance(move, Propose) and sorted(move.team) == sorted(team):
            return True
    return False


def _hint_keys(state: State) -> Iterator[str]:
    roles, phase = frozenset(deck(state.setup)), state.phase
    if phase is Phase.PROPOSE:
        yield from _proposal_hint_keys(state, roles)
    elif phase is Phase.VOTE:
        if MERLIN in roles:
            yield "avalon.hint.vote.merlin"
        if SERVANT in roles:
            yield "avalon.hint.vote.servant"
        yield "avalon.hint.vote.evil"
    elif phase is Phase.QUEST:
        yield "avalon.hint.quest.evil"
    elif phase is Phase.ASSASSINATE:
        for role in (ASSASSIN, MERLIN):
            if role in roles:
                yield f"avalon.hint.assassinate.{role}"


def _proposal_hint_keys(state: State, roles: frozenset[str]) -> Iterator[str]:
    if MERLIN in roles:
        yield "avalon.hint.propose.merlin"
    # Without Merlin there is nobody for Percival to see, nor for Morgana to be taken for.
    if {MERLIN, PERCIVAL} <= roles:
        has_morgana = MORGANA in roles
        yield "avalon.hint.propose.percival_morgana" if has_morgana else "avalon.hint.propose.percival"
        if has_morgana:
            yield "avalon.hint.propose.morgana"
    if {MERLIN, MORDRED} <= roles:
        yield "avalon.hint.propose.mordred"
    if OBERON in roles:
        yield "avalon.hint.propose.oberon"
    if state.setup.lancelot in (Lancelot.V1, Lancelot.V2):
        yield "avalon.hint.propose.lancelot"
