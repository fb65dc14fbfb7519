"""Image of a game night for sharing: date, players round the table with their wins, and the games played.

`GameNightCard` is the exported image (always in the dark palette), `GameNightRing` shows only the table on
a page. Both draw through `ScaledPainter`, whose coordinates are abstract units from the top left; a unit
is two pixels in the exported image and fewer in the preview.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from math import hypot, pi
from typing import Any, Final, NamedTuple

from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.backdrop import EmblemDesign, draw_emblem, draw_logo, glow_texture
from companion.widgets.icons import Icon
from companion.widgets.image_export import Pixels
from companion.widgets.layout_jobs import LayoutJob
from companion.widgets.mesh_batch import MeshBatch, MeshLayers, WidgetDrawing, render_icon
from companion.widgets.palette import Rgba, Tone
from companion.widgets.seat_marks import seat_positions
from companion.widgets.text import TextStyle
from companion.widgets.text_renderer import fit_font_size, is_rtl_text, render_text, text_width
from companion.widgets.theme import look, theme_colour, use_dark_palette

_ANY_HEIGHT: Final = 10**6


class TextBox(NamedTuple):
    """A drawn text and its bounding box in units."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


class ScaledPainter:
    """Painter with abstract units: `unit` is the pixels per unit, `height` the image height in units.

    Coordinates start at the top left. `texts` lists every drawn text with its box, for tests.
    """

    def __init__(self, unit: float, height: float) -> None:
        self.unit = unit
        self.texts: list[TextBox] = []
        self._height = height
        self._layers = MeshLayers()
        # Higher layers are drawn on top.
        self._layer = 0

    def draw(self, group: InstructionGroup) -> None:
        self._layers.draw(group)

    def next_layer(self) -> None:
        """Start a layer that covers everything drawn so far."""
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
        tone: Tone,
        line_width: float = 0.0,
    ) -> None:
        """Draw a filled rounded box, or only its outline if `line_width` is given."""
        left, low = self._to_pixels(x, y + height)
        thick = max(1.0, line_width * self.unit) if line_width else 0.0
        wide, high, bend = width * self.unit, height * self.unit, radius * self.unit
        self._batch.add_box(left, low, wide, high, radius=bend, tone=tone, line_width=thick)

    def draw_bar(self, x: float, y: float, width: float, tone: Tone) -> None:
        """Draw a thin horizontal line."""
        left, low = self._to_pixels(x, y)
        self._batch.add_bar(left, low, width * self.unit, max(1, round(self.unit)), tone)

    def draw_disc(self, x: float, y: float, radius: float, tone: Tone, line_width: float = 0.0) -> None:
        self.draw_box(
            x - radius, y - radius, 2 * radius, 2 * radius, radius=radius, tone=tone, line_width=line_width
        )

    def draw_icon(self, icon: Icon, x: float, y: float, size: float, tone: Tone) -> None:
        self._batch.add_rendered(render_icon(icon, size * self.unit), tone, *self._to_pixels(x, y))

    def draw_emblem(self, design: EmblemDesign, x: float, y: float, diameter: float) -> None:
        draw_emblem(
            self._batch, design, *self._to_pixels(x, y), diameter * self.unit, diameter * self.unit / 52
        )
        # The emblem's meshes overlap, so later drawings must not be batched between them.
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
        style: TextStyle,
        *,
        max_width: float,
        min_size: float = 0.0,
        max_lines: int = 1,
    ) -> float:
        """Draw text centred on a point, or starting there in reading direction if its style says so.

        Text wider than `max_width` shrinks to `min_size` and then ends in an ellipsis. Returns its width.
        """
        rtl = look().rtl
        text_rtl = is_rtl_text(text, rtl)
        width = max(1, int(max_width * self.unit))
        max_pixels, min_pixels = (
            max(1, round(value * self.unit)) for value in (style.size_sp, min_size or style.size_sp)
        )
        font = (text, style.face, style.weight)
        pixels = fit_font_size(
            *font, max_pixels, min_pixels, width=width, height=_ANY_HEIGHT, rtl=text_rtl, max_lines=max_lines
        )
        at_start = style.align == "start"
        align = ("right" if rtl else "left") if at_start else "center"
        rendered = render_text(*font, pixels, width=width, align=align, rtl=text_rtl, max_lines=max_lines)
        wide, high = rendered.width / self.unit, rendered.height / self.unit
        middle = x if not at_start else x - wide / 2 if rtl else x + wide / 2
        self._batch.add_rendered(rendered, style.tone, *self._to_pixels(middle, y))
        self.texts.append(TextBox(text, middle - wide / 2, y - high / 2, middle + wide / 2, y + high / 2))
        return wide

    def text_width(self, text: str, size: float, face: str = "text", weight: int = 400) -> float:
        """Return the width of the text on one line."""
        pixels = max(1, round(size * self.unit))
        text_rtl = is_rtl_text(text, look().rtl)
        return text_width(text, face, weight, pixels, rtl=text_rtl) / self.unit


