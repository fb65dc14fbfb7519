"""A tap stays a tap, however long the machine stalls."""

from __future__ import annotations

import pytest
from kivy.clock import Clock

from companion.widgets.buttons import LongPress

pytestmark = pytest.mark.window

SECONDS = 0.02


class Finger:
    """A press, Kivy's time in the test's hand, and how often it was held."""

    def __init__(self):
        self.time = Clock.time()
        self.held = 0
        self.press = LongPress(SECONDS, self.count)

    def count(self):
        self.held += 1

    def pass_by(self, seconds):
        self.time += seconds


@pytest.fixture
def finger(monkeypatch):
    finger = Finger()
    monkeypatch.setattr(Clock, "time", lambda: finger.time)
    # The next frame comes at once: on a clock that stands still Kivy would wait for it for ever.
    Clock._max_fps = 0
    frame()
    yield finger
    finger.press.cancel()


def frame():
    Clock.tick()
    Clock.tick_draw()


def test_a_finger_that_stays_down_is_held_once(finger):
    finger.press.start()
    finger.pass_by(SECONDS * 2)
    frame()
    assert finger.held == 1
    finger.pass_by(SECONDS * 2)
    frame()
    assert finger.held == 1


def test_a_release_read_after_a_stall_still_counts_as_a_tap(finger):
    finger.press.start()
    finger.pass_by(SECONDS * 2)
    Clock.tick()
    finger.press.cancel()
    Clock.tick_draw()
    frame()
    assert finger.held == 0


def test_a_stall_before_the_touch_does_not_shorten_it(finger):
    Clock.tick()
    finger.pass_by(SECONDS * 2)
    finger.press.start()
    frame()
    assert finger.held == 0
    finger.pass_by(SECONDS * 2)
    frame()
    assert finger.held == 1


def test_a_new_touch_counts_anew(finger):
    finger.press.start()
    finger.pass_by(SECONDS / 2)
    finger.press.start()
    finger.pass_by(SECONDS * 0.75)
    frame()
    assert finger.held == 0
    finger.pass_by(SECONDS / 2)
    frame()
    assert finger.held == 1
