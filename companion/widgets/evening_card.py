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

from companion.widgets.backdrop import glow
from companion.widgets.emblem import Picture
from companion.widgets.evening_ring import Ring, RingBox, RingSeat, draw_ring
from companion.widgets.palette import Rgba
from companion.widgets.pen import Pen
from companion.widgets.poster import Pixels
from companion.widgets.stamps import Drawing, Stamps
from companion.widgets.theme import by_night, look, paint

WIDE: Final = 540.0
# In pixels a unit, when it is sent.
_SENT: Final = 2
# So many games are shown; of the others their number.
MOST_GAMES: Final = 4

_SIDE: Final = 40.0
# The title shrinks so far, which only a long name needs, before it ends in dots.
_TITLE, _SMALL_TITLE, _TITLE_ROOM = 46.0, 26.0, 464.0
_TILE: Final = 63.0
# With everybody's roles a tile has the whole width, and is lower where there are many.
_TOLD_TILES: Final = (0, 63.0, 63.0, 50.0, 46.0)
_GAP: Final = 9.0
_MORE: Final = 22.0
_JOINTS: Final = (0.21, 0.405, 0.615, 0.80)
_DARK: Rgba = (0.0, 0.0, 0.0, 0.38)


class Form(Enum):
    """How high the picture is, in units."""

    TALL = 675.0
    SQUARE = 540.0


@dataclass(frozen=True, slots=True)
class Tile:
    """A game: its emblem and name, how it ended in words of this colour, and who was who if that is told."""

    emblem: Picture
    name: str
    ending: str
    tone: str
    who: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """All that stands on the picture; what is empty is not there. `more` are the games without a tile."""

    day: str
    title: str
    seats: tuple[RingSeat, ...]
    middle: tuple[str, str]
    tiles: tuple[Tile, ...]
    more: str
    maker: str


class EveningCard(Widget):
    """`unit` is how many pixels one is wide; on a screen its corners are `bent`."""

    def __init__(self, told: Told, form: Form, unit: float, *, bent: bool = False, **options: Any) -> None:
        size = (round(WIDE * unit), round(form.value * unit))
        super().__init__(size_hint=(None, None), size=size, **options)
        with by_night():
            self.pen = Pen(unit, form.value)
            self.ring = _draw(self.pen, told, form)
            self._ground = _Ground(self.pen, self.ring, form, 18 * unit if bent else 0.0)
        Drawing(self).show(self._ground)

    def pixels(self) -> Pixels:
        texture = self.export_as_image(scale=1.0).texture
        return Pixels(texture.pixels, *texture.size)


def card_to_send(told: Told, form: Form) -> EveningCard:
    return EveningCard(told, form, _SENT)


class _Ground:
    """The wood and its light, and on it what the pen has drawn."""

    def __init__(self, pen: Pen, ring: Ring, form: Form, radius: float) -> None:
        self._pen = pen
        self._radius = radius
        unit, high = pen.unit, form.value
        self._size = (round(WIDE * unit), round(high * unit))
        self._light = (ring.x * unit, (high - ring.y) * unit, 420 * unit)
        self._tones = (paint("table"), paint("candle_deep"), paint("joint", look().palette.joint_alpha))

    def draw(self, group: InstructionGroup) -> None:
        table, light, joint = self._tones
        width, height = self._size
        wood = Stamps()
        if self._radius:
            wood.box(0, 0, width, height, radius=self._radius, tone=table)
        else:
            wood.bar(0, 0, width, height, table)
        wood.draw(group)
        x, y, reach = self._light
        group.add(Color(rgba=light))
        # Cut where the picture ends: on a screen its light would fall on what stands beside it.
        for part in _cut(x, y, reach, width, height):
            group.add(part)
        group.add(Color(rgba=joint))
        thick = max(1, round(1.2 * self._pen.unit))
        for at in _JOINTS:
            group.add(Rectangle(pos=(round(at * width), 0), size=(thick, height)))
        self._pen.draw(group)


def _cut(x: float, y: float, reach: float, width: float, height: float) -> Sequence[Rectangle]:
    left, low = max(0.0, x - reach), max(0.0, y - reach)
    right, top = min(width, x + reach), min(height, y + reach)
    texture = glow()
    u, v = texture.uvsize
    across = [u * (at - x + reach) / (2 * reach) for at in (left, right)]
    up = [v * (at - y + reach) / (2 * reach) for at in (low, top)]
    corners = (across[0], up[0], across[1], up[0], across[1], up[1], across[0], up[1])
    return [Rectangle(texture=texture, pos=(left, low), size=(right - left, top - low), tex_coords=corners)]


def _draw(pen: Pen, told: Told, form: Form) -> Ring:
    high = form.value
    rim = paint("wood_rim")
    pen.box(16.5, 16.5, WIDE - 33, high - 33, radius=25, tone=rim, line=1.6)
    pen.box(22.5, 22.5, WIDE - 45, high - 45, radius=20, tone=paint("wood_rim", 0.6), line=0.8)
    pen.lift()
    below = _draw_title(pen, told, form)
    foot = high - 44
    _draw_maker(pen, told.maker, foot)
    if form is Form.SQUARE:
        return _draw_beside(pen, told, below, foot - 22)
    return _draw_below(pen, told, below, foot - 22)


