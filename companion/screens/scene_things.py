"""How the things of a scene are drawn: plates, discs, cards, piles, boards, a box, words and arrows.

Measures come in units of the picture and are scaled; nothing grows with the text size but the words on it,
and these only as far as their thing has room. Colours are those of the thing's tone; what has its turn later
is mixed with the wood it lies on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from math import cos, radians, sin
from typing import Final

from companion.i18n.translator import Translator
from companion.scripts.scenes import HEIGHT, Shape, Thing
from companion.widgets.icon_names import Icon
from companion.widgets.palette import Rgba
from companion.widgets.stamps import Layers, Stamps, drawn_mark
from companion.widgets.theme import look, paint
from companion.widgets.typeset import TITLE, fitted_size, reads_from_right, set_text

Sides = tuple[float, float, float, float]


class Light(Enum):
    """How a thing stands among the steps: none of them is about it, or one that is done, now or to come."""

    PLAIN = auto()
    DONE = auto()
    NOW = auto()
    AHEAD = auto()


# A tone as it fills a thing whose face is up, with the colour of what stands on it.
_FILLED: Final[Mapping[str, tuple[str, str]]] = {
    "ink": ("solid", "on_solid"),
    "ink_2": ("solid", "on_solid"),
    "ink_3": ("rim", "table"),
    "good": ("good_fill", "on_side"),
    "evil": ("evil_fill", "on_side"),
    "candle": ("candle_fill", "on_candle"),
    "sand": ("sand", "on_sand"),
}
# A tone as the ground of a thing whose face is down.
_DEEP: Final[Mapping[str, str]] = {"ink": "hollow", "ink_2": "hollow", "ink_3": "hollow", "sand": "hollow"}
# Letters, in units: as they are, and as small as they get to fit before they end in dots.
_NAME, _WORDS, _SMALLEST = 14.0, 13.0, 9.0
# So much of the reader's enlarging the words in the picture take part in.
_ENLARGED = 1.2
_AHEAD = 0.55
# Layers of one thing: what lies below it, its ground, its outline, what stands on it.
_UNDER, _GROUND, _EDGE, _FACE = range(4)
# Copies that look out from below a pile, and by how much.
_COPIES, _OUT = 3, 1.7
_PLAIN_EDGE, _LIT_EDGE = 1.5, 2.6


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws things onto layers. `unit` is how many pixels a unit of the picture is, `left` where it begins,
    and `say` puts words in the reader's language."""

    layers: Layers
    tr: Translator
    unit: float
    left: float

    def x(self, x: float) -> float:
        return self.left + x * self.unit

    def y(self, y: float) -> float:
        return (HEIGHT - y) * self.unit

    # -- one thing ----------------------------------------------------------------------------------------

    def draw(self, thing: Thing, light: Light, depth: int) -> None:
        _DRAWERS[thing.shape](self, thing, light, depth)

    def box(
        self,
        layer: Stamps,
        sides: Sides,
        radius: float,
        tone: Rgba,
        line: float = 0,
    ) -> None:
        """Sides are left, top, right and bottom, in units."""
        left, top, right, bottom = sides
        wide, high = (right - left) * self.unit, (bottom - top) * self.unit
        layer.box(
            self.x(left), self.y(bottom), wide, high,
            radius=radius * self.unit, tone=tone, line=max(1, round(line * self.unit)) if line else 0.0,
        )  # fmt: skip

    def mark(self, layer: Stamps, icon: str, size: float, tone: Rgba, x: float, y: float) -> None:
        layer.picture(drawn_mark(Icon[icon], size * self.unit), tone, self.x(x), self.y(y))

    def words(
        self,
        layer: Stamps,
        text: str,
        x: float,
        y: float,
        *,
        size: float,
        room: float,
        high: float,
        tone: Rgba,
        face: str = "text",
        weight: int = 700,
        most: int = 1,
    ) -> None:
        """They shrink to fit, and end in dots where even that does not help."""
        rtl = reads_from_right(text, look().rtl)
        wide = max(1, int(room * self.unit))
        largest = max(1, round(min(size * min(look().text_scale, _ENLARGED), high / 1.25) * self.unit))
        pixels = fitted_size(
            text, face, weight, largest, max(1, min(largest, round(_SMALLEST * self.unit))),
            width=wide, height=max(1, int(high * self.unit)), rtl=rtl, most=most,
        )  # fmt: skip
        block = set_text(text, face, weight, pixels, width=wide, align="center", rtl=rtl, most=most)
        layer.picture(block, tone, self.x(x), self.y(y))

    def said(self, thing: Thing) -> str:
        """What stands on it in words."""
        if thing.name is not None:
            return self.tr.player(thing.name)
        if thing.key is not None:
            return self.tr(thing.key, **thing.args)
        return ""


