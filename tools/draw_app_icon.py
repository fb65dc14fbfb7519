"""Render the app icon for Android and stores, and the start-up picture, from the logo layers in assets/icons.

The same drawings give the same bytes.

    python tools/draw_app_icon.py              write the files
    python tools/draw_app_icon.py look FOLDER  show the icon as launchers cut it, small and large
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from itertools import pairwise
from pathlib import Path

import numpy as np
from shapely import get_coordinates, get_parts, get_rings
from shapely.affinity import affine_transform
from shapely.geometry import Point, box
from shapely.geometry.base import BaseGeometry

ROOT = Path(__file__).resolve().parent.parent
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from companion.widgets.palette import DARK  # noqa: E402
from tools.draw_icons import DRAWINGS, GRID, contours, ink  # noqa: E402
from tools.png import encode  # noqa: E402

LAYERS = ("logo_ring", "logo_seats", "logo_flame")
TONES = {"logo_ring": DARK.rim, "logo_seats": DARK.ink_2, "logo_flame": DARK.candle}
GROUND, GLOW = DARK.table, DARK.wood
# Scaled up compared with the logo in the app, which is never as small as on a crowded launcher.
GROWN = {"logo_flame": 1.3}

DRAWABLES = ROOT / "android" / "res" / "drawable"
ICON = ROOT / "assets" / "app" / "icon.png"
PRESPLASH = ROOT / "assets" / "app" / "presplash.png"
STORE = ROOT / "fastlane" / "metadata" / "android"

# An adaptive icon is 108 dp wide; every launcher mask leaves a centred disc of 66 dp visible.
CANVAS, SAFE = 108, 66
LOGO = 62  # width in dp of the box in which the logo was drawn; its ink is a little narrower
VISIBLE_DP = 72  # maximum width in dp that a launcher shows of the canvas
ICON_PIXELS = 512
ROUNDING = 0.22  # corner radius as a share of the width, where Android does not mask the icon itself
# Android scales the start-up picture to the shorter side of the screen.
PRESPLASH_PIXELS, PRESPLASH_LOGO = 960, 0.34

_ROWS = 8  # scan lines per pixel; coverage along a line is exact


def drawn_logo(middle: float, across: float) -> dict[str, BaseGeometry]:
    """Return the layers of the logo, lowest first, in a box `across` wide around (middle, middle)."""
    layers = {}
    for name in LAYERS:
        scale = across / GRID * GROWN.get(name, 1)
        shift = middle - scale * GRID / 2
        layers[name] = affine_transform(ink(DRAWINGS / f"{name}.svg"), (scale, 0, 0, scale, shift, shift))
    return layers


# -- for Android ---------------------------------------------------------------------------------------------


def path_data(area: BaseGeometry) -> str:
    """Return the outlines as path data of a vector drawable: M, L, Q and Z."""
    parts: list[str] = []
    for start, stretches in contours(area):
        parts.append(f"M{_at(start)}")
        parts += [f"L{_at(end)}" if by is None else f"Q{_at(by)} {_at(end)}" for by, end in stretches]
        parts.append("Z")
    return "".join(parts)


def _at(point: tuple[float, float]) -> str:
    return f"{point[0]:.2f},{point[1]:.2f}"


def vector(body: str, namespaces: str = "") -> str:
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        "<!-- Written by tools/draw_app_icon.py; do not edit. -->\n"
        f'<vector xmlns:android="http://schemas.android.com/apk/res/android"{namespaces}\n'
        f'    android:width="{CANVAS}dp" android:height="{CANVAS}dp"\n'
        f'    android:viewportWidth="{CANVAS}" android:viewportHeight="{CANVAS}">\n'
        f"{body}</vector>\n"
    )


def foreground(tones: Mapping[str, str]) -> str:
    # Contours are fitted on the drawing's own grid, for which their tolerance is defined; Android scales
    # them.
    shift, scale = (CANVAS - LOGO) / 2, LOGO / GRID
    paths = "".join(
        f'        <path android:fillColor="{tones[name]}" android:pathData="{path_data(area)}" />\n'
        for name, area in drawn_logo(GRID / 2, GRID).items()
    )
    return vector(
        f'    <group android:translateX="{shift:g}" android:translateY="{shift:g}"'
        f' android:scaleX="{scale:.5f}" android:scaleY="{scale:.5f}">\n{paths}    </group>\n'
    )


def background() -> str:
    middle = CANVAS / 2
    return vector(
        f'    <path android:pathData="M0,0h{CANVAS}v{CANVAS}h-{CANVAS}z">\n'
        '        <aapt:attr name="android:fillColor">\n'
        '            <gradient android:type="radial"'
        f' android:centerX="{middle:g}" android:centerY="{middle:g}"\n'
        f'                android:gradientRadius="{middle:g}"'
        f' android:startColor="{GLOW}" android:endColor="{GROUND}" />\n'
        "        </aapt:attr>\n"
        "    </path>\n",
        '\n    xmlns:aapt="http://schemas.android.com/aapt"',
    )


# -- as pixels -----------------------------------------------------------------------------------------------


def coverage(area: BaseGeometry, pixels: int) -> np.ndarray:
    """Return the covered share of each pixel, from 0 to 1, using several scan lines per row."""
    lines = (np.arange(pixels * _ROWS) + 0.5) / _ROWS
    crossings_by_line: list[list[float]] = [[] for _ in lines]
    for ring in get_rings(get_parts(area)):
        points = get_coordinates(ring)
        for (x1, y1), (x2, y2) in pairwise(points):
            first, last = (int(np.searchsorted(lines, y)) for y in sorted((y1, y2)))
            for line in range(first, last):
                crossings_by_line[line].append(x1 + (lines[line] - y1) * (x2 - x1) / (y2 - y1))
    covered = np.zeros((pixels, pixels))
    edges = np.arange(pixels + 1)
    for line, crossings in enumerate(crossings_by_line):
        crossings.sort()
        for left, right in zip(crossings[::2], crossings[1::2], strict=True):
            covered[line // _ROWS] += np.diff(np.clip(edges, left, right)) / _ROWS
    return np.clip(covered, 0, 1)


def tone(code: str) -> np.ndarray:
    return np.array([int(code[i : i + 2], 16) for i in (1, 3, 5)], dtype=float)


def painted(ground: np.ndarray, layers: Iterable[tuple[BaseGeometry, str]]) -> np.ndarray:
    for area, code in layers:
        share = coverage(area, len(ground))[..., None]
        ground = ground * (1 - share) + tone(code) * share
    return ground


def glowing(pixels: int, radius: float) -> np.ndarray:
    """Return the background with a radial glow that fades out at `radius`."""
    distance = np.abs(np.arange(pixels) + 0.5 - pixels / 2)
    share = np.clip(np.hypot(*np.meshgrid(distance, distance)) / radius, 0, 1)[..., None]
    return tone(GLOW) * (1 - share) + tone(GROUND) * share


def square_icon(pixels: int = ICON_PIXELS) -> np.ndarray:
    """Return the icon without mask, as wide as the largest part of the canvas that a launcher shows."""
    scale = pixels / VISIBLE_DP
    logo = drawn_logo(pixels / 2, LOGO * scale)
    return painted(glowing(pixels, CANVAS / 2 * scale), [(area, TONES[name]) for name, area in logo.items()])


def round_corners(icon: np.ndarray, rounding: float) -> np.ndarray:
    """Round the corners of an icon; half of the width makes a disc."""
    pixels = len(icon)
    radius = pixels * rounding
    shape = box(radius, radius, pixels - radius, pixels - radius) if rounding < 0.5 else None
    area = shape.buffer(radius, quad_segs=64) if shape else Point(pixels / 2, pixels / 2).buffer(radius, 128)
    return np.dstack([icon, 255 * coverage(area, pixels)])


def presplash() -> np.ndarray:
    pixels = PRESPLASH_PIXELS
    ground = np.broadcast_to(tone(GROUND), (pixels, pixels, 3))
    logo = drawn_logo(pixels / 2, pixels * PRESPLASH_LOGO)
    return painted(ground, [(area, TONES[name]) for name, area in logo.items()])


def png(pixels: np.ndarray) -> bytes:
    return encode(np.rint(pixels).astype(np.uint8))


def write() -> None:
    square = square_icon()
    files = {
        DRAWABLES / "icon_background.xml": background().encode(),
        DRAWABLES / "icon_foreground.xml": foreground(TONES).encode(),
        DRAWABLES / "icon_monochrome.xml": foreground(dict.fromkeys(LAYERS, "#FFFFFF")).encode(),
        ICON: png(round_corners(square, ROUNDING)),
        PRESPLASH: png(presplash()),
        # Stores round the corners themselves.
        **{folder / "images" / "icon.png": png(square) for folder in sorted(STORE.iterdir())},
    }
    for path, content in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        print(f"{len(content):7d}  {path.relative_to(ROOT)}")


def show(folder: Path) -> None:
    """Save previews: disc and rounded square, at launcher size and four times that, on light and on dark."""
    strips = []
    for pixels in (48, 192):
        row = []
        for rounding in (0.5, 0.3, ROUNDING):
            picture = round_corners(square_icon(pixels), rounding)
            for ground in (255.0, 40.0):
                share = picture[..., 3:] / 255
                row.append(picture[..., :3] * share + ground * (1 - share))
        strips.append(np.hstack(row))
    folder.mkdir(parents=True, exist_ok=True)
    for strip in strips:
        (folder / f"icon-{len(strip)}.png").write_bytes(png(strip))


if __name__ == "__main__":
    if sys.argv[1:2] == ["look"]:
        show(Path(sys.argv[2]))
    else:
        write()
