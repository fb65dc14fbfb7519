"""Evenings: games that follow one another with some of the same people belong together, without anybody
saying so."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from companion.games.seats import read_name, unnamed

# In seconds: whoever plays again after a longer break has come together anew.
LONGEST_BREAK: Final = 5 * 3_600.0
# However short the breaks are, the next day is another one.
LONGEST_EVENING: Final = 18 * 3_600.0


@dataclass(frozen=True, slots=True)
class Sat:
    """A table by the time it was sat at, from its start to its last move, by the start of its evening, and by
    its people as they are read: nobody where seats have no names."""

    started: float
    last: float
    evening: float
    people: frozenset[str]


def people_of(names: Iterable[str]) -> frozenset[str]:
    return frozenset(read_name(name) for name in names if not unnamed(name))


def goes_on(before: Sat, started: float, people: frozenset[str]) -> bool:
    """Whether a table that starts now, with these people, goes on with the evening of the one before: soon
    after it, or beside it, and with somebody who was there, unless one of the two does not say who was."""
    soon = started - before.last <= LONGEST_BREAK and 0 <= started - before.evening <= LONGEST_EVENING
    strangers = before.people and people and not before.people & people
    return soon and not strangers
