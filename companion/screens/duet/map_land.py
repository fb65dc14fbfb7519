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

from companion.games.duet.campaign import MAP_SIZE
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
    smooth_shape,
)
from companion.widgets.mesh_batch import arc, dashes
from companion.widgets.palette import Palette, Rgba
from companion.widgets.shapes import refill_on_reload
from companion.widgets.theme import look, theme_colour

# Kivy draws these shapes with hard edges: twice as large in each direction, then halved, they are soft.
_SUPERSAMPLING: Final = 2
# In dp: how far from the coast the lines at sea run, and how strong each is.
_SEA_LINES: Final = ((26.0, 0.10), (18.0, 0.17), (11.0, 0.26), (5.0, 0.38))
_COAST_DP, _MARK_DP = 1.8, 1.3
_MAX_ROUND_JOINT_DP: Final = 10.0
_GROUP_LENGTH: Final = 60


def get_land_texture(width: int, height: int) -> Texture:
    """In the colours of the present theme, so many pixels large."""
    return _render_land(width, height, dp(1), look().palette)


@lru_cache(maxsize=2)
def _render_land(width: int, height: int, density: float, palette: Palette) -> Texture:
    """By all that it depends on: a turned screen and another theme want another one."""
    large_buffer = Fbo(size=(width * _SUPERSAMPLING, height * _SUPERSAMPLING))
    with large_buffer:
        ClearColor(*_sea_colour())
        ClearBuffers()
    large_buffer.draw()
    # Piece by piece: a software renderer keeps all that it is given at once, tens of megabytes, for good.
    for group in _LandDrawing(width * _SUPERSAMPLING, height * _SUPERSAMPLING).groups:
        large_buffer.clear()
        large_buffer.add(group)
        large_buffer.draw()
        glFinish()
    small_buffer = Fbo(size=(width, height))
    with small_buffer:
        Color(1, 1, 1, 1)
        Rectangle(texture=large_buffer.texture, size=(width, height))
    small_buffer.draw()
    pixels = small_buffer.pixels
    texture = Texture.create(size=(width, height), colorfmt="rgba")
    texture.blit_buffer(pixels, colorfmt="rgba", bufferfmt="ubyte")
    texture.mag_filter = texture.min_filter = "nearest"
    refill_on_reload(texture, pixels)
    return texture


def mix_colours(one: Rgba, other: Rgba, ratio: float) -> Rgba:
    """So much of the second colour in the first."""
    red, green, blue = (a + (b - a) * ratio for a, b in zip(one[:3], other[:3], strict=True))
    return (red, green, blue, 1.0)


def _sea_colour() -> Rgba:
    return theme_colour("teal_deep")


def _ground_colour() -> Rgba:
    return theme_colour("wood_line")


def _coast_colour() -> Rgba:
    return mix_colours(
        theme_colour("wood_rim"), theme_colour("sand" if look().palette.joint_alpha > 0.2 else "rim"), 0.6
    )


