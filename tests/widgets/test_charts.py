"""Charts: gridlines, labels and points, and what is drawn of them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kivy.base import EventLoop
from kivy.core.window import Window

from companion.widgets.charts import LineChart, Series, spread_equal_points, ticks, visible_labels
from companion.widgets.icons import Icon
from companion.widgets.palette import DARK, rgba
from companion.widgets.text_renderer import register_fonts
from companion.widgets.theme import Look, set_look

pytestmark = pytest.mark.window


@pytest.mark.parametrize(
    ("highest", "lines"),
    [
        (0, (0, 5, 10)),
        (7, (0, 5, 10)),
        (38, (0, 20, 40)),
        (40, (0, 20, 40)),
        (41, (0, 20, 40, 60)),
        (75, (0, 25, 50, 75)),
        (100, (0, 50, 100)),
        (103, (0, 50, 100, 150)),
        (500, (0, 200, 400, 600)),
        (612, (0, 250, 500, 750)),
    ],
)
def test_gridlines_are_at_round_numbers(highest, lines):
    assert ticks(highest) == lines


@given(st.integers(0, 5000), st.integers(1, 8))
def test_gridlines_are_even_few_and_reach_the_highest_value(highest, most):
    lines = ticks(highest, most)
    assert lines[0] == 0
    assert lines[-1] >= highest
    assert lines[-2] < max(highest, 10)
    assert len({after - before for before, after in pairwise(lines)}) == 1
    assert len(lines) <= most + 1


@pytest.mark.parametrize(
    ("count", "most", "chart"),
    [
        (0, 5, ()),
        (1, 5, (1,)),
        (4, 4, (1, 2, 3, 4)),
        (9, 5, (2, 4, 6, 9)),
        (20, 8, (5, 10, 15, 20)),
        (23, 8, (5, 10, 15, 23)),
        (4, 0, (4,)),
    ],
)
def test_only_round_labels_and_the_last_are_visible(count, most, chart):
    assert visible_labels(count, most) == chart


@given(st.integers(1, 200), st.integers(1, 30))
def test_the_last_label_is_visible_and_all_labels_have_room(count, most):
    chart = visible_labels(count, most)
    assert chart[-1] == count
    assert len(chart) <= most
    steps = [after - before for before, after in pairwise((0, *chart))]
    assert all(step * most >= count for step in steps)


def test_points_with_different_values_are_not_offset():
    assert spread_equal_points((3, 1, 2)) == (0, 0, 0)


def test_points_with_equal_values_are_offset_evenly():
    assert spread_equal_points((5, 9, 5)) == pytest.approx((-0.35, 0, 0.35))
    assert spread_equal_points((5, 5, 5, 5)) == pytest.approx((-0.5, -1 / 6, 1 / 6, 0.5))


@given(st.lists(st.integers(0, 3), max_size=4))
def test_no_two_points_coincide_and_offsets_are_limited(values):
    moved = spread_equal_points(values)
    assert len(set(zip(values, moved, strict=True))) == len(values)
    assert all(abs(way) <= 0.5 for way in moved)


TONES = ("candle", "moon", "brick", "sea")
SHAPES = (Icon.POINT_CIRCLE, Icon.POINT_SQUARE, Icon.POINT_TRIANGLE, Icon.POINT_DIAMOND)
NAMES = ("Ada", "Bruno", "Chloe", "Dario")
FOUR = ((0, 14, 30, 38), (0, 0, 9, 24), (0, 11, 23, 23), (0, 17, 22, 32))


@pytest.fixture
def show_chart():
    """Return a function that shows lines in a new chart."""
    EventLoop.ensure_window()
    register_fonts()

    def show(*lines, rtl=False, goal=None, size=(350, 150), names=NAMES, digits=str):
        set_look(Look(rtl=rtl, digits=digits))
        chart = LineChart(size_hint=(None, None), size=size)
        Window.add_widget(chart)
        series = [Series(*parts) for parts in zip(names, TONES, SHAPES, lines, strict=False)]
        chart.show(series, [digits(number) for number in range(1, len(lines[0]))], goal)
        for _ in range(4):
            EventLoop.idle()
        return chart

    yield show
    set_look(Look())
    for child in list(Window.children):
        Window.remove_widget(child)


def colour(tone):
    return tuple(round(255 * part) for part in rgba(getattr(DARK, tone))[:3])


def colour_at(chart, number, value):
    x, y = chart.plot.point_at(number, value)
    texture = chart.plot.export_as_image().texture
    start = 4 * (texture.width * round(texture.height - y) + round(x))
    return tuple(texture.pixels[start : start + 3])


def is_drawn(chart, tone):
    """Whether anything is drawn in this colour."""
    pixels = chart.plot.export_as_image().texture.pixels
    return colour(tone) in {tuple(pixels[start : start + 3]) for start in range(0, len(pixels), 4)}


def test_every_value_has_a_marker_in_the_colour_of_its_line(show_chart):
    chart = show_chart(*FOUR)
    apart = ((0, 2, 30), (0, 3, 38), (1, 1, 0), (1, 2, 9), (3, 1, 17), (3, 3, 32))
    for which, number, value in apart:
        assert colour_at(chart, number, value) == colour(TONES[which]), (which, number)


@pytest.mark.parametrize("rtl", [False, True])
def test_time_runs_in_reading_direction_and_values_upwards(show_chart, rtl):
    plot = show_chart(*FOUR, rtl=rtl).plot
    across = [plot.point_at(number, 0)[0] for number in range(4)]
    assert across == sorted(across, reverse=rtl)
    assert plot.point_at(1, 10)[1] < plot.point_at(1, 20)[1]
    assert all(0 <= x <= plot.width for x in across)


def test_the_legend_is_at_the_end_with_the_highest_line_first(show_chart):
    chart = show_chart(*FOUR)
    assert chart.legend == ("Ada", "Dario", "Bruno", "Chloe")
    assert chart._legend.x > chart.plot.x
    mirrored = show_chart(*FOUR, rtl=True)
    assert mirrored._legend.x < mirrored.plot.x


def test_a_decreasing_series_is_drawn_downwards(show_chart):
    plot = show_chart((0, 60, 50), (0, 30, 70)).plot
    assert plot.point_at(1, 60)[1] > plot.point_at(2, 50)[1]
    assert plot.ticks == (0, 25, 50, 75)


def test_without_a_round_only_the_grid_is_drawn(show_chart):
    chart = show_chart((0,), (0,))
    assert chart.plot.ticks == (0, 5, 10)
    assert chart.legend == ("Ada", "Bruno")
    assert is_drawn(chart, "groove")
    assert not is_drawn(chart, "candle")


def test_a_single_round_spans_the_whole_chart(show_chart):
    chart = show_chart((0, 4), (0, 9))
    assert is_drawn(chart, "candle")
    assert chart.plot.point_at(1, 4)[0] > chart.plot.width * 0.85


@pytest.mark.parametrize("size", [(350, 150), (200, 80), (1400, 300)])
def test_many_rounds_and_high_totals_stay_inside_the_plot(show_chart, size):
    lines = [tuple(number * pace for number in range(21)) for pace in (25, 20, 3, 1)]
    plot = show_chart(*lines, size=size).plot
    half = plot.marker_size / 2
    for line in lines:
        for number, value in enumerate(line):
            x, y = plot.point_at(number, value)
            assert half <= x <= plot.width - half
            assert 0 <= y <= plot.height
    step = plot.point_at(2, 0)[0] - plot.point_at(1, 0)[0]
    assert plot.marker_size <= max(9, step)


def test_a_goal_has_its_own_gridline_and_replaces_close_ones(show_chart):
    chart = show_chart((0, 40), (0, 149), goal=140)
    assert chart.plot.ticks == (0, 50, 100, 140)
    assert is_drawn(chart, "ember")
    assert chart.plot.point_at(1, 149)[1] <= chart.plot.height
    assert not is_drawn(show_chart((0, 40), (0, 149)), "ember")


def test_lines_with_equal_totals_are_all_visible(show_chart):
    chart = show_chart((0, 20), (0, 20), (0, 20), (0, 20))
    assert [tone for tone in TONES if not is_drawn(chart, tone)] == []


def test_values_are_written_in_the_digits_of_the_language(show_chart):
    written = []

    def digits(number):
        written.append(number)
        return str(number)

    show_chart(*FOUR, digits=digits)
    assert {0, 20, 40} <= set(written)


def test_a_long_name_does_not_shrink_the_plot(show_chart):
    chart = show_chart(*FOUR, names=("Maximiliane Alexandrina von Hohenstein", *NAMES[1:]))
    assert chart.plot.width > chart.width * 0.55
    assert all(name.width <= chart._legend.width for name in chart._names)


def test_showing_again_replaces_the_lines(show_chart):
    chart = show_chart(*FOUR)
    chart.show([Series("Ada", "candle", Icon.POINT_CIRCLE, (0, 3))], ["1"])
    EventLoop.idle()
    assert chart.legend == ("Ada",)
    assert not is_drawn(chart, "sea")
