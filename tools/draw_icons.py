"""Convert assets/icons/*.svg to the icon font and the list of its names.

Shapes are painted in order: black adds ink, white removes it, filled or stroked. The ink becomes TrueType
curves. The same drawings give the same bytes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import numpy as np
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import newTable
from fontTools.ttLib.tables.ttProgram import Program
from shapely import set_precision
from shapely.geometry import LineString, MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient
from shapely.ops import unary_union
from svgelements import SVG, Close, Line, Move, Shape
from svgelements import Path as Outline

ROOT = Path(__file__).resolve().parent.parent
DRAWINGS = ROOT / "assets" / "icons"
CODE_POINTS = DRAWINGS / "code_points.txt"
FONT = ROOT / "assets" / "fonts" / "CompanionIcons.ttf"
NAMES = ROOT / "companion" / "widgets" / "icons.py"

GRID = 24
UNITS = 100  # font units per grid step
EM = GRID * UNITS
FIRST_CODE_POINT = 0xE000  # start of the private use area

MARGIN = 0.5  # minimum distance of ink to the edge: below it the label gets a pixel wider than high
TOLERANCE = 0.006  # in grid steps: a sixteenth of a pixel at 84 dp and three pixels per dp
CORNER = math.radians(18)
SPECK = 0.004  # maximum area, in square grid steps, of the fragments that boolean operations leave behind

Point = tuple[float, float]
Stretch = tuple[Point | None, Point]  # the control point (None for a straight line) and the end


def ink(drawing: Path) -> BaseGeometry:
    """Return the black area that is left after painting every shape of the drawing in order."""
    result: BaseGeometry = Polygon()
    for shape in SVG.parse(str(drawing), reify=False).elements():
        if not isinstance(shape, Shape):
            continue
        for paint, area in ((shape.fill, _filled(shape)), (shape.stroke, _stroked(shape))):
            if paint.value is None:
                continue
            if paint.hexrgb == "#000000":
                result = result.union(area)
            elif paint.hexrgb == "#ffffff":
                result = result.difference(area)
            else:
                raise ValueError(f"{drawing.name}: {paint.hexrgb} is neither black nor white")
    polygons = [
        Polygon(part.exterior, [hole for hole in part.interiors if Polygon(hole).area > SPECK])
        for part in _polygons(set_precision(result, 0.0005))
        if part.area > SPECK
    ]
    if not polygons:
        raise ValueError(f"{drawing.name}: nothing is drawn")
    bounds = MultiPolygon(polygons).bounds
    if min(bounds) < MARGIN or max(bounds) > GRID - MARGIN:
        raise ValueError(f"{drawing.name}: ink within {MARGIN} of the edge")
    return MultiPolygon(polygons)


def _filled(shape: Shape) -> BaseGeometry:
    return unary_union([Polygon(points).buffer(0) for points, _ in _subpaths(shape) if len(points) > 2])


def _stroked(shape: Shape) -> BaseGeometry:
    if shape.stroke.value is None or not shape.stroke_width:
        return Polygon()
    cap = {"round": "round", "butt": "flat"}[shape.values.get("stroke-linecap", "butt")]
    join = {"round": "round", "miter": "mitre"}[shape.values.get("stroke-linejoin", "miter")]
    scale = math.sqrt(abs(shape.transform.determinant))
    half = shape.stroke_width * scale / 2
    return unary_union(
        [
            (Polygon(points).exterior if closed and len(points) > 2 else LineString(points)).buffer(
                half, quad_segs=32, cap_style=cap, join_style=join
            )
            for points, closed in _subpaths(shape)
        ]
    )


def _subpaths(shape: Shape) -> Iterator[tuple[list[Point], bool]]:
    points: list[Point] = []
    for piece in abs(Outline(shape)):
        if isinstance(piece, Move):
            if len(points) > 1:
                yield points, False
            points = [(piece.end.x, piece.end.y)]
        elif isinstance(piece, Close):
            yield points, True
            points = [(piece.end.x, piece.end.y)]
        elif isinstance(piece, Line):
            points.append((piece.end.x, piece.end.y))
        else:
            steps = max(16, math.ceil(piece.length(error=1e-3) / 0.12))
            points += [tuple(p) for p in piece.npoint(np.linspace(0, 1, steps + 1)[1:])]
    if len(points) > 1:
        yield points, points[0] == points[-1]


def _polygons(area: BaseGeometry) -> Iterator[Polygon]:
    """Yield the polygons from top to bottom, so that their order does not depend on the geometry library."""
    parts = [area] if isinstance(area, Polygon) else getattr(area, "geoms", ())
    yield from sorted((p for p in parts if isinstance(p, Polygon)), key=lambda p: (p.bounds[1], p.bounds[0]))


def contours(area: BaseGeometry) -> Iterator[tuple[Point, list[Stretch]]]:
    """Yield every closed contour of the ink: its start and the segments that lead back to it."""
    for part in _polygons(area):
        # The y axis points upwards in the font, which flips this to the clockwise outline that TrueType
        # requires.
        turned = orient(part, 1.0)
        for ring in (turned.exterior, *sorted(turned.interiors, key=lambda hole: hole.bounds)):
            yield _fit_stretches(np.asarray(ring.coords)[:-1])


def _fit_stretches(ring: np.ndarray) -> tuple[Point, list[Stretch]]:
    ring = ring[np.hypot(*(ring - np.roll(ring, 1, axis=0)).T) > 0.002]
    steps = np.roll(ring, -1, axis=0) - ring
    directions = np.arctan2(steps[:, 1], steps[:, 0])
    turns = np.abs((directions - np.roll(directions, 1) + math.pi) % (2 * math.pi) - math.pi)
    corners = np.flatnonzero(turns > CORNER)
    # Without corners, start at the topmost point.
    first = int(corners[0] if len(corners) else np.lexsort((ring[:, 0], ring[:, 1]))[0])
    breaks = [*(corners - first), len(ring)] if len(corners) else [0, len(ring)]
    ring = np.roll(ring, -first, axis=0)
    ring = np.vstack([ring, ring[:1]])
    stretches: list[Stretch] = []
    for begin, end in pairwise(breaks):
        stretches += _fit_run(ring[begin : end + 1], closed=not len(corners))
    return _pair(ring[0]), stretches


def _fit_run(run: np.ndarray, *, closed: bool) -> Iterator[Stretch]:
    """Fit a smooth run of points with as few lines and quadratic curves as the tolerance allows."""
    steps = np.diff(run, axis=0)
    lengths = np.hypot(steps[:, 0], steps[:, 1])
    directions = steps / lengths[:, None]
    # At an inner point the direction to the nearer neighbour is more precise.
    inner = directions[:-1] * lengths[1:, None] + directions[1:] * lengths[:-1, None]
    ends = (
        (directions[-1] + directions[0], directions[-1] + directions[0])
        if closed
        else (directions[0], directions[-1])
    )
    tangents = np.vstack([ends[0], inner, ends[1]])
    if not closed and len(run) > 2:
        # A chord turns half as far as the curve: mirror the outer tangents to compensate.
        tangents[0] = 2 * (inner[0] @ directions[0]) * directions[0] - inner[0]
        tangents[-1] = 2 * (inner[-1] @ directions[-1]) * directions[-1] - inner[-1]
    at = 0
    while at < len(run) - 1:
        # Exponential search for the farthest point that still fits, then binary search.
        best: Stretch = (None, _pair(run[at + 1]))
        reach, jump, bad = at + 1, 2, len(run)
        while reach + 1 < bad:
            trial = min(at + jump, bad - 1) if bad == len(run) else (reach + bad) // 2
            stretch = _stretch(run[at : trial + 1], tangents[at], tangents[trial])
            if stretch is None:
                bad = trial
            else:
                reach, best = trial, stretch
            jump *= 2
        yield best
        at = reach


def _stretch(points: np.ndarray, way_in: np.ndarray, way_out: np.ndarray) -> Stretch | None:
    """Return one line or curve through all these points, or None if they exceed the tolerance."""
    start, end = points[0], points[-1]
    chord = end - start
    if np.max(np.abs(_cross(points - start, chord))) < TOLERANCE * math.hypot(*chord):
        return None, _pair(end)
    turn = _cross(way_in, way_out)
    if way_in @ way_out <= 0 or abs(turn) < 1e-9:
        return None
    along = _cross(chord, way_out) / turn
    control = start + along * way_in
    if along <= 0 or (end - control) @ way_out <= 0:
        return None
    t = np.linspace(0, 1, 25)[:, None]
    curve = (1 - t) ** 2 * start + 2 * t * (1 - t) * control + t**2 * end
    if max(_stray(points, curve), _stray(curve, points)) > TOLERANCE:
        return None
    return _pair(control), _pair(end)


def _stray(points: np.ndarray, line: np.ndarray) -> float:
    """Return the largest distance of the points from the line."""
    starts, steps = line[:-1], np.diff(line, axis=0)
    distances = points[:, None] - starts
    share = np.clip((distances * steps).sum(-1) / np.maximum((steps**2).sum(-1), 1e-18), 0, 1)
    gaps = distances - share[..., None] * steps
    return float(np.sqrt((gaps**2).sum(-1).min(axis=1).max()))


def _cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]


def _pair(point: np.ndarray) -> Point:
    return float(point[0]), float(point[1])


def font_bytes(areas: Mapping[str, BaseGeometry], code_points: Mapping[str, int]) -> bytes:
    """Return a font with square glyphs of the font size; the 24-step grid fills them from edge to edge."""
    names = sorted(areas, key=lambda name: code_points[name])
    glyphs = {".notdef": TTGlyphPen(None).glyph()}
    for name in names:
        pen = TTGlyphPen(None)
        for start, stretches in contours(areas[name]):
            pen.moveTo(_to_font_units(start))
            for control, end in stretches:
                if control is None:
                    pen.lineTo(_to_font_units(end))
                else:
                    pen.qCurveTo(_to_font_units(control), _to_font_units(end))
            pen.closePath()
        glyphs[name] = pen.glyph()
    builder = FontBuilder(EM, isTTF=True)
    builder.setupGlyphOrder(list(glyphs))
    builder.setupCharacterMap({code_points[name]: name for name in names})
    builder.setupGlyf(glyphs)
    table = builder.font["glyf"]
    builder.setupHorizontalMetrics({name: (EM, getattr(table[name], "xMin", 0)) for name in glyphs})
    # Ascent is the full square and descent 0, so line height equals the font size without rounding errors.
    builder.setupHorizontalHeader(ascent=EM, descent=0, lineGap=0)
    builder.setupOS2(
        sTypoAscender=EM, sTypoDescender=0, sTypoLineGap=0, usWinAscent=EM, usWinDescent=0, fsType=0
    )
    builder.setupNameTable({"familyName": "Companion Icons", "styleName": "Regular"})
    builder.setupPost(keepGlyphNames=False)
    builder.setupHead(unitsPerEm=EM, created=0, modified=0)
    _leave_outlines_alone(builder)
    builder.font.recalcTimestamp = False
    out = BytesIO()
    builder.save(out)
    return out.getvalue()


def _leave_outlines_alone(builder: FontBuilder) -> None:
    """Add a program that disables hinting; without one FreeType's autohinter would distort the icons."""
    program = Program()
    program.fromAssembly("PUSHW[ ] 511 SCANCTRL[ ] PUSHB[ ] 1 1 INSTCTRL[ ] PUSHB[ ] 4 SCANTYPE[ ]")
    builder.font["prep"] = newTable("prep")
    builder.font["prep"].program = program