# In units: sizes of a seat at full scale, and distances of its parts from its centre.
_DISC, _NAME, _LINE = 25.0, 38.0, 60.0
_CROWN, _CROWN_SIZE = 36.0, 25.0
_NAME_SIZE, _LINE_SIZE, _NUMBER_SIZE = 19.0, 16.0, 23.0
# Distance between seats along the oval; with less room the seats are scaled down.
_SEAT_SPACING: Final = 98.0
_SCALES: Final = (1.0, 0.86, 0.74)
_MIN_SCALE: Final = 0.55
_MAX_NAME_WIDTH: Final = 128.0
# Distance from the centre of an outer seat to the edge, as a share of the width.
_SIDE_MARGIN_SHARE: Final = 0.132
# Iterations for fitting the oval between the parts above and below it; enough to converge.
_FIT_ROUNDS: Final = 8
_MAX_RADIUS_Y: Final = 170.0
# Radius limits of the table, and the gap round it.
_MAX_TABLE_RADIUS, _GOOD_TABLE_RADIUS, _MIN_TABLE_RADIUS, _TABLE_GAP = 88.0, 54.0, 34.0, 5.0


@dataclass(frozen=True, slots=True)
class RingSeat:
    """A seat of the ring; `caption` stands below the name of a crowned player."""

    number: str
    name: str
    is_crowned: bool = False
    caption: str = ""


@dataclass(frozen=True, slots=True)
class RingBox:
    """The area available for a ring, in units from the top left."""

    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class RingLayout:
    """Computed layout: centre and radius of the table, seat positions, and the scale of the seats."""

    x: float
    y: float
    table_radius: float
    seats: tuple[tuple[float, float], ...]
    scale: float


def layout_ring(
    seats: Sequence[RingSeat], box: RingBox, measure: Callable[[str, float], float]
) -> RingLayout:
    """Return the largest ring layout that fits the box.

    Seats shrink where there are many or the table would get too small; the table shrinks where names need
    room. `measure` returns the width of a name at a font size.
    """
    for max_scale in _SCALES:
        ring = _layout_at_scale(seats, box, measure, max_scale)
        if ring.table_radius >= _GOOD_TABLE_RADIUS:
            break
    return ring