def _mixed(colour: Rgba, ground: Rgba, part: float) -> Rgba:
    red, green, blue = (
        mine + (other - mine) * part for mine, other in zip(colour[:3], ground[:3], strict=True)
    )
    return (red, green, blue, colour[3])


def _paint(name: str, light: Light) -> Rgba:
    colour = paint(name)
    return _mixed(colour, paint("wood"), _AHEAD) if light is Light.AHEAD else colour


def _colours(thing: Thing, light: Light) -> tuple[Rgba, Rgba, Rgba]:
    """Ground, outline and mark."""
    if thing.open:
        fill, on = _FILLED.get(thing.tone, (thing.tone, "on_accent"))
        line = thing.tone if fill != thing.tone else on
        ground, edge, mark = fill, line, on
    else:
        ground, edge, mark = _DEEP.get(thing.tone, f"{thing.tone}_deep"), thing.tone, thing.tone
    outline = paint("candle") if light is Light.NOW else _paint(edge, light)
    return _paint(ground, light), outline, _paint(mark, light)


def _sides(thing: Thing, inset: float = 0.0) -> Sides:
    return (thing.left + inset, thing.top + inset, thing.right - inset, thing.bottom - inset)


def _edge(light: Light) -> float:
    return _LIT_EDGE if light is Light.NOW else _PLAIN_EDGE


# -- shapes -------------------------------------------------------------------------------------------------


def _plate(pen: Pen, thing: Thing, light: Light, depth: int) -> None:
    sides, high = _sides(thing), thing.bottom - thing.top
    pen.box(pen.layers.at(depth, _GROUND), sides, high / 2, _mixed(paint("table"), paint("wood"), 0.15))
    if light is Light.NOW:
        pen.box(pen.layers.at(depth, _EDGE), sides, high / 2, paint("candle"), _LIT_EDGE)
    room, x = thing.width - 14, thing.x
    ink, face = _paint("ink", light), pen.layers.at(depth, _FACE)
    if thing.icon is not None:
        size = high * 0.72
        pen.mark(face, thing.icon, size, _paint(thing.tone, light), thing.left + 5 + size / 2, thing.y)
        room, x = room - size, x + size / 2
    pen.words(face, pen.said(thing), x, thing.y, size=_NAME, room=room, high=high, tone=ink)


def _disc(pen: Pen, thing: Thing, light: Light, depth: int) -> None:
    ground, edge, mark = _colours(thing, light)
    pen.box(pen.layers.at(depth, _GROUND), _sides(thing), thing.width / 2, ground)
    pen.box(pen.layers.at(depth, _EDGE), _sides(thing), thing.width / 2, edge, _edge(light))
    face = pen.layers.at(depth, _FACE)
    if thing.number is not None:
        _number(pen, face, thing, mark, thing.y, thing.height * 0.62)
    elif thing.icon is not None:
        pen.mark(face, thing.icon, thing.width * 0.62, mark, thing.x, thing.y)
    if thing.count > 1:
        _copies(pen, thing, light, depth)


def _card(pen: Pen, thing: Thing, light: Light, depth: int) -> None:
    _laid(pen, thing, light, depth, _sides(thing))


def _pile(pen: Pen, thing: Thing, light: Light, depth: int) -> None:
    """Copies look out above it and to its right, within its bounds."""
    ground, edge, _ = _colours(thing, light)
    left, top, right, bottom = _sides(thing)
    edge = _mixed(edge, ground, 0.25)
    out = _COPIES * _OUT
    radius = _corner(thing)
    for copy in range(_COPIES, 0, -1):
        shift = copy * _OUT
        sides = (left + shift, top + out - shift, right - out + shift, bottom - shift)
        pen.box(pen.layers.at(depth, _UNDER, -2 * copy), sides, radius, ground)
        pen.box(pen.layers.at(depth, _UNDER, 1 - 2 * copy), sides, radius, edge, 1.2)
    _laid(pen, thing, light, depth, (left, top + out, right - out, bottom))


