"""The people of an evening round their table: how many games each has won, and who won the most."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import hypot, pi
from typing import Any, Final

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.icon_names import Icon
from companion.widgets.pen import ScaledPainter
from companion.widgets.ring_geometry import seat_positions
from companion.widgets.settling import LayoutJob
from companion.widgets.stamps import WidgetDrawing
from companion.widgets.theme import theme_colour

# In units: what a seat is drawn with where there is room, and how far its parts lie from its middle.
_DISC, _NAME, _LINE = 25.0, 38.0, 60.0
_CROWN, _CROWN_SIZE = 36.0, 25.0
_NAME_SIZE, _LINE_SIZE, _NUMBER_SIZE = 19.0, 16.0, 23.0
# So far from one seat to the next along the oval; with less room all of a seat gets smaller.
_SEAT_SPACING: Final = 98.0
_SCALES: Final = (1.0, 0.86, 0.74)
_MIN_SCALE: Final = 0.55
_MAX_NAME_WIDTH: Final = 128.0
# From the middle of an outer seat to the edge, of the whole width.
_SIDE_MARGIN_SHARE: Final = 0.132
# So often the oval is fitted between what stands above and below it: then nothing moves any more.
_FIT_ROUNDS: Final = 8
_MAX_RADIUS_Y: Final = 170.0
# The table, at its largest and smallest, and the air round it.
_MAX_TABLE_RADIUS, _GOOD_TABLE_RADIUS, _MIN_TABLE_RADIUS, _TABLE_GAP = 88.0, 54.0, 34.0, 5.0


@dataclass(frozen=True, slots=True)
class RingSeat:
    """`caption` stands below the name of whoever is crowned."""

    number: str
    name: str
    is_crowned: bool = False
    caption: str = ""


@dataclass(frozen=True, slots=True)
class RingBox:
    """Where a ring has its room, in units from the top left."""

    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class RingLayout:
    """Where everything lies: the middle of the table and its radius, the seats, and how large these are."""

    x: float
    y: float
    table_radius: float
    seats: tuple[tuple[float, float], ...]
    scale: float


def layout_ring(
    seats: Sequence[RingSeat], box: RingBox, measure: Callable[[str, float], float]
) -> RingLayout:
    """As large as the box allows: seats shrink where they are many, or would leave too little of the table,
    and the table where names need room. `measure` tells that of a name in letters of a size."""
    for max_scale in _SCALES:
        ring = _layout_at_scale(seats, box, measure, max_scale)
        if ring.table_radius >= _GOOD_TABLE_RADIUS:
            break
    return ring


def _layout_at_scale(
    seats: Sequence[RingSeat], box: RingBox, measure: Callable[[str, float], float], max_scale: float
) -> RingLayout:
    scale, x, y = max_scale, box.left + box.width / 2, box.top + box.height / 2
    ry = box.height / 2 - _NAME
    for _ in range(_FIT_ROUNDS):
        rx = box.width / 2 - max(_DISC + 8, _SIDE_MARGIN_SHARE * box.width) * scale
        around = pi * (1.5 * (rx + ry) - (rx * ry) ** 0.5)
        scale = max(_MIN_SCALE, min(max_scale, around / max(1, len(seats)) / _SEAT_SPACING))
        places = tuple((x + dx, y - dy) for dx, dy in seat_positions(len(seats), rx, ry))
        # What is left above the highest seat and below the lowest one is shared out.
        reach = [(_above(seat) * scale, _below(seat) * scale) for seat in seats]
        over = min((at[1] - up for at, (up, _) in zip(places, reach, strict=True)), default=box.top) - box.top
        low = max((at[1] + down for at, (_, down) in zip(places, reach, strict=True)), default=box.top)
        under = box.top + box.height - low
        y += (under - over) / 2
        ry = min(_MAX_RADIUS_Y, max(30.0, ry + (under + over) / 2))
    ring = RingLayout(x, y, _MAX_TABLE_RADIUS, places, scale)
    near = min(
        (_distance_to_table(ring, seat, at, box, measure) for seat, at in zip(seats, places, strict=True)),
        default=99.0,
    )
    return replace(ring, table_radius=max(_MIN_TABLE_RADIUS, min(_MAX_TABLE_RADIUS, near - _TABLE_GAP)))


def _above(seat: RingSeat) -> float:
    return _CROWN + _CROWN_SIZE / 2 if seat.is_crowned else _DISC


def _below(seat: RingSeat) -> float:
    return _LINE + 12 if seat.caption else _NAME + 13


def _distance_to_table(
    ring: RingLayout,
    seat: RingSeat,
    at: tuple[float, float],
    box: RingBox,
    measure: Callable[[str, float], float],
) -> float:
    """How far the middle of the table is from a seat and what is written below it."""
    disc = hypot(at[0] - ring.x, at[1] - ring.y) - _DISC * ring.scale
    name = measure(seat.name, _NAME_SIZE * ring.scale)
    line = measure(seat.caption, _LINE_SIZE * ring.scale) if seat.caption else 0.0
    half = min(_name_room(ring, *at, box), max(name, line)) / 2
    across = max(0.0, abs(at[0] - ring.x) - half)
    low = at[1] + _below(seat) * ring.scale
    return min(disc, hypot(across, max(0.0, ring.y - low, at[1] - ring.y)))


def draw_ring(
    painter: ScaledPainter, seats: Sequence[RingSeat], middle: tuple[str, str], box: RingBox
) -> RingLayout:
    """`middle` is what stands on the table, in a large and a small line."""
    ring = layout_ring(seats, box, lambda words, size: painter.text_width(words, size, weight=700))
    _draw_table(painter, ring, middle)
    for seat, (x, y) in zip(seats, ring.seats, strict=True):
        _draw_seat(painter, seat, x, y, ring.scale, _name_room(ring, x, y, box))
    return ring


def _name_room(ring: RingLayout, x: float, y: float, box: RingBox) -> float:
    """How wide a name may be that no other seat and no edge is in its way."""
    edge = 2 * min(x - box.left, box.left + box.width - x)
    return max(24.0, min(edge, _MAX_NAME_WIDTH, *_neighbour_gaps(ring, x, y)))


def _neighbour_gaps(ring: RingLayout, x: float, y: float) -> Iterator[float]:
    below = (_NAME + 12) * ring.scale
    for other_x, other_y in ring.seats:
        across = abs(other_x - x)
        if across and abs(other_y - y) < below:
            yield across - 6
        elif across and abs(other_y - y - _NAME * ring.scale) < (_DISC + 12) * ring.scale:
            # Its disc stands beside the name.
            yield 2 * (across - (_DISC + 4) * ring.scale)


def _draw_table(painter: ScaledPainter, ring: RingLayout, middle: tuple[str, str]) -> None:
    x, y, radius = ring.x, ring.y, ring.table_radius
    part = radius / _MAX_TABLE_RADIUS
    painter.draw_disc(x, y + 4 * part, radius, (0.0, 0.0, 0.0, 0.35))
    painter.next_layer()
    painter.draw_disc(x, y, radius, "wood")
    painter.next_layer()
    for step in range(-2, 3):
        half = (radius - 5) * (1 - (step / 2.6) ** 2) ** 0.5
        painter.draw_bar(x - half, y + step * radius / 2.6, 2 * half, "wood_line")
    painter.next_layer()
    painter.draw_disc(x, y, radius, "wood_rim", line_width=2.5)
    painter.draw_disc(x, y, radius - 8 * part, theme_colour("wood_rim", 0.7), line_width=1)
    painter.next_layer()
    large, small = middle
    painter.draw_icon(Icon.FLAME, x, y - (30 if small else 22) * part, 46 * part, "candle")
    room = 1.7 * radius
    painter.draw_text(
        large, x, y + (28 if small else 34) * part, size=24 * part, max_width=room, min_size=9, weight=700
    )
    if small:
        painter.draw_text(
            small, x, y + 51 * part, size=17 * part, max_width=1.28 * radius, min_size=8, tone="ink_2"
        )


def _draw_seat(painter: ScaledPainter, seat: RingSeat, x: float, y: float, scale: float, room: float) -> None:
    tone = "candle" if seat.is_crowned else "ink"
    painter.draw_disc(x, y, _DISC * scale, "candle_deep" if seat.is_crowned else "plank")
    painter.next_layer()
    if seat.is_crowned:
        painter.draw_disc(x, y, _DISC * scale, "candle", line_width=3)
        painter.draw_icon(Icon.CROWN, x, y - _CROWN * scale, _CROWN_SIZE * scale, "candle")
    else:
        painter.draw_disc(x, y, _DISC * scale, "rim", line_width=2)
    size = _NUMBER_SIZE * scale
    painter.draw_text(
        seat.number, x, y, size=size, max_width=2 * _DISC * scale - 8, min_size=8, weight=700, tone=tone
    )
    name = _NAME_SIZE * scale
    painter.draw_text(
        seat.name, x, y + _NAME * scale, size=name, max_width=room, min_size=0.68 * name, weight=700
    )
    if seat.caption:
        line = _LINE_SIZE * scale
        painter.draw_text(
            seat.caption, x, y + _LINE * scale, size=line, max_width=room, min_size=0.6 * line, tone="candle"
        )


class GameNightRing(Widget):
    """The same on a screen, as wide as it is given."""

    _WIDTH, _HEIGHT = 460.0, 356.0
    # In dp.
    _MAX_HEIGHT_DP = 320.0

    def __init__(self, seats: Sequence[RingSeat], middle: tuple[str, str], **options: Any) -> None:
        self._seats, self._middle = tuple(seats), middle
        super().__init__(size_hint_y=None, **options)
        self._drawing = WidgetDrawing(self)
        self._schedule_draw = LayoutJob(self, "_draw")
        self.fbind("width", self._schedule_draw)

    def _draw(self, *_: object) -> None:
        if self.width < 1:
            return
        unit = min(self.width / self._WIDTH, dp(self._MAX_HEIGHT_DP) / self._HEIGHT)
        self.height = round(self._HEIGHT * unit)
        painter = ScaledPainter(unit, self._HEIGHT)
        margin = (self.width / unit - self._WIDTH) / 2
        draw_ring(painter, self._seats, self._middle, RingBox(margin, 0, self._WIDTH, self._HEIGHT))
        self._drawing.show(painter)