def _layout_at_scale(
    seats: Sequence[RingSeat], box: RingBox, measure: Callable[[str, float], float], max_scale: float
) -> RingLayout:
    scale, x, y = max_scale, box.left + box.width / 2, box.top + box.height / 2
    ry = box.height / 2 - _NAME
    for _ in range(_FIT_ROUNDS):
        rx = box.width / 2 - max(_DISC + 8, _SIDE_MARGIN_SHARE * box.width) * scale
        around = pi * (1.5 * (rx + ry) - (rx * ry) ** 0.5)
        scale = max(_MIN_SCALE, min(max_scale, around / max(1, len(seats)) / _SEAT_SPACING))
        places = tuple((x + dx, y - dy) for dx, dy in seat_positions(len(seats), rx, ry))
        # Centre the ring: split the space left above the highest and below the lowest seat.
        reach = [(_above(seat) * scale, _below(seat) * scale) for seat in seats]
        over = min((at[1] - up for at, (up, _) in zip(places, reach, strict=True)), default=box.top) - box.top
        low = max((at[1] + down for at, (_, down) in zip(places, reach, strict=True)), default=box.top)
        under = box.top + box.height - low
        y += (under - over) / 2
        ry = min(_MAX_RADIUS_Y, max(30.0, ry + (under + over) / 2))
    ring = RingLayout(x, y, _MAX_TABLE_RADIUS, places, scale)
    near = min(
        (_distance_to_table(ring, seat, at, box, measure) for seat, at in zip(seats, places, strict=True)),
        default=99.0,
    )
    return replace(ring, table_radius=max(_MIN_TABLE_RADIUS, min(_MAX_TABLE_RADIUS, near - _TABLE_GAP)))


def _above(seat: RingSeat) -> float:
    return _CROWN + _CROWN_SIZE / 2 if seat.is_crowned else _DISC


def _below(seat: RingSeat) -> float:
    return _LINE + 12 if seat.caption else _NAME + 13


def _distance_to_table(
    ring: RingLayout,
    seat: RingSeat,
    at: tuple[float, float],
    box: RingBox,
    measure: Callable[[str, float], float],
) -> float:
    """Return the distance from the table's centre to a seat's disc and its text."""
    disc = hypot(at[0] - ring.x, at[1] - ring.y) - _DISC * ring.scale
    name = measure(seat.name, _NAME_SIZE * ring.scale)
    line = measure(seat.caption, _LINE_SIZE * ring.scale) if seat.caption else 0.0
    half = min(_name_room(ring, *at, box), max(name, line)) / 2
    across = max(0.0, abs(at[0] - ring.x) - half)
    low = at[1] + _below(seat) * ring.scale
    return min(disc, hypot(across, max(0.0, ring.y - low, at[1] - ring.y)))


def draw_ring(
    painter: ScaledPainter, seats: Sequence[RingSeat], middle: tuple[str, str], box: RingBox
) -> RingLayout:
    """Draw the ring; `middle` is the large and the small line of text on the table."""
    ring = layout_ring(seats, box, lambda words, size: painter.text_width(words, size, weight=700))
    _draw_table(painter, ring, middle)
    for seat, (x, y) in zip(seats, ring.seats, strict=True):
        _draw_seat(painter, seat, x, y, ring.scale, _name_room(ring, x, y, box))
    return ring


def _name_room(ring: RingLayout, x: float, y: float, box: RingBox) -> float:
    """Return the maximum width of a name that neither overlaps another seat nor crosses the edge."""
    edge = 2 * min(x - box.left, box.left + box.width - x)
    return max(24.0, min(edge, _MAX_NAME_WIDTH, *_neighbour_gaps(ring, x, y)))


def _neighbour_gaps(ring: RingLayout, x: float, y: float) -> Iterator[float]:
    below = (_NAME + 12) * ring.scale
    for other_x, other_y in ring.seats:
        across = abs(other_x - x)
        if across and abs(other_y - y) < below:
            yield across - 6
        elif across and abs(other_y - y - _NAME * ring.scale) < (_DISC + 12) * ring.scale:
            # The other seat's disc is beside the name.
            yield 2 * (across - (_DISC + 4) * ring.scale)


