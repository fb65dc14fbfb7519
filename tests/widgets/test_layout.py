from __future__ import annotations

from dataclasses import replace

import pytest
from kivy.base import EventLoop
from kivy.uix.widget import Widget

from companion.widgets.buttons import PrimaryButton, SecondaryButton
from companion.widgets.cards import Chip, ChoiceChips
from companion.widgets.layout import Column, Grid, LabelledControl, Row, min_width
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


def at_rest(layout, width):
    layout.width = width
    frames()
    return layout


def nothing():
    """What a button does here."""


def pair():
    save = PrimaryButton("Αποθήκευση Ψηφοφορίας", nothing)
    rest = SecondaryButton("Οι υπόλοιποι αποχή", nothing)
    return Row(rest, save), rest, save


def labelled(width, control, needs=None):
    words = Widget(size_hint_y=None, height=20)
    knob = Widget(size_hint=(None, None), size=(control, 48))
    row = LabelledControl(words, knob, min_label_width=needs)
    row.width = width
    row.do_layout()
    return row, words, knob


def test_a_control_stands_beside_its_words_where_both_have_room():
    row, words, knob = labelled(300, 60)
    assert knob.right == row.right
    assert words.width > 200


def test_a_control_that_would_crush_its_words_stands_below_them():
    row, words, knob = labelled(300, 200)
    assert words.width == 300
    assert knob.top <= words.y
    assert knob.right == row.right


def test_short_words_stay_beside_a_wide_control():
    _, words, knob = labelled(300, 200, needs=60)
    assert knob.x > words.x
    assert knob.y < words.top


def test_buttons_stand_side_by_side_where_their_words_stay_whole():
    row, rest, save = pair()
    at_rest(row, 390)
    assert (rest.center_y, rest.width) == (save.center_y, save.width)
    assert row.height == save.height


def test_buttons_whose_words_would_break_stand_below_each_other(large_letters):
    row, rest, save = pair()
    at_rest(row, 240)
    assert rest.width == save.width == 240
    assert rest.y == save.top + row.spacing
    assert row.height == rest.height + row.spacing + save.height
    assert not any(button.label.has_broken_word or button.label.is_truncated for button in (rest, save))


def test_a_row_given_more_room_is_one_line_again(large_letters):
    row, rest, save = pair()
    at_rest(row, 240)
    at_rest(row, 900)
    assert rest.center_y == save.center_y
    assert row.height == save.height


def test_a_button_that_gets_longer_words_gets_room_for_them_and_keeps_it(large_letters):
    row, rest, save = pair()
    rest.label.content, save.label.content = "Ναι", "Όχι"
    at_rest(row, 240)
    assert rest.center_y == save.center_y
    save.show("Αποθήκευση Ψηφοφορίας")
    frames()
    rest.label.content = "Οι υπόλοιποι αποχή"
    frames(8)
    assert rest.y == save.top + row.spacing
    rest.label.content = save.label.content = "Ναι"
    frames(8)
    assert rest.y == save.top + row.spacing


def test_in_a_row_read_from_the_right_lines_start_there(large_letters):
    set_look(replace(look(), rtl=True))
    mark = Widget(size_hint=(None, None), size=(24, 24))
    row = Row(mark, Text("Ψηφοφορία"), SecondaryButton("Αποθήκευση", nothing))
    at_rest(row, 250)
    assert mark.right == row.right


def test_words_take_their_room_from_words_that_need_less():
    long, short = Text("Αποκαλυπτήρια", max_lines=1), Text("Α", max_lines=1)
    row = at_rest(Row(short, long, gap=0), long.natural_width() + 20)
    assert long.width > row.width / 2
    assert not long.has_broken_word


def test_a_grid_has_no_more_columns_than_leave_words_whole():
    cells = [Chip(words, nothing) for words in ("Ναι", "Όχι", "Οποιοσδήποτε")]
    grid = Grid(*cells, min_column_width=60, max_columns=3)
    at_rest(grid, 150)
    assert grid.cols == 1
    at_rest(grid, 500)
    assert grid.cols == 3


def test_a_choice_shows_each_of_its_words_whole(large_letters):
    choice = at_rest(
        ChoiceChips([(1, "Οποιοσδήποτε"), (2, "Φάντασμα"), (3, "4 ή περισσότεροι")], 1, print), 320
    )
    assert not any(chip.label.has_broken_word or chip.label.is_truncated for chip in choice.children)


def test_a_control_stands_below_words_that_would_break_beside_it():
    words = Column(Text("Δευτερόλεπτα για κίνηση", size_sp=18))
    knob = Widget(size_hint=(None, None), size=(150, 48))
    at_rest(LabelledControl(words, knob, min_label_width=20), 240)
    assert words.width == 240


def test_what_holds_words_needs_as_much_as_the_longest_of_them():
    words = "Ένας Σεκταριστής"
    needed = Text(words).min_width()
    assert min_width(Column(Text(words), padding=(10, 0))) == needed + 20
    assert min_width(Row(Text(words), Widget(size_hint_x=None, width=30), gap=0)) == needed + 30
    assert min_width(Row()) == 0
