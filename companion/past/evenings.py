"""Evenings: games that follow one another with some of the same people belong together, without anybody
saying so."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from companion.games.seats import is_unnamed, normalize_name

# In seconds: whoever plays again after a longer break has come together anew.
MAX_BREAK_SECONDS: Final = 5 * 3_600.0
# However short the breaks are, the next day is another one.
MAX_GAME_NIGHT_SECONDS: Final = 18 * 3_600.0


@dataclass(frozen=True, slots=True)
class SessionSpan:
    """A table by the time it was sat at, from its start to its last move, by the start of its evening, and by
    its people as they are read: nobody where seats have no names."""

    started: float
    last_move_time: float
    game_night: float
    people: frozenset[str]


def collect_name_keys(names: Iterable[str]) -> frozenset[str]:
    return frozenset(normalize_name(name) for name in names if not is_unnamed(name))


def is_same_game_night(previous: SessionSpan, started: float, people: frozenset[str]) -> bool:
    """Whether a table that starts now, with these people, goes on with the evening of the one before: soon
    after it, or beside it, and with somebody who was there, unless one of the two does not say who was."""
    is_in_time = (
        started - previous.last_move_time <= MAX_BREAK_SECONDS
        and 0 <= started - previous.game_night <= MAX_GAME_NIGHT_SECONDS
    )
    are_strangers = previous.people and people and not previous.people & people
    return is_in_time and not are_strangers
