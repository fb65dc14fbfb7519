"""What is counted of a game of Silver.

`points`: those of a seat, of so many rounds. `calls`: won, of those made. `amulet`: rounds after which a
seat took it. `lowest`: rounds with the lowest village, or one as low, of those played. `kamikaze`, `reset`:
how often, of rounds. `ended`: how a round ended, of all rounds. Of the table: `calls` of rounds with one,
and `mode` by the way it was played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.silver.moves import Move
from companion.games.silver.state import Result, State
from companion.past.facts import Fact, Facts, Place

# How a round ended that neither the deck nor two Villagers did.
CALLED = "call"


def facts(states: Sequence[State], _moves: Sequence[Move]) -> Facts:
    last = states[-1]
    seats = range(len(last.setup.players))
    over = last.outcome is not None
    places = tuple(
        Place(won=seat in last.winners if over else None, score=last.totals[seat] if last.results else None)
        for seat in seats
    )
    of_seats = (fact for seat in seats for fact in _of_seat(last.results, seat))
    return Facts(places, (*of_seats, *_of_table(last)), last.setup.start)


def _of_seat(rounds: Sequence[Result], seat: int) -> Iterator[Fact]:
    if not rounds:
        return
    played = len(rounds)
    calls = [result.call_succeeded is True for result in rounds if result.caller == seat]
    yield Fact("points", sum(result.scores[seat] for result in rounds), played, seat=seat)
    if calls:
        yield Fact("calls", sum(calls), len(calls), seat=seat)
    yield Fact("amulet", sum(result.amulet == seat for result in rounds), played, seat=seat)
    lowest = sum(result.sums[seat] == min(result.sums) for result in rounds)
    yield Fact("lowest", lowest, played, seat=seat)
    for name, times in (
        ("kamikaze", sum(result.kamikaze == seat for result in rounds)),
        ("reset", sum(seat in result.resets for result in rounds)),
    ):
        if times:
            yield Fact(name, times, played, seat=seat)


def _of_table(state: State) -> Iterator[Fact]:
    rounds = state.results
    called = [result for result in rounds if result.caller is not None]
    if called:
        yield Fact("calls", sum(result.call_succeeded is True for result in called), len(called))
    ended = [CALLED if result.caller is not None else _other_end(result) for result in rounds]
    for way in sorted(set(ended)):
        yield Fact("ended", ended.count(way), len(ended), way)
    if state.outcome is not None:
        yield Fact("mode", 1, part=state.setup.mode.value)


def _other_end(result: Result) -> str:
    return "untold" if result.ended is None else result.ended.value
