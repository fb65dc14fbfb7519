"""Seats as drawn on the seat ring: avatar, icons and outlines, rendered for the whole ring at once.

All shapes with one texture and one colour are a single mesh, so a ring of ten takes a dozen meshes. Drawn
individually they would dominate the response time of a tap.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from operator import itemgetter
from typing import Any, Final, NamedTuple

from kivy.graphics import Color, InstructionGroup, Mesh
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets import shapes
from companion.widgets.icons import Icon
from companion.widgets.mesh_batch import MeshBatch, WidgetDrawing
from companion.widgets.palette import Rgba
from companion.widgets.shapes import corner_texture
from companion.widgets.text_renderer import ICONS, RenderedText, render_text
from companion.widgets.theme import look, theme_colour

# By avatar colour: the disc's background, the icon or letter on it, and the border.
_AVATAR_TONES: Final = {
    "candle": ("candle_fill", "on_candle", "candle"),
    "sand": ("sand", "on_sand", "rim"),
    **{hue: (hue, "on_accent", hue) for hue in ("leaf", "sea", "teal", "moon", "plum", "brick")},
}
_DEFAULT_TONES: Final = ("raised", "ink", "rim")


class Avatar(NamedTuple):
    """What stands for a person: icon or letter, and `colour`, a key of `_AVATAR_TONES` (None: default)."""

    letter: str = ""
    icon: Icon | None = None
    colour: str | None = None

    @property
    def background(self) -> str:
        return self._tones[0]

    @property
    def tone(self) -> str:
        """The colour of the icon or letter."""
        return self._tones[1]

    @property
    def border(self) -> str:
        return self._tones[2]

    @property
    def _tones(self) -> tuple[str, str, str]:
        return _AVATAR_TONES.get(self.colour or "", _DEFAULT_TONES)


class AvatarDisc(Widget):
    """An avatar as a single widget, so that a long list of people needs few canvas instructions."""

    def __init__(self, avatar: Avatar, diameter: float = 44, **options: Any) -> None:
        options.setdefault("pos_hint", {"center_y": 0.5})
        super().__init__(size_hint=(None, None), size=(dp(diameter), dp(diameter)), **options)
        self._diameter = diameter
        self._drawing = WidgetDrawing(self)
        self.show(avatar)

    def show(self, avatar: Avatar) -> None:
        self.avatar = avatar
        batch, side = MeshBatch(), dp(self._diameter)
        batch.add_box(0, 0, side, side, radius=side / 2, tone=avatar.background)
        batch.add_box(0, 0, side, side, radius=side / 2, tone=avatar.border, line_width=dp(2))
        if avatar.icon is not None:
            batch.add_icon(avatar.icon, self._diameter * 0.58, avatar.tone, side / 2, side / 2)
        elif avatar.letter:
            # Sized by the disc, which does not grow with the text size.
            size = max(1, round(side * 0.46))
            letter = render_text(avatar.letter, "text", 700, size, width=None, align="center", rtl=look().rtl)
            batch.add_rendered(letter, theme_colour(avatar.tone), side / 2, side / 2)
        self._drawing.show(batch)


_PRESSED_ALPHA = 0.7
# Scale of an icon's rim relative to the icon.
_RIM_SCALE = 1.26


class IconSpot(Enum):
    """Icon positions: offset from the disc's centre in diameters (right, up), and extra dp upwards."""

    TOP = (0.0, 0.5, 12.0)
    HIGH_LEFT = (-0.46, 0.38, 0.0)
    HIGH_RIGHT = (0.46, 0.38, 0.0)
    LOW_LEFT = (-0.46, -0.34, 0.0)
    LOW_RIGHT = (0.42, -0.34, 0.0)


class SeatIcon(NamedTuple):
    """An icon beside a seat, with an accessible name; `has_rim` adds a rim in the background colour."""

    icon: Icon
    spot: IconSpot
    name: str
    tone: str = "candle"
    size: float = 28
    has_rim: bool = False


