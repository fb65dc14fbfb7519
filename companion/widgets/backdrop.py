"""Background of every page, game emblems and the app's logo, and recovery from a lost GL context.

The background is a wooden table with candlelight. Its base colour is the window's clear colour: painting
it again would take as long as everything on it. A phone may drop the GL context while the app is in the
background, without Kivy noticing.
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
# Positions of the joints between the boards, as fractions of the page.
_VERTICAL_JOINTS = (0.21, 0.405, 0.615, 0.80)
_CROSS_JOINTS = ((0.80, 1.0, 0.425), (0.615, 0.80, 0.887), (0.0, 0.21, 0.164), (0.405, 0.615, 0.29))
_JOINT_DP = 1.5


@lru_cache(maxsize=1)
def glow_texture() -> Texture:
    """Return the white texture of a radial gradient, to be tinted."""
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
        # Whole pixels: joints are boxes with hard edges.
        thick = max(1, int(dp(_JOINT_DP)))
        lines = [(at, 0.0, 0.0, 1.0) for at in _VERTICAL_JOINTS]
        lines += [(left, up, right - left, 0.0) for left, right, up in _CROSS_JOINTS]
        points: list[float] = []
        for left, low, wide, high in lines:
            x0, y0 = round(x + left * width), round(y + low * height)
            points += plain_quad(x0, y0, x0 + (wide * width or thick), y0 + (high * height or thick))
        self._joints.vertices, self._joints.indices = points, quad_indices(len(lines))


class EmblemDesign(Protocol):
    """Design of a game's emblem: icon names and colours stacked on a disc within a ring.

    Emblems keep their colours in both themes.
    """

    @property
    def background(self) -> str: ...

    @property
    def ring(self) -> str: ...

    @property
    def layers(self) -> tuple[tuple[str, str], ...]: ...


_LOGO = ((Icon.LOGO_RING, "rim"), (Icon.LOGO_SEATS, "ink_2"), (Icon.LOGO_FLAME, "candle"))


class _DiscDrawing(Widget):
    """All layers in a single widget: separate ones would be a third of the widgets on the home page."""

    def __init__(self, diameter: float, batch: MeshBatch, **options: Any) -> None:
        super().__init__(size_hint=(None, None), size=(dp(diameter), dp(diameter)), **options)
        self._drawing = WidgetDrawing(self)
        self._drawing.show(batch)


class EmblemWidget(_DiscDrawing):
    def __init__(self, design: EmblemDesign, diameter: float = 84, **options: Any) -> None:
        self._design, self._diameter = design, diameter
        super().__init__(diameter, _build_emblem_batch(design, diameter), **options)

    def show(self, design: EmblemDesign) -> None:
        """Show the emblem of another game."""
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
    """Draw an emblem centred on a point; `pixel` is the line width of its rings."""
    batch.add_circle(x, y, diameter, rgba(design.background))
    batch.add_circle(x, y, diameter, rgba(design.ring), line_width=2 * pixel)
    batch.add_circle(x, y, diameter - 10 * pixel, rgba(design.ring, 0.5), line_width=pixel)
    for name, colour in design.layers:
        batch.add_rendered(render_icon(Icon[name], diameter), rgba(colour), x, y)


def draw_logo(batch: MeshBatch, x: float, y: float, diameter: float) -> None:
    for icon, tone in _LOGO:
        batch.add_rendered(render_icon(icon, diameter), tone, x, y)


@lru_cache(maxsize=1)
def protect_smooth_textures() -> None:
    """Make the textures of smooth lines and shapes survive a lost GL context.

    They are shared, and Kivy restores them only while the first line and the first shape exist.
    """
    for shape in (SmoothLine, SmoothEllipse):
        shape()
    for name in ("smoothline", "antialiasing_line"):
        texture: Texture = Cache.get("kv.graphics.texture", name)
        refill_on_reload(texture, texture.pixels)


def reload_if_context_lost() -> None:
    """Reload all graphics if the GL context was lost, detected by a texture that always exists."""
    if not glIsTexture(glow_texture().id):
        get_context().reload()
        Window.canvas.ask_update()
