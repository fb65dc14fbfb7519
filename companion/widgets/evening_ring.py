"""The people of an evening round their table: how many games each has won, and who won the most."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import hypot, pi
from typing import Any, Final

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.icon_names import Icon
from companion.widgets.pen import Pen
from companion.widgets.ring_geometry import seat_places
from companion.widgets.settling import Turn
from companion.widgets.stamps import Drawing
from companion.widgets.theme import paint

# In units: what a seat is drawn with where there is room, and how far its parts lie from its middle.
_DISC, _NAME, _LINE = 25.0, 38.0, 60.0
_CROWN, _CROWN_SIZE = 36.0, 25.0
_NAME_SIZE, _LINE_SIZE, _NUMBER_SIZE = 19.0, 16.0, 23.0
# So far from one seat to the next along the oval; with less room all of a seat gets smaller.
_APART: Final = 98.0
_SCALES: Final = (1.0, 0.86, 0.74)
_SMALLEST: Final = 0.55
_WIDEST_NAME: Final = 128.0
# From the middle of an outer seat to the edge, of the whole width.
_BESIDE: Final = 0.132
# So often the oval is fitted between what stands above and below it: then nothing moves any more.
_ROUNDS: Final = 8
_HIGHEST: Final = 170.0
# The table, at its largest and smallest, and the air round it.
_TABLE, _GOOD_TABLE, _SMALLEST_TABLE, _AIR = 88.0, 54.0, 34.0, 5.0


@dataclass(frozen=True, slots=True)
class RingSeat:
    """`line` stands below the name of whoever is crowned."""

    number: str
    name: str
    crowned: bool = False
    line: str = ""


@dataclass(frozen=True, slots=True)
class RingBox:
    """Where a ring has its room, in units from the top left."""

    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Ring:
    """Where everything lies: the middle of the table and its radius, the seats, and how large these are."""

    x: float
    y: float
    table: float
    seats: tuple[tuple[float, float], ...]
    scale: float


def laid_out(seats: Sequence[RingSeat], box: RingBox, width: Callable[[str, float], float]) -> Ring:
    """As large as the box allows: seats shrink where they are many, or would leave too little of the table,
    and the table where names need room. `width` tells that of a name in letters of a size."""
    for largest in _SCALES:
        ring = _laid_out(seats, box, width, largest)
        if ring.table >= _GOOD_TABLE:
            break
    return ring


def _laid_out(
    seats: Sequence[RingSeat], box: RingBox, width: Callable[[str, float], float], largest: float
) -> Ring:
    scale, x, y = largest, box.left + box.width / 2, box.top + box.height / 2
    ry = box.height / 2 - _NAME
    for _ in range(_ROUNDS):
        rx = box.width / 2 - max(_DISC + 8, _BESIDE * box.width) * scale
        around = pi * (1.5 * (rx + ry) - (rx * ry) ** 0.5)
        scale = max(_SMALLEST, min(largest, around / max(1, len(seats)) / _APART))
        places = tuple((x + dx, y - dy) for dx, dy in seat_places(len(seats), rx, ry))
        # What is left above the highest seat and below the lowest one is shared out.
        reach = [(_above(seat) * scale, _below(seat) * scale) for seat in seats]
        over = min((at[1] - up for at, (up, _) in zip(places, reach, strict=True)), default=box.top) - box.top
        low = max((at[1] + down for at, (_, down) in zip(places, reach, strict=True)), default=box.top)
        under = box.top + box.height - low
        y += (under - over) / 2
        ry = min(_HIGHEST, max(30.0, ry + (under + over) / 2))
    ring = Ring(x, y, _TABLE, places, scale)
    near = min(
        (_nearest(ring, seat, at, box, width) for seat, at in zip(seats, places, strict=True)), default=99.0
    )
    return replace(ring, table=max(_SMALLEST_TABLE, min(_TABLE, near - _AIR)))


def _above(seat: RingSeat) -> float:
    return _CROWN + _CROWN_SIZE / 2 if seat.crowned else _DISC


def _below(seat: RingSeat) -> float:
    return _LINE + 12 if seat.line else _NAME + 13


def _nearest(
    ring: Ring, seat: RingSeat, at: tuple[float, float], box: RingBox, width: Callable[[str, float], float]
) -> float:
    """How far the middle of the table is from a seat and what is written below it."""
    disc = hypot(at[0] - ring.x, at[1] - ring.y) - _DISC * ring.scale
    name = width(seat.name, _NAME_SIZE * ring.scale)
    line = width(seat.line, _LINE_SIZE * ring.scale) if seat.line else 0.0
    half = min(_room(ring, *at, box), max(name, line)) / 2
    across = max(0.0, abs(at[0] - ring.x) - half)
    low = at[1] + _below(seat) * ring.scale
    return min(disc, hypot(across, max(0.0, ring.y - low, at[1] - ring.y)))


def draw_ring(pen: Pen, seats: Sequence[RingSeat], middle: tuple[str, str], box: RingBox) -> Ring:
    """`middle` is what stands on the table, in a large and a small line."""
    ring = laid_out(seats, box, lambda words, size: pen.width(words, size, weight=700))
    _draw_table(pen, ring, middle)
    for seat, (x, y) in zip(seats, ring.seats, strict=True):
        _draw_seat(pen, seat, x, y, ring.scale, _room(ring, x, y, box))
    return ring


def _room(ring: Ring, x: float, y: float, box: RingBox) -> float:
    """How wide a name may be that no other seat and no edge is in its way."""
    edge = 2 * min(x - box.left, box.left + box.width - x)
    return max(24.0, min(edge, _WIDEST_NAME, *_gaps(ring, x, y)))


def _gaps(ring: Ring, x: float, y: float) -> Iterator[float]:
    below = (_NAME + 12) * ring.scale
    for other_x, other_y in ring.seats:
        across = abs(other_x - x)
        if across and abs(other_y - y) < below:
            yield across - 6
        elif across and abs(other_y - y - _NAME * ring.scale) < (_DISC + 12) * ring.scale:
            # Its disc stands beside the name.
            yield 2 * (across - (_DISC + 4) * ring.scale)


def _draw_table(pen: Pen, ring: Ring, middle: tuple[str, str]) -> None:
    x, y, radius = ring.x, ring.y, ring.table
    part = radius / _TABLE
    pen.disc(x, y + 4 * part, radius, (0.0, 0.0, 0.0, 0.35))
    pen.lift()
    pen.disc(x, y, radius, "wood")
    pen.lift()
    for step in range(-2, 3):
        half = (radius - 5) * (1 - (step / 2.6) ** 2) ** 0.5
        pen.bar(x - half, y + step * radius / 2.6, 2 * half, "wood_line")
    pen.lift()
    pen.disc(x, y, radius, "wood_rim", line=2.5)
    pen.disc(x, y, radius - 8 * part, paint("wood_rim", 0.7), line=1)
    pen.lift()
    large, small = middle
    pen.mark(Icon.FLAME, x, y - (30 if small else 22) * part, 46 * part, "candle")
    room = 1.7 * radius
    pen.words(large, x, y + (28 if small else 34) * part, size=24 * part, room=room, smallest=9, weight=700)
    if small:
        pen.words(small, x, y + 51 * part, size=17 * part, room=1.28 * radius, smallest=8, tone="ink_2")


def _draw_seat(pen: Pen, seat: RingSeat, x: float, y: float, scale: float, room: float) -> None:
    tone = "candle" if seat.crowned else "ink"
    pen.disc(x, y, _DISC * scale, "candle_deep" if seat.crowned else "plank")
    pen.lift()
    if seat.crowned:
        pen.disc(x, y, _DISC * scale, "candle", line=3)
        pen.mark(Icon.CROWN, x, y - _CROWN * scale, _CROWN_SIZE * scale, "candle")
    else:
        pen.disc(x, y, _DISC * scale, "rim", line=2)
    size = _NUMBER_SIZE * scale
    pen.words(seat.number, x, y, size=size, room=2 * _DISC * scale - 8, smallest=8, weight=700, tone=tone)
    name = _NAME_SIZE * scale
    pen.words(seat.name, x, y + _NAME * scale, size=name, room=room, smallest=0.68 * name, weight=700)
    if seat.line:
        line = _LINE_SIZE * scale
        pen.words(seat.line, x, y + _LINE * scale, size=line, room=room, smallest=0.6 * line, tone="candle")


class EveningRing(Widget):
    """The same on a screen, as wide as it is given."""

    _WIDE, _HIGH = 460.0, 356.0
    # In dp.
    _TALLEST = 320.0

    def __init__(self, seats: Sequence[RingSeat], middle: tuple[str, str], **options: Any) -> None:
        self._seats, self._middle = tuple(seats), middle
        super().__init__(size_hint_y=None, **options)
        self._drawing = Drawing(self)
        self._again = Turn(self, "_draw")
        self.fbind("width", self._again)

    def _draw(self, *_: object) -> None:
        if self.width < 1:
            return
        unit = min(self.width / self._WIDE, dp(self._TALLEST) / self._HIGH)
        self.height = round(self._HIGH * unit)
        pen = Pen(unit, self._HIGH)
        beside = (self.width / unit - self._WIDE) / 2
        draw_ring(pen, self._seats, self._middle, RingBox(beside, 0, self._WIDE, self._HIGH))
        self._drawing.show(pen)
