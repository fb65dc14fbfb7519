"""Where seats lie round an oval table: pure arithmetic.

Seat 0 sits at the bottom, nearest the reader, and the others follow clockwise as seen from above. Seats are
spread evenly along the oval, not by angle, so that none crowd together at its narrow ends.
"""

from __future__ import annotations

import itertools
from math import cos, hypot, pi, sin
from typing import NamedTuple

_SAMPLES = 720
# Of the way to the next seat: what is let go nearer than this to a seat lies on it.
_ONTO = 0.36

Places = tuple[tuple[float, float], ...]


def seat_places(count: int, rx: float, ry: float) -> Places:
    """Offsets (x right, y up) of each seat from the middle of an oval with these half axes."""
    if count <= 0:
        return ()
    points = [_at(2 * pi * i / _SAMPLES, rx, ry) for i in range(_SAMPLES + 1)]
    walked = [0.0]
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        walked.append(walked[-1] + hypot(x1 - x0, y1 - y0))
    places = []
    sample = 0
    for seat in range(count):
        goal = walked[-1] * seat / count
        while walked[sample + 1] < goal:
            sample += 1
        places.append(
            points[sample] if goal - walked[sample] < walked[sample + 1] - goal else points[sample + 1]
        )
    return tuple(places)


class Dropped(NamedTuple):
    """Where a seat was let go: onto the one at `place`, or else between two, where it would be at `place`."""

    place: int
    onto: bool


def dropped(held: int, x: float, y: float, places: Places) -> Dropped:
    """Where the seat `held` was let go, by a point given as an offset from the middle."""
    nearest = nearest_seat(x, y, places)
    count = len(places)
    beside = [(nearest - 1) % count, (nearest + 1) % count]
    away = [_apart(places[seat], (x, y)) for seat in (nearest, *beside)]
    apart = min((_apart(places[nearest], places[seat]) for seat in beside if seat != nearest), default=0.0)
    if count < 3 or away[0] <= apart * _ONTO:
        return Dropped(nearest, onto=True)
    # Between `first` and the next one clockwise; those behind close up as the held one leaves its place.
    first = beside[0] if away[1] < away[2] else nearest
    if held in (first, (first + 1) % count):
        return Dropped(held, onto=False)
    return Dropped(first if first > held else first + 1, onto=False)


def nearest_seat(x: float, y: float, places: Places) -> int:
    """The seat whose place is closest to a point given as an offset from the middle."""
    return min(range(len(places)), key=lambda seat: _apart(places[seat], (x, y)))


def _apart(one: tuple[float, float], other: tuple[float, float]) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def _at(turn: float, rx: float, ry: float) -> tuple[float, float]:
    return (-rx * sin(turn), -ry * cos(turn))