def _draw_table(painter: ScaledPainter, ring: RingLayout, middle: tuple[str, str]) -> None:
    x, y, radius = ring.x, ring.y, ring.table_radius
    part = radius / _MAX_TABLE_RADIUS
    painter.draw_disc(x, y + 4 * part, radius, (0.0, 0.0, 0.0, 0.35))
    painter.next_layer()
    painter.draw_disc(x, y, radius, "wood")
    painter.next_layer()
    for step in range(-2, 3):
        half = (radius - 5) * (1 - (step / 2.6) ** 2) ** 0.5
        painter.draw_bar(x - half, y + step * radius / 2.6, 2 * half, "wood_line")
    painter.next_layer()
    painter.draw_disc(x, y, radius, "wood_rim", line_width=2.5)
    painter.draw_disc(x, y, radius - 8 * part, theme_colour("wood_rim", 0.7), line_width=1)
    painter.next_layer()
    large, small = middle
    painter.draw_icon(Icon.FLAME, x, y - (30 if small else 22) * part, 46 * part, "candle")
    room = 1.7 * radius
    large_style = TextStyle(24 * part, 700, align="center")
    painter.draw_text(large, x, y + (28 if small else 34) * part, large_style, max_width=room, min_size=9)
    if small:
        small_style = TextStyle(17 * part, tone="ink_2", align="center")
        painter.draw_text(small, x, y + 51 * part, small_style, max_width=1.28 * radius, min_size=8)


def _draw_seat(painter: ScaledPainter, seat: RingSeat, x: float, y: float, scale: float, room: float) -> None:
    tone = "candle" if seat.is_crowned else "ink"
    painter.draw_disc(x, y, _DISC * scale, "candle_deep" if seat.is_crowned else "plank")
    painter.next_layer()
    if seat.is_crowned:
        painter.draw_disc(x, y, _DISC * scale, "candle", line_width=3)
        painter.draw_icon(Icon.CROWN, x, y - _CROWN * scale, _CROWN_SIZE * scale, "candle")
    else:
        painter.draw_disc(x, y, _DISC * scale, "rim", line_width=2)
    number_style = TextStyle(_NUMBER_SIZE * scale, 700, tone, align="center")
    painter.draw_text(seat.number, x, y, number_style, max_width=2 * _DISC * scale - 8, min_size=8)
    name_style = TextStyle(_NAME_SIZE * scale, 700, align="center")
    min_size = 0.68 * name_style.size_sp
    painter.draw_text(seat.name, x, y + _NAME * scale, name_style, max_width=room, min_size=min_size)
    if seat.caption:
        line_style = TextStyle(_LINE_SIZE * scale, tone="candle", align="center")
        min_size = 0.6 * line_style.size_sp
        painter.draw_text(seat.caption, x, y + _LINE * scale, line_style, max_width=room, min_size=min_size)


class GameNightRing(Widget):
    """The ring as a widget that scales to the width of its parent."""

    _WIDTH, _HEIGHT = 460.0, 356.0
    # In dp.
    _MAX_HEIGHT_DP = 320.0

    def __init__(self, seats: Sequence[RingSeat], middle: tuple[str, str], **options: Any) -> None:
        self._seats, self._middle = tuple(seats), middle
        super().__init__(size_hint_y=None, **options)
        self._drawing = WidgetDrawing(self)
        self._schedule_draw = LayoutJob(self, "_draw")
        self.fbind("width", self._schedule_draw)

    def _draw(self, *_: object) -> None:
        if self.width < 1:
            return
        unit = min(self.width / self._WIDTH, dp(self._MAX_HEIGHT_DP) / self._HEIGHT)
        self.height = round(self._HEIGHT * unit)
        painter = ScaledPainter(unit, self._HEIGHT)
        margin = (self.width / unit - self._WIDTH) / 2
        draw_ring(painter, self._seats, self._middle, RingBox(margin, 0, self._WIDTH, self._HEIGHT))
        self._drawing.show(painter)


WIDTH: Final = 540.0
# Pixels per unit in the exported image.
_EXPORT_SCALE: Final = 2
# Maximum number of games with a tile; the others are only counted.
MAX_GAMES: Final = 4