def _corner(thing: Thing) -> float:
    return min(5.0, min(thing.width, thing.height) * 0.16)


def _laid(pen: Pen, thing: Thing, light: Light, depth: int, sides: Sides) -> None:
    ground, edge, mark = _colours(thing, light)
    left, top, right, bottom = sides
    wide, high = right - left, bottom - top
    x, y = (left + right) / 2, (top + bottom) / 2
    radius = _corner(thing)
    pen.box(pen.layers.at(depth, _GROUND), sides, radius, ground)
    pen.box(pen.layers.at(depth, _EDGE), sides, radius, edge, _edge(light))
    if not thing.open and min(wide, high) >= 22:
        inner = (left + 3, top + 3, right - 3, bottom - 3)
        pen.box(pen.layers.at(depth, _EDGE), inner, max(1.0, radius - 2), _mixed(edge, ground, 0.6), 0.8)
    face, said = pen.layers.at(depth, _FACE), pen.said(thing)
    if thing.open and not said and thing.icon is None and thing.number is None and thing.count == 1:
        _print(pen, face, sides, _mixed(mark, ground, 0.35))
    small = min(wide, high)
    below = thing.count > 1 or bool(said)
    if thing.number is not None:
        _number(pen, face, thing, mark, y, high * (0.42 if below else 0.5))
    elif thing.icon is not None:
        up = high * 0.17 if below else 0.0
        pen.mark(face, thing.icon, small * (0.46 if below else 0.56), mark, x, y - up)
    if thing.count > 1:
        at = y + high * (0.26 if thing.icon is not None else 0.0)
        count = look().digits(thing.count)
        pen.words(face, count, x, at, size=15, room=wide - 3, high=high * 0.46, tone=mark)
    elif said:
        at, room = (y + high * 0.27, high * 0.4) if thing.icon is not None else (y, high - 4)
        most = max(1, int(room / _WORDS))
        pen.words(face, said, x, at, size=_WORDS, room=wide - 4, high=room, tone=mark, most=most)


def _print(pen: Pen, layer: Stamps, sides: Sides, tone: Rgba) -> None:
    """Lines that stand for what is printed on a card: a fine one and a bold one."""
    left, top, right, bottom = sides
    high, x = bottom - top, (left + right) / 2
    for at, part, thick in ((0.34, 0.44, 1.2), (0.64, 0.56, 3.2)):
        half, y = (right - left) * part / 2, top + high * at
        pen.box(layer, (x - half, y - thick / 2, x + half, y + thick / 2), thick / 2, tone)


def _number(pen: Pen, layer: Stamps, thing: Thing, tone: Rgba, y: float, size: float) -> None:
    if thing.number is not None:
        pen.words(
            layer, look().digits(thing.number), thing.x, y,
            size=size, room=thing.width - 2, high=thing.height, tone=tone,
        )  # fmt: skip


def _copies(pen: Pen, thing: Thing, light: Light, depth: int) -> None:
    """How many lie there, at the lower right of a disc."""
    across = min(20.0, max(15.0, thing.width * 0.5))
    x, y = thing.right - across * 0.3, thing.bottom - across * 0.3
    sides = (x - across / 2, y - across / 2, x + across / 2, y + across / 2)
    pen.box(pen.layers.at(depth, _FACE, 1), sides, across / 2, paint("table"))
    count = look().digits(thing.count)
    tone = _paint("ink", light)
    pen.words(pen.layers.at(depth, _FACE, 2), count, x, y, size=11, room=across - 2, high=across, tone=tone)


def _board(pen: Pen, thing: Thing, light: Light, depth: int) -> None:
    """A raised plank; its words stand along its upper edge."""
    lit = light is Light.NOW
    ground = _mixed(paint("wood"), paint("wood_rim"), 0.1 if light is Light.AHEAD else 0.45)
    line = paint("candle") if lit else _paint("wood_rim" if thing.tone == "ink_2" else thing.tone, light)
    pen.box(pen.layers.at(depth, _GROUND), _sides(thing), 7, ground)
    pen.box(pen.layers.at(depth, _EDGE), _sides(thing), 7, line, _edge(light))
    pen.box(pen.layers.at(depth, _EDGE), _sides(thing, 5), 4, _mixed(line, ground, 0.55), 0.8)
    face, said = pen.layers.at(depth, _FACE), pen.said(thing)
    wide, high = thing.right - thing.left, thing.bottom - thing.top
    if said:
        tall = min(22.0, high - 8)
        pen.words(
            face, said, thing.x, thing.top + 6 + tall / 2, size=15, room=wide - 20, high=tall,
            tone=_paint("ink", light), face=TITLE,
        )  # fmt: skip
    elif thing.number is not None:
        _number(pen, face, thing, _paint("ink", light), thing.y, min(28.0, high * 0.5))
    elif thing.icon is not None:
        size = min(40.0, min(wide, high) * 0.5)
        pen.mark(face, thing.icon, size, _paint(thing.tone, light), thing.x, thing.y)


