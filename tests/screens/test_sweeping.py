"""A screen that was left is freed while the hand rests, and never in the middle of something."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from kivy.clock import Clock

from companion.screens.settings_page import AboutPage
from companion.widgets.idle_loop import IdleGarbageCollector, free_memory

pytestmark = pytest.mark.window

REST = 3.1
# The bar beside what can be scrolled waits for a while and then fades; until then it holds its screen.
FADES = 1.0


@pytest.fixture
def table(walk: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A table whose app has begun to sweep, and whose time passes only when the test says so."""
    table = walk()
    now = Clock.time._real()
    monkeypatch.setattr(Clock.time, "_real", lambda: now)
    table.app.idle_gc.start()
    yield table
    table.app.idle_gc.stop()
    gc.unfreeze()


def left(table: Any) -> weakref.ref[Any]:
    """A screen that somebody has opened, and has left by the arrow."""
    table.app.push(AboutPage)
    table.frames()
    page = weakref.ref(table.page)
    table.tap(table.page.bar.back_button)
    table.let_pass(FADES)
    table.let_pass(FADES)
    assert page() is not None
    return page


def test_a_screen_that_was_left_is_freed_when_the_hand_rests(table):
    page = left(table)
    table.let_pass(REST - 2 * FADES)
    assert page() is None


def test_memory_that_is_free_goes_back_to_the_system(monkeypatch):
    trimmed: list[int] = []
    library = SimpleNamespace(malloc_trim=trimmed.append)
    monkeypatch.setattr("companion.widgets.idle_loop.ctypes.CDLL", lambda name: library)
    monkeypatch.setattr("companion.widgets.idle_loop.sys.platform", "linux")
    free_memory()
    assert trimmed == [0]
    del library.malloc_trim  # as in the C library of a phone
    free_memory()
    assert trimmed == [0]


def test_whoever_taps_on_is_not_kept_waiting(table):
    page = left(table)
    table.tap_at(5, 5)
    table.let_pass(REST - FADES)
    assert page() is not None
    table.let_pass(REST)
    assert page() is None


def test_nothing_is_swept_while_something_is_said(table):
    talks = True
    swept: list[object] = []
    sweeping = IdleGarbageCollector(lambda: talks, lambda: swept.append(0))
    sweeping.start()
    table.tap_at(5, 5)
    table.let_pass(REST)
    assert not swept
    talks = False
    table.let_pass(REST)
    assert len(swept) == 1
    table.let_pass(REST)
    assert len(swept) == 1
    sweeping.stop()


def test_the_app_says_so_of_a_line_and_for_a_while_after_it(table):
    assert not table.app._is_speaking()
    table.app.speech.play_beep()
    assert table.app._is_speaking()


def test_out_of_sight_it_is_freed_at_once(table):
    page = left(table)
    table.app.on_pause()
    assert page() is None