_SIDE_MARGIN: Final = 40.0
# A longer title ends in an ellipsis.
_TITLE_ROOM: Final = 464.0
_DATE_STYLE: Final = TextStyle(20, tone="ink_2", align="center")
_TITLE_STYLE: Final = TextStyle(46, 700, "night_line", "title", "center")
_MORE_STYLE: Final = TextStyle(16, tone="ink_2", align="center")
_APP_NAME_STYLE: Final = TextStyle(17, tone="ink_2")
_TILE_NAME_STYLE: Final = TextStyle(18, 700, face="title")
_TILE_HEIGHT: Final = 63.0
# Height by number of rows: tiles with roles take the full width, and are lower where there are many.
_ROLE_TILE_HEIGHTS: Final = (0, 63.0, 63.0, 50.0, 46.0)
_GAP: Final = 9.0
_MORE_HEIGHT: Final = 22.0
_JOINTS: Final = (0.21, 0.405, 0.615, 0.80)
_TILE_COLOUR: Rgba = (0.0, 0.0, 0.0, 0.38)


class CardFormat(Enum):
    """Image formats by their height in units."""

    TALL = 675.0
    SQUARE = 540.0


@dataclass(frozen=True, slots=True)
class PlayedGameTile:
    """Tile of a game: emblem, name, ending in the colour `tone`, and the roles if they were revealed."""

    emblem: EmblemDesign
    name: str
    ending: str
    tone: str
    roles: str = ""


@dataclass(frozen=True, slots=True)
class CardContent:
    """Texts of the image; empty ones are left out. `more_text` counts the games without a tile."""

    day: str
    title: str
    seats: tuple[RingSeat, ...]
    middle: tuple[str, str]
    tiles: tuple[PlayedGameTile, ...]
    more_text: str
    app_name: str


class GameNightCard(Widget):
    """The image as a widget; `unit` is the pixels per unit, `rounded` clips the corners for the preview."""

    def __init__(
        self,
        content: CardContent,
        card_format: CardFormat,
        unit: float,
        *,
        rounded: bool = False,
        **options: Any,
    ) -> None:
        size = (round(WIDTH * unit), round(card_format.value * unit))
        super().__init__(size_hint=(None, None), size=size, **options)
        with use_dark_palette():
            self.painter = ScaledPainter(unit, card_format.value)
            self.ring = _draw_card(self.painter, content, card_format)
            self._background = _CardBackground(
                self.painter, self.ring, card_format, 18 * unit if rounded else 0.0
            )
        WidgetDrawing(self).show(self._background)

    def export_pixels(self) -> Pixels:
        texture = self.export_as_image(scale=1.0).texture
        return Pixels(texture.pixels, *texture.size)


def build_export_card(content: CardContent, card_format: CardFormat) -> GameNightCard:
    return GameNightCard(content, card_format, _EXPORT_SCALE)


class _CardBackground:
    """Wooden background with candlelight, and the painter's content on it."""

    def __init__(
        self, painter: ScaledPainter, ring: RingLayout, card_format: CardFormat, radius: float
    ) -> None:
        self._painter = painter
        self._radius = radius
        unit, high = painter.unit, card_format.value
        self._size = (round(WIDTH * unit), round(high * unit))
        self._light = (ring.x * unit, (high - ring.y) * unit, 420 * unit)
        self._tones = (
            theme_colour("table"),
            theme_colour("candle_deep"),
            theme_colour("joint", look().palette.joint_alpha),
        )

    def draw(self, group: InstructionGroup) -> None:
        table, light, joint = self._tones
        width, height = self._size
        wood = MeshBatch()
        if self._radius:
            wood.add_box(0, 0, width, height, radius=self._radius, tone=table)
        else:
            wood.add_bar(0, 0, width, height, table)
        wood.draw(group)
        x, y, reach = self._light
        group.add(Color(rgba=light))
        # Clip the glow to the image: in the preview it would spill over the widgets beside it.
        for part in _clip_glow(x, y, reach, width, height):
            group.add(part)
        group.add(Color(rgba=joint))
        thick = max(1, round(1.2 * self._painter.unit))
        for at in _JOINTS:
            group.add(Rectangle(pos=(round(at * width), 0), size=(thick, height)))
        self._painter.draw(group)


