"""Long presses: by the time since the touch, however long a frame takes."""

from __future__ import annotations

import pytest
from kivy.clock import Clock

from companion.widgets.buttons import LongPress

pytestmark = pytest.mark.window

SECONDS = 0.02


class HeldButton:
    """A long press on Kivy's clock, whose time the test sets."""

    def __init__(self):
        self.time = Clock.time()
        self.fire_count = 0
        self.press = LongPress(SECONDS, self.fire)

    def fire(self):
        self.fire_count += 1

    def advance(self, seconds):
        self.time += seconds


@pytest.fixture
def button(monkeypatch):
    button = HeldButton()
    monkeypatch.setattr(Clock, "time", lambda: button.time)
    # No frame limit: on a clock that stands still Kivy would wait forever.
    Clock._max_fps = 0
    frame()
    yield button
    button.press.cancel()


def frame():
    Clock.tick()
    Clock.tick_draw()


def test_a_held_touch_fires_once(button):
    button.press.start()
    button.advance(SECONDS * 2)
    frame()
    assert button.fire_count == 1
    button.advance(SECONDS * 2)
    frame()
    assert button.fire_count == 1


def test_a_release_read_after_a_stalled_frame_is_still_a_tap(button):
    button.press.start()
    button.advance(SECONDS * 2)
    Clock.tick()
    button.press.cancel()
    Clock.tick_draw()
    frame()
    assert button.fire_count == 0


def test_a_stalled_frame_before_the_touch_does_not_shorten_the_press(button):
    Clock.tick()
    button.advance(SECONDS * 2)
    button.press.start()
    frame()
    assert button.fire_count == 0
    button.advance(SECONDS * 2)
    frame()
    assert button.fire_count == 1


def test_a_new_touch_restarts_the_time(button):
    button.press.start()
    button.advance(SECONDS / 2)
    button.press.start()
    button.advance(SECONDS * 0.75)
    frame()
    assert button.fire_count == 0
    button.advance(SECONDS / 2)
    frame()
    assert button.fire_count == 1
