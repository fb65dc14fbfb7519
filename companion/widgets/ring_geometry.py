"""Positions of seats round an oval table: pure arithmetic.

Seat 0 is at the bottom, nearest the user, and the others follow clockwise as seen from above. They are
spaced evenly along the oval, not by angle, so that none crowd at its narrow ends.
"""

from __future__ import annotations

import itertools
from math import cos, hypot, pi, sin
from typing import NamedTuple

_SAMPLES = 720
# Share of the distance to the next seat within which a drop counts as onto the seat.
_ONTO_SHARE = 0.36

SeatPositions = tuple[tuple[float, float], ...]


def seat_positions(count: int, rx: float, ry: float) -> SeatPositions:
    """Return the offset (x right, y up) of each seat from the centre of an oval with these half axes."""
    if count <= 0:
        return ()
    points = [_point_at(2 * pi * i / _SAMPLES, rx, ry) for i in range(_SAMPLES + 1)]
    lengths = [0.0]
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        lengths.append(lengths[-1] + hypot(x1 - x0, y1 - y0))
    positions = []
    sample = 0
    for seat in range(count):
        goal = lengths[-1] * seat / count
        while lengths[sample + 1] < goal:
            sample += 1
        positions.append(
            points[sample] if goal - lengths[sample] < lengths[sample + 1] - goal else points[sample + 1]
        )
    return tuple(positions)


class DropTarget(NamedTuple):
    """Target of a drop: onto the seat at `seat_place`, or between two seats, taking `seat_place`."""

    seat_place: int
    is_onto: bool


def find_drop_target(dragged: int, x: float, y: float, positions: SeatPositions) -> DropTarget:
    """Return the target for the seat `dragged`, dropped at an offset from the centre."""
    nearest = nearest_seat(x, y, positions)
    count = len(positions)
    neighbours = [(nearest - 1) % count, (nearest + 1) % count]
    distances = [_distance(positions[seat], (x, y)) for seat in (nearest, *neighbours)]
    spacing = min(
        (_distance(positions[nearest], positions[seat]) for seat in neighbours if seat != nearest),
        default=0.0,
    )
    if count < 3 or distances[0] <= spacing * _ONTO_SHARE:
        return DropTarget(nearest, is_onto=True)
    # Dropped between `first` and the next seat clockwise; indices shift when the dragged seat is removed.
    first = neighbours[0] if distances[1] < distances[2] else nearest
    if dragged in (first, (first + 1) % count):
        return DropTarget(dragged, is_onto=False)
    return DropTarget(first if first > dragged else first + 1, is_onto=False)


def nearest_seat(x: float, y: float, positions: SeatPositions) -> int:
    """Return the seat nearest to an offset from the centre."""
    return min(range(len(positions)), key=lambda seat: _distance(positions[seat], (x, y)))


def _distance(one: tuple[float, float], other: tuple[float, float]) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def _point_at(turn: float, rx: float, ry: float) -> tuple[float, float]:
    return (-rx * sin(turn), -ry * cos(turn))