def _to_font_units(point: Point) -> tuple[int, int]:
    return round(point[0] * UNITS), EM - round(point[1] * UNITS)


def code_points(names: Iterable[str], assigned: str) -> dict[str, int]:
    """Return the code point of each name; `assigned` holds those of today as lines of `e000 name`.

    New names are appended: a code point never changes and is never reused.
    """
    number_by_name = {
        name: int(number, 16) for number, name in (line.split() for line in assigned.splitlines())
    }
    free = max(number_by_name.values(), default=FIRST_CODE_POINT - 1) + 1
    return number_by_name | {
        name: free + i for i, name in enumerate(sorted(set(names) - set(number_by_name)))
    }


def names_module(numbers: Mapping[str, int]) -> str:
    members = "".join(f'    {name.upper()} = "\\u{numbers[name]:04x}"\n' for name in sorted(numbers))
    return (
        '"""The drawn marks by name. Written by tools/draw_icons.py from assets/icons; do not edit."""\n\n'
        "from enum import StrEnum\n\n\n"
        "class Icon(StrEnum):\n"
        '    """A character of CompanionIcons.ttf, at font size S a square of exactly S pixels."""\n\n'
        f"{members}"
    )


def main() -> None:
    areas = {drawing.stem: ink(drawing) for drawing in sorted(DRAWINGS.glob("*.svg"))}
    numbers = code_points(areas, CODE_POINTS.read_text() if CODE_POINTS.exists() else "")
    CODE_POINTS.write_text("".join(f"{number:04x} {name}\n" for name, number in numbers.items()))
    font = font_bytes(areas, numbers)
    FONT.write_bytes(font)
    NAMES.write_text(names_module({name: numbers[name] for name in areas}))
    print(f"{len(areas)} icons, {len(font)} bytes")


if __name__ == "__main__":
    main()
