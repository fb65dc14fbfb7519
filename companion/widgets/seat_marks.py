"""Seats round a table: their positions, what a seat shows, and the control for the number of players.

Seat 0 is at the bottom, nearest the user, and the others follow clockwise as seen from above. They are
spaced evenly along the oval, not by angle, so that none crowd at its narrow ends. All shapes with one
texture and one colour are a single mesh, so a ring of ten takes a dozen meshes. Drawn individually they
would dominate the response time of a tap.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from enum import Enum
from math import ceil, cos, hypot, pi, sin
from typing import Any, Final, NamedTuple

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, Mesh, SmoothEllipse, SmoothLine
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.cards import RoundButton
from companion.widgets.icons import Icon
from companion.widgets.mesh_batch import MeshBatch, MeshLayers, WidgetDrawing
from companion.widgets.palette import Rgba
from companion.widgets.shapes import center_of
from companion.widgets.text import MUTED, NUMBER, Text
from companion.widgets.text_renderer import render_text
from companion.widgets.theme import look, theme_colour

_SAMPLES = 720
# Share of the distance to the next seat within which a drop counts as onto the seat.
_ONTO_SHARE = 0.36

SeatPositions = tuple[tuple[float, float], ...]


def seat_positions(count: int, rx: float, ry: float) -> SeatPositions:
    """Return the offset (x right, y up) of each seat from the centre of an oval with these half axes."""
    if count <= 0:
        return ()
    points = [_point_at(2 * pi * i / _SAMPLES, rx, ry) for i in range(_SAMPLES + 1)]
    lengths = [0.0]
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        lengths.append(lengths[-1] + hypot(x1 - x0, y1 - y0))
    positions = []
    sample = 0
    for seat in range(count):
        goal = lengths[-1] * seat / count
        while lengths[sample + 1] < goal:
            sample += 1
        positions.append(
            points[sample] if goal - lengths[sample] < lengths[sample + 1] - goal else points[sample + 1]
        )
    return tuple(positions)


class DropTarget(NamedTuple):
    """Target of a drop: onto the seat at `seat_place`, or between two seats, taking `seat_place`."""

    seat_place: int
    is_onto: bool


def find_drop_target(dragged: int, x: float, y: float, positions: SeatPositions) -> DropTarget:
    """Return the target for the seat `dragged`, dropped at an offset from the centre."""
    nearest = nearest_seat(x, y, positions)
    count = len(positions)
    neighbours = [(nearest - 1) % count, (nearest + 1) % count]
    distances = [_distance(positions[seat], (x, y)) for seat in (nearest, *neighbours)]
    spacing = min(
        (_distance(positions[nearest], positions[seat]) for seat in neighbours if seat != nearest),
        default=0.0,
    )
    if count < 3 or distances[0] <= spacing * _ONTO_SHARE:
        return DropTarget(nearest, is_onto=True)
    # Dropped between `first` and the next seat clockwise; indices shift when the dragged seat is removed.
    first = neighbours[0] if distances[1] < distances[2] else nearest
    if dragged in (first, (first + 1) % count):
        return DropTarget(dragged, is_onto=False)
    return DropTarget(first if first > dragged else first + 1, is_onto=False)


def nearest_seat(x: float, y: float, positions: SeatPositions) -> int:
    """Return the seat nearest to an offset from the centre."""
    return min(range(len(positions)), key=lambda seat: _distance(positions[seat], (x, y)))


def _distance(one: tuple[float, float], other: tuple[float, float]) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def _point_at(turn: float, rx: float, ry: float) -> tuple[float, float]:
    return (-rx * sin(turn), -ry * cos(turn))


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
    for seat_icon in seat.icons:
        right, up, beyond = seat_icon.spot.value
        at = (x + diameter * right, y + diameter * up + dp(beyond))
        if seat_icon.has_rim:
            layers.get(_RIMS).add_icon(seat_icon.icon, seat_icon.size * _RIM_SCALE, "table", *at)
        layers.get(_ICONS).add_icon(seat_icon.icon, seat_icon.size, seat_icon.tone, *at)
    return layers


def _add_letter(batch: MeshBatch, letter: str, size: float, tone: str, x: float, y: float) -> None:
    """Add a letter or number, sized by the disc, which does not grow with the text size."""
    rendered = render_text(
        letter, "text", 700, max(1, round(size)), width=None, align="center", rtl=look().rtl
    )
    batch.add_rendered(rendered, tone, x, y)


# Length of an oval's straight segments in pixels: shorter ones make no visible difference but cost time.
_SEGMENT_PIXELS = 12


class TableTop:
    """A wooden table seen from above; draws into the canvas that is active on construction."""

    def __init__(self) -> None:
        Color(rgba=theme_colour("wood"))
        self._wood = SmoothEllipse()
        Color(rgba=theme_colour("wood_line"))
        self._grain = [SmoothLine(width=dp(0.75)) for _ in range(5)]
        Color(rgba=theme_colour("wood_rim"))
        self._rim = SmoothLine(width=dp(1.6), close=True)
        self._inner = SmoothLine(width=dp(0.6), close=True)

    def show(self, x: float, y: float, tx: float, ty: float) -> None:
        """Draw the oval with this centre and these half axes."""
        corners = max(48, ceil(4 * (tx + ty) / _SEGMENT_PIXELS))
        self._wood.segments = corners
        self._wood.pos, self._wood.size = (x - tx, y - ty), (2 * tx, 2 * ty)
        for line, gap in ((self._rim, 0.0), (self._inner, dp(7))):
            line.ellipse = (x - tx + gap, y - ty + gap, 2 * (tx - gap), 2 * (ty - gap), 0, 360, corners)
        for i, line in enumerate(self._grain):
            up = (i - 2) / 3
            half = (tx - dp(8)) * max(0.0, 1 - up * up) ** 0.5
            line.points = (x - half, y + up * (ty - dp(8)), x + half, y + up * (ty - dp(8)))


# In dp: seat diameter, half axes of the seats, gap between seats and table, offset of the buttons.
_SEAT_DP = 38
_RADIUS_X_DP, _RADIUS_Y_DP = 138, 86
_TABLE_GAP_DP = 33
_BUTTON_OFFSET_DP = 62


class SeatCounter(Widget):
    """Player count control; `caption` returns the text below the number, `on_change` gets the new count."""

    def __init__(
        self,
        count: int,
        min_count: int,
        max_count: int,
        on_change: Callable[[int], object],
        caption: Callable[[int], str],
        **options: Any,
    ) -> None:
        options.setdefault("size_hint_y", None)
        options.setdefault("height", dp(2 * _RADIUS_Y_DP + _SEAT_DP + 4))
        super().__init__(**options)
        self.count = count
        self._min_count, self._max_count = min_count, max_count
        self._on_change, self._caption = on_change, caption
        with self.canvas.before:
            self._table = TableTop()
            seats_group = InstructionGroup()
        self._seat_renderer = SeatRenderer(seats_group)
        self.minus = RoundButton(Icon.MINUS, lambda: self._change_by(-1), outlined=True)
        self.plus = RoundButton(Icon.PLUS, lambda: self._change_by(1), outlined=True)
        self.count_label = Text(
            "", NUMBER, size_sp=36, min_size=20, max_lines=1, autosize="none", align="center"
        )
        self.caption_label = Text("", MUTED, min_size=9, max_lines=1, autosize="none", align="center")
        for part in (self.minus, self.plus, self.count_label, self.caption_label):
            part.size_hint = (None, None)
            self.add_widget(part)
        schedule_layout = Clock.create_trigger(self._update_layout, -1)
        self.bind(pos=schedule_layout, size=schedule_layout)
        self._update_text()

    def _change_by(self, step: int) -> None:
        count = min(self._max_count, max(self._min_count, self.count + step))
        if count != self.count:
            self.count = count
            self._update_text()
            self._update_layout()
            self._on_change(count)

    def _update_text(self) -> None:
        self.count_label.content = look().digits(self.count)
        self.caption_label.content = self._caption(self.count)
        self.minus.enabled = self.count > self._min_count
        self.plus.enabled = self.count < self._max_count

    def _update_layout(self, *_: object) -> None:
        x, y = center_of(self)
        rx, ry = max(dp(80), min(dp(_RADIUS_X_DP), (self.width - dp(_SEAT_DP)) / 2)), dp(_RADIUS_Y_DP)
        tx, ty = rx - dp(_TABLE_GAP_DP), ry - dp(_TABLE_GAP_DP)
        self._table.show(x, y, tx, ty)
        places = seat_positions(self.count, rx, ry)
        seats = [
            SeatPlace(SeatLook("", letter=look().digits(seat + 1)), x + across, y + up)
            for seat, (across, up) in enumerate(places)
        ]
        self._seat_renderer.show(seats, dp(_SEAT_DP))
        offset = min(dp(_BUTTON_OFFSET_DP), tx - dp(30))
        # The minus button stands where reading starts.
        fewer = offset if look().rtl else -offset
        self.minus.center, self.plus.center = (x + fewer, y), (x - fewer, y)
        room = max(dp(20), 2 * offset - self.plus.width)
        self.count_label.size, self.caption_label.size = (room, ty * 0.95), (room, ty * 0.45)
        self.count_label.center, self.caption_label.center = (x, y + ty * 0.22), (x, y - ty * 0.45)
