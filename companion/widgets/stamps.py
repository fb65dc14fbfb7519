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
from companion.widgets.shapes import rounded_box
from companion.widgets.theme import look, sp, theme_colour
from companion.widgets.typeset import ICONS, RenderedText, fit_font_size, render_text, text_width

_CORNERS = 24
_UNIT_CIRCLE = [(cos(2 * pi * i / _CORNERS), sin(2 * pi * i / _CORNERS)) for i in range(_CORNERS)]
_FAN_INDICES = [point for i in range(_CORNERS) for point in (0, 1 + i, 1 + (i + 1) % _CORNERS)]
_MIN_TEXT_DP = 10
_ANY_HEIGHT = 10**6


class MeshBatch:
    """Collects what is to be drawn, then draws it kind by kind: what was first met earlier lies lower.

    A tone is the name of a role, or a colour that is the same in every theme.
    """

    def __init__(self) -> None:
        # What is drawn with which picture (None: a plain disc) in which colour: points as x, y, u, v, and
        # which three of them make a triangle.
        self._meshes: dict[tuple[Texture | None, Rgba], tuple[list[float], list[int]]] = {}
        # Whoever shows words keeps them: only these can draw their picture anew, should it be lost.
        self._rendered: list[RenderedText] = []

    def add_icon(self, icon: Icon, size: float, tone: str | Rgba, x: float, y: float) -> None:
        """A mark of `size` dp around a point."""
        self.add_rendered(render_icon(icon, dp(size)), tone, x, y)

    def add_text(
        self,
        text: str,
        x: float,
        y: float,
        *,
        size: float,
        max_width: float,
        weight: int = 400,
        tone: str | Rgba = "ink",
    ) -> None:
        """One line of `size` sp around a point; it shrinks rather than be wider than `max_width` pixels."""
        rtl = look().rtl
        pixels = fit_font_size(
            text, "text", weight, max(1, round(sp(size))), max(1, round(dp(_MIN_TEXT_DP))),
            width=max(1, int(max_width)), height=_ANY_HEIGHT, rtl=rtl, max_lines=1,
        )  # fmt: skip
        rendered = render_text(text, "text", weight, pixels, width=None, align="center", rtl=rtl)
        self.add_rendered(rendered, tone, x, y)

    def add_disc(self, diameter: float, tone: str | Rgba, x: float, y: float) -> None:
        """A plain disc of `diameter` dp. Its edge is not smooth: a mark must cover it."""
        radius = dp(diameter) / 2
        points = [x, y, 0.0, 0.0]
        for right, up in _UNIT_CIRCLE:
            points += (x + right * radius, y + up * radius, 0.0, 0.0)
        self._add_mesh(None, tone, points, _FAN_INDICES)

    def add_box(
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
        """A box with round corners, in pixels from its lower left one; with a line only its outline."""
        texture, points, triangles = rounded_box(x, y, width, height, radius, line_width)
        self._add_mesh(texture, tone, points, triangles)

    def add_bar(self, x: float, y: float, width: float, height: float, tone: str | Rgba) -> None:
        """A box with sharp corners, in pixels from its lower left one."""
        corners = quads.plain_quad(round(x), round(y), round(x + width), round(y + height))
        self._add_mesh(None, tone, corners, quads.quad_indices(1))

    def draw(self, group: InstructionGroup) -> None:
        for (texture, colour), (points, triangles) in self._meshes.items():
            group.add(Color(rgba=colour))
            group.add(Mesh(mode="triangles", vertices=points, indices=triangles, texture=texture))

    def _add_mesh(
        self, texture: Texture | None, tone: str | Rgba, points: list[float], triangles: list[int]
    ) -> None:
        colour = theme_colour(tone) if isinstance(tone, str) else tone
        vertices, indices = self._meshes.setdefault((texture, colour), ([], []))
        first = len(vertices) // 4
        vertices += points
        indices += [first + point for point in triangles]

    def add_rendered(self, rendered: RenderedText, tone: str | Rgba, x: float, y: float) -> None:
        """Words that are set already, around a point."""
        self._rendered.append(rendered)
        texture = rendered.label.texture
        self._add_mesh(texture, tone, quads.texture_quad(texture, x, y), quads.quad_indices(1))


class MeshLayers:
    """Stamps upon stamps: what is in a higher layer covers what is in a lower one."""

    def __init__(self) -> None:
        self._batches: defaultdict[tuple[int, ...], MeshBatch] = defaultdict(MeshBatch)

    def get(self, *layer: int) -> MeshBatch:
        return self._batches[layer]

    def draw(self, group: InstructionGroup) -> None:
        for layer in sorted(self._batches):
            self._batches[layer].draw(group)


class Drawable(Protocol):
    def draw(self, group: InstructionGroup) -> None: ...


class WidgetDrawing:
    """Stamps on a widget, points counted from its lower left corner: when it moves, nothing is drawn anew."""

    def __init__(self, widget: Widget) -> None:
        self._widget = widget
        self._translation = Translate()
        self._group = InstructionGroup()
        for part in (PushMatrix(), self._translation, self._group, PopMatrix()):
            widget.canvas.add(part)
        widget.fbind("pos", self._update_position)
        self._update_position()

    def show(self, drawable: Drawable) -> None:
        self._drawable = drawable
        self._group.clear()
        drawable.draw(self._group)

    def _update_position(self, *_: object) -> None:
        self._translation.xy = (round(self._widget.x), round(self._widget.y))


def render_icon(icon: Icon, pixels: float) -> RenderedText:
    """A mark of so many pixels, to be tinted."""
    size = max(1, round(pixels))
    return render_text(icon.value, ICONS, 400, size, width=None, align="center", rtl=False)


def measure_text(text: str, *, size: float, weight: int = 400) -> float:
    """How wide `words` of this size would be, in pixels."""
    return text_width(text, "text", weight, max(1, round(sp(size))), rtl=look().rtl)
