"""The land below a mission map, drawn once into a picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from kivy.graphics import (
    ClearBuffers,
    ClearColor,
    Color,
    Fbo,
    InstructionGroup,
    Line,
    Mesh,
    Rectangle,
    RoundedRectangle,
    ScissorPop,
    ScissorPush,
)
from kivy.graphics.instructions import Instruction
from kivy.graphics.opengl import glFinish
from kivy.graphics.tesselator import Tesselator
from kivy.graphics.texture import Texture
from kivy.metrics import dp

from companion.games.duet.campaign import WIDE
from companion.screens.duet.map_coast import (
    DUNES,
    FAR_LANDS,
    INSET,
    LAKES,
    LANDS,
    MOUNTAINS,
    TREES,
    WAVES,
    Point,
    Shape,
    smooth,
)
from companion.widgets.palette import Palette, Rgba
from companion.widgets.shapes import fill_anew
from companion.widgets.strokes import arc, dashes
from companion.widgets.theme import look, paint

# Kivy draws these shapes with hard edges: twice as large in each direction, then halved, they are soft.
_FINER: Final = 2
# In dp: how far from the coast the lines at sea run, and how strong each is.
_ECHOES: Final = ((26.0, 0.10), (18.0, 0.17), (11.0, 0.26), (5.0, 0.38))
_COAST, _MARK = 1.8, 1.3
_MAX_ROUND_JOINT: Final = 10.0
_GROUP_LENGTH: Final = 60


def land(width: int, height: int) -> Texture:
    """In the colours of the present theme, so many pixels large."""
    return _land(width, height, dp(1), look().palette)


@lru_cache(maxsize=2)
def _land(width: int, height: int, density: float, palette: Palette) -> Texture:
    """By all that it depends on: a turned screen and another theme want another one."""
    fine = Fbo(size=(width * _FINER, height * _FINER))
    with fine:
        ClearColor(*_sea())
        ClearBuffers()
    fine.draw()
    # Piece by piece: a software renderer keeps all that it is given at once, tens of megabytes, for good.
    for group in _Drawn(width * _FINER, height * _FINER).groups:
        fine.clear()
        fine.add(group)
        fine.draw()
        glFinish()
    half = Fbo(size=(width, height))
    with half:
        Color(1, 1, 1, 1)
        Rectangle(texture=fine.texture, size=(width, height))
    half.draw()
    pixels = half.pixels
    texture = Texture.create(size=(width, height), colorfmt="rgba")
    texture.blit_buffer(pixels, colorfmt="rgba", bufferfmt="ubyte")
    texture.mag_filter = texture.min_filter = "nearest"
    fill_anew(texture, pixels)
    return texture


def mixed(one: Rgba, other: Rgba, part: float) -> Rgba:
    """So much of the second colour in the first."""
    red, green, blue = (a + (b - a) * part for a, b in zip(one[:3], other[:3], strict=True))
    return (red, green, blue, 1.0)


def _sea() -> Rgba:
    return paint("teal_deep")


def _ground() -> Rgba:
    return paint("wood_line")


def _coast() -> Rgba:
    return mixed(paint("wood_rim"), paint("sand" if look().palette.joint_alpha > 0.2 else "rim"), 0.6)


class _Drawn:
    """Everything, in groups of instructions that can be drawn one after the other."""

    def __init__(self, width: float, height: float) -> None:
        self.groups = [InstructionGroup()]
        # What a scissor cuts stays in one group with it.
        self._is_cut = False
        self._width, self._height = width, height
        whole = self._place(0, 0, width, height)
        self._marks(WAVES, _wave, mixed(_sea(), paint("teal"), 0.35))
        self._lands(LANDS, whole)
        for lake in LAKES:
            points = list(map(whole, smooth(lake)))
            self._line(points, 2 * _COAST, _coast(), closed=True)
            self._fill(points, _sea())
        drawn = mixed(_ground(), _coast(), 0.55)
        self._marks(MOUNTAINS, _mountain, drawn)
        self._marks(TREES, _tree, drawn)
        self._marks(DUNES, _dune, drawn)
        self._inset()

    def _place(self, left: float, low: float, width: float, height: float) -> Callable[[Point], Point]:
        """From thousandths, counted from the top, to pixels, counted from below."""

        def place(point: Point) -> Point:
            return (left + width * point[0] / WIDE, low + height * (1 - point[1] / WIDE))

        return place

    def _lands(self, lands: Sequence[Shape], place: Callable[[Point], Point]) -> None:
        """Lines at sea along the coasts, then the coasts, then the land, which covers what is inside."""
        coasts = [list(map(place, smooth(shape))) for shape in lands]
        for away, strength in _ECHOES:
            for part, colour in ((0.6, mixed(_sea(), paint("teal"), strength)), (-0.6, _sea())):
                for points in coasts:
                    self._line(points, 2 * (away + part), colour, closed=True)
        for points in coasts:
            self._line(points, 2 * _COAST, _coast(), closed=True)
        for points in coasts:
            self._fill(points, _ground())

    def _inset(self) -> None:
        left, top, wide, high = INSET
        x, y = self._width * left / WIDE, self._height * (1 - (top + high) / WIDE)
        width, height = self._width * wide / WIDE, self._height * high / WIDE
        around, radius = self._px(5), self._px(10)
        self._add(
            Color(rgba=mixed(paint("table"), _ground(), 0.25)),
            RoundedRectangle(
                pos=(x - around, y - around),
                size=(width + 2 * around, height + 2 * around),
                radius=[radius + around],
            ),
        )
        self._add(Color(rgba=_sea()), RoundedRectangle(pos=(x, y), size=(width, height), radius=[radius]))
        inner = self._px(3)
        self._add(
            ScissorPush(
                x=round(x + inner),
                y=round(y + inner),
                width=round(width - 2 * inner),
                height=round(height - 2 * inner),
            )
        )
        self._is_cut = True
        self._lands(FAR_LANDS, self._place(x, y, width, height))
        self._add(ScissorPop())
        self._is_cut = False
        for dash in dashes(_rounded(x, y, width, height, radius), self._px(8), self._px(5)):
            self._line(dash, 1.6, _coast())

    def _marks(self, places: Shape, draw: Callable[[], Sequence[Shape]], colour: Rgba) -> None:
        whole = self._place(0, 0, self._width, self._height)
        for place in places:
            x, y = whole(place)
            for stroke in draw():
                self._line([(x + self._px(right), y + self._px(up)) for right, up in stroke], _MARK, colour)

    def _add(self, *instructions: Instruction) -> None:
        """These belong together, as a colour and what is drawn in it."""
        if len(self.groups[-1].children) >= _GROUP_LENGTH and not self._is_cut:
            self.groups.append(InstructionGroup())
        for instruction in instructions:
            self.groups[-1].add(instruction)

    def _line(self, points: Sequence[Point], thick: float, colour: Rgba, *, closed: bool = False) -> None:
        flat = [part for point in points for part in point]
        # A round joint of a wide line covers much and shows nothing where the points lie as close as here.
        joint = "bevel" if thick > _MAX_ROUND_JOINT else "round"
        line = Line(points=flat, width=self._px(thick) / 2, close=closed, joint=joint, cap="round")
        self._add(Color(rgba=colour), line)

    def _fill(self, points: Sequence[Point], colour: Rgba) -> None:
        found = Tesselator()
        found.add_contour([part for point in points for part in point])
        if found.tesselate():
            meshes = (
                Mesh(vertices=points, indices=order, mode="triangle_fan") for points, order in found.meshes
            )
            self._add(Color(rgba=colour), *meshes)

    def _px(self, size: float) -> float:
        return float(dp(size)) * _FINER


def _rounded(x: float, y: float, width: float, height: float, radius: float) -> list[Point]:
    """The rim of a box with round corners, all the way round."""
    corners = (
        (x + width - radius, y + height - radius, 0.0),
        (x + radius, y + height - radius, 0.25),
        (x + radius, y + radius, 0.5),
        (x + width - radius, y + radius, 0.75),
    )
    found = [
        point
        for middle_x, middle_y, turn in corners
        for point in arc((middle_x, middle_y), radius, turn, turn + 0.25)
    ]
    return [*found, found[0]]


def _mountain() -> Sequence[Shape]:
    return (((-9, -5), (-2, 6), (5, -5)), ((1, 1), (5, 4), (11, -5)))


def _tree() -> Sequence[Shape]:
    return (((-4, -3), (0, 5), (4, -3), (-4, -3)), ((0, -3), (0, -6)))


def _dune() -> Sequence[Shape]:
    return (((-12, -2), (-9, 1), (-6, 2), (-3, 1), (0, -2), (3, 1), (6, 2), (9, 1), (12, -2)),)


def _wave() -> Sequence[Shape]:
    return (((-9, 0), (-7, 1), (-4, 1.5), (-1, 0), (2, -1.5), (5, -1.5), (9, 0)),)
