"""Texts that share a box of fixed size."""

from __future__ import annotations

import pytest
from kivy.base import EventLoop

from companion.widgets.text import FittedTexts, Text
from companion.widgets.text_renderer import register_fonts
from tests.widgets.off_screen import frames

pytestmark = pytest.mark.window

EventLoop.ensure_window()
register_fonts()

LONG = "Three quests are won, and the Assassin struck somebody else than Merlin"


def show_texts(width: float, height: float, *words: str) -> tuple[Text, ...]:
    parts = tuple(Text(size_sp=size) for size in (18, 16))
    box = FittedTexts(*parts, size_hint=(None, None), size=(width, height))
    box.show(*words)
    frames()
    return parts


def test_texts_that_fit_keep_their_size_and_are_centred() -> None:
    title, line = show_texts(300, 100, "Good wins", "Merlin lives")
    assert (title.size_sp, line.size_sp) == (18, 16)
    assert title.y > line.y
    assert 100 - (title.y + title.height) == pytest.approx(line.y)


def test_texts_that_do_not_fit_shrink_together() -> None:
    title, line = show_texts(200, 80, "Good wins", LONG)
    assert title.size_sp / 18 == pytest.approx(line.size_sp / 16)
    assert line.size_sp < 16
    assert not line.is_truncated
    assert line.y >= 0
    assert title.y + title.height <= 80


def test_only_the_longest_text_is_truncated() -> None:
    title, line = show_texts(120, 60, "Good wins", LONG * 3)
    assert not title.is_truncated
    assert line.is_truncated
    assert line.y >= 0


def test_an_empty_text_takes_no_space() -> None:
    title, line = show_texts(300, 100, "", "Merlin lives")
    assert title.height == 0
    assert line.y + line.height / 2 == pytest.approx(50)
