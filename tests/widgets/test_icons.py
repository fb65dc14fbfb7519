"""The icon font contains the drawings, in squares of exactly the requested size."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from fontTools.pens.areaPen import AreaPen
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont
from kivy.core.text import Label
from shapely.geometry import Point
from shapely.geometry.base import BaseGeometry

import companion
from companion.assets import asset
from companion.widgets.icons import Icon
from tests.cases import sample
from tools import draw_icons

FONT = asset("fonts", "CompanionIcons.ttf")
DRAWINGS = sorted(asset("icons").glob("*.svg"))
STEP = draw_icons.UNITS


@cache
def ink(name: str) -> BaseGeometry:
    return draw_icons.ink(asset("icons", f"{name}.svg"))


def write_drawing(folder: Path, body: str) -> Path:
    drawing = folder / "sample.svg"
    drawing.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">{body}</svg>')
    return drawing


def test_every_drawing_has_an_icon_name_and_a_glyph() -> None:
    with TTFont(FONT) as font:
        characters = {chr(number) for number in font.getBestCmap()}
    assert {icon.name.lower() for icon in Icon} == {drawing.stem for drawing in DRAWINGS}
    assert set(Icon) == characters


def test_every_icon_is_used() -> None:
    package = Path(companion.__file__).parent
    sources = "\n".join(
        path.read_text(encoding="utf-8") for path in package.rglob("*.py") if path.stem != "icons"
    )
    named = set(re.findall(r"Icon\.([A-Z_]+)|\"([A-Z_]+)\"", sources))
    assert {icon.name for icon in Icon} - {name for pair in named for name in pair} == set()


def test_the_icon_names_are_up_to_date() -> None:
    code_points_file = draw_icons.CODE_POINTS.read_text()
    names = {drawing.stem for drawing in DRAWINGS}
    numbers = draw_icons.code_points(names, code_points_file)
    assert len(numbers) == len(code_points_file.splitlines())
    written = draw_icons.names_module({name: numbers[name] for name in names})
    assert draw_icons.NAMES.read_text() == written


@pytest.mark.parametrize("some", sample([slice(0, None, 8), slice(None)]))
def test_the_icon_font_matches_the_drawings(some: slice) -> None:
    stale = []
    with TTFont(FONT) as font:
        glyphs, names = font.getGlyphSet(), font.getBestCmap()
        for icon in list(Icon)[some]:
            glyph, wanted = glyphs[names[ord(icon)]], ink(icon.name.lower())
            area, edges = AreaPen(glyphs), BoundsPen(glyphs)
            glyph.draw(area)
            glyph.draw(edges)
            left, bottom, right, top = edges.bounds
            seen = np.array([left, draw_icons.EM - top, right, draw_icons.EM - bottom]) / STEP
            # A hundredth of a step is the rounding of the font: along the whole outline, and at the edges.
            moved = abs(abs(area.value) / STEP**2 - wanted.area) / wanted.length
            if moved > 0.01 or np.abs(seen - wanted.bounds).max() > 0.02:
                stale.append(icon.name)
    assert stale == []


def test_the_icon_font_is_built_reproducibly() -> None:
    areas = {name: draw_icons.ink(asset("icons", f"{name}.svg")) for name in ("fist", "merlin")}
    backwards = dict(reversed(areas.items()))
    numbers = draw_icons.code_points(areas, "")
    assert draw_icons.font_bytes(areas, numbers) == draw_icons.font_bytes(backwards, numbers)


def test_adding_or_removing_a_drawing_keeps_other_code_points() -> None:
    code_points_file = "e000 moon\ne001 gone\ne002 sun\n"
    numbers = draw_icons.code_points(["aardvark", "moon", "sun"], code_points_file)
    assert numbers == {"moon": 0xE000, "gone": 0xE001, "sun": 0xE002, "aardvark": 0xE003}


def test_the_icon_font_stays_small() -> None:
    assert FONT.stat().st_size < 150_000


@pytest.mark.parametrize("name", sample(["merlin", "globe", "flame", "emblem_cultists_tentacles"]))
def test_curves_follow_the_outline_of_the_drawing(name: str) -> None:
    edge = ink(name).boundary
    for start, stretches in draw_icons.contours(ink(name)):
        at = start
        for control, end in stretches:
            via = control or [(a + b) / 2 for a, b in zip(at, end, strict=True)]
            middle = [(a + 2 * c + b) / 4 for a, c, b in zip(at, via, end, strict=True)]
            assert edge.distance(Point(middle)) < draw_icons.TOLERANCE
            at = end
        assert at == pytest.approx(start)


def test_white_shapes_cut_holes(tmp_path: Path) -> None:
    drawing = write_drawing(
        tmp_path, '<rect x="2" y="2" width="20" height="20"/><path d="M4 4h8v8h-8z" fill="#fff"/>'
    )
    assert draw_icons.ink(drawing).area == pytest.approx(400 - 64)


def test_a_turned_and_scaled_stroke_keeps_its_shape(tmp_path: Path) -> None:
    body = (
        '<g transform="translate(12 12) scale(.5) rotate(90)" stroke="#000" stroke-width="4" fill="none">'
        '<path d="M-10 0h20"/></g>'
    )
    assert draw_icons.ink(write_drawing(tmp_path, body)).bounds == pytest.approx((11, 7, 13, 17))


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ('<circle cx="12" cy="12" r="12"/>', "edge"),
        ('<circle cx="12" cy="12" r="5" fill="#f00"/>', "neither black nor white"),
        ("", "nothing is drawn"),
    ],
)
def test_a_drawing_that_cannot_be_a_glyph_is_refused(tmp_path: Path, body: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        draw_icons.ink(write_drawing(tmp_path, body))


@pytest.mark.window
@pytest.mark.parametrize(
    ("size", "some"), sample([(31, slice(0, None, 8)), *((size, slice(None)) for size in (20, 31, 96))])
)
def test_an_icon_fills_its_square_exactly(size: int, some: slice) -> None:
    from kivy.core.window import Window  # textures need a window

    assert Window is not None
    scale = size / draw_icons.GRID
    off = []
    for icon in list(Icon)[some]:
        label = Label(text=icon, font_name=str(FONT), font_size=size)
        label.refresh()
        texture = label.texture
        cover = np.frombuffer(texture.pixels, np.uint8).reshape(texture.height, texture.width, 4)[..., 3]
        rows, columns = np.nonzero(cover)
        seen = np.array([columns.min(), rows.min(), columns.max() + 1, rows.max() + 1])
        wanted = ink(icon.name.lower())
        strays = np.abs(seen - np.array(wanted.bounds) * scale).max()
        moved = abs(cover.sum() / 255 - wanted.area * scale**2) / (wanted.length * scale)
        if texture.size != (size, size) or strays > 1.1 or moved > 0.06:
            off.append((icon.name, texture.size, strays, moved))
    assert off == []
