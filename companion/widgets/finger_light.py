"""A disc of light round a finger that rests on the screen."""

from __future__ import annotations

from typing import Final

from kivy.animation import Animation
from kivy.graphics import Color, Rectangle, SmoothEllipse, SmoothLine
from kivy.metrics import dp
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from companion.widgets.backdrop import glow
from companion.widgets.icon_names import Icon
from companion.widgets.shapes import middle
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import Accent, by_night, paint, seconds

# In dp: wider than any finger, so that the light is seen round it, and what stands above it.
_ACROSS: Final = 112
_LABEL: Final = 40
_GLOW: Final = 2.1
_GROWN: Final = 1.6
_FADED: Final = 0.22
_GROW_SECONDS: Final = 0.32


class FingerLight(Widget):
    """Its number stands above it, since the finger covers what is below. The ring round it fills while all
    wait; the chosen one grows and gets the mark, the others fade."""

    grown = NumericProperty(1.0)

    def __init__(self, number: str, mark: Icon, accent: Accent) -> None:
        super().__init__(size_hint=(None, None), size=(dp(_ACROSS), dp(_ACROSS)))
        self.waited = 0.0
        # Light on a dark table in every theme.
        with by_night():
            self._bright = paint(accent.fill)
            with self.canvas.before:
                Color(rgba=paint(accent.line, 0.35))
                self._glow = Rectangle(texture=glow())
                self._tint = Color(rgba=paint(accent.fill, 0.4))
                self._disc = SmoothEllipse()
                Color(rgba=paint(accent.line, 0.4))
                self._groove = SmoothLine(width=dp(2), close=True)
                self._shine = Color(rgba=paint(accent.line, 0))
                self._arc = SmoothLine(width=dp(5), cap="round")
            self.label = Text(
                number, weight=700, size_sp=28, most=1, grow="none", align="center", tone=accent.line,
                scaled=False, size_hint=(None, None), size=(dp(_LABEL), dp(_LABEL)),
            )  # fmt: skip
            self.mark = Glyph(mark, _LABEL, tone=accent.line)
        self.mark.opacity = 0
        self.add_widget(self.label)
        self.add_widget(self.mark)
        self.bind(pos=self._place, grown=self._place)
        self._place()

    def show(self, x: float, y: float, waited: float) -> None:
        """The finger's place, and how much of the wait is over, 0 to 1."""
        self.waited = waited
        self._shine.a = 1.0 if waited > 0 else 0.0
        self.pos = (x - self.width / 2, y - self.height / 2)
        self._draw_arc()

    def grow(self) -> None:
        """This one was chosen."""
        self._tint.rgba = self._bright
        self.label.opacity, self.mark.opacity = 0, 1
        self._animate(grown=_GROWN)

    def fade(self) -> None:
        self._animate(opacity=_FADED)

    def _animate(self, **goal: float) -> None:
        duration = seconds(_GROW_SECONDS)
        if duration:
            Animation(duration=duration, t="out_cubic", **goal).start(self)
            return
        for name, value in goal.items():
            setattr(self, name, value)

    def _place(self, *_: object) -> None:
        x, y = middle(self)
        across = self.width * self.grown
        for shape, part in ((self._glow, _GLOW), (self._disc, 0.86)):
            shape.pos, shape.size = (x - across * part / 2, y - across * part / 2), (across * part,) * 2
        self._groove.circle = (x, y, across / 2)
        for words in (self.label, self.mark):
            words.pos = (x - words.width / 2, y + across / 2 + dp(8))
        self._draw_arc()

    def _draw_arc(self) -> None:
        x, y = middle(self)
        self._arc.circle = (x, y, self.width * self.grown / 2, 0, 360 * self.waited)
