"""The land of a mission map, drawn for this app and rendered once into a texture.

Coordinates are those of cities: thousandths of the map's width and height, from the left and from the top.
It is not to scale: coasts are placed so that cities have room.
"""

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
from companion.widgets.mesh_batch import arc, dashes
from companion.widgets.palette import Palette, Rgba
from companion.widgets.shapes import refill_on_reload
from companion.widgets.theme import look, theme_colour

Point = tuple[float, float]
Shape = tuple[Point, ...]

# Outside the edge of the map, so that no coast is drawn along the edge.
_OUT, _FAR = -40, 1040

EURASIA: Final[Shape] = (
    *((_FAR, _OUT), (645, _OUT), (630, 22), (640, 50), (664, 60), (700, 72), (650, 80), (612, 92)),
    (632, 112),
    *((616, 134), (598, 120), (584, 132), (570, 162), (548, 186), (520, 198), (480, 192), (440, 190)),
    *((408, 194), (396, 170), (406, 146), (400, 124), (380, 128), (366, 160), (370, 196), (350, 206)),
    *((322, 220), (300, 242), (270, 264), (238, 280), (218, 272), (208, 292), (172, 298), (138, 312)),
    *((172, 332), (206, 344), (218, 376), (212, 410), (176, 416), (130, 410), (82, 406), (52, 424)),
    *((52, 468), (42, 510), (62, 538), (100, 542), (132, 558), (168, 550), (206, 542), (230, 516)),
    *((234, 490), (262, 468), (298, 452), (330, 440), (366, 444), (394, 438), (412, 454), (430, 478)),
    *((452, 502), (476, 524), (484, 550), (500, 534), (514, 520), (532, 530), (524, 508), (490, 480)),
    *((464, 450), (458, 426), (478, 422), (500, 442), (524, 468), (546, 494), (556, 520), (566, 550)),
    *((586, 578), (602, 558), (598, 534), (616, 522), (640, 510), (664, 508), (660, 526), (650, 550)),
    *((664, 574), (692, 584), (722, 576), (750, 582), (776, 574), (788, 592), (782, 622), (774, 652)),
    *((752, 672), (744, 694), (774, 702), (802, 762), (860, 900), (910, _FAR), (_FAR, _FAR)),
)
AFRICA: Final[Shape] = (
    *((776, 664), (752, 672), (722, 674), (692, 662), (656, 650), (624, 660), (580, 666), (540, 654)),
    *((514, 636), (496, 618), (468, 614), (452, 632), (440, 660), (404, 668), (374, 644), (350, 614)),
    *((344, 586), (354, 562), (322, 556), (270, 560), (220, 568), (170, 576), (138, 578), (110, 600)),
    *((84, 642), (50, 692), (28, 742), (_OUT, 800), (_OUT, _FAR), (872, _FAR), (842, 920), (812, 850)),
    *((782, 790), (754, 730), (738, 692), (760, 690)),
)
SCANDINAVIA: Final[Shape] = (
    *((520, _OUT), (482, 22), (448, 54), (432, 86), (440, 112), (462, 118), (478, 106), (492, 134)),
    *((506, 166), (526, 160), (536, 130), (556, 104), (548, 76), (574, 46), (598, 12), (606, _OUT)),
)
BRITAIN: Final[Shape] = (
    *((214, 92), (246, 88), (240, 114), (262, 132), (256, 158), (276, 182), (286, 204), (272, 224)),
    *((240, 230), (206, 240), (188, 236), (212, 216), (198, 196), (214, 176), (206, 150), (218, 130)),
    (204, 112),
)
IRELAND: Final[Shape] = ((140, 150), (170, 142), (182, 166), (176, 196), (150, 210), (124, 202), (122, 172))
ICELAND: Final[Shape] = ((38, 40), (70, 26), (104, 34), (112, 54), (84, 70), (52, 64))
SICILY: Final[Shape] = ((432, 572), (456, 564), (480, 564), (474, 588), (450, 584))
SARDINIA: Final[Shape] = ((364, 500), (384, 496), (390, 522), (382, 538), (368, 532))
CORSICA: Final[Shape] = ((376, 462), (388, 456), (390, 476), (380, 480))
CRETE: Final[Shape] = ((608, 606), (630, 600), (654, 602), (652, 614), (628, 614))
CYPRUS: Final[Shape] = ((736, 610), (764, 598), (758, 616), (742, 620))
LANDS: Final = (
    *(EURASIA, AFRICA, SCANDINAVIA, BRITAIN, IRELAND, ICELAND),
    *(SICILY, SARDINIA, CORSICA, CRETE, CYPRUS),
)

