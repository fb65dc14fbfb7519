"""The ground of every screen: a dark wooden table with one glow of candlelight.

The wood itself is the colour to which the window is cleared: painting it once more would take as long as all
that stands on it.

A game's emblem and the app's own: layers of drawn marks on a disc.

What lies in the memory of the graphics chip. A phone may take it all back while the app is out of sight,
and Kivy is not told.
"""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from typing import Any, Protocol

from kivy.cache import Cache
from kivy.core.window import Window
from kivy.graphics import Color, Mesh, Rectangle, SmoothEllipse, SmoothLine
from kivy.graphics.context import get_context
from kivy.graphics.opengl import glIsTexture
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.icons import Icon
from companion.widgets.mesh_batch import MeshBatch, WidgetDrawing, render_icon
from companion.widgets.palette import rgba
from companion.widgets.shapes import plain_quad, quad_indices, refill_on_reload, white_texture
from companion.widgets.theme import look, theme_colour

_GLOW_PIXELS = 128
# Where the joints between the boards lie, as fractions of the screen.
_VERTICAL_JOINTS = (0.21, 0.405, 0.615, 0.80)
_CROSS_JOINTS = ((0.80, 1.0, 0.425), (0.615, 0.80, 0.887), (0.0, 0.21, 0.164), (0.405, 0.615, 0.29))
_JOINT_DP = 1.5


@lru_cache(maxsize=1)
def glow_texture() -> Texture:
    """A white disc that fades out from its middle; tinted when drawn. Its grains, some pixels large, differ
    by a shade at the most."""
    middle = (_GLOW_PIXELS - 1) / 2
    fade = bytes(round(255 * (1 - far) ** 2 * (1 + 2 * far)) for far in (step / 255 for step in range(256)))
    squares = [(255 * (place - middle) / middle) ** 2 for place in range(_GLOW_PIXELS // 2)]
    upper = []
    for up in squares:
        half = bytes([fade[min(255, round(sqrt(up + across)))] for across in squares])
        upper.append(half + half[::-1])
    return white_texture(_GLOW_PIXELS, b"".join(upper + upper[::-1]))


class Backdrop(Widget):
    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        with self.canvas:
            Color(rgba=theme_colour("glow"))
            self._glow = Rectangle(texture=glow_texture())
            Color(rgba=theme_colour("joint", look().palette.joint_alpha))
            self._joints = Mesh(mode="triangles")
        self.bind(pos=self._update_geometry, size=self._update_geometry)
        self._update_geometry()

    def _update_geometry(self, *_: object) -> None:
        x, y = self.pos
        width, height = self.size
        across, down = max(width * 1.4, dp(460)), dp(620)
        self._glow.pos = (self.center_x - across / 2, self.top - down * 0.62)
        self._glow.size = (across, down)
        # Whole pixels: a joint is drawn as a box, whose edges are hard.
        thick = max(1, int(dp(_JOINT_DP)))
        lines = [(at, 0.0, 0.0, 1.0) for at in _VERTICAL_JOINTS]
        lines += [(left, up, right - left, 0.0) for left, right, up in _CROSS_JOINTS]
        points: list[float] = []
        for left, low, wide, high in lines:
            x0, y0 = round(x + left * width), round(y + low * height)
            points += plain_quad(x0, y0, x0 + (wide * width or thick), y0 + (high * height or thick))
        self._joints.vertices, self._joints.indices = points, quad_indices(len(lines))


class EmblemDesign(Protocol):
    """Drawn marks one upon the other, each the name of an icon and its colour, on a disc within a ring.

    Emblems are pictures, not text: they keep their colours in both themes.
    """

    @property
    def background(self) -> str: ...

    @property
    def ring(self) -> str: ...

    @property
    def layers(self) -> tuple[tuple[str, str], ...]: ...


_LOGO = ((Icon.LOGO_RING, "rim"), (Icon.LOGO_SEATS, "ink_2"), (Icon.LOGO_FLAME, "candle"))


class _DiscDrawing(Widget):
    """One widget, however many layers it shows: as widgets they would be a third of those on Home."""

    def __init__(self, diameter: float, batch: MeshBatch, **options: Any) -> None:
        super().__init__(size_hint=(None, None), size=(dp(diameter), dp(diameter)), **options)
        self._drawing = WidgetDrawing(self)
        self._drawing.show(batch)


class EmblemWidget(_DiscDrawing):
    def __init__(self, design: EmblemDesign, diameter: float = 84, **options: Any) -> None:
        self._design, self._diameter = design, diameter
        super().__init__(diameter, _build_emblem_batch(design, diameter), **options)

    def show(self, design: EmblemDesign) -> None:
        """That of another game."""
        if design != self._design:
            self._design = design
            self._drawing.show(_build_emblem_batch(design, self._diameter))


class Logo(_DiscDrawing):
    def __init__(self, diameter: float = 48, **options: Any) -> None:
        batch = MeshBatch()
        draw_logo(batch, dp(diameter) / 2, dp(diameter) / 2, dp(diameter))
        super().__init__(diameter, batch, **options)


def _build_emblem_batch(design: EmblemDesign, diameter: float) -> MeshBatch:
    batch, pixels = MeshBatch(), dp(diameter)
    draw_emblem(batch, design, pixels / 2, pixels / 2, pixels, dp(1))
    return batch


def draw_emblem(
    batch: MeshBatch, design: EmblemDesign, x: float, y: float, diameter: float, pixel: float
) -> None:
    """A game's emblem around a point; its rings are as thick as so many pixels are wide."""
    left, low = x - diameter / 2, y - diameter / 2
    batch.add_box(left, low, diameter, diameter, radius=diameter / 2, tone=rgba(design.background))
    batch.add_box(
        left, low, diameter, diameter, radius=diameter / 2, tone=rgba(design.ring), line_width=2 * pixel
    )
    inset = 5 * pixel
    inner_diameter = diameter - 2 * inset
    inner = rgba(design.ring, 0.5)
    batch.add_box(
        left + inset,
        low + inset,
        inner_diameter,
        inner_diameter,
        radius=inner_diameter / 2,
        tone=inner,
        line_width=pixel,
    )
    for name, colour in design.layers:
        batch.add_rendered(render_icon(Icon[name], diameter), rgba(colour), x, y)


def draw_logo(batch: MeshBatch, x: float, y: float, diameter: float) -> None:
    for icon, tone in _LOGO:
        batch.add_rendered(render_icon(icon, diameter), tone, x, y)


@lru_cache(maxsize=1)
def protect_smooth_textures() -> None:
    """All smooth lines share one picture, all smooth shapes another, and Kivy draws these anew only as long
    as the first line and the first shape of all are there."""
    for shape in (SmoothLine, SmoothEllipse):
        shape()
    for name in ("smoothline", "antialiasing_line"):
        texture: Texture = Cache.get("kv.graphics.texture", name)
        refill_on_reload(texture, texture.pixels)


def reload_if_context_lost() -> None:
    """Have everything drawn anew where it is gone; found out by a picture that is always there."""
    if not glIsTexture(glow_texture().id):
        get_context().reload()
        Window.canvas.ask_update()
