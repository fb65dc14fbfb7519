"""Boxes and discs: antialiased corners and odd sizes."""

from __future__ import annotations

from itertools import pairwise
from math import ceil, pi

import pytest
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from companion.widgets.shapes import (
    _BORDER_INDICES,
    _FILLED_INDICES,
    TRANSPARENT,
    Disc,
    RoundedBox,
    _coverage_rows,
    _ShapeLayer,
    corner_texture,
    rounded_box,
)

pytestmark = pytest.mark.window

# Textures need a window's graphics.
EventLoop.ensure_window()

WHITE = (1.0, 1.0, 1.0, 1.0)


@pytest.mark.parametrize("radius", [1, 2, 7, 14, 42, 126])
def test_the_coverage_of_a_quarter_disc_equals_its_area(radius: int) -> None:
    rows = list(_coverage_rows(radius, radius + 1))
    assert sum(map(sum, rows)) / 255 == pytest.approx(pi * radius**2 / 4, abs=0.02 * radius + 0.1)


@pytest.mark.parametrize("radius", [0.0, 0.4, 3.0, 12.5, 40.0])
def test_coverage_grows_inwards_with_an_edge_of_two_pixels_at_most(radius: float) -> None:
    side = int(radius) + 2
    rows = list(_coverage_rows(radius, side))
    assert {len(row) for row in rows} == {side}
    for line in (*rows, *zip(*rows, strict=True)):
        assert all(outer <= inner for outer, inner in pairwise(line))
    flat = rows[-1]
    assert sum(0 < part < 255 for part in flat) <= 2
    assert set(rows[0]) == {0}


def build_layer(width: float, height: float, *, radius: float = 10, line: float = 0.0) -> _ShapeLayer:
    layer = _ShapeLayer(InstructionGroup(), WHITE, line)
    layer.fit(100, 200, width, height, radius)
    return layer


def is_visible(layer: _ShapeLayer) -> bool:
    return layer._mesh is not None and bool(layer._mesh.indices)


def bounds(layer: _ShapeLayer) -> tuple[float, float, float, float]:
    assert layer._mesh is not None
    corners = layer._mesh.vertices
    return min(corners[0::4]), min(corners[1::4]), max(corners[0::4]), max(corners[1::4])


@pytest.mark.parametrize("line", [0.0, 1.5])
@pytest.mark.parametrize(("width", "height"), [(300, 40), (20, 20), (12, 60), (1, 1)])
def test_a_shape_exceeds_its_box_by_one_pixel_at_most(width: float, height: float, line: float) -> None:
    left, low, right, top = bounds(build_layer(width, height, line=line))
    assert 100 - 1 <= left < 100 + width < right <= 100 + width + 1
    assert 200 - 1 <= low < 200 + height < top <= 200 + height + 1


def test_an_outline_does_not_fill_its_centre() -> None:
    for line, indices in ((0, _FILLED_INDICES), (2, _BORDER_INDICES)):
        mesh = build_layer(50, 50, line=line)._mesh
        assert mesh is not None
        assert list(mesh.indices) == indices


@pytest.mark.parametrize(("width", "height"), [(0, 50), (50, 0), (0.4, 0.4)])
def test_an_empty_box_is_not_drawn(width: float, height: float) -> None:
    assert not is_visible(build_layer(width, height))


@pytest.mark.parametrize("kind", [RoundedBox, Disc])
def test_a_shape_follows_its_widget_and_style(kind: type) -> None:
    widget = Widget(pos=(5, 5), size=(40, 40))
    shape = RoundedBox(widget, radius=8) if kind is RoundedBox else Disc(widget)
    Clock.tick_draw()
    assert not is_visible(shape._background)
    shape.set_style(background=WHITE)
    Clock.tick_draw()
    assert bounds(shape._background) == pytest.approx((4, 4, 46, 46))
    widget.pos = (105, 5)
    Clock.tick_draw()
    assert bounds(shape._background) == pytest.approx((104, 4, 146, 46))
    shape.set_style(background=TRANSPARENT, border=WHITE, line_width=2)
    Clock.tick_draw()
    assert not is_visible(shape._background)
    assert is_visible(shape._border)


def test_an_invisible_layer_has_no_instructions() -> None:
    widget = Widget(pos=(5, 5), size=(40, 40))
    shape = RoundedBox(widget, radius=8)
    assert not any(layer.children for layer in widget.canvas.before.children)
    shape.set_style(border=WHITE)
    shape.set_style(background=WHITE)
    Clock.tick_draw()
    ground, edge = widget.canvas.before.children
    assert ground.children[-1] is shape._background._mesh
    assert edge.children[-1] is shape._border._mesh


@pytest.mark.parametrize("across", [49, 50, 120, 311])
@pytest.mark.parametrize("line", [0.0, 2.0, 40.0])
def test_a_large_outline_is_a_narrow_band_that_looks_the_same(across: int, line: float) -> None:
    """Compare the texture of the whole corner with the band that is drawn of it."""
    texture, u, v = corner_texture(across / 2, line)
    assert texture is rounded_box(0, 0, across, across, across / 2, line)[0]
    _, points, triangles = rounded_box(100, 200, across, across, across / 2, line)
    corners = list(zip(points[0::4], points[1::4], points[2::4], points[3::4], strict=True))
    middle_x, middle_y = 100 + across / 2, 200 + across / 2
    for x, y, at_u, at_v in corners:
        distance = (abs(x - middle_x) / (across / 2 + 1), abs(y - middle_y) / (across / 2 + 1))
        assert (at_u, at_v) == pytest.approx((u * (1 - distance[0]), v * (1 - distance[1])), abs=1e-6)
    area = sum(
        abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2
        for (ax, ay, *_), (bx, by, *_), (cx, cy, *_) in (
            (corners[a], corners[b], corners[c])
            for a, b, c in zip(triangles[0::3], triangles[1::3], triangles[2::3], strict=True)
        )
    )
    needed = pi * (across - line) * line if 0 < line < across / 4 else 0.0
    assert area >= needed
    if needed:
        assert area < 3 * needed + 8 * across


def test_a_disc_of_an_odd_width_is_round_to_the_pixel() -> None:
    for width in (9, 10):
        rows = list(_coverage_rows(width / 2, ceil(width / 2) + 1, ceil(width / 2) - width / 2))
        # The quarter and its mirror share the pixel in the middle, or meet there.
        half = [list(row) for row in rows]
        shared = width % 2
        whole = [row + row[::-1][shared:] for row in half]
        whole += whole[::-1][shared:]
        assert len(whole) == width + 2
        assert all(list(column) == row for column, row in zip(zip(*whole, strict=True), whole, strict=True))
        assert sum(map(sum, whole)) / 255 == pytest.approx(pi * width**2 / 4, abs=0.6)
