"""Drawn figures: `FingerLight` round a finger on the screen, label placement on maps, and `TableDiagram`.

The label placement (`place_labels`) is pure arithmetic. The diagram is never mirrored: it shows the real
table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from kivy.animation import Animation
from kivy.graphics import Color, Line, Rectangle, SmoothEllipse, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from companion.widgets.backdrop import glow_texture
from companion.widgets.icons import Icon
from companion.widgets.seat_marks import seat_positions
from companion.widgets.shapes import center_of
from companion.widgets.text import NUMBER, IconLabel, Text
from companion.widgets.theme import Accent, motion_seconds, theme_colour, use_dark_palette

# In dp: larger than a finger, so that the light is visible round it, and the label above it.
_DIAMETER: Final = 112
_LABEL_DP: Final = 40
_GLOW_SCALE: Final = 2.1
_HIGHLIGHT_SCALE: Final = 1.6
_FADED_OPACITY: Final = 0.22
_GROW_SECONDS: Final = 0.32


class FingerLight(Widget):
    """Light round a finger that rests on the screen.

    Its number stands above, because the finger covers what is below. A ring fills during the wait; then the
    selected light grows and shows the icon, and the others fade.
    """

    grown = NumericProperty(1.0)

    def __init__(self, text: str, icon: Icon, accent: Accent) -> None:
        super().__init__(size_hint=(None, None), size=(dp(_DIAMETER), dp(_DIAMETER)))
        self.wait_progress = 0.0
        # The finger chooser is dark in every theme.
        with use_dark_palette():
            self._highlight_colour = theme_colour(accent.fill)
            with self.canvas.before:
                Color(rgba=theme_colour(accent.line, 0.35))
                self._glow = Rectangle(texture=glow_texture())
                self._tint = Color(rgba=theme_colour(accent.fill, 0.4))
                self._disc = SmoothEllipse()
                Color(rgba=theme_colour(accent.line, 0.4))
                self._groove = SmoothLine(width=dp(2), close=True)
                self._arc_tint = Color(rgba=theme_colour(accent.line, 0))
                self._arc = SmoothLine(width=dp(5), cap="round")
            self.label = Text(
                text, NUMBER, size_sp=28, max_lines=1, autosize="none", align="center", tone=accent.line,
                scaled=False, size_hint=(None, None), size=(dp(_LABEL_DP), dp(_LABEL_DP)),
            )  # fmt: skip
            self.icon = IconLabel(icon, _LABEL_DP, tone=accent.line)
        self.icon.opacity = 0
        self.add_widget(self.label)
        self.add_widget(self.icon)
        self.bind(pos=self._update_layout, grown=self._update_layout)
        self._update_layout()

    def show(self, x: float, y: float, wait_progress: float) -> None:
        """Show the finger's position and the share of the wait that is over, 0 to 1."""
        self.wait_progress = wait_progress
        self._arc_tint.a = 1.0 if wait_progress > 0 else 0.0
        self.pos = (x - self.width / 2, y - self.height / 2)
        self._draw_arc()

    def highlight(self) -> None:
        """Show that this finger was selected."""
        self._tint.rgba = self._highlight_colour
        self.label.opacity, self.icon.opacity = 0, 1
        self._animate(grown=_HIGHLIGHT_SCALE)

    def fade(self) -> None:
        self._animate(opacity=_FADED_OPACITY)

    def _animate(self, **goal: float) -> None:
        duration = motion_seconds(_GROW_SECONDS)
        if duration:
            Animation(duration=duration, t="out_cubic", **goal).start(self)
            return
        for name, value in goal.items():
            setattr(self, name, value)

    def _update_layout(self, *_: object) -> None:
        x, y = center_of(self)
        across = self.width * self.grown
        for shape, part in ((self._glow, _GLOW_SCALE), (self._disc, 0.86)):
            shape.pos, shape.size = (x - across * part / 2, y - across * part / 2), (across * part,) * 2
        self._groove.circle = (x, y, across / 2)
        for words in (self.label, self.icon):
            words.pos = (x - words.width / 2, y + across / 2 + dp(8))
        self._draw_arc()

    def _draw_arc(self) -> None:
        x, y = center_of(self)
        self._arc.circle = (x, y, self.width * self.grown / 2, 0, 360 * self.wait_progress)


