"""What a seat shows around its place at the table, drawn for the whole ring at once.

All marks of one picture and one colour are a single mesh, so a ring of ten takes a dozen of them. Drawn one
by one they would be most of what a tap waits for.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from kivy.graphics import Color, InstructionGroup, Mesh
from kivy.graphics.texture import Texture
from kivy.metrics import dp

from companion.widgets.icon_names import Icon
from companion.widgets.palette import Rgba
from companion.widgets.shapes import corner
from companion.widgets.theme import look, paint
from companion.widgets.typeset import ICONS, set_text

_PRESSED = 0.7


class SeatFace(Enum):
    """What the disc shows."""

    EMPTY = "empty"
    YES = "yes"
    NO = "no"
    GHOST = "ghost"


_MARKS = {SeatFace.YES: Icon.CHECK, SeatFace.NO: Icon.CROSS, SeatFace.GHOST: Icon.GHOST}


@dataclass(frozen=True, slots=True)
class SeatLook:
    """One seat as it should look now. `letter` stands on an empty disc, e.g. an initial or a number."""

    name: str
    face: SeatFace = SeatFace.EMPTY
    letter: str = ""
    team: bool = False
    leader: bool = False
    asked: bool = False
    sword: bool = False
    lady: bool = False


@dataclass(frozen=True, slots=True)
class SeatPlace:
    """A seat on the screen: what it shows, the middle of its disc, whether a finger rests on it."""

    look: SeatLook
    x: float
    y: float
    pressed: bool = False


class SeatMarks:
    """Draws the discs of a ring and the marks around them into a group; `halo` tints the asked ones' ring."""

    def __init__(self, group: InstructionGroup) -> None:
        self._group = group
        self.halo = Color(rgba=paint("candle"))

    def show(self, places: Iterable[SeatPlace], across: float) -> None:
        pictures = _Pictures()
        halos = _Pictures()
        for place in places:
            _draw(pictures, place, across)
            if place.look.asked:
                halos.ring(0, across + dp(14), 3.5, paint("candle"), place.x, place.y)
        self._group.clear()
        for colour, mesh in halos.meshes():
            self.halo.rgb = colour[:3]
            self._group.add(self.halo)
            self._group.add(mesh)
        for colour, mesh in pictures.meshes():
            self._group.add(Color(rgba=colour))
            self._group.add(mesh)


def _draw(on: _Pictures, place: SeatPlace, across: float) -> None:
    seat, x, y = place.look, place.x, place.y
    yes, empty = seat.face is SeatFace.YES, seat.face is SeatFace.EMPTY
    faded = _PRESSED if place.pressed else 1.0
    if seat.team and not seat.asked:
        on.ring(0, across + dp(14), 3.5, paint("candle", faded), x, y)
    ground = "solid" if yes else "candle_deep" if empty and seat.asked else "raised" if empty else "hollow"
    on.disc(1, across, paint(ground, faded), x, y)
    if not yes:
        on.ring(2, across, 2.5, paint("rim" if empty else "ink_2", faded), x, y)
    if empty:
        on.letter(3, seat.letter, paint("ink"), x, y)
    else:
        # Marks are told in dp, discs in pixels.
        on.mark(3, _MARKS[seat.face], 0.56 * across / dp(1), paint("on_solid" if yes else "ink"), x, y)
    if seat.leader:
        on.mark(4, Icon.CROWN, 30, paint("candle"), x, y + across / 2 + dp(12))
    if seat.team:
        for layer, size, tone in ((4, 34, "table"), (5, 27, "candle_fill")):
            on.mark(layer, Icon.SHIELD, size, paint(tone), x + across * 0.42, y - across * 0.34)
    if seat.sword:
        on.mark(4, Icon.SWORD, 28, paint("candle"), x - across * 0.46, y - across * 0.34)
    if seat.lady:
        on.mark(4, Icon.LADY, 28, paint("good"), x - across * 0.46, y + across * 0.38)


class _Pictures:
    """Corners (x, y, u, v) of all that is drawn with one picture in one colour, layer upon layer."""

    def __init__(self) -> None:
        self._kinds: dict[tuple[int, Texture, Rgba], list[float]] = {}

    def meshes(self) -> Iterable[tuple[Rgba, Mesh]]:
        for (_, texture, colour), corners in sorted(self._kinds.items(), key=lambda kind: kind[0][0]):
            indices = [i + step for i in range(0, len(corners) // 4, 4) for step in (0, 1, 2, 2, 3, 0)]
            yield colour, Mesh(mode="triangles", vertices=corners, indices=indices, texture=texture)

    def letter(self, layer: int, letter: str, colour: Rgba, x: float, y: float) -> None:
        """A letter or a number, in a size of its own: the disc does not grow with the text size."""
        if letter:
            block = set_text(letter, "text", 700, round(dp(26)), width=None, align="center", rtl=look().rtl)
            self._whole(layer, block.label.texture, colour, x, y)

    def mark(self, layer: int, icon: Icon, size: float, colour: Rgba, x: float, y: float) -> None:
        block = set_text(icon.value, ICONS, 400, round(dp(size)), width=None, align="center", rtl=False)
        self._whole(layer, block.label.texture, colour, x, y)

    def disc(self, layer: int, across: float, colour: Rgba, x: float, y: float) -> None:
        self._quarters(layer, across, 0.0, colour, x, y)

    def ring(self, layer: int, across: float, line: float, colour: Rgba, x: float, y: float) -> None:
        self._quarters(layer, across, dp(line), colour, x, y)

    def _whole(self, layer: int, texture: Texture, colour: Rgba, x: float, y: float) -> None:
        width, height = texture.size
        left, low = round(x - width / 2), round(y - height / 2)
        right, top = left + width, low + height
        u0, v0, u1, v1, u2, v2, u3, v3 = texture.tex_coords
        self._kinds.setdefault((layer, texture, colour), []).extend(
            (left, low, u0, v0, right, low, u1, v1, right, top, u2, v2, left, top, u3, v3)
        )

    def _quarters(self, layer: int, across: float, line: float, colour: Rgba, x: float, y: float) -> None:
        """A circle from the picture of one corner, mirrored to all four."""
        texture = corner(round(across / 2), line)
        u, v = texture.uvsize
        left, low = round(x - across / 2), round(y - across / 2)
        right, top = round(x + across / 2), round(y + across / 2)
        across_x, across_y = (left + right) / 2, (low + top) / 2
        corners = self._kinds.setdefault((layer, texture, colour), [])
        # The picture has one clear pixel around the curve.
        for x0 in (left - 1, right + 1):
            for y0 in (low - 1, top + 1):
                corners += (x0, y0, 0.0, 0.0, across_x, y0, u, 0.0)
                corners += (across_x, across_y, u, v, x0, across_y, 0.0, v)
