"""A small drawn table: seats round it, a card before each, the phone in the middle. Never mirrored: it is the
real table."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Line, SmoothEllipse, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.icon_names import Icon
from companion.widgets.ring_geometry import seat_positions
from companion.widgets.shapes import center_of
from companion.widgets.text import IconLabel
from companion.widgets.theme import theme_colour

# In dp: the half axes on which seats, the table's edge and the cards lie, and how large things are.
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
