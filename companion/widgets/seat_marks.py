"""What a seat shows around its place at the table, drawn for the whole ring at once.

All marks of one picture and one colour are a single mesh, so a ring of ten takes a dozen of them. Drawn one
by one they would be most of what a tap waits for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from operator import itemgetter
from typing import NamedTuple

from kivy.graphics import Color, InstructionGroup, Mesh
from kivy.graphics.texture import Texture
from kivy.metrics import dp

from companion.widgets import quads
from companion.widgets.face import Face
from companion.widgets.icon_names import Icon
from companion.widgets.palette import Rgba
from companion.widgets.shapes import corner
from companion.widgets.theme import look, paint
from companion.widgets.typeset import ICONS, Block, set_text

_PRESSED = 0.7
# How much larger the rim of a mark is than the mark.
_GROUND = 1.26


class Spot(Enum):
    """Where a mark stands at a disc: so many of its widths from its middle, across and up, and dp beyond."""

    TOP = (0.0, 0.5, 12.0)
    HIGH_LEFT = (-0.46, 0.38, 0.0)
    HIGH_RIGHT = (0.46, 0.38, 0.0)
    LOW_LEFT = (-0.46, -0.34, 0.0)
    LOW_RIGHT = (0.42, -0.34, 0.0)


class SeatMark(NamedTuple):
    """A picture beside a seat, with a name that can be read aloud; `ground`: with a rim round it."""

    picture: Icon
    spot: Spot
    name: str
    tone: str = "candle"
    size: float = 28
    ground: bool = False


class SeatFace(NamedTuple):
    """A picture on the disc itself, with a name that can be read aloud; `solid` on a filled disc."""

    picture: Icon
    name: str
    solid: bool = False


class SeatLook(NamedTuple):
    """One seat as it should look now. `letter` stands on a disc without a face: an initial or a number; where
    whoever sits there is known by a disc of their own, that is `worn` instead.

    `ringed` seats belong together, `asked` is whom it is about.
    """

    name: str
    face: SeatFace | None = None
    letter: str = ""
    ringed: bool = False
    asked: bool = False
    marks: tuple[SeatMark, ...] = ()
    worn: Face | None = None

    @property
    def spoken(self) -> tuple[str, ...]:
        """All that the seat shows, in words: who sits there, and what each picture stands for."""
        face = () if self.face is None else (self.face.name,)
        return (self.name, *face, *(mark.name for mark in self.marks))


class SeatPlace(NamedTuple):
    """A seat on the screen: what it shows, the middle of its disc, whether a finger rests on it."""

    look: SeatLook
    x: float
    y: float
    pressed: bool = False


# All that is drawn in one go: its layer (what is higher covers what is lower), its picture and its colour.
_Kind = tuple[int, Texture, Rgba]
_HALO = 0


class SeatMarks:
    """Draws the discs of a ring and the marks around them into a group; `halo` tints the asked ones' ring.

    A tap changes a seat or two: the others are not reckoned again, and only what differs is painted anew.
    """

    def __init__(self, group: InstructionGroup) -> None:
        self._group = group
        self._across = 0.0
        self._seats: dict[int, tuple[SeatPlace, _Pictures]] = {}
        self._shown: dict[_Kind, list[float]] = {}
        self._meshes: dict[_Kind, Mesh] = {}
        self.halo = Color(rgba=paint("candle"))

    def show(self, places: Iterable[SeatPlace], across: float) -> None:
        if across != self._across:
            self._across = across
            self._seats.clear()
        wanted: dict[_Kind, list[float]] = {}
        for number, place in enumerate(places):
            drawn = self._seats.get(number)
            if drawn is None or drawn[0] != place:
                drawn = self._seats[number] = (place, _drawn(place, across))
            for kind, corners in drawn[1].kinds.items():
                wanted.setdefault(kind, []).extend(corners)
        if wanted.keys() != self._meshes.keys():
            self._make(sorted(wanted, key=itemgetter(0)))
        for kind, corners in wanted.items():
            if corners != self._shown.get(kind):
                mesh = self._meshes[kind]
                mesh.vertices = corners
                mesh.indices = quads.triangles(len(corners) // 16)
        self._shown = wanted

    def _make(self, kinds: Sequence[_Kind]) -> None:
        """One mesh of each kind, still without corners."""
        self._group.clear()
        self._shown = {}
        self._meshes = {kind: Mesh(mode="triangles", texture=kind[1]) for kind in kinds}
        for (layer, _, colour), mesh in self._meshes.items():
            if layer == _HALO:
                self.halo.rgb = colour[:3]
            self._group.add(self.halo if layer == _HALO else Color(rgba=colour))
            self._group.add(mesh)


def _drawn(place: SeatPlace, across: float) -> _Pictures:
    on = _Pictures()
    seat, x, y = place.look, place.x, place.y
    empty = seat.face is None
    solid = seat.face is not None and seat.face.solid
    faded = _PRESSED if place.pressed else 1.0
    if seat.asked:
        on.ring(_HALO, across + dp(14), 3.5, paint("candle"), x, y)
    elif seat.ringed:
        on.ring(1, across + dp(14), 3.5, paint("candle", faded), x, y)
    worn = seat.worn if empty else None
    ground = "solid" if solid else "candle_deep" if empty and seat.asked else "raised" if empty else "hollow"
    on.disc(2, across, paint(worn.ground if worn is not None else ground, faded), x, y)
    if not solid:
        edge = worn.edge if worn is not None else "rim" if empty else "ink_2"
        on.ring(3, across, 2.5, paint(edge, faded), x, y)
    if worn is not None and worn.picture is not None:
        on.mark(4, worn.picture, 0.56 * across / dp(1), paint(worn.tone), x, y)
    elif seat.face is None:
        on.letter(4, seat.letter, across, paint("ink" if worn is None else worn.tone), x, y)
    else:
        # Marks are told in dp, discs in pixels.
        tone = "on_solid" if solid else "ink"
        on.mark(4, seat.face.picture, 0.56 * across / dp(1), paint(tone), x, y)
    for mark in seat.marks:
        right, up, beyond = mark.spot.value
        at = (x + across * right, y + across * up + dp(beyond))
        if mark.ground:
            on.mark(5, mark.picture, mark.size * _GROUND, paint("table"), *at)
        on.mark(6, mark.picture, mark.size, paint(mark.tone), *at)
    return on


class _Pictures:
    """Corners (x, y, u, v) of all that is drawn with one picture in one colour, layer upon layer."""

    def __init__(self) -> None:
        self.kinds: dict[_Kind, list[float]] = {}
        # Whoever shows words keeps them: only these can draw their picture anew, should it be lost.
        self._blocks: list[Block] = []

    def letter(self, layer: int, letter: str, across: float, colour: Rgba, x: float, y: float) -> None:
        """A letter or a number, in a size of its own: the disc does not grow with the text size."""
        if letter:
            size = round(min(dp(26), across * 0.48))
            block = set_text(letter, "text", 700, size, width=None, align="center", rtl=look().rtl)
            self._whole(layer, block, colour, x, y)

    def mark(self, layer: int, icon: Icon, size: float, colour: Rgba, x: float, y: float) -> None:
        block = set_text(icon.value, ICONS, 400, round(dp(size)), width=None, align="center", rtl=False)
        self._whole(layer, block, colour, x, y)

    def disc(self, layer: int, across: float, colour: Rgba, x: float, y: float) -> None:
        self._quarters(layer, across, 0.0, colour, x, y)

    def ring(self, layer: int, across: float, line: float, colour: Rgba, x: float, y: float) -> None:
        self._quarters(layer, across, dp(line), colour, x, y)

    def _whole(self, layer: int, block: Block, colour: Rgba, x: float, y: float) -> None:
        self._blocks.append(block)
        texture = block.label.texture
        self.kinds.setdefault((layer, texture, colour), []).extend(quads.picture(texture, x, y))

    def _quarters(self, layer: int, across: float, line: float, colour: Rgba, x: float, y: float) -> None:
        """A circle from the picture of one corner, mirrored to all four."""
        left, low, whole = round(x - across / 2), round(y - across / 2), round(across)
        right, top = left + whole, low + whole
        across_x, across_y = (left + right) / 2, (low + top) / 2
        texture, u, v = corner(whole / 2, line)
        corners = self.kinds.setdefault((layer, texture, colour), [])
        # The picture has one clear pixel around the curve.
        for x0 in (left - 1, right + 1):
            for y0 in (low - 1, top + 1):
                corners += (x0, y0, 0.0, 0.0, across_x, y0, u, 0.0)
                corners += (across_x, across_y, u, v, x0, across_y, 0.0, v)