def _case(pen: Pen, thing: Thing, light: Light, depth: int) -> None:
    """The open box: a dark inside within a rim; its words stand along the lower edge."""
    lit = light is Light.NOW
    rim = paint("candle") if lit else paint("wood_rim")
    pen.box(pen.layers.at(depth, _GROUND), _sides(thing), 8, _mixed(paint("wood_rim"), paint("wood"), 0.3))
    pen.box(pen.layers.at(depth, _EDGE), _sides(thing), 8, rim, _edge(light))
    pen.box(pen.layers.at(depth, _EDGE, 1), _sides(thing, 6), 5, paint("table"))
    face, said = pen.layers.at(depth, _FACE), pen.said(thing)
    wide, high = thing.right - thing.left, thing.bottom - thing.top
    tone = _paint(thing.tone, light)
    if said:
        tall = min(22.0, high - 12)
        at = thing.bottom - 9 - tall / 2 if high > 44 else thing.y
        pen.words(face, said, thing.x, at, size=14, room=wide - 20, high=tall, tone=_paint("ink_2", light))
    if thing.icon is not None and (not said or high > 64):
        up = 12 if said else 0
        size = min(40.0, min(wide, high) * 0.45)
        pen.mark(face, thing.icon, size, tone, thing.x, thing.y - up)


def _label(pen: Pen, thing: Thing, light: Light, depth: int) -> None:
    face, high = pen.layers.at(depth, _FACE), thing.bottom - thing.top
    wide, x = thing.width, thing.x
    tone = paint("candle") if light is Light.NOW else _paint(thing.tone, light)
    said = pen.said(thing)
    if not said and thing.number is not None:
        said = look().digits(thing.number)
    if thing.icon is not None:
        size = min(high, wide)
        if not said:
            pen.mark(face, thing.icon, size, tone, x, thing.y)
            return
        size = min(20.0, high)
        pen.mark(face, thing.icon, size, tone, thing.left + size / 2, thing.y)
        wide, x = wide - size - 3, x + (size + 3) / 2
    most = max(1, int(high / (_WORDS * 1.25)))
    pen.words(face, said, x, thing.y, size=_WORDS, room=wide, high=high, tone=tone, weight=500, most=most)


def _arrow(pen: Pen, thing: Thing, light: Light, depth: int) -> None:
    """Dots along the way, and a head: drawn of discs, which are smooth in any direction."""
    tone = paint("candle") if light is Light.NOW else _paint(thing.tone, light)
    layer, turn = pen.layers.at(depth, _FACE), radians(thing.turned)
    along, across = (sin(turn), -cos(turn)), (cos(turn), sin(turn))
    half, dot = thing.height / 2, 2.6
    barb = min(7.0, thing.height * 0.4)
    places = [(-half + step * 5.2, 0.0) for step in range(max(1, int((2 * half - barb) / 5.2)))]
    places += [(half - dot / 2 - step * 1.1, side * step * 1.1) for step in range(6) for side in (-1, 1)]
    for ahead, aside in places:
        x = thing.x + along[0] * ahead + across[0] * aside
        y = thing.y + along[1] * ahead + across[1] * aside
        pen.box(layer, (x - dot / 2, y - dot / 2, x + dot / 2, y + dot / 2), dot / 2, tone)


_DRAWERS: Final[Mapping[Shape, Callable[[Pen, Thing, Light, int], None]]] = {
    Shape.PLATE: _plate,
    Shape.DISC: _disc,
    Shape.CARD: _card,
    Shape.PILE: _pile,
    Shape.BOARD: _board,
    Shape.BOX: _case,
    Shape.LABEL: _label,
    Shape.ARROW: _arrow,
}
