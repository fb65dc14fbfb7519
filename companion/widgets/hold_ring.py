"""The ring of a hold: how long people still have to look or act, draining clockwise."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

from kivy.graphics import Color, SmoothEllipse, SmoothLine
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.shapes import middle
from companion.widgets.text import Text
from companion.widgets.theme import paint


class HoldRing(Widget):
    """`day`: on a screen of any theme, not on the dark one of the night."""

    def __init__(self, diameter: float = 178, *, day: bool = False, **options: Any) -> None:
        super().__init__(size_hint=(None, None), size=(dp(diameter), dp(diameter)), **options)
        self._left = 0.0
        with self.canvas.before:
            Color(rgba=paint("raised" if day else "night_groove"))
            self._groove = SmoothLine(width=dp(4.5), close=True)
            self._tint = Color(rgba=paint("candle_fill", 0))
            self._arc = SmoothLine(width=dp(4.5), cap="round")
            self._flame = Color(rgba=paint("candle_fill" if day else "flame", 0))
            self._spark = SmoothEllipse(size=(dp(17), dp(17)))
        self.number = Text(
            "", weight=700, size_sp=66, smallest=16, align="center", grow="none", scaled=False, most=1
        )
        tone = "ink_2" if day else "night_ink"
        self.label = Text("", size_sp=16, align="center", tone=tone, grow="none", smallest=8, most=2)
        for part in (self.number, self.label):
            part.size_hint = (None, None)
            self.add_widget(part)
        self.number.color = paint("ink" if day else "night_line")
        self.bind(pos=self._place, size=self._place)
        self._place()

    def show(self, left: float, number: str, label: str) -> None:
        """`left` is the part of the hold that remains, 0 to 1."""
        left = min(1.0, max(0.0, left))
        self.number.content = number
        self.label.content = label
        if left != self._left:
            self._left = left
            self._draw()

    def _place(self, *_: object) -> None:
        x, y = middle(self)
        across = self.width
        self.number.size = (across * 0.8, across * 0.42)
        self.number.center = (x, y + across * 0.07)
        self.label.size = (across * 0.66, across * 0.22)
        self.label.center = (x, y - across * 0.23)
        self._groove.circle = (x, y, across / 2 - dp(5))
        self._draw()

    def _draw(self) -> None:
        shown = self._left > 0
        self._tint.a = self._flame.a = 1.0 if shown else 0.0
        if not shown:
            return
        x, y = middle(self)
        radius = self.width / 2 - dp(5)
        end = 360 * self._left
        self._arc.circle = (x, y, radius, 0, end)
        turn = end * pi / 180
        spark = dp(17)
        self._spark.pos = (x + radius * sin(turn) - spark / 2, y + radius * cos(turn) - spark / 2)
