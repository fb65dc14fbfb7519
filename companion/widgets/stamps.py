"""Many small marks and numbers, drawn cheaply: all of one picture and one colour are a single mesh.

For tables of marks, where a widget for each would be hundreds.
"""

from __future__ import annotations

from collections import defaultdict
from math import cos, pi, sin
from typing import Protocol

from kivy.graphics import Color, InstructionGroup, Mesh, PopMatrix, PushMatrix, Translate
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets import quads
from companion.widgets.icon_names import Icon
from companion.widgets.palette import Rgba
from companion.widgets.shapes import rounded
from companion.widgets.theme import look, paint, sp
from companion.widgets.typeset import ICONS, Block, fitted_size, set_text, text_width

_CORNERS = 24
_ROUND = [(cos(2 * pi * i / _CORNERS), sin(2 * pi * i / _CORNERS)) for i in range(_CORNERS)]
_FAN = [point for i in range(_CORNERS) for point in (0, 1 + i, 1 + (i + 1) % _CORNERS)]
_SMALLEST = 10
_ANY_HEIGHT = 10**6


class Stamps:
    """Collects what is to be drawn, then draws it kind by kind: what was first met earlier lies lower.

    A tone is the name of a role, or a colour that is the same in every theme.
    """

    def __init__(self) -> None:
        # What is drawn with which picture (None: a plain disc) in which colour: points as x, y, u, v, and
        # which three of them make a triangle.
        self._kinds: dict[tuple[Texture | None, Rgba], tuple[list[float], list[int]]] = {}
        # Whoever shows words keeps them: only these can draw their picture anew, should it be lost.
        self._blocks: list[Block] = []

    def mark(self, icon: Icon, size: float, tone: str | Rgba, x: float, y: float) -> None:
        """A mark of `size` dp around a point."""
        self.picture(drawn_mark(icon, dp(size)), tone, x, y)

    def words(
        self,
        text: str,
        x: float,
        y: float,
        *,
        size: float,
        room: float,
        weight: int = 400,
        tone: str | Rgba = "ink",
    ) -> None:
        """One line of `size` sp around a point; it shrinks rather than be wider than `room` pixels."""
        rtl = look().rtl
        pixels = fitted_size(
            text, "text", weight, max(1, round(sp(size))), max(1, round(dp(_SMALLEST))),
            width=max(1, int(room)), height=_ANY_HEIGHT, rtl=rtl, most=1,
        )  # fmt: skip
        block = set_text(text, "text", weight, pixels, width=None, align="center", rtl=rtl)
        self.picture(block, tone, x, y)

    def disc(self, diameter: float, tone: str | Rgba, x: float, y: float) -> None:
        """A plain disc of `diameter` dp. Its edge is not smooth: a mark must cover it."""
        radius = dp(diameter) / 2
        points = [x, y, 0.0, 0.0]
        for right, up in _ROUND:
            points += (x + right * radius, y + up * radius, 0.0, 0.0)
        self._add(None, tone, points, _FAN)

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
        """A box with round corners, in pixels from its lower left one; with a line only its outline."""
        texture, points, triangles = rounded(x, y, width, height, radius, line)
        self._add(texture, tone, points, triangles)

    def bar(self, x: float, y: float, width: float, height: float, tone: str | Rgba) -> None:
        """A box with sharp corners, in pixels from its lower left one."""
        corners = quads.plain(round(x), round(y), round(x + width), round(y + height))
        self._add(None, tone, corners, quads.triangles(1))

    def draw(self, group: InstructionGroup) -> None:
        for (texture, colour), (points, triangles) in self._kinds.items():
            group.add(Color(rgba=colour))
            group.add(Mesh(mode="triangles", vertices=points, indices=triangles, texture=texture))

    def _add(
        self, texture: Texture | None, tone: str | Rgba, points: list[float], triangles: list[int]
    ) -> None:
        colour = paint(tone) if isinstance(tone, str) else tone
        known, joined = self._kinds.setdefault((texture, colour), ([], []))
        first = len(known) // 4
        known += points
        joined += [first + point for point in triangles]

    def picture(self, block: Block, tone: str | Rgba, x: float, y: float) -> None:
        """Words that are set already, around a point."""
        self._blocks.append(block)
        texture = block.label.texture
        self._add(texture, tone, quads.picture(texture, x, y), quads.triangles(1))


class Layers:
    """Stamps upon stamps: what is in a higher layer covers what is in a lower one."""

    def __init__(self) -> None:
        self._stamps: defaultdict[tuple[int, ...], Stamps] = defaultdict(Stamps)

    def at(self, *layer: int) -> Stamps:
        return self._stamps[layer]

    def draw(self, group: InstructionGroup) -> None:
        for layer in sorted(self._stamps):
            self._stamps[layer].draw(group)


class Drawn(Protocol):
    def draw(self, group: InstructionGroup) -> None: ...


class Drawing:
    """Stamps on a widget, points counted from its lower left corner: when it moves, nothing is drawn anew."""

    def __init__(self, widget: Widget) -> None:
        self._widget = widget
        self._shift = Translate()
        self._group = InstructionGroup()
        for part in (PushMatrix(), self._shift, self._group, PopMatrix()):
            widget.canvas.add(part)
        widget.fbind("pos", self._follow)
        self._follow()

    def show(self, stamps: Drawn) -> None:
        self._shown = stamps
        self._group.clear()
        stamps.draw(self._group)

    def _follow(self, *_: object) -> None:
        self._shift.xy = (round(self._widget.x), round(self._widget.y))


def drawn_mark(icon: Icon, pixels: float) -> Block:
    """A mark of so many pixels, to be tinted."""
    size = max(1, round(pixels))
    return set_text(icon.value, ICONS, 400, size, width=None, align="center", rtl=False)


def words_width(text: str, *, size: float, weight: int = 400) -> float:
    """How wide `words` of this size would be, in pixels."""
    return text_width(text, "text", weight, max(1, round(sp(size))), rtl=look().rtl)
