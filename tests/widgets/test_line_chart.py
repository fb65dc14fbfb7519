"""The chart as it is drawn: lines and marks where their values are, time along the reading direction."""

from __future__ import annotations

import pytest
from kivy.base import EventLoop
from kivy.core.window import Window

from companion.widgets.charts import LineChart, Series
from companion.widgets.icons import Icon
from companion.widgets.palette import DARK, rgba
from companion.widgets.text_renderer import register_fonts
from companion.widgets.theme import Look, set_look

pytestmark = pytest.mark.window

TONES = ("candle", "moon", "brick", "sea")
SHAPES = (Icon.POINT_CIRCLE, Icon.POINT_SQUARE, Icon.POINT_TRIANGLE, Icon.POINT_DIAMOND)
NAMES = ("Ada", "Bruno", "Chloe", "Dario")
FOUR = ((0, 14, 30, 38), (0, 0, 9, 24), (0, 11, 23, 23), (0, 17, 22, 32))


@pytest.fixture
def chart():
    """Shows lines in a chart of its own and lets it come to rest."""
    EventLoop.ensure_window()
    register_fonts()

    def show(*lines, rtl=False, goal=None, size=(350, 150), names=NAMES, digits=str):
        set_look(Look(rtl=rtl, digits=digits))
        shown = LineChart(size_hint=(None, None), size=size)
        Window.add_widget(shown)
        series = [Series(*parts) for parts in zip(names, TONES, SHAPES, lines, strict=False)]
        shown.show(series, [digits(number) for number in range(1, len(lines[0]))], goal)
        for _ in range(4):
            EventLoop.idle()
        return shown

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


def drawn_in(chart, tone):
    """Whether anything is drawn in this colour."""
    pixels = chart.plot.export_as_image().texture.pixels
    return colour(tone) in {tuple(pixels[start : start + 3]) for start in range(0, len(pixels), 4)}


def test_every_value_is_marked_in_the_colour_of_its_line(chart):
    shown = chart(*FOUR)
    apart = ((0, 2, 30), (0, 3, 38), (1, 1, 0), (1, 2, 9), (3, 1, 17), (3, 3, 32))
    for which, number, value in apart:
        assert colour_at(shown, number, value) == colour(TONES[which]), (which, number)


@pytest.mark.parametrize("rtl", [False, True])
def test_time_runs_along_the_reading_direction_and_low_is_low(chart, rtl):
    plot = chart(*FOUR, rtl=rtl).plot
    across = [plot.point_at(number, 0)[0] for number in range(4)]
    assert across == sorted(across, reverse=rtl)
    assert plot.point_at(1, 10)[1] < plot.point_at(1, 20)[1]
    assert all(0 <= x <= plot.width for x in across)


def test_the_legend_stands_at_the_end_and_the_highest_comes_first(chart):
    shown = chart(*FOUR)
    assert shown.legend == ("Ada", "Dario", "Bruno", "Chloe")
    assert shown._legend.x > shown.plot.x
    mirrored = chart(*FOUR, rtl=True)
    assert mirrored._legend.x < mirrored.plot.x


def test_a_line_that_falls_is_drawn_falling(chart):
    plot = chart((0, 60, 50), (0, 30, 70)).plot
    assert plot.point_at(1, 60)[1] > plot.point_at(2, 50)[1]
    assert plot.ticks == (0, 25, 50, 75)


def test_before_the_first_round_there_is_a_grid_and_no_line(chart):
    shown = chart((0,), (0,))
    assert shown.plot.ticks == (0, 5, 10)
    assert shown.legend == ("Ada", "Bruno")
    assert drawn_in(shown, "groove")
    assert not drawn_in(shown, "candle")


def test_one_round_goes_across_the_whole_chart(chart):
    shown = chart((0, 4), (0, 9))
    assert drawn_in(shown, "candle")
    assert shown.plot.point_at(1, 4)[0] > shown.plot.width * 0.85


@pytest.mark.parametrize("size", [(350, 150), (200, 80), (1400, 300)])
def test_many_rounds_and_high_totals_stay_inside(chart, size):
    lines = [tuple(number * pace for number in range(21)) for pace in (25, 20, 3, 1)]
    plot = chart(*lines, size=size).plot
    half = plot.marker_size / 2
    for line in lines:
        for number, value in enumerate(line):
            x, y = plot.point_at(number, value)
            assert half <= x <= plot.width - half
            assert 0 <= y <= plot.height
    step = plot.point_at(2, 0)[0] - plot.point_at(1, 0)[0]
    assert plot.marker_size <= max(9, step)


def test_a_goal_has_a_line_of_its_own_and_no_number_beside_it(chart):
    shown = chart((0, 40), (0, 149), goal=140)
    assert shown.plot.ticks == (0, 50, 100, 140)
    assert drawn_in(shown, "ember")
    assert shown.plot.point_at(1, 149)[1] <= shown.plot.height
    assert not drawn_in(chart((0, 40), (0, 149)), "ember")


def test_equal_totals_are_all_seen(chart):
    shown = chart((0, 20), (0, 20), (0, 20), (0, 20))
    assert [tone for tone in TONES if not drawn_in(shown, tone)] == []


def test_values_are_written_in_the_digits_of_the_language(chart):
    written = []

    def digits(number):
        written.append(number)
        return str(number)

    chart(*FOUR, digits=digits)
    assert {0, 20, 40} <= set(written)


def test_a_long_name_leaves_the_lines_their_room(chart):
    shown = chart(*FOUR, names=("Maximiliane Alexandrina von Hohenstein", *NAMES[1:]))
    assert shown.plot.width > shown.width * 0.55
    assert all(name.width <= shown._legend.width for name in shown._names)


def test_showing_again_takes_the_place_of_what_was_shown(chart):
    shown = chart(*FOUR)
    shown.show([Series("Ada", "candle", Icon.POINT_CIRCLE, (0, 3))], ["1"])
    EventLoop.idle()
    assert shown.legend == ("Ada",)
    assert not drawn_in(shown, "sea")
