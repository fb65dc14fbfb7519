"""A disc of light round a finger that rests on the screen."""

from __future__ import annotations

from typing import Final

from kivy.animation import Animation
from kivy.graphics import Color, Rectangle, SmoothEllipse, SmoothLine
from kivy.metrics import dp
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from companion.widgets.backdrop import glow_texture
from companion.widgets.icon_names import Icon
from companion.widgets.shapes import center_of
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import Accent, motion_seconds, theme_colour, use_dark_palette

# In dp: wider than any finger, so that the light is seen round it, and what stands above it.
_DIAMETER: Final = 112
_LABEL_DP: Final = 40
_GLOW_SCALE: Final = 2.1
_HIGHLIGHT_SCALE: Final = 1.6
_FADED_OPACITY: Final = 0.22
_GROW_SECONDS: Final = 0.32


class FingerLight(Widget):
    """Its number stands above it, since the finger covers what is below. The ring round it fills while all
    wait; the chosen one grows and gets the mark, the others fade."""

    grown = NumericProperty(1.0)

    def __init__(self, text: str, icon: Icon, accent: Accent) -> None:
        super().__init__(size_hint=(None, None), size=(dp(_DIAMETER), dp(_DIAMETER)))
        self.wait_progress = 0.0
        # Light on a dark table in every theme.
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
                text, weight=700, size_sp=28, max_lines=1, autosize="none", align="center", tone=accent.line,
                scaled=False, size_hint=(None, None), size=(dp(_LABEL_DP), dp(_LABEL_DP)),
            )  # fmt: skip
            self.icon = IconLabel(icon, _LABEL_DP, tone=accent.line)
        self.icon.opacity = 0
        self.add_widget(self.label)
        self.add_widget(self.icon)
        self.bind(pos=self._update_layout, grown=self._update_layout)
        self._update_layout()

    def show(self, x: float, y: float, wait_progress: float) -> None:
        """The finger's place, and how much of the wait is over, 0 to 1."""
        self.wait_progress = wait_progress
        self._arc_tint.a = 1.0 if wait_progress > 0 else 0.0
        self.pos = (x - self.width / 2, y - self.height / 2)
        self._draw_arc()

    def highlight(self) -> None:
        """This one was chosen."""
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
