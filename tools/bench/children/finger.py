"""Tap in a real window and measure the time until the result of the tap is painted.

The time runs from the release of the touch to the end of the frame that shows the result: the tap's work, the
write to disk, the layout and the painting.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from tools.bench.children.report import on_painted, picture

# Longer than Kivy's minimum pressed state of a button.
PRESS_SECONDS = 0.036
FRAMES_TO_REST = 3

# Milliseconds of wall-clock time and of processor time.
Cost = tuple[float, float]


def never_wait_for_a_tick() -> None:
    """Lift Kivy's limit of 60 frames a second, so that work is measured and not waiting.

    Call it before the window is created.
    """
    from kivy.config import Config

    Config.set("graphics", "maxfps", "0")


class Finger:
    """Simulates touches in a window; `late` counts taps shown a frame later than possible."""

    def __init__(self, window: Any) -> None:
        self.late = 0
        self._window = window
        self._ends: list[Cost] = []
        on_painted(window, lambda: self._ends.append(_now()))

    def run_until_still(self, frames: int = FRAMES_TO_REST) -> None:
        from kivy.base import EventLoop

        for _ in range(frames):
            EventLoop.idle()

    def tap(self, target: Any) -> Cost:
        from kivy.base import EventLoop
        from kivy.tests.common import UnitTestTouch

        before = picture(self._window)
        touch = UnitTestTouch(*target.to_window(*target.center))
        pressed = time.monotonic()
        touch.touch_down()
        self.run_until_still()
        time.sleep(max(0.0, pressed + PRESS_SECONDS - time.monotonic()))
        self.run_until_still(1)
        steps = [self._measure(touch.touch_up)]
        pictures: list[bytes] = []
        for _ in range(FRAMES_TO_REST):
            steps.append(self._measure(EventLoop.idle))
            pictures.append(picture(self._window))
        if pictures[-1] == before:
            raise RuntimeError("a tap changed nothing that can be seen")
        frame_number = pictures.index(pictures[-1]) + 1
        self.late += frame_number > 1
        elapsed, work = zip(*steps[: frame_number + 1], strict=True)
        return sum(elapsed), sum(work)

    def _measure(self, step: Callable[[], object]) -> Cost:
        """Return the cost of a step up to the end of its last painting, or up to its own end."""
        self._ends.clear()
        began = _now()
        step()
        ended = self._ends[-1] if self._ends else _now()
        return ended[0] - began[0], ended[1] - began[1]


def _now() -> Cost:
    return time.perf_counter() * 1000, time.process_time() * 1000
