"""Rows, grids and labelled controls keep words whole."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kivy.base import EventLoop
from kivy.uix.widget import Widget

from companion.widgets.buttons import PrimaryButton, SecondaryButton
from companion.widgets.cards import Chip, ChoiceChips
from companion.widgets.layout import (
    Column,
    Grid,
    LabelledControl,
    Row,
    RowItem,
    break_lines,
    fits,
    min_width,
    share_widths,
    total_min_width,
    wrap_units,
)
from companion.widgets.text import Text
from companion.widgets.text_renderer import register_fonts
from companion.widgets.theme import look, set_look
from tests.widgets.off_screen import frames

pytestmark = pytest.mark.window

EventLoop.ensure_window()
register_fonts()


@pytest.fixture
def large_letters():
    usual = look()
    set_look(replace(usual, text_scale=1.6))
    yield
    set_look(usual)


def lay_out(layout, width):
    layout.width = width
    frames()
    return layout


def do_nothing():
    """What a button does here."""


def build_button_row():
    save = PrimaryButton("Αποθήκευση Ψηφοφορίας", do_nothing)
    rest = SecondaryButton("Οι υπόλοιποι αποχή", do_nothing)
    return Row(rest, save), rest, save


def build_labelled_control(width, control, needs=None):
    words = Widget(size_hint_y=None, height=20)
    knob = Widget(size_hint=(None, None), size=(control, 48))
    row = LabelledControl(words, knob, min_label_width=needs)
    row.width = width
    row.do_layout()
    return row, words, knob


def test_a_control_is_beside_its_label_if_both_fit():
    row, words, knob = build_labelled_control(300, 60)
    assert knob.right == row.right
    assert words.width > 200


def test_a_control_that_leaves_too_little_width_is_below_its_label():
    row, words, knob = build_labelled_control(300, 200)
    assert words.width == 300
    assert knob.top <= words.y
    assert knob.right == row.right


def test_a_short_label_stays_beside_a_wide_control():
    _, words, knob = build_labelled_control(300, 200, needs=60)
    assert knob.x > words.x
    assert knob.y < words.top


def test_buttons_are_side_by_side_if_their_words_stay_whole():
    row, rest, save = build_button_row()
    lay_out(row, 390)
    assert (rest.center_y, rest.width) == (save.center_y, save.width)
    assert row.height == save.height


def test_buttons_wrap_if_their_words_would_break(large_letters):
    row, rest, save = build_button_row()
    lay_out(row, 240)
    assert rest.width == save.width == 240
    assert rest.y == save.top + row.spacing
    assert row.height == rest.height + row.spacing + save.height
    assert not any(button.label.has_broken_word or button.label.is_truncated for button in (rest, save))


def test_a_widened_row_is_one_line_again(large_letters):
    row, rest, save = build_button_row()
    lay_out(row, 240)
    lay_out(row, 900)
    assert rest.center_y == save.center_y
    assert row.height == save.height


def test_a_button_with_longer_text_wraps_and_stays_wrapped(large_letters):
    row, rest, save = build_button_row()
    rest.label.content, save.label.content = "Ναι", "Όχι"
    lay_out(row, 240)
    assert rest.center_y == save.center_y
    save.show("Αποθήκευση Ψηφοφορίας")
    frames()
    rest.label.content = "Οι υπόλοιποι αποχή"
    frames(8)
    assert rest.y == save.top + row.spacing
    rest.label.content = save.label.content = "Ναι"
    frames(8)
    assert rest.y == save.top + row.spacing


def test_lines_of_a_right_to_left_row_start_at_the_right(large_letters):
    set_look(replace(look(), rtl=True))
    mark = Widget(size_hint=(None, None), size=(24, 24))
    row = Row(mark, Text("Ψηφοφορία"), SecondaryButton("Αποθήκευση", do_nothing))
    lay_out(row, 250)
    assert mark.right == row.right


def test_a_text_takes_width_from_texts_that_need_less():
    long, short = Text("Αποκαλυπτήρια", max_lines=1), Text("Α", max_lines=1)
    row = lay_out(Row(short, long, gap=0), long.natural_width() + 20)
    assert long.width > row.width / 2
    assert not long.has_broken_word


def test_a_grid_has_as_many_columns_as_keep_words_whole():
    cells = [Chip(words, do_nothing) for words in ("Ναι", "Όχι", "Οποιοσδήποτε")]
    grid = Grid(*cells, min_column_width=60, max_columns=3)
    lay_out(grid, 150)
    assert grid.cols == 1
    lay_out(grid, 500)
    assert grid.cols == 3


def test_choice_chips_show_whole_words(large_letters):
    choice = lay_out(
        ChoiceChips([(1, "Οποιοσδήποτε"), (2, "Φάντασμα"), (3, "4 ή περισσότεροι")], 1, print), 320
    )
    assert not any(chip.label.has_broken_word or chip.label.is_truncated for chip in choice.children)


def test_a_control_is_below_a_label_whose_words_would_break():
    words = Column(Text("Δευτερόλεπτα για κίνηση", size_sp=18))
    knob = Widget(size_hint=(None, None), size=(150, 48))
    lay_out(LabelledControl(words, knob, min_label_width=20), 240)
    assert words.width == 240


def test_a_container_is_at_least_as_wide_as_its_longest_word():
    words = "Ένας Σεκταριστής"
    needed = Text(words).min_width()
    assert min_width(Column(Text(words), padding=(10, 0))) == needed + 20
    assert min_width(Row(Text(words), Widget(size_hint_x=None, width=30), gap=0)) == needed + 30
    assert min_width(Row()) == 0


def button(needs: float, share: float = 1.0) -> RowItem:
    return RowItem(needs, share, can_wrap=True)


def words(needs: float) -> RowItem:
    return RowItem(needs, 1.0)


MARK = RowItem(20)


def line_indices(parts: list[RowItem], room: float, gap: float = 0) -> list[list[int]]:
    return [list(line) for line in break_lines(parts, room, gap)]


def test_a_row_with_enough_room_is_shared_by_the_shares() -> None:
    row = [button(30, 2.0), button(30)]
    assert fits(row, 90, 0)
    assert share_widths(row, 90, 0) == [60, 30]


def test_an_item_that_needs_more_than_its_share_takes_it_from_the_others() -> None:
    row = [button(60), button(10), button(10)]
    assert not fits(row, 100, 0)
    assert share_widths(row, 100, 0) == [60, 20, 20]
    assert line_indices(row, 100) == [[0, 1, 2]]


def test_items_shrink_in_proportion_if_there_is_not_enough_room() -> None:
    assert share_widths([words(60), words(40)], 50, 0) == [30, 20]
    assert share_widths([MARK, words(40)], 10, 0) == [20, 0]


def test_buttons_that_do_not_fit_are_broken_into_lines() -> None:
    assert line_indices([button(60), button(60)], 100) == [[0], [1]]
    assert line_indices([button(40), button(40), button(60)], 100) == [[0, 1], [2]]


def test_gaps_count_when_breaking_lines() -> None:
    build_button_row = [button(50), button(50)]
    assert line_indices(build_button_row, 100) == [[0, 1]]
    assert line_indices(build_button_row, 100, gap=1) == [[0], [1]]


def test_a_button_wraps_but_an_icon_stays_with_its_text() -> None:
    row = [MARK, words(60), button(60)]
    assert line_indices(row, 100) == [[0, 1], [2]]
    assert line_indices([MARK, words(200)], 100) == [[0, 1]]


def test_an_empty_row_fits() -> None:
    assert fits([], 10, 8)
    assert wrap_units([]) == []


_PARTS = st.lists(
    st.one_of(
        # All fields, because Hypothesis would choose those with a default itself.
        st.builds(RowItem, st.integers(0, 60).map(float), st.none(), st.just(False)),
        st.builds(RowItem, st.integers(0, 60).map(float), st.sampled_from((0.5, 1.0, 2.0)), st.booleans()),
    ),
    min_size=1,
    max_size=6,
)


@given(_PARTS, st.integers(1, 200), st.integers(0, 8))
def test_every_item_is_on_one_line_in_order(parts: list[RowItem], room: int, gap: int) -> None:
    assert [at for line in break_lines(parts, room, gap) for at in line] == list(range(len(parts)))


@given(_PARTS, st.integers(1, 200), st.integers(0, 8))
def test_items_get_their_minimum_if_possible_and_never_more_than_the_room(
    parts: list[RowItem], room: int, gap: int
) -> None:
    given = share_widths(parts, room, gap)
    fixed = sum(part.min_width for part in parts if part.share is None) + gap * (len(parts) - 1)
    assert sum(given) + gap * (len(parts) - 1) <= max(room, fixed) + 1e-6
    if total_min_width(parts, gap) <= room:
        assert all(width >= part.min_width - 1e-6 for width, part in zip(given, parts, strict=True))