BLACK_SEA: Final[Shape] = (
    *((670, 490), (660, 464), (676, 442), (700, 430), (722, 420), (738, 436), (750, 450), (766, 442)),
    *((782, 420), (802, 402), (818, 412), (808, 432), (830, 448), (862, 466), (884, 488), (866, 502)),
    *((820, 498), (772, 488), (722, 500), (692, 504)),
)
CASPIAN: Final[Shape] = (
    *((940, 424), (966, 404), (1000, 400), (_FAR, 410), (_FAR, 572), (990, 568), (964, 542), (958, 506)),
    (938, 470),
)
GULF: Final[Shape] = (
    *((893, 646), (908, 636), (932, 666), (968, 690), (_FAR, 700), (_FAR, 726), (956, 714), (914, 690)),
)
LAKES: Final = (BLACK_SEA, CASPIAN, GULF)

MOUNTAINS: Final[Shape] = (
    *((382, 398), (416, 392), (222, 436), (256, 440), (566, 404), (592, 418), (500, 34), (952, 120)),
    *((968, 250), (900, 440), (716, 540), (760, 534), (830, 548), (880, 574), (196, 610), (238, 600)),
    *((276, 612), (930, 330), (578, 478), (112, 468)),
)
TREES: Final[Shape] = (
    *((604, 262), (640, 246), (626, 290), (690, 172), (716, 190), (724, 282), (700, 300), (884, 178)),
    *((860, 290), (270, 336), (300, 322), (358, 292), (880, 92), (780, 96), (760, 344), (640, 372)),
)
DUNES: Final[Shape] = (
    *((170, 706), (262, 690), (350, 716), (226, 752), (440, 742), (520, 716), (560, 790), (470, 816)),
    *((600, 850), (660, 800), (520, 900), (640, 930), (880, 640), (836, 674), (90, 780), (160, 830)),
)
WAVES: Final[Shape] = (
    *((60, 132), (108, 256), (40, 330), (320, 60), (180, 46), (16, 210), (330, 150), (90, 366)),
    *((300, 510), (520, 588), (700, 628), (14, 600), (430, 620)),
)

# The Far East is an inset in a corner: left, top, width, height. Its coasts are in thousandths of the inset.
INSET: Final = (731, 721, 241, 242)
MALAYA: Final[Shape] = (
    *((250, -80), (300, 20), (366, 120), (430, 200), (480, 262), (536, 282), (552, 224), (512, 120)),
    *((482, 20), (470, -80)),
)
SUMATRA: Final[Shape] = (
    *((-60, 60), (60, 70), (170, 180), (290, 330), (400, 470), (474, 590), (454, 650), (370, 610)),
    *((240, 470), (110, 310), (-60, 170)),
)
JAVA: Final[Shape] = (
    *((420, 706), (540, 664), (690, 694), (840, 712), (960, 740), (1060, 760), (1060, 810), (900, 800)),
    *((700, 782), (500, 760)),
)
BORNEO: Final[Shape] = (
    *((640, 290), (720, 190), (800, 70), (900, 10), (1080, 40), (1080, 540), (920, 570), (780, 540)),
    (670, 430),
)
FAR_LANDS: Final = (MALAYA, SUMATRA, JAVA, BORNEO)


def smooth_shape(shape: Shape, steps: int = 5) -> list[Point]:
    """Return a closed smooth line through all these points."""
    count = len(shape)
    points = []
    for number in range(count):
        before, start, end, after = (shape[(number + step) % count] for step in (-1, 0, 1, 2))
        for step in range(steps):
            t = step / steps
            points.append(
                (_catmull_rom(before[0], start[0], end[0], after[0], t),
                 _catmull_rom(before[1], start[1], end[1], after[1], t))
            )  # fmt: skip
    return points


def _catmull_rom(before: float, start: float, end: float, after: float, t: float) -> float:
    """Return one coordinate of a Catmull-Rom spline at `t`."""
    return 0.5 * (
        2 * start
        + (end - before) * t
        + (2 * before - 5 * start + 4 * end - after) * t * t
        + (3 * start - before - 3 * end + after) * t * t * t
    )


# Strokes of the marks on the map, in dp around their place.
_MOUNTAIN: Final = (((-9, -5), (-2, 6), (5, -5)), ((1, 1), (5, 4), (11, -5)))
_TREE: Final = (((-4, -3), (0, 5), (4, -3), (-4, -3)), ((0, -3), (0, -6)))
_DUNE: Final = (((-12, -2), (-9, 1), (-6, 2), (-3, 1), (0, -2), (3, 1), (6, 2), (9, 1), (12, -2)),)
_WAVE: Final = (((-9, 0), (-7, 1), (-4, 1.5), (-1, 0), (2, -1.5), (5, -1.5), (9, 0)),)

