"""Seats as drawn on the seat ring: avatar, icons and outlines, rendered for the whole ring at once.

All shapes with one texture and one colour are a single mesh, so a ring of ten takes a dozen meshes. Drawn
individually they would dominate the response time of a tap.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any, Final, NamedTuple

from kivy.graphics import Color, InstructionGroup, Mesh
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.icons import Icon
from companion.widgets.mesh_batch import MeshBatch, MeshLayers, WidgetDrawing
from companion.widgets.palette import Rgba
from companion.widgets.text_renderer import render_text
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
        batch.add_circle(side / 2, side / 2, side, avatar.background)
        batch.add_circle(side / 2, side / 2, side, avatar.border, line_width=dp(2))
        if avatar.icon is not None:
            batch.add_icon(avatar.icon, self._diameter * 0.58, avatar.tone, side / 2, side / 2)
        elif avatar.letter:
            _add_letter(batch, avatar.letter, side * 0.46, avatar.tone, side / 2, side / 2)
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


# Layers of a seat. The halo's colour is animated.
_HALO, _RINGS, _DISCS, _BORDERS, _CONTENT, _RIMS, _ICONS = range(7)
_MeshKey = tuple[tuple[int, ...], Texture | None, Rgba]


class SeatRenderer:
    """Draws all seats of a ring into a group; `halo` is the colour of the highlighted seats' outline.

    A tap changes one or two seats: the shapes of the others are cached, and only changed meshes are updated.
    """

    def __init__(self, group: InstructionGroup) -> None:
        self._group = group
        self._diameter = 0.0
        self._seats: dict[int, tuple[SeatPlace, MeshLayers]] = {}
        self._vertices: dict[_MeshKey, list[float]] = {}
        self._meshes: dict[_MeshKey, Mesh] = {}
        self.halo = Color(rgba=theme_colour("candle"))

    def show(self, places: Iterable[SeatPlace], diameter: float) -> None:
        if diameter != self._diameter:
            self._diameter = diameter
            self._seats.clear()
        layers = MeshLayers()
        for number, place in enumerate(places):
            cached = self._seats.get(number)
            if cached is None or cached[0] != place:
                cached = self._seats[number] = (place, _draw_seat(place, diameter))
            layers.add_layers(cached[1])
        shapes = {
            (layer, *key): mesh for layer, batch in layers.in_order() for key, mesh in batch.meshes.items()
        }
        if shapes.keys() != self._meshes.keys():
            self._create_meshes(shapes)
        for key, (vertices, indices) in shapes.items():
            if vertices != self._vertices.get(key):
                self._meshes[key].vertices, self._meshes[key].indices = vertices, indices
                self._vertices[key] = vertices

    def _create_meshes(self, keys: Iterable[_MeshKey]) -> None:
        """Create one empty mesh per key."""
        self._group.clear()
        self._vertices = {}
        self._meshes = {key: Mesh(mode="triangles", texture=key[1]) for key in keys}
        for (layer, _, colour), mesh in self._meshes.items():
            is_halo = layer == (_HALO,)
            if is_halo:
                self.halo.rgb = colour[:3]
            self._group.add(self.halo if is_halo else Color(rgba=colour))
            self._group.add(mesh)


def _draw_seat(place: SeatPlace, diameter: float) -> MeshLayers:
    layers = MeshLayers()
    seat, x, y = place.look, place.x, place.y
    disc_icon = seat.disc_icon
    is_solid = disc_icon is not None and disc_icon.is_solid
    avatar = seat.avatar if disc_icon is None else None
    alpha = _PRESSED_ALPHA if place.is_pressed else 1.0

    def add_circle(layer: int, diameter: float, colour: Rgba, line_width: float = 0.0) -> None:
        # Whole pixels: the disc and its outlines must not differ by one.
        size = round(diameter)
        left, low = round(x - diameter / 2), round(y - diameter / 2)
        layers.get(layer).add_box(
            left, low, size, size, radius=size / 2, tone=colour, line_width=dp(line_width)
        )

    if seat.is_highlighted:
        add_circle(_HALO, diameter + dp(14), theme_colour("candle"), 3.5)
    elif seat.is_ringed:
        add_circle(_RINGS, diameter + dp(14), theme_colour("candle", alpha), 3.5)
    if avatar is not None:
        background, border, tone = avatar.background, avatar.border, avatar.tone
    elif disc_icon is not None:
        background, border, tone = ("solid", "", "on_solid") if is_solid else ("hollow", "ink_2", "ink")
    else:
        background, border, tone = "candle_deep" if seat.is_highlighted else "raised", "rim", "ink"
    add_circle(_DISCS, diameter, theme_colour(background, alpha))
    if border:
        add_circle(_BORDERS, diameter, theme_colour(border, alpha), 2.5)
    icon = avatar.icon if avatar is not None else disc_icon.icon if disc_icon is not None else None
    if icon is not None:
        # Icon sizes are in dp, disc sizes in pixels.
        layers.get(_CONTENT).add_icon(icon, 0.56 * diameter / dp(1), tone, x, y)
    elif seat.letter:
        _add_letter(layers.get(_CONTENT), seat.letter, min(dp(26), diameter * 0.48), tone, x, y)
    for beside in seat.icons:
        right, up, beyond = beside.spot.value
        at = (x + diameter * right, y + diameter * up + dp(beyond))
        if beside.has_rim:
            layers.get(_RIMS).add_icon(beside.icon, beside.size * _RIM_SCALE, "table", *at)
        layers.get(_ICONS).add_icon(beside.icon, beside.size, beside.tone, *at)
    return layers


def _add_letter(batch: MeshBatch, letter: str, size: float, tone: str, x: float, y: float) -> None:
    """Add a letter or number, sized by the disc, which does not grow with the text size."""
    rendered = render_text(
        letter, "text", 700, max(1, round(size)), width=None, align="center", rtl=look().rtl
    )
    batch.add_rendered(rendered, tone, x, y)
