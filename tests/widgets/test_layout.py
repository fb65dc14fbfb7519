from __future__ import annotations

import pytest
from kivy.uix.widget import Widget

from companion.widgets.layout import Labelled

pytestmark = pytest.mark.window


def labelled(width, control, needs=None):
    words = Widget(size_hint_y=None, height=20)
    knob = Widget(size_hint=(None, None), size=(control, 48))
    row = Labelled(words, knob, needs=needs)
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
