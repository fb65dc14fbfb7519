"""An evening as a picture to be sent: whose night it was, who sat where, and what was played.

It is dark in every theme, and measured in units of its own: two pixels each when it is sent, fewer where it
is shown before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.uix.widget import Widget

from companion.widgets.backdrop import glow_texture
from companion.widgets.emblem import EmblemDesign
from companion.widgets.evening_ring import RingBox, RingLayout, RingSeat, draw_ring
from companion.widgets.palette import Rgba
from companion.widgets.pen import ScaledPainter
from companion.widgets.poster import Pixels
from companion.widgets.stamps import MeshBatch, WidgetDrawing
from companion.widgets.theme import look, theme_colour, use_dark_palette

WIDTH: Final = 540.0
# In pixels a unit, when it is sent.
_EXPORT_SCALE: Final = 2
# So many games are shown; of the others their number.
MAX_GAMES: Final = 4

_SIDE_MARGIN: Final = 40.0
# The title shrinks so far, which only a long name needs, before it ends in dots.
_TITLE, _SMALL_TITLE, _TITLE_ROOM = 46.0, 26.0, 464.0
_TILE_HEIGHT: Final = 63.0
# With everybody's roles a tile has the whole width, and is lower where there are many.
_ROLE_TILE_HEIGHTS: Final = (0, 63.0, 63.0, 50.0, 46.0)
_GAP: Final = 9.0
_MORE_HEIGHT: Final = 22.0
_JOINTS: Final = (0.21, 0.405, 0.615, 0.80)
_TILE_COLOUR: Rgba = (0.0, 0.0, 0.0, 0.38)


class CardFormat(Enum):
    """How high the picture is, in units."""

    TALL = 675.0
    SQUARE = 540.0


@dataclass(frozen=True, slots=True)
class PlayedGameTile:
    """A game: its emblem and name, how it ended in words of this colour, and who was who if that is told."""

    emblem: EmblemDesign
    name: str
    ending: str
    tone: str
    roles: str = ""


@dataclass(frozen=True, slots=True)
class CardContent:
    """All that stands on the picture; what is empty is not there. `more_text` are the games without a
    tile."""

    day: str
    title: str
    seats: tuple[RingSeat, ...]
    middle: tuple[str, str]
    tiles: tuple[PlayedGameTile, ...]
    more_text: str
    app_name: str


class GameNightCard(Widget):
    """`unit` is how many pixels one is wide; on a screen its corners are `rounded`."""

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
    """The wood and its light, and on it what the pen has drawn."""

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
        # Cut where the picture ends: on a screen its light would fall on what stands beside it.
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
    """Returns where it ends."""
    top = 50.0 if card_format is CardFormat.TALL else 46.0
    if content.day:
        painter.draw_text(
            content.day, WIDTH / 2, top, size=20, max_width=_TITLE_ROOM, min_size=14, tone="ink_2"
        )
    middle = top + (38 if content.day else 16)
    tone = theme_colour("night_line")
    painter.draw_text(
        content.title,
        WIDTH / 2,
        middle,
        size=_TITLE,
        min_size=_SMALL_TITLE,
        max_width=_TITLE_ROOM,
        tone=tone,
        face="title",
        weight=700,
    )
    return middle + 30


def _draw_app_name(painter: ScaledPainter, name: str, y: float) -> None:
    """The mark and the name of the app, together in the middle."""
    rtl = look().rtl
    wide = painter.text_width(name, 17)
    start = WIDTH / 2 + (wide / 2 - 14 if rtl else 14 - wide / 2)
    painter.draw_logo(start + (20 if rtl else -20), y, 25)
    painter.draw_text(name, start, y, size=17, max_width=300, tone="ink_2", align_start=True)


def _draw_tiles_below(painter: ScaledPainter, content: CardContent, top: float, bottom: float) -> RingLayout:
    """Tiles in two columns below the ring; in one, where they also tell who was who."""
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
        painter.draw_text(
            content.more_text, WIDTH / 2, bottom - 7, size=16, max_width=full_width, tone="ink_2"
        )
    return draw_ring(
        painter, content.seats, content.middle, RingBox(28, top + 8, WIDTH - 56, first - top - 18)
    )


def _draw_tiles_in_column(
    painter: ScaledPainter, content: CardContent, top: float, bottom: float
) -> RingLayout:
    """Tiles in one column beside the ring, at the end of the line."""
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
        painter.draw_text(content.more_text, left + wide / 2, below, size=16, max_width=wide, tone="ink_2")
    box = RingBox(left + wide if rtl else 26.0, top + 4, WIDTH - wide - 36.0 - 26.0, bottom - top - 8)
    return draw_ring(painter, content.seats, content.middle, box)


def _draw_tile(
    painter: ScaledPainter, tile: PlayedGameTile, x: float, y: float, width: float, height: float
) -> None:
    """The emblem at the start, and beside it the name and how it ended: below each other, or in one line
    where the tile is as wide as the picture. Who was who stands below."""
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
    painter.draw_text(
        tile.name,
        start,
        y + head / 2 - line_offset,
        size=18,
        max_width=room,
        min_size=13,
        face="title",
        weight=700,
        align_start=True,
    )
    painter.draw_text(
        tile.ending,
        start,
        y + head / 2 + line_offset,
        size=16,
        max_width=room,
        min_size=9,
        tone=tile.tone,
        weight=500,
        align_start=True,
    )
    if is_folded:
        roles_x = x + (width - 12 if rtl else 12)
        lines = max(2, int((height - head - 2) // 15))
        painter.draw_text(
            tile.roles,
            roles_x,
            y + (head + height) / 2 - 3,
            size=11,
            max_width=width - 24,
            min_size=9,
            tone="ink_2",
            max_lines=lines,
            align_start=True,
        )


def _draw_tile_line(
    painter: ScaledPainter, tile: PlayedGameTile, start: float, middle: float, room: float
) -> None:
    line = middle - (11 if tile.roles else 0)
    name_width = painter.draw_text(
        tile.name,
        start,
        line,
        size=18,
        max_width=room / 2,
        min_size=13,
        face="title",
        weight=700,
        align_start=True,
    )
    ending_x = start - name_width - 12 if look().rtl else start + name_width + 12
    painter.draw_text(
        tile.ending,
        ending_x,
        line,
        size=16,
        max_width=room - name_width - 12,
        min_size=11,
        tone=tile.tone,
        weight=500,
        align_start=True,
    )
    if tile.roles:
        painter.draw_text(
            tile.roles,
            start,
            middle + 11,
            size=13,
            max_width=room,
            min_size=10,
            tone="ink_2",
            align_start=True,
        )
