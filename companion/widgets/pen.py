"""Something drawn in units of its own, alike at any size: a small one on a screen, a large one to be sent.

Points are counted from the top left. What is written is remembered with the room it took, so that it can be
told what a picture says and whether all of it lies within.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from kivy.graphics import InstructionGroup

from companion.widgets.emblem import Picture, stamp_emblem, stamp_logo
from companion.widgets.icon_names import Icon
from companion.widgets.palette import Rgba
from companion.widgets.stamps import Layers, Stamps, drawn_mark
from companion.widgets.theme import look
from companion.widgets.typeset import fitted_size, reads_from_right, set_text, text_width

_ANY_HEIGHT: Final = 10**6


class Written(NamedTuple):
    """Words, and the box in units that they stand in."""

    words: str
    left: float
    top: float
    right: float
    bottom: float


class Pen:
    """`unit` is how many pixels one is wide; `height` is that of the whole picture, in units."""

    def __init__(self, unit: float, height: float) -> None:
        self.unit = unit
        self.written: list[Written] = []
        self._height = height
        self._layers = Layers()
        # What is drawn later lies higher.
        self._layer = 0

    def draw(self, group: InstructionGroup) -> None:
        self._layers.draw(group)

    def lift(self) -> None:
        """What is drawn from now on covers what was drawn before."""
        self._layer += 1

    def _place(self, x: float, y: float) -> tuple[float, float]:
        return x * self.unit, (self._height - y) * self.unit

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        radius: float,
        tone: str | Rgba,
        line: float = 0.0,
    ) -> None:
        """Filled, or with a line only its outline."""
        left, low = self._place(x, y + height)
        thick = max(1.0, line * self.unit) if line else 0.0
        wide, high, bend = width * self.unit, height * self.unit, radius * self.unit
        self._stamps.box(left, low, wide, high, radius=bend, tone=tone, line=thick)

    def bar(self, x: float, y: float, width: float, tone: str | Rgba) -> None:
        """A fine line across."""
        left, low = self._place(x, y)
        self._stamps.bar(left, low, width * self.unit, max(1, round(self.unit)), tone)

    def disc(self, x: float, y: float, radius: float, tone: str | Rgba, line: float = 0.0) -> None:
        self.box(x - radius, y - radius, 2 * radius, 2 * radius, radius=radius, tone=tone, line=line)

    def mark(self, icon: Icon, x: float, y: float, size: float, tone: str | Rgba) -> None:
        self._stamps.picture(drawn_mark(icon, size * self.unit), tone, *self._place(x, y))

    def emblem(self, picture: Picture, x: float, y: float, across: float) -> None:
        stamp_emblem(self._stamps, picture, *self._place(x, y), across * self.unit, across * self.unit / 52)
        # Its layers cover one another: nothing else may come between them.
        self.lift()

    def logo(self, x: float, y: float, across: float) -> None:
        stamp_logo(self._stamps, *self._place(x, y), across * self.unit)

    @property
    def _stamps(self) -> Stamps:
        return self._layers.at(self._layer)

    def words(
        self,
        text: str,
        x: float,
        y: float,
        *,
        size: float,
        room: float,
        smallest: float = 0.0,
        tone: str | Rgba = "ink",
        face: str = "text",
        weight: int = 400,
        lines: int = 1,
        start: bool = False,
    ) -> float:
        """Words around a point, or from there along the reading direction; so wide at the most, for which
        they first shrink and then end in dots. Returns how wide they are."""
        rtl = look().rtl
        reads = reads_from_right(text, rtl)
        width = max(1, int(room * self.unit))
        largest, least = (max(1, round(value * self.unit)) for value in (size, smallest or size))
        pixels = fitted_size(
            text, face, weight, largest, least, width=width, height=_ANY_HEIGHT, rtl=reads, most=lines
        )
        align = ("right" if rtl else "left") if start else "center"
        block = set_text(text, face, weight, pixels, width=width, align=align, rtl=reads, most=lines)
        wide, high = block.width / self.unit, block.height / self.unit
        middle = x if not start else x - wide / 2 if rtl else x + wide / 2
        self._stamps.picture(block, tone, *self._place(middle, y))
        self.written.append(Written(text, middle - wide / 2, y - high / 2, middle + wide / 2, y + high / 2))
        return wide

    def width(self, text: str, size: float, face: str = "text", weight: int = 400) -> float:
        """How wide words of this size would be on one line."""
        pixels = max(1, round(size * self.unit))
        reads = reads_from_right(text, look().rtl)
        return text_width(text, face, weight, pixels, rtl=reads) / self.unit
