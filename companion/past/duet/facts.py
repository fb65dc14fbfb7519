"""What is counted of a mission of Codenames Duet.

`mission`: won, by its city, or by its tokens where it is of no map. `points`: of a won one that is scored,
by the same. `turns`: how many it took. `sudden_death`: won, of those that came to it. `guesses`: agents
found, of words touched; of a seat, by those of its side. `clues`: agents that the clues of a number
brought, of so many clues. `given`: agents that the clues of a seat brought, of those clues.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import Enum

from companion.games.duet.moves import Agent, Assassin, Bystander, Clue, Move
from companion.games.duet.setup import Setup, Side
from companion.games.duet.state import State, score
from companion.past.facts import Fact, Facts, Place


def facts(states: Sequence[State], moves: Sequence[Move]) -> Facts:
    last = states[-1]
    won = None if last.outcome is None else last.outcome.winner is not None
    points = score(last)
    total = None if points is None else points.total
    mission = last.setup.mission
    return Facts(
        (Place(won=won, score=total),) * len(last.setup.players),
        (*_of_missions(last), *_of_guesses(states, moves), *_of_clues(states, moves)),
        _first(last.setup),
        () if mission is None else tuple(filter(None, (mission.city, mission.name))),
    )


def mission_of(setup: Setup) -> str:
    """`prague` for a city of a map, `9-5` for one of no map: so many tokens, and mistakes."""
    if setup.mission is not None:
        return setup.mission.name or setup.mission.city
    return f"{setup.tokens}-{setup.bystander_tokens}"


def _first(setup: Setup) -> int:
    """The first seat of the side that gives the first clue."""
    return next(seat for seat in range(len(setup.players)) if setup.side_of(seat) is setup.first)


def _of_missions(state: State) -> Iterator[Fact]:
    if state.outcome is None:
        return
    won, part = state.outcome.winner is not None, mission_of(state.setup)
    yield Fact("mission", won, part=part)
    points = score(state)
    if points is not None:
        yield Fact("points", points.total, part=part)
    yield Fact("turns", state.turn)
    if state.sudden_death:
        yield Fact("sudden_death", won)


def _of_guesses(states: Sequence[State], moves: Sequence[Move]) -> Iterator[Fact]:
    right, touched = Counter[Side](), Counter[Side]()
    for before, move in zip(states, moves, strict=False):
        if isinstance(move, Agent | Bystander | Assassin) and len(before.awaits.guesses) == 1:
            # Where both sides may touch a word, as in sudden death, nobody tells which did.
            (side,) = before.awaits.guesses
            touched[side] += 1
            right[side] += isinstance(move, Agent)
    if touched:
        yield Fact("guesses", right.total(), touched.total())
    for seat in range(len(states[0].setup.players)):
        side = states[0].setup.side_of(seat)
        if touched[side]:
            yield Fact("guesses", right[side], touched[side], seat=seat)


def _of_clues(states: Sequence[State], moves: Sequence[Move]) -> Iterator[Fact]:
    """An agent counts for the clue of the turn it was found in, be that told before or after."""
    found, told = Counter[str](), Counter[str]()
    brought, gave = Counter[int](), Counter[int]()
    for before, move in zip(states, moves, strict=False):
        match move:
            case Clue():
                clue, agents, clues = move, before.right, 1
            case Agent() if before.clue is not None and not before.sudden_death:
                clue, agents, clues = before.clue, 1, 0
            case _:
                continue
        if clue.number is not None:
            number = clue.number.value if isinstance(clue.number, Enum) else str(clue.number)
            found[number] += agents
            told[number] += clues
        if clue.by is not None:
            brought[clue.by] += agents
            gave[clue.by] += clues
    yield from (Fact("clues", found[number], told[number], number) for number in sorted(told))
    yield from (Fact("given", brought[seat], gave[seat], seat=seat) for seat in sorted(gave))