class _LandDrawing:
    """Everything, in groups of instructions that can be drawn one after the other."""

    def __init__(self, width: float, height: float) -> None:
        self.groups = [InstructionGroup()]
        # What a scissor cuts stays in one group with it.
        self._is_clipped = False
        self._width, self._height = width, height
        to_pixels = self._point_mapper(0, 0, width, height)
        self._draw_marks(WAVES, _wave, mix_colours(_sea_colour(), theme_colour("teal"), 0.35))
        self._draw_lands(LANDS, to_pixels)
        for lake in LAKES:
            points = list(map(to_pixels, smooth_shape(lake)))
            self._draw_line(points, 2 * _COAST_DP, _coast_colour(), closed=True)
            self._draw_area(points, _sea_colour())
        mark_colour = mix_colours(_ground_colour(), _coast_colour(), 0.55)
        self._draw_marks(MOUNTAINS, _mountain, mark_colour)
        self._draw_marks(TREES, _tree, mark_colour)
        self._draw_marks(DUNES, _dune, mark_colour)
        self._draw_inset()

    def _point_mapper(self, left: float, low: float, width: float, height: float) -> Callable[[Point], Point]:
        """From thousandths, counted from the top, to pixels, counted from below."""

        def to_pixels(point: Point) -> Point:
            return (left + width * point[0] / MAP_SIZE, low + height * (1 - point[1] / MAP_SIZE))

        return to_pixels

    def _draw_lands(self, lands: Sequence[Shape], to_pixels: Callable[[Point], Point]) -> None:
        """Lines at sea along the coasts, then the coasts, then the land, which covers what is inside."""
        coasts = [list(map(to_pixels, smooth_shape(shape))) for shape in lands]
        for distance, strength in _SEA_LINES:
            for part, colour in (
                (0.6, mix_colours(_sea_colour(), theme_colour("teal"), strength)),
                (-0.6, _sea_colour()),
            ):
                for points in coasts:
                    self._draw_line(points, 2 * (distance + part), colour, closed=True)
        for points in coasts:
            self._draw_line(points, 2 * _COAST_DP, _coast_colour(), closed=True)
        for points in coasts:
            self._draw_area(points, _ground_colour())

    def _draw_inset(self) -> None:
        left, top, wide, high = INSET
        x, y = self._width * left / MAP_SIZE, self._height * (1 - (top + high) / MAP_SIZE)
        width, height = self._width * wide / MAP_SIZE, self._height * high / MAP_SIZE
        around, radius = self._scale(5), self._scale(10)
        self._add(
            Color(rgba=mix_colours(theme_colour("table"), _ground_colour(), 0.25)),
            RoundedRectangle(
                pos=(x - around, y - around),
                size=(width + 2 * around, height + 2 * around),
                radius=[radius + around],
            ),
        )
        self._add(
            Color(rgba=_sea_colour()), RoundedRectangle(pos=(x, y), size=(width, height), radius=[radius])
        )
        inner = self._scale(3)
        self._add(
            ScissorPush(
                x=round(x + inner),
                y=round(y + inner),
                width=round(width - 2 * inner),
                height=round(height - 2 * inner),
            )
        )
        self._is_clipped = True
        self._draw_lands(FAR_LANDS, self._point_mapper(x, y, width, height))
        self._add(ScissorPop())
        self._is_clipped = False
        for dash in dashes(_rounded_box(x, y, width, height, radius), self._scale(8), self._scale(5)):
            self._draw_line(dash, 1.6, _coast_colour())

    def _draw_marks(self, places: Shape, draw: Callable[[], Sequence[Shape]], colour: Rgba) -> None:
        to_pixels = self._point_mapper(0, 0, self._width, self._height)
        for place in places:
            x, y = to_pixels(place)
            for stroke in draw():
                self._draw_line(
                    [(x + self._scale(right), y + self._scale(up)) for right, up in stroke], _MARK_DP, colour
                )

    def _add(self, *instructions: Instruction) -> None:
        """These belong together, as a colour and what is drawn in it."""
        if len(self.groups[-1].children) >= _GROUP_LENGTH and not self._is_clipped:
            self.groups.append(InstructionGroup())
        for instruction in instructions:
            self.groups[-1].add(instruction)

    def _draw_line(
        self, points: Sequence[Point], thick: float, colour: Rgba, *, closed: bool = False
    ) -> None:
        flat = [part for point in points for part in point]
        # A round joint of a wide line covers much and shows nothing where the points lie as close as here.
        joint = "bevel" if thick > _MAX_ROUND_JOINT_DP else "round"
        line = Line(points=flat, width=self._scale(thick) / 2, close=closed, joint=joint, cap="round")
        self._add(Color(rgba=colour), line)

    def _draw_area(self, points: Sequence[Point], colour: Rgba) -> None:
        tesselator = Tesselator()
        tesselator.add_contour([part for point in points for part in point])
        if tesselator.tesselate():
            meshes = (
                Mesh(vertices=points, indices=order, mode="triangle_fan")
                for points, order in tesselator.meshes
            )
            self._add(Color(rgba=colour), *meshes)

    def _scale(self, size: float) -> float:
        return float(dp(size)) * _SUPERSAMPLING


def _rounded_box(x: float, y: float, width: float, height: float, radius: float) -> list[Point]:
    """The rim of a box with round corners, all the way round."""
    corners = (
        (x + width - radius, y + height - radius, 0.0),
        (x + radius, y + height - radius, 0.25),
        (x + radius, y + radius, 0.5),
        (x + width - radius, y + radius, 0.75),
    )
    points = [
        point
        for middle_x, middle_y, turn in corners
        for point in arc((middle_x, middle_y), radius, turn, turn + 0.25)
    ]
    return [*points, points[0]]


def _mountain() -> Sequence[Shape]:
    return (((-9, -5), (-2, 6), (5, -5)), ((1, 1), (5, 4), (11, -5)))


def _tree() -> Sequence[Shape]:
    return (((-4, -3), (0, 5), (4, -3), (-4, -3)), ((0, -3), (0, -6)))


def _dune() -> Sequence[Shape]:
    return (((-12, -2), (-9, 1), (-6, 2), (-3, 1), (0, -2), (3, 1), (6, 2), (9, 1), (12, -2)),)


def _wave() -> Sequence[Shape]:
    return (((-9, 0), (-7, 1), (-4, 1.5), (-1, 0), (2, -1.5), (5, -1.5), (9, 0)),)