# Supersampling: Kivy draws these shapes without antialiasing, so render at twice the size and halve it.
_SUPERSAMPLING: Final = 2
# Distance from the coast in dp and strength of each line in the sea.
_SEA_LINES: Final = ((26.0, 0.10), (18.0, 0.17), (11.0, 0.26), (5.0, 0.38))
_COAST_DP, _MARK_DP = 1.8, 1.3
_MAX_ROUND_JOINT_DP: Final = 10.0
_GROUP_LENGTH: Final = 60


def get_land_texture(width: int, height: int) -> Texture:
    """Return the land as a texture of this size in pixels, in the colours of the current theme."""
    return _render_land(width, height, dp(1), look().palette)


@lru_cache(maxsize=2)
def _render_land(width: int, height: int, density: float, palette: Palette) -> Texture:
    """Render the land; the parameters are the whole cache key (size, density and theme)."""
    large_buffer = Fbo(size=(width * _SUPERSAMPLING, height * _SUPERSAMPLING))
    with large_buffer:
        ClearColor(*_sea_colour())
        ClearBuffers()
    large_buffer.draw()
    # Draw group by group: a software renderer never frees what it gets at once, tens of megabytes.
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
    """Return a mix of two colours; `ratio` is the share of the second."""
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
    """The drawing in instruction groups that can be drawn one after another."""

    def __init__(self, width: float, height: float) -> None:
        self.groups = [InstructionGroup()]
        # ScissorPush and ScissorPop must be in the same group as what they clip.
        self._is_clipped = False
        self._width, self._height = width, height
        to_pixels = self._point_mapper(0, 0, width, height)
        self._draw_marks(WAVES, _WAVE, mix_colours(_sea_colour(), theme_colour("teal"), 0.35))
        self._draw_lands(LANDS, to_pixels)
        for lake in LAKES:
            points = list(map(to_pixels, smooth_shape(lake)))
            self._draw_line(points, 2 * _COAST_DP, _coast_colour(), closed=True)
            self._draw_area(points, _sea_colour())
        mark_colour = mix_colours(_ground_colour(), _coast_colour(), 0.55)
        self._draw_marks(MOUNTAINS, _MOUNTAIN, mark_colour)
        self._draw_marks(TREES, _TREE, mark_colour)
        self._draw_marks(DUNES, _DUNE, mark_colour)
        self._draw_inset()

    def _point_mapper(self, left: float, low: float, width: float, height: float) -> Callable[[Point], Point]:
        """Return a function that maps thousandths from the top to pixels from the bottom."""

        def to_pixels(point: Point) -> Point:
            return (left + width * point[0] / MAP_SIZE, low + height * (1 - point[1] / MAP_SIZE))

        return to_pixels

    def _draw_lands(self, lands: Sequence[Shape], to_pixels: Callable[[Point], Point]) -> None:
        """Draw the lines in the sea, then the coasts, then the land, which covers the inner halves."""
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
        rim = mix_colours(theme_colour("table"), _ground_colour(), 0.25)
        for margin, colour in ((around, rim), (0, _sea_colour())):
            pos, size = (x - margin, y - margin), (width + 2 * margin, height + 2 * margin)
            box = RoundedRectangle(pos=pos, size=size, radius=[radius + margin])
            self._add(Color(rgba=colour), box)
        inner = self._scale(3)
        inner_width, inner_height = round(width - 2 * inner), round(height - 2 * inner)
        clip = ScissorPush(x=round(x + inner), y=round(y + inner), width=inner_width, height=inner_height)
        self._add(clip)
        self._is_clipped = True
        self._draw_lands(FAR_LANDS, self._point_mapper(x, y, width, height))
        self._add(ScissorPop())
        self._is_clipped = False
        for dash in dashes(_rounded_box(x, y, width, height, radius), self._scale(8), self._scale(5)):
            self._draw_line(dash, 1.6, _coast_colour())

    def _draw_marks(self, places: Shape, strokes: Sequence[Shape], colour: Rgba) -> None:
        to_pixels = self._point_mapper(0, 0, self._width, self._height)
        for place in places:
            x, y = to_pixels(place)
            for stroke in strokes:
                points = [(x + self._scale(right), y + self._scale(up)) for right, up in stroke]
                self._draw_line(points, _MARK_DP, colour)

    def _add(self, *instructions: Instruction) -> None:
        """Add instructions that belong together, such as a colour and a shape, to one group."""
        if len(self.groups[-1].children) >= _GROUP_LENGTH and not self._is_clipped:
            self.groups.append(InstructionGroup())
        for instruction in instructions:
            self.groups[-1].add(instruction)

    def _draw_line(
        self, points: Sequence[Point], thick: float, colour: Rgba, *, closed: bool = False
    ) -> None:
        flat = [part for point in points for part in point]
        # Round joints of wide lines paint a large area and are invisible between points this close together.
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
    """Return the closed outline of a box with round corners."""
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