class DiscIcon(NamedTuple):
    """An icon on the disc, with an accessible name; `is_solid` fills the disc."""

    icon: Icon
    name: str
    is_solid: bool = False


class SeatLook(NamedTuple):
    """What one seat shows. `letter` (an initial or a number) stands on a disc without icon or avatar.

    `is_ringed` marks seats that belong together, `is_highlighted` the seat that is asked.
    """

    name: str
    disc_icon: DiscIcon | None = None
    letter: str = ""
    is_ringed: bool = False
    is_highlighted: bool = False
    icons: tuple[SeatIcon, ...] = ()
    avatar: Avatar | None = None

    @property
    def accessible_labels(self) -> tuple[str, ...]:
        """The accessible labels: the name of the seat and of each icon."""
        disc_names = () if self.disc_icon is None else (self.disc_icon.name,)
        return (self.name, *disc_names, *(icon.name for icon in self.icons))


class SeatPlace(NamedTuple):
    """A seat on the screen: its look, the centre of its disc, and whether it is pressed."""

    look: SeatLook
    x: float
    y: float
    is_pressed: bool = False


# Key of a mesh: layer (higher layers are drawn on top), texture and colour.
_MeshKey = tuple[int, Texture, Rgba]
_HALO = 0


class SeatRenderer:
    """Draws all seats of a ring into a group; `halo` is the colour of the highlighted seats' outline.

    A tap changes one or two seats: the meshes of the others are cached, and only changed meshes are updated.
    """

    def __init__(self, group: InstructionGroup) -> None:
        self._group = group
        self._diameter = 0.0
        self._seats: dict[int, tuple[SeatPlace, _SeatMesh]] = {}
        self._vertices: dict[_MeshKey, list[float]] = {}
        self._meshes: dict[_MeshKey, Mesh] = {}
        self.halo = Color(rgba=theme_colour("candle"))

    def show(self, places: Iterable[SeatPlace], diameter: float) -> None:
        if diameter != self._diameter:
            self._diameter = diameter
            self._seats.clear()
        vertices: dict[_MeshKey, list[float]] = {}
        for number, place in enumerate(places):
            cached = self._seats.get(number)
            if cached is None or cached[0] != place:
                cached = self._seats[number] = (place, _build_seat_mesh(place, diameter))
            for key, corners in cached[1].vertices.items():
                vertices.setdefault(key, []).extend(corners)
        if vertices.keys() != self._meshes.keys():
            self._make_meshes(sorted(vertices, key=itemgetter(0)))
        for key, corners in vertices.items():
            if corners != self._vertices.get(key):
                mesh = self._meshes[key]
                mesh.vertices = corners
                mesh.indices = shapes.quad_indices(len(corners) // 16)
        self._vertices = vertices

    def _make_meshes(self, keys: Sequence[_MeshKey]) -> None:
        """Create one empty mesh per key."""
        self._group.clear()
        self._vertices = {}
        self._meshes = {key: Mesh(mode="triangles", texture=key[1]) for key in keys}
        for (layer, _, colour), mesh in self._meshes.items():
            if layer == _HALO:
                self.halo.rgb = colour[:3]
            self._group.add(self.halo if layer == _HALO else Color(rgba=colour))
            self._group.add(mesh)


def _build_seat_mesh(place: SeatPlace, diameter: float) -> _SeatMesh:
    seat_mesh = _SeatMesh()
    seat, x, y = place.look, place.x, place.y
    empty = seat.disc_icon is None
    solid = seat.disc_icon is not None and seat.disc_icon.is_solid
    faded = _PRESSED_ALPHA if place.is_pressed else 1.0
    if seat.is_highlighted:
        seat_mesh.add_ring(_HALO, diameter + dp(14), 3.5, theme_colour("candle"), x, y)
    elif seat.is_ringed:
        seat_mesh.add_ring(1, diameter + dp(14), 3.5, theme_colour("candle", faded), x, y)
    avatar = seat.avatar if empty else None
    background = (
        "solid"
        if solid
        else "candle_deep"
        if empty and seat.is_highlighted
        else "raised"
        if empty
        else "hollow"
    )
    seat_mesh.add_disc(
        2, diameter, theme_colour(avatar.background if avatar is not None else background, faded), x, y
    )
    if not solid:
        border = avatar.border if avatar is not None else "rim" if empty else "ink_2"
        seat_mesh.add_ring(3, diameter, 2.5, theme_colour(border, faded), x, y)
    if avatar is not None and avatar.icon is not None:
        seat_mesh.add_icon(4, avatar.icon, 0.56 * diameter / dp(1), theme_colour(avatar.tone), x, y)
    elif seat.disc_icon is None:
        seat_mesh.add_letter(
            4, seat.letter, diameter, theme_colour("ink" if avatar is None else avatar.tone), x, y
        )
    else:
        # Icon sizes are in dp, disc sizes in pixels.
        tone = "on_solid" if solid else "ink"
        seat_mesh.add_icon(4, seat.disc_icon.icon, 0.56 * diameter / dp(1), theme_colour(tone), x, y)
    for icon in seat.icons:
        right, up, beyond = icon.spot.value
        at = (x + diameter * right, y + diameter * up + dp(beyond))
        if icon.has_rim:
            seat_mesh.add_icon(5, icon.icon, icon.size * _RIM_SCALE, theme_colour("table"), *at)
        seat_mesh.add_icon(6, icon.icon, icon.size, theme_colour(icon.tone), *at)
    return seat_mesh


class _SeatMesh:
    """Vertices (x, y, u, v) of one seat by layer, texture and colour."""

    def __init__(self) -> None:
        self.vertices: dict[_MeshKey, list[float]] = {}
        # Keep the labels alive: only they can redraw their textures after a lost GL context.
        self._rendered: list[RenderedText] = []

    def add_letter(self, layer: int, letter: str, across: float, colour: Rgba, x: float, y: float) -> None:
        """Add a letter or number, sized by the disc, which does not grow with the text size."""
        if letter:
            size = round(min(dp(26), across * 0.48))
            block = render_text(letter, "text", 700, size, width=None, align="center", rtl=look().rtl)
            self._add_rendered(layer, block, colour, x, y)

    def add_icon(self, layer: int, icon: Icon, size: float, colour: Rgba, x: float, y: float) -> None:
        block = render_text(icon.value, ICONS, 400, round(dp(size)), width=None, align="center", rtl=False)
        self._add_rendered(layer, block, colour, x, y)

    def add_disc(self, layer: int, across: float, colour: Rgba, x: float, y: float) -> None:
        self._add_circle(layer, across, 0.0, colour, x, y)

    def add_ring(self, layer: int, across: float, line: float, colour: Rgba, x: float, y: float) -> None:
        self._add_circle(layer, across, dp(line), colour, x, y)

    def _add_rendered(self, layer: int, block: RenderedText, colour: Rgba, x: float, y: float) -> None:
        self._rendered.append(block)
        texture = block.label.texture
        self.vertices.setdefault((layer, texture, colour), []).extend(shapes.texture_quad(texture, x, y))

    def _add_circle(self, layer: int, across: float, line: float, colour: Rgba, x: float, y: float) -> None:
        """Add a disc or ring: the texture of one corner, mirrored to all four."""
        left, low, size = round(x - across / 2), round(y - across / 2), round(across)
        right, top = left + size, low + size
        across_x, across_y = (left + right) / 2, (low + top) / 2
        texture, u, v = corner_texture(size / 2, line)
        corners = self.vertices.setdefault((layer, texture, colour), [])
        # The texture has one transparent pixel around the curve.
        for x0 in (left - 1, right + 1):
            for y0 in (low - 1, top + 1):
                corners += (x0, y0, 0.0, 0.0, across_x, y0, u, 0.0)
                corners += (across_x, across_y, u, v, x0, across_y, 0.0, v)
