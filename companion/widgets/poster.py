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
from companion.widgets.theme import MARGIN, theme_colour


class Pixels(NamedTuple):
    """Red, green, blue and alpha of each, from the top left."""

    data: bytes
    width: int
    height: int


class ImageExport(FloatLayout):
    """`width` pixels wide and as high as its parts need; it stands on no screen. After it was made it wants a
    frame or two to come to rest."""

    def __init__(self, *parts: Widget, width: float) -> None:
        super().__init__(size_hint=(None, None), width=width)
        with self.canvas.before:
            Color(rgba=theme_colour("table"))
            self._background = Rectangle()
        self._backdrop = Backdrop(size_hint=(None, None))
        self.content = Column(*parts, gap=16, padding=(dp(MARGIN), dp(24)), size_hint_x=None, width=width)
        self.add_widget(self._backdrop)
        self.add_widget(self.content)
        self.content.bind(height=self._update_layout)
        self._update_layout()

    def _update_layout(self, *_: object) -> None:
        # In whole pixels, by which all of it is placed: between two, letters would be torn.
        self.height = ceil(self.content.height)
        self.content.pos = self._backdrop.pos = self._background.pos = self.pos
        self._backdrop.size = self._background.size = self.size

    def export_pixels(self) -> Pixels:
        """As large as it is, unless that is more than the graphics card can hold."""
        (max_texture_size,) = glGetIntegerv(GL_MAX_TEXTURE_SIZE)
        texture = self.export_as_image(scale=min(1.0, max_texture_size / max(self.size))).texture
        return Pixels(texture.pixels, *texture.size)
