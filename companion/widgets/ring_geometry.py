"""Where seats lie round an oval table: pure arithmetic.

Seat 0 sits at the bottom, nearest the reader, and the others follow clockwise as seen from above. Seats are
spread evenly along the oval, not by angle, so that none crowd together at its narrow ends.
"""

from __future__ import annotations

import itertools
from math import cos, hypot, pi, sin

_SAMPLES = 720


def seat_places(count: int, rx: float, ry: float) -> tuple[tuple[float, float], ...]:
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


def nearest_seat(x: float, y: float, places: tuple[tuple[float, float], ...]) -> int:
    """The seat whose place is closest to a point given as an offset from the middle."""
    return min(range(len(places)), key=lambda seat: hypot(places[seat][0] - x, places[seat][1] - y))


def _at(turn: float, rx: float, ry: float) -> tuple[float, float]:
    return (-rx * sin(turn), -ry * cos(turn))