def _draw_title(pen: Pen, told: Told, form: Form) -> float:
    """Returns where it ends."""
    top = 50.0 if form is Form.TALL else 46.0
    if told.day:
        pen.words(told.day, WIDE / 2, top, size=20, room=_TITLE_ROOM, smallest=14, tone="ink_2")
    middle = top + (38 if told.day else 16)
    tone = paint("night_line")
    pen.words(
        told.title, WIDE / 2, middle, size=_TITLE, smallest=_SMALL_TITLE, room=_TITLE_ROOM, tone=tone,
        face="title", weight=700,
    )  # fmt: skip
    return middle + 30


def _draw_maker(pen: Pen, name: str, y: float) -> None:
    """The mark and the name of the app, together in the middle."""
    rtl = look().rtl
    wide = pen.width(name, 17)
    start = WIDE / 2 + (wide / 2 - 14 if rtl else 14 - wide / 2)
    pen.logo(start + (20 if rtl else -20), y, 25)
    pen.words(name, start, y, size=17, room=300, tone="ink_2", start=True)


def _draw_below(pen: Pen, told: Told, top: float, bottom: float) -> Ring:
    """Tiles in two columns below the ring; in one, where they also tell who was who."""
    wide = any(tile.who for tile in told.tiles)
    rows = len(told.tiles) if wide else (len(told.tiles) + 1) // 2
    high = _TOLD_TILES[min(rows, MOST_GAMES)] if wide else _TILE
    more = _MORE if told.more else 0.0
    first = bottom - more - rows * high - max(0, rows - 1) * _GAP
    whole = WIDE - 2 * _SIDE
    half = (whole - _GAP) / 2
    for at, tile in enumerate(told.tiles):
        row, column = (at, 0) if wide else divmod(at, 2)
        alone = wide or (at == len(told.tiles) - 1 and not column)
        y = first + row * (high + _GAP)
        if alone:
            width = whole if wide else half
            _draw_tile(pen, tile, (WIDE - width) / 2, y, width, high)
        else:
            side = column != int(look().rtl)
            _draw_tile(pen, tile, _SIDE + (half + _GAP if side else 0), y, half, high)
    if told.more:
        pen.words(told.more, WIDE / 2, bottom - 7, size=16, room=whole, tone="ink_2")
    return draw_ring(pen, told.seats, told.middle, RingBox(28, top + 8, WIDE - 56, first - top - 18))


def _draw_beside(pen: Pen, told: Told, top: float, bottom: float) -> Ring:
    """Tiles in one column beside the ring, at the end of the line."""
    count = max(1, len(told.tiles))
    wide, more = 190.0, _MORE if told.more else 0.0
    told_who = any(tile.who for tile in told.tiles)
    room = bottom - top - more
    high = min(104.0 if told_who else _TILE, (room - (count - 1) * _GAP) / count)
    first = top + (room - count * high - (count - 1) * _GAP) / 2
    rtl = look().rtl
    left = 36.0 if rtl else WIDE - 36.0 - wide
    for at, tile in enumerate(told.tiles):
        _draw_tile(pen, tile, left, first + at * (high + _GAP), wide, high)
    if told.more:
        below = first + count * (high + _GAP) + 6
        pen.words(told.more, left + wide / 2, below, size=16, room=wide, tone="ink_2")
    box = RingBox(left + wide if rtl else 26.0, top + 4, WIDE - wide - 36.0 - 26.0, bottom - top - 8)
    return draw_ring(pen, told.seats, told.middle, box)


def _draw_tile(pen: Pen, tile: Tile, x: float, y: float, width: float, height: float) -> None:
    """The emblem at the start, and beside it the name and how it ended: below each other, or in one line
    where the tile is as wide as the picture. Who was who stands below."""
    pen.box(x, y, width, height, radius=15, tone=_DARK)
    pen.box(x, y, width, height, radius=15, tone=paint("wood_rim"), line=1)
    pen.lift()
    rtl, broad = look().rtl, width > WIDE / 2
    folded = bool(tile.who) and not broad
    across = 36.0 if folded else min(46.0, height - 14)
    head = 52.0 if folded else height
    pad = (min(head, _TILE) - across) / 2 + 2
    pen.emblem(tile.emblem, x + (width - pad - across / 2 if rtl else pad + across / 2), y + head / 2, across)
    start = x + (width - 1.8 * pad - across if rtl else 1.8 * pad + across)
    room = width - 2.8 * pad - across
    if broad:
        _draw_in_line(pen, tile, start, y + height / 2, room)
        return
    apart = 10.0 if folded else 12.0
    pen.words(tile.name, start, y + head / 2 - apart, size=18, room=room, smallest=13, face="title",
              weight=700, start=True)  # fmt: skip
    pen.words(tile.ending, start, y + head / 2 + apart, size=16, room=room, smallest=9, tone=tile.tone,
              weight=500, start=True)  # fmt: skip
    if folded:
        beside = x + (width - 12 if rtl else 12)
        lines = max(2, int((height - head - 2) // 15))
        pen.words(tile.who, beside, y + (head + height) / 2 - 3, size=11, room=width - 24, smallest=9,
                  tone="ink_2", lines=lines, start=True)  # fmt: skip


def _draw_in_line(pen: Pen, tile: Tile, start: float, middle: float, room: float) -> None:
    line = middle - (11 if tile.who else 0)
    named = pen.words(tile.name, start, line, size=18, room=room / 2, smallest=13, face="title", weight=700,
                      start=True)  # fmt: skip
    behind = start - named - 12 if look().rtl else start + named + 12
    pen.words(tile.ending, behind, line, size=16, room=room - named - 12, smallest=11, tone=tile.tone,
              weight=500, start=True)  # fmt: skip
    if tile.who:
        pen.words(tile.who, start, middle + 11, size=13, room=room, smallest=10, tone="ink_2", start=True)
