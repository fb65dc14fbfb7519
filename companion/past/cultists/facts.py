"""What is counted of a game of Among Cultists.

`points`: victory points of those needed. `rounds`: in which the game ended, of all there are. `seer`:
named, of all guesses at one. `declared`: rightly, of all declarations. `gate`: closed in time, of all that
opened. `deaths`: by their cause; of a seat, whether it was a Ghost at the end. `votes`: that sent somebody
out, of all held; of a seat, ballots that helped to, of those told by name. `pointed`: ballots against a
seat, of all told while it lived. `events`: drawn, by kind. `with`: won by the Investigators, by a special
role in play; `roles`: by the whole set of them with the number of seats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from companion.games.cultists.decks import ROUNDS
from companion.games.cultists.moves import Declare, Move, Vote
from companion.games.cultists.pieces import GateStatus
from companion.games.cultists.roles import SPECIALS, Side
from companion.games.cultists.setup import Setup
from companion.games.cultists.state import State
from companion.games.cultists.who_was_who import side_of
from companion.past.facts import Fact, Facts, Place


def facts(states: Sequence[State], moves: Sequence[Move]) -> Facts:
    last = states[-1]
    return Facts(
        tuple(_places(last)),
        (*_of_votes(states, moves), *_of_table(last), *_of_the_end(last, moves)),
        last.setup.knife,
    )


def role_set(setup: Setup) -> str:
    """The special roles in play with the number of seats, as one word: `7 firestarter fish`."""
    return " ".join((str(setup.seats), *(role for role in SPECIALS if role in setup.roles)))


def _places(state: State) -> Iterator[Place]:
    for seat in range(len(state.setup.players)):
        if state.roles is None:
            yield Place()
            continue
        side = side_of(state.roles[seat]).value
        won = None if state.outcome is None else state.outcome.winner == side
        yield Place(side, state.roles[seat], won)


def _of_votes(states: Sequence[State], moves: Sequence[Move]) -> Iterator[Fact]:
    held = out = 0
    helped, told, pointed, could = (Counter[int]() for _ in range(4))
    for (before, after), move in zip(pairwise(states), moves, strict=True):
        if not isinstance(move, Vote) or after.vote is None:
            continue
        result = after.vote
        held += 1
        out += result.eliminated is not None
        if result.ballots is None:
            continue
        for seat, target in enumerate(result.ballots[: len(before.setup.players)]):
            told[seat] += 1
            helped[seat] += result.eliminated is not None and target == result.eliminated
        pointed.update(target for target in result.ballots if target is not None)
        could.update(dict.fromkeys(before.living, len(result.ballots)))
    if held:
        yield Fact("votes", out, held)
    for name, times, of in (("votes", helped, told), ("pointed", pointed, could)):
        yield from (Fact(name, times[seat], of[seat], seat=seat) for seat in sorted(of) if of[seat])


def _of_table(state: State) -> Iterator[Fact]:
    for cause, times in sorted(Counter(death.cause.value for death in state.deaths).items()):
        yield Fact("deaths", times, state.setup.seats, cause)
    if state.outcome is not None:
        for seat in range(len(state.setup.players)):
            yield Fact("deaths", seat in state.ghosts, seat=seat)
    for event, times in sorted(Counter(drawn.event for drawn in state.events).items()):
        yield Fact("events", times, len(state.events), event)
    if state.gate is not None and state.gate.status is not GateStatus.OPEN:
        yield Fact("gate", state.gate.status is GateStatus.CLOSED)


def _of_the_end(state: State, moves: Sequence[Move]) -> Iterator[Fact]:
    if state.outcome is None:
        return
    won = state.outcome.winner == Side.INVESTIGATORS.value
    yield Fact("points", state.points, state.target)
    yield Fact("rounds", state.round, ROUNDS)
    if state.named is not None:
        yield Fact("seer", state.outcome.reason == "seer_named")
    for move in moves:
        if isinstance(move, Declare):
            yield Fact("declared", move.right)
    for role in SPECIALS:
        if role in state.setup.roles:
            yield Fact("with", won, part=role)
    yield Fact("roles", won, part=role_set(state.setup))
