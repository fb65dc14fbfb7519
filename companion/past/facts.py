"""What one game comes to in numbers: who sat where and how it ended for them, and how often what happened.

A fact is a pair, so many times of so many: 3 of 5 votes approved, 1 of 1 fourth quests lost, 61 points of 4
rounds. Summed over games it is a rate or an average that knows what it rests on. Each game says in its own
`facts(states, moves)` what is counted; facts follow from the log alone, so they are never kept for good.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.games.manifest import Manifest

# The seat of a fact that is nobody's but the whole table's.
TABLE: Final = -1


@dataclass(frozen=True, slots=True)
class Fact:
    """`part` tells those of one name apart: which quest, which city, which role."""

    name: str
    times: float
    of: float = 1
    part: str = ""
    seat: int = TABLE


@dataclass(frozen=True, slots=True)
class Place:
    """What somebody was and got, as far as the table told: `won` is None where nobody knows."""

    side: str = ""
    role: str = ""
    won: bool | None = None
    score: float | None = None


@dataclass(frozen=True, slots=True)
class Facts:
    """`places` are the players', by seat; `first` is the seat that began."""

    places: tuple[Place, ...]
    facts: tuple[Fact, ...] = ()
    first: int = 0
    # What else it is found by, such as the city of a mission: words that no language changes.
    words: tuple[str, ...] = ()


# The states before each move and the last, and the moves between them.
FactsOf = Callable[[Sequence[Any], Sequence[Any]], Facts]


def facts_of(game: Manifest) -> FactsOf:
    """As the game itself counts; of one that does not, who sat there."""
    counted = game.find("past", "facts")
    return _seated if counted is None else counted.facts


def _seated(states: Sequence[Any], _moves: Sequence[Any]) -> Facts:
    return Facts(tuple(Place() for _ in states[-1].setup.players))