def _clip_glow(x: float, y: float, reach: float, width: float, height: float) -> Sequence[Rectangle]:
    left, low = max(0.0, x - reach), max(0.0, y - reach)
    right, top = min(width, x + reach), min(height, y + reach)
    texture = glow_texture()
    u, v = texture.uvsize
    across = [u * (at - x + reach) / (2 * reach) for at in (left, right)]
    up = [v * (at - y + reach) / (2 * reach) for at in (low, top)]
    corners = (across[0], up[0], across[1], up[0], across[1], up[1], across[0], up[1])
    return [Rectangle(texture=texture, pos=(left, low), size=(right - left, top - low), tex_coords=corners)]


def _draw_card(painter: ScaledPainter, content: CardContent, card_format: CardFormat) -> RingLayout:
    high = card_format.value
    rim = theme_colour("wood_rim")
    painter.draw_box(16.5, 16.5, WIDTH - 33, high - 33, radius=25, tone=rim, line_width=1.6)
    painter.draw_box(
        22.5, 22.5, WIDTH - 45, high - 45, radius=20, tone=theme_colour("wood_rim", 0.6), line_width=0.8
    )
    painter.next_layer()
    below = _draw_title(painter, content, card_format)
    foot = high - 44
    _draw_app_name(painter, content.app_name, foot)
    if card_format is CardFormat.SQUARE:
        return _draw_tiles_in_column(painter, content, below, foot - 22)
    return _draw_tiles_below(painter, content, below, foot - 22)


def _draw_title(painter: ScaledPainter, content: CardContent, card_format: CardFormat) -> float:
    """Draw date and title; return the y coordinate of their lower edge."""
    top = 50.0 if card_format is CardFormat.TALL else 46.0
    if content.day:
        painter.draw_text(content.day, WIDTH / 2, top, _DATE_STYLE, max_width=_TITLE_ROOM, min_size=14)
    middle = top + (38 if content.day else 16)
    painter.draw_text(content.title, WIDTH / 2, middle, _TITLE_STYLE, max_width=_TITLE_ROOM, min_size=26)
    return middle + 30


def _draw_app_name(painter: ScaledPainter, name: str, y: float) -> None:
    """Draw the logo and the app's name, centred together."""
    rtl = look().rtl
    wide = painter.text_width(name, 17)
    start = WIDTH / 2 + (wide / 2 - 14 if rtl else 14 - wide / 2)
    painter.draw_logo(start + (20 if rtl else -20), y, 25)
    painter.draw_text(name, start, y, _APP_NAME_STYLE, max_width=300)


def _draw_tiles_below(painter: ScaledPainter, content: CardContent, top: float, bottom: float) -> RingLayout:
    """Draw the tiles in two columns below the ring, or in one column if they show roles."""
    wide = any(tile.roles for tile in content.tiles)
    rows = len(content.tiles) if wide else (len(content.tiles) + 1) // 2
    high = _ROLE_TILE_HEIGHTS[min(rows, MAX_GAMES)] if wide else _TILE_HEIGHT
    more = _MORE_HEIGHT if content.more_text else 0.0
    first = bottom - more - rows * high - max(0, rows - 1) * _GAP
    full_width = WIDTH - 2 * _SIDE_MARGIN
    half_width = (full_width - _GAP) / 2
    for at, tile in enumerate(content.tiles):
        row, column = (at, 0) if wide else divmod(at, 2)
        is_single = wide or (at == len(content.tiles) - 1 and not column)
        y = first + row * (high + _GAP)
        if is_single:
            width = full_width if wide else half_width
            _draw_tile(painter, tile, (WIDTH - width) / 2, y, width, high)
        else:
            side = column != int(look().rtl)
            _draw_tile(painter, tile, _SIDE_MARGIN + (half_width + _GAP if side else 0), y, half_width, high)
    if content.more_text:
        painter.draw_text(content.more_text, WIDTH / 2, bottom - 7, _MORE_STYLE, max_width=full_width)
    return draw_ring(
        painter, content.seats, content.middle, RingBox(28, top + 8, WIDTH - 56, first - top - 18)
    )


