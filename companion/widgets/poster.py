"""Something drawn to be looked at elsewhere: all of it, however high, on the ground of the screens."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from kivy.graphics import Color, Rectangle
from kivy.graphics.opengl import GL_MAX_TEXTURE_SIZE, glGetIntegerv
from kivy.metrics import dp
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.widgets.backdrop import Backdrop
from companion.widgets.layout import Column
from companion.widgets.theme import MARGIN, paint


class Pixels(NamedTuple):
    """Red, green, blue and alpha of each, from the top left."""

    data: bytes
    width: int
    height: int


class Poster(FloatLayout):
    """`width` pixels wide and as high as its parts need; it stands on no screen. After it was made it wants a
    frame or two to come to rest."""

    def __init__(self, *parts: Widget, width: float) -> None:
        super().__init__(size_hint=(None, None), width=width)
        with self.canvas.before:
            Color(rgba=paint("table"))
            self._ground = Rectangle()
        self._backdrop = Backdrop(size_hint=(None, None))
        self.content = Column(*parts, gap=16, padding=(dp(MARGIN), dp(24)), size_hint_x=None, width=width)
        self.add_widget(self._backdrop)
        self.add_widget(self.content)
        self.content.bind(height=self._follow)
        self._follow()

    def _follow(self, *_: object) -> None:
        # In whole pixels, by which all of it is placed: between two, letters would be torn.
        self.height = ceil(self.content.height)
        self.content.pos = self._backdrop.pos = self._ground.pos = self.pos
        self._backdrop.size = self._ground.size = self.size

    def pixels(self) -> Pixels:
        """As large as it is, unless that is more than the graphics card can hold."""
        (most,) = glGetIntegerv(GL_MAX_TEXTURE_SIZE)
        texture = self.export_as_image(scale=min(1.0, most / max(self.size))).texture
        return Pixels(texture.pixels, *texture.size)
