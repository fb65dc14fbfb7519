"""Something drawn in units of its own, alike at any size: a small one on a screen, a large one to be sent.

Points are counted from the top left. What is written is remembered with the room it took, so that it can be
told what a picture says and whether all of it lies within.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from kivy.graphics import InstructionGroup

from companion.widgets.emblem import EmblemDesign, draw_emblem, draw_logo
from companion.widgets.icon_names import Icon
from companion.widgets.palette import Rgba
from companion.widgets.stamps import MeshBatch, MeshLayers, render_icon
from companion.widgets.theme import look
from companion.widgets.typeset import fit_font_size, is_rtl_text, render_text, text_width

_ANY_HEIGHT: Final = 10**6


class TextBox(NamedTuple):
    """Words, and the box in units that they stand in."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


class ScaledPainter:
    """`unit` is how many pixels one is wide; `height` is that of the whole picture, in units."""

    def __init__(self, unit: float, height: float) -> None:
        self.unit = unit
        self.texts: list[TextBox] = []
        self._height = height
        self._layers = MeshLayers()
        # What is drawn later lies higher.
        self._layer = 0

    def draw(self, group: InstructionGroup) -> None:
        self._layers.draw(group)

    def next_layer(self) -> None:
        """What is drawn from now on covers what was drawn before."""
        self._layer += 1

    def _to_pixels(self, x: float, y: float) -> tuple[float, float]:
        return x * self.unit, (self._height - y) * self.unit

    def draw_box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        radius: float,
        tone: str | Rgba,
        line_width: float = 0.0,
    ) -> None:
        """Filled, or with a line only its outline."""
        left, low = self._to_pixels(x, y + height)
        thick = max(1.0, line_width * self.unit) if line_width else 0.0
        wide, high, bend = width * self.unit, height * self.unit, radius * self.unit
        self._batch.add_box(left, low, wide, high, radius=bend, tone=tone, line_width=thick)

    def draw_bar(self, x: float, y: float, width: float, tone: str | Rgba) -> None:
        """A fine line across."""
        left, low = self._to_pixels(x, y)
        self._batch.add_bar(left, low, width * self.unit, max(1, round(self.unit)), tone)

    def draw_disc(self, x: float, y: float, radius: float, tone: str | Rgba, line_width: float = 0.0) -> None:
        self.draw_box(
            x - radius, y - radius, 2 * radius, 2 * radius, radius=radius, tone=tone, line_width=line_width
        )

    def draw_icon(self, icon: Icon, x: float, y: float, size: float, tone: str | Rgba) -> None:
        self._batch.add_rendered(render_icon(icon, size * self.unit), tone, *self._to_pixels(x, y))

    def draw_emblem(self, design: EmblemDesign, x: float, y: float, diameter: float) -> None:
        draw_emblem(
            self._batch, design, *self._to_pixels(x, y), diameter * self.unit, diameter * self.unit / 52
        )
        # Its layers cover one another: nothing else may come between them.
        self.next_layer()

    def draw_logo(self, x: float, y: float, diameter: float) -> None:
        draw_logo(self._batch, *self._to_pixels(x, y), diameter * self.unit)

    @property
    def _batch(self) -> MeshBatch:
        return self._layers.get(self._layer)

    def draw_text(
        self,
        text: str,
        x: float,
        y: float,
        *,
        size: float,
        max_width: float,
        min_size: float = 0.0,
        tone: str | Rgba = "ink",
        face: str = "text",
        weight: int = 400,
        max_lines: int = 1,
        align_start: bool = False,
    ) -> float:
        """Words around a point, or from there along the reading direction; so wide at the most, for which
        they first shrink and then end in dots. Returns how wide they are."""
        rtl = look().rtl
        text_rtl = is_rtl_text(text, rtl)
        width = max(1, int(max_width * self.unit))
        max_pixels, min_pixels = (max(1, round(value * self.unit)) for value in (size, min_size or size))
        pixels = fit_font_size(
            text,
            face,
            weight,
            max_pixels,
            min_pixels,
            width=width,
            height=_ANY_HEIGHT,
            rtl=text_rtl,
            max_lines=max_lines,
        )
        align = ("right" if rtl else "left") if align_start else "center"
        rendered = render_text(
            text, face, weight, pixels, width=width, align=align, rtl=text_rtl, max_lines=max_lines
        )
        wide, high = rendered.width / self.unit, rendered.height / self.unit
        middle = x if not align_start else x - wide / 2 if rtl else x + wide / 2
        self._batch.add_rendered(rendered, tone, *self._to_pixels(middle, y))
        self.texts.append(TextBox(text, middle - wide / 2, y - high / 2, middle + wide / 2, y + high / 2))
        return wide

    def text_width(self, text: str, size: float, face: str = "text", weight: int = 400) -> float:
        """How wide words of this size would be on one line."""
        pixels = max(1, round(size * self.unit))
        text_rtl = is_rtl_text(text, look().rtl)
        return text_width(text, face, weight, pixels, rtl=text_rtl) / self.unit
