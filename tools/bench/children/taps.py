"""Plays a Duet mission with real touches and tells how long each took to be on the screen.

taps.py FOLDER COUNT. The time runs from the release of the finger to the end of the frame that shows all
that came of it: the rules, the write to disk, the layout and the painting.
"""

from __future__ import annotations

import itertools
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tools.bench.children.report import SIZE, on_painted, picture, tell

# Longer than Kivy keeps a button pressed at the least.
HELD_SECONDS = 0.04
FRAMES_TO_REST = 3
# Leads back to where it began, so that it can be played again and again.
ROUND = ("main", "main", "undo", "redo", "stop", "bystander", "undo", "undo", "undo", "undo")


def main(folder: Path, count: int) -> None:
    from kivy.config import Config

    # No waiting for the next tick of sixty a second: what is measured is the work.
    Config.set("graphics", "maxfps", "0")
    from companion.launch import prepare_kivy

    prepare_kivy(SIZE, off_screen=True)
    from kivy.base import EventLoop
    from kivy.core.window import Window
    from kivy.tests.common import UnitTestTouch

    from companion.app import open_app

    app = open_app(folder)
    EventLoop.ensure_window()
    app._run_prepare()
    EventLoop.start()
    late = 0
    ends: list[tuple[float, float]] = []
    on_painted(Window, lambda: ends.append(now()))

    def now() -> tuple[float, float]:
        """The time, and how much of it the processor has worked for us."""
        return time.perf_counter() * 1000, time.process_time() * 1000

    def rest(frames: int) -> None:
        for _ in range(frames):
            EventLoop.idle()

    def timed(step: Callable[[], object]) -> tuple[float, float]:
        """The milliseconds of a step, up to the end of its painting, if it painted."""
        ends.clear()
        began = now()
        step()
        ended = ends[-1] if ends else now()
        return ended[0] - began[0], ended[1] - began[1]

    def tap(target: Any) -> tuple[float, float]:
        nonlocal late
        before = picture(Window)
        touch = UnitTestTouch(*target.to_window(*target.center))
        touch.touch_down()
        rest(FRAMES_TO_REST)
        time.sleep(HELD_SECONDS)
        rest(1)
        steps = [timed(touch.touch_up)]
        pictures: list[bytes] = []
        for _ in range(FRAMES_TO_REST):
            steps.append(timed(EventLoop.idle))
            pictures.append(picture(Window))
        if pictures[-1] == before:
            raise RuntimeError("a tap changed nothing that can be seen")
        shown = pictures.index(pictures[-1]) + 1
        late += shown > 1
        taken, worked = zip(*steps[: shown + 1], strict=True)
        return sum(taken), sum(worked)

    table = app.latest_table()
    if table is None:
        raise LookupError("the folder has no mission to go on with")
    app.change(less_motion=True)
    rest(FRAMES_TO_REST)
    app.open_table(table)
    rest(FRAMES_TO_REST)
    page = app.stage.page
    # The first round opens what all others find open.
    for name in ROUND:
        tap(getattr(page, name))
    late = 0
    names = itertools.islice(itertools.cycle(ROUND), count)
    taken, worked = zip(*(tap(getattr(page, name)) for name in names), strict=True)
    tell(milliseconds=taken, work=worked, late=late)
    app.stop()


main(Path(sys.argv[1]), int(sys.argv[2]))