def _draw_tiles_in_column(
    painter: ScaledPainter, content: CardContent, top: float, bottom: float
) -> RingLayout:
    """Draw the tiles in one column at the end side of the ring."""
    count = max(1, len(content.tiles))
    wide, more = 190.0, _MORE_HEIGHT if content.more_text else 0.0
    has_roles = any(tile.roles for tile in content.tiles)
    room = bottom - top - more
    high = min(104.0 if has_roles else _TILE_HEIGHT, (room - (count - 1) * _GAP) / count)
    first = top + (room - count * high - (count - 1) * _GAP) / 2
    rtl = look().rtl
    left = 36.0 if rtl else WIDTH - 36.0 - wide
    for at, tile in enumerate(content.tiles):
        _draw_tile(painter, tile, left, first + at * (high + _GAP), wide, high)
    if content.more_text:
        below = first + count * (high + _GAP) + 6
        painter.draw_text(content.more_text, left + wide / 2, below, _MORE_STYLE, max_width=wide)
    box = RingBox(left + wide if rtl else 26.0, top + 4, WIDTH - wide - 36.0 - 26.0, bottom - top - 8)
    return draw_ring(painter, content.seats, content.middle, box)


def _draw_tile(
    painter: ScaledPainter, tile: PlayedGameTile, x: float, y: float, width: float, height: float
) -> None:
    """Draw a tile: emblem at the start, then name and ending.

    Name and ending are stacked, or on one line in a full-width tile. Roles stand below.
    """
    painter.draw_box(x, y, width, height, radius=15, tone=_TILE_COLOUR)
    painter.draw_box(x, y, width, height, radius=15, tone=theme_colour("wood_rim"), line_width=1)
    painter.next_layer()
    rtl, is_wide = look().rtl, width > WIDTH / 2
    is_folded = bool(tile.roles) and not is_wide
    across = 36.0 if is_folded else min(46.0, height - 14)
    head = 52.0 if is_folded else height
    pad = (min(head, _TILE_HEIGHT) - across) / 2 + 2
    painter.draw_emblem(
        tile.emblem, x + (width - pad - across / 2 if rtl else pad + across / 2), y + head / 2, across
    )
    start = x + (width - 1.8 * pad - across if rtl else 1.8 * pad + across)
    room = width - 2.8 * pad - across
    if is_wide:
        _draw_tile_line(painter, tile, start, y + height / 2, room)
        return
    line_offset = 10.0 if is_folded else 12.0
    middle = y + head / 2
    ending_style = TextStyle(16, 500, tile.tone)
    painter.draw_text(tile.name, start, middle - line_offset, _TILE_NAME_STYLE, max_width=room, min_size=13)
    painter.draw_text(tile.ending, start, middle + line_offset, ending_style, max_width=room, min_size=9)
    if is_folded:
        painter.draw_text(
            tile.roles,
            x + (width - 12 if rtl else 12),
            y + (head + height) / 2 - 3,
            TextStyle(11, tone="ink_2"),
            max_width=width - 24,
            min_size=9,
            max_lines=max(2, int((height - head - 2) // 15)),
        )


def _draw_tile_line(
    painter: ScaledPainter, tile: PlayedGameTile, start: float, middle: float, room: float
) -> None:
    line = middle - (11 if tile.roles else 0)
    name_width = painter.draw_text(tile.name, start, line, _TILE_NAME_STYLE, max_width=room / 2, min_size=13)
    ending_x = start - name_width - 12 if look().rtl else start + name_width + 12
    ending_style = TextStyle(16, 500, tile.tone)
    painter.draw_text(
        tile.ending, ending_x, line, ending_style, max_width=room - name_width - 12, min_size=11
    )
    if tile.roles:
        roles_style = TextStyle(13, tone="ink_2")
        painter.draw_text(tile.roles, start, middle + 11, roles_style, max_width=room, min_size=10)
