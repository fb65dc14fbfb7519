"""The ring of a hold: how long people still have to look or act, draining clockwise."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

from kivy.graphics import Color, SmoothEllipse, SmoothLine
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.shapes import center_of
from companion.widgets.text import Text
from companion.widgets.theme import theme_colour


class CountdownRing(Widget):
    """`themed`: on a screen of any theme, not on the dark one of the night."""

    def __init__(self, diameter: float = 178, *, themed: bool = False, **options: Any) -> None:
        super().__init__(size_hint=(None, None), size=(dp(diameter), dp(diameter)), **options)
        self._remaining = 0.0
        with self.canvas.before:
            Color(rgba=theme_colour("raised" if themed else "night_groove"))
            self._groove = SmoothLine(width=dp(4.5), close=True)
            self._tint = Color(rgba=theme_colour("candle_fill", 0))
            self._arc = SmoothLine(width=dp(4.5), cap="round")
            self._flame = Color(rgba=theme_colour("candle_fill" if themed else "flame", 0))
            self._spark = SmoothEllipse(size=(dp(17), dp(17)))
        self.count_label = Text(
            "",
            weight=700,
            size_sp=66,
            min_size=16,
            align="center",
            autosize="none",
            scaled=False,
            max_lines=1,
        )
        tone = "ink_2" if themed else "night_ink"
        self.label = Text("", size_sp=16, align="center", tone=tone, autosize="none", min_size=8, max_lines=2)
        for part in (self.count_label, self.label):
            part.size_hint = (None, None)
            self.add_widget(part)
        self.count_label.color = theme_colour("ink" if themed else "night_line")
        self.bind(pos=self._update_layout, size=self._update_layout)
        self._update_layout()

    def show(self, remaining: float, count: str, label: str) -> None:
        """`remaining` is the part of the hold that remains, 0 to 1."""
        remaining = min(1.0, max(0.0, remaining))
        self.count_label.content = count
        self.label.content = label
        if remaining != self._remaining:
            self._remaining = remaining
            self._draw()

    def _update_layout(self, *_: object) -> None:
        x, y = center_of(self)
        diameter = self.width
        self.count_label.size = (diameter * 0.8, diameter * 0.42)
        self.count_label.center = (x, y + diameter * 0.07)
        self.label.size = (diameter * 0.66, diameter * 0.22)
        self.label.center = (x, y - diameter * 0.23)
        self._groove.circle = (x, y, diameter / 2 - dp(5))
        self._draw()

    def _draw(self) -> None:
        is_visible = self._remaining > 0
        self._tint.a = self._flame.a = 1.0 if is_visible else 0.0
        if not is_visible:
            return
        x, y = center_of(self)
        radius = self.width / 2 - dp(5)
        end = 360 * self._remaining
        self._arc.circle = (x, y, radius, 0, end)
        angle = end * pi / 180
        spark = dp(17)
        self._spark.pos = (x + radius * sin(angle) - spark / 2, y + radius * cos(angle) - spark / 2)
