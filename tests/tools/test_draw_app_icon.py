"""The icon is our logo, within what every launcher shows, in the files that Android and stores ask for."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from shapely.geometry import box
from shapely.ops import unary_union

from tools import draw_app_icon as icon
from tools import png

SPACE = "{http://schemas.android.com/apk/res/android}"


def test_logo_is_within_the_visible_disc() -> None:
    middle = icon.CANVAS / 2
    logo = unary_union(list(icon.drawn_logo(middle, icon.LOGO).values()))
    assert box(0, 0, icon.CANVAS, icon.CANVAS).contains(logo)
    assert max(np.hypot(x - middle, y - middle) for x, y in logo.convex_hull.exterior.coords) <= icon.SAFE / 2


def test_pixel_opacity_equals_its_coverage() -> None:
    covered = icon.coverage(box(1, 1, 2.5, 3), 4)
    assert covered.tolist() == [[0, 0, 0, 0], [0, 1, 0.5, 0], [0, 1, 0.5, 0], [0, 0, 0, 0]]


def test_icon_files_are_up_to_date() -> None:
    for name, text in {
        "icon_background": icon.background(),
        "icon_foreground": icon.foreground(icon.TONES),
        "icon_monochrome": icon.foreground(dict.fromkeys(icon.LAYERS, "#FFFFFF")),
    }.items():
        assert (icon.DRAWABLES / f"{name}.xml").read_text(encoding="utf-8") == text


def test_icon_has_a_monochrome_layer() -> None:
    layers = ElementTree.parse(icon.DRAWABLES.parent / "mipmap-anydpi-v26" / "icon.xml").getroot()
    assert [layer.tag for layer in layers] == ["background", "foreground", "monochrome"]
    for layer in layers:
        drawable = str(layer.get(f"{SPACE}drawable")).removeprefix("@drawable/")
        assert (icon.DRAWABLES / f"{drawable}.xml").is_file()
    text = (icon.DRAWABLES / "icon_monochrome.xml").read_text(encoding="utf-8")
    assert set(re.findall(r'fillColor="(#\w+)"', text)) == {"#FFFFFF"}


@pytest.mark.parametrize(
    ("path", "across"), [(icon.ICON, icon.ICON_PIXELS), (icon.PRESPLASH, icon.PRESPLASH_PIXELS)]
)
def test_icons_are_square_and_small(path: Path, across: int) -> None:
    assert png.size(path) == (across, across)
    assert path.stat().st_size < 40_000


def test_palette_keeps_few_colours_and_reduces_many(tmp_path: Path) -> None:
    plain: np.ndarray = np.zeros((4, 8, 3), dtype=np.uint8)
    plain[:, 4:] = (235, 181, 74)
    assert b"\x00\x00\x00\xeb\xb5\x4a" in png.encode_few(plain)
    colours = np.stack(np.meshgrid(np.arange(64), np.arange(64), [0, 40, 80], indexing="ij"), -1)
    path = tmp_path / "many.png"
    path.write_bytes(png.encode_few(colours.reshape(64, 192, 3).astype(np.uint8) * 3))
    assert png.size(path) == (192, 64)
    entries = path.read_bytes()
    length = int.from_bytes(entries[33:37], "big")
    assert (entries[37:41], length) == (b"PLTE", 256 * 3)