# Costs for the share of a label that covers a point, another label or another rectangle, and for each step
# away from the preferred side.
_POINT_COST, _LABEL_COST, _OTHER_COST, _SIDE_COST = 60.0, 20.0, 6.0, 0.05


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle by its lower left corner and size."""

    x: float
    y: float
    width: float
    height: float

    def overlap_share(self, other: Rect) -> float:
        """Return the share of this rectangle that the other one covers, from 0 to 1."""
        wide = min(self.x + self.width, other.x + other.width) - max(self.x, other.x)
        if wide <= 0:
            return 0.0
        high = min(self.y + self.height, other.y + other.height) - max(self.y, other.y)
        if high <= 0:
            return 0.0
        return wide * high / (self.width * self.height)

    def overlaps(self, other: Rect) -> bool:
        """Return True if the rectangles intersect; a cheap check before `overlap_share`."""
        return (
            self.x < other.x + other.width
            and other.x < self.x + self.width
            and self.y < other.y + other.height
            and other.y < self.y + self.height
        )

    def clamp_to(self, bounds: Rect) -> Rect:
        """Return the rectangle moved inside `bounds`; if it is too large, aligned to their lower left."""
        x = max(bounds.x, min(self.x, bounds.x + bounds.width - self.width))
        y = max(bounds.y, min(self.y, bounds.y + bounds.height - self.height))
        return Rect(x, y, self.width, self.height)


@dataclass(frozen=True, slots=True)
class LabelPoint:
    """A round point and the size of its label; (0, 0) means no label."""

    x: float
    y: float
    radius: float
    label_size: tuple[float, float] = (0.0, 0.0)

    @property
    def rect(self) -> Rect:
        return Rect(self.x - self.radius, self.y - self.radius, 2 * self.radius, 2 * self.radius)


def place_labels(
    points: Sequence[LabelPoint], bounds: Rect, *, gap: float = 0.0, others: Sequence[Rect] = ()
) -> list[Rect]:
    """Return the rectangle of each point's label; earlier points are placed first.

    `others` are areas that should not be covered, such as a legend or the segments of a line.
    """
    return list(_place_labels(tuple(points), bounds, gap, tuple(others)))


# A map redrawn after a selection or a return to its page asks for the same labels again.
@lru_cache(maxsize=16)
def _place_labels(
    points: tuple[LabelPoint, ...], bounds: Rect, gap: float, others: tuple[Rect, ...]
) -> tuple[Rect, ...]:
    point_rects = [point.rect for point in points]
    label_rects: list[Rect] = []
    for point in points:
        sides = [frame.clamp_to(bounds) for frame in _side_rects(point, gap)]
        near = _bounding_rect(sides)
        costly = [
            *((_POINT_COST, frame) for frame in point_rects if near.overlaps(frame)),
            *((_LABEL_COST, frame) for frame in label_rects if near.overlaps(frame)),
            *((_OTHER_COST, frame) for frame in others if near.overlaps(frame)),
        ]
        costs = [
            sum(cost * frame.overlap_share(other) for cost, other in costly) + _SIDE_COST * number
            for number, frame in enumerate(sides)
        ]
        label_rects.append(sides[costs.index(min(costs))])
    return tuple(label_rects)


def is_covered(label: Rect, points: Sequence[LabelPoint], labels: Sequence[Rect]) -> bool:
    """Return True if the label covers a point or another label."""
    return any(label.overlap_share(point.rect) for point in points) or any(
        label.overlap_share(other) for other in labels if other is not label and other.width
    )


def _bounding_rect(frames: Sequence[Rect]) -> Rect:
    """Return the bounding box of the rectangles."""
    left, low = min(frame.x for frame in frames), min(frame.y for frame in frames)
    right = max(frame.x + frame.width for frame in frames)
    top = max(frame.y + frame.height for frame in frames)
    return Rect(left, low, max(1.0, right - left), max(1.0, top - low))


_Side = tuple[float, float]
# Preferred first: the point of the label's edge that touches the mark, from -1 to 1 in both directions.
_LABEL_SIDES: Final[tuple[_Side, ...]] = (
    *((1, 0), (-1, 0), (0, 1), (0, -1)),
    *((1, 1), (-1, 1), (1, -1), (-1, -1)),
)


def _side_rects(point: LabelPoint, gap: float) -> list[Rect]:
    """Return the candidate rectangles: left, right, below, above, then the corners."""
    wide, high = point.label_size
    rects = []
    for across, up in _LABEL_SIDES:
        # A round mark leaves some room at its corners.
        distance = (point.radius + gap) * (0.75 if across and up else 1.0)
        x = point.x - across * (distance + wide / 2) - wide / 2
        y = point.y - up * (distance + high / 2) - high / 2
        rects.append(Rect(x, y, wide, high))
    return rects


# In dp: half axes of the ovals of seats, table edge and cards, and the sizes of the parts.
_SEATS, _TABLE, _CARDS = (51, 38), (40, 31), (29, 20)
_SEAT, _CARD, _PHONE = 13, (7, 9), (17, 30)


class TableDiagram(Widget):
    def __init__(self, seats: int, **options: Any) -> None:
        super().__init__(size_hint=(None, None), size=(dp(118), dp(92)), **options)
        with self.canvas:
            Color(rgba=theme_colour("wood"))
            self._wood = SmoothEllipse()
            Color(rgba=theme_colour("wood_rim"))
            self._rim = SmoothLine(width=dp(1))
            Color(rgba=theme_colour("rim"))
            self._seats = [SmoothLine(width=dp(0.8)) for _ in range(seats)]
            self._cards = [Line(width=1) for _ in range(seats)]
            Color(rgba=theme_colour("night"))
            self._phone = SmoothRoundedRectangle(radius=[dp(3)])
            Color(rgba=theme_colour("candle"))
            self._edge = SmoothLine(width=dp(1))
        self._moon = IconLabel(Icon.MOON, 11, tone="candle")
        self.add_widget(self._moon)
        self.bind(pos=self._draw, size=self._draw)
        self._draw()

    def _draw(self, *_: object) -> None:
        x, y = center_of(self)
        count = len(self._seats)
        tx, ty = map(dp, _TABLE)
        self._wood.pos, self._wood.size = (x - tx, y - ty), (2 * tx, 2 * ty)
        self._rim.ellipse = (x - tx, y - ty, 2 * tx, 2 * ty)
        for seat, (dx, dy) in zip(self._seats, seat_positions(count, *map(dp, _SEATS)), strict=True):
            seat.circle = (x + dx, y + dy, dp(_SEAT) / 2)
        wide, high = map(dp, _CARD)
        for card, (dx, dy) in zip(self._cards, seat_positions(count, *map(dp, _CARDS)), strict=True):
            card.rectangle = (x + dx - wide / 2, y + dy - high / 2, wide, high)
        wide, high = map(dp, _PHONE)
        self._phone.pos, self._phone.size = (x - wide / 2, y - high / 2), (wide, high)
        self._edge.rounded_rectangle = (x - wide / 2, y - high / 2, wide, high, dp(3))
        self._moon.center = (x, y)
