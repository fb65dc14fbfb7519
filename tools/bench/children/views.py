"""Open every view of the tour and report the cost of each opening in milliseconds of processor time.

views.py WARM_ROUNDS [NAME ...] opens all views in the order of the tour, or only the named ones, each from
home. The first opening of a view is the cold one: modules shared with earlier views are loaded by then, its
own are not. It is then opened WARM_ROUNDS more times, and the quickest of these counts.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any

from tools.bench.children.finger import never_wait_for_a_tick
from tools.bench.children.report import SIZE, on_painted, picture, tell

# A frame counts as still after this many equal ones; animated views are watched for MAX_FRAMES.
STILL_FRAMES = 3
MAX_FRAMES = 10
# Navigator methods that show another page or sheet.
NAVIGATOR_OPENERS = (
    "push",
    "push_over_sheets",
    "replace",
    "reset_to",
    "pop",
    "pop_to",
    "remove",
    "go_home",
    "open_sheet",
)
APP_OPENERS = (
    "push",
    "start_session",
    "open_session",
    "open_night",
    "open_setup",
    "open_seats",
    "play_again",
)


class OpeningTimer:
    """Measures the last opening of a page or sheet, from the call or tap until the frame no longer changes.

    Calls outside an opening, such as those that prepare a view's games, are not measured.
    """

    def __init__(self, window: Any) -> None:
        self.milliseconds = 0.0
        self._window = window
        self._is_busy = False
        self._opened = False
        # A sheet is built before the navigator opens it, so the building has its own start time.
        self._sheet_began: float | None = None

    def wrap(self, opener: Callable[..., Any], *, is_tap: bool = False) -> Callable[..., Any]:
        """Return `opener` with timing. A tap counts only if it opens something."""

        def timed(*args: Any, **options: Any) -> Any:
            if self._is_busy:
                self._opened = self._opened or not is_tap
                return opener(*args, **options)
            self._is_busy, self._opened = True, not is_tap
            began = time.process_time() if self._sheet_began is None else self._sheet_began
            try:
                result = opener(*args, **options)
                if self._opened:
                    self.milliseconds = (time.process_time() - began) * 1000 + self._frames_until_still()
                    self._sheet_began = None
            finally:
                self._is_busy = False
            return result

        return timed

    def watch_sheets(self, kind: type) -> None:
        """Record when the construction of a sheet begins."""

        def create(subclass: type, *_args: object, **_options: object) -> Any:
            if not self._is_busy and self._sheet_began is None:
                self._sheet_began = time.process_time()
            return kind.__base__.__new__(subclass)  # type: ignore[call-overload]

        kind.__new__ = create  # type: ignore[method-assign, assignment]

    def run_until_still(self) -> None:
        """Run frames until pending work is done, without measuring it."""
        self._is_busy = True
        self._frames_until_still()
        self._is_busy = False
        self._sheet_began = None

    def _frames_until_still(self) -> float:
        """Return the milliseconds of processor time up to the last frame that changed."""
        from kivy.base import EventLoop

        milliseconds_taken = until_still = 0.0
        before, still = b"", 0
        for _ in range(MAX_FRAMES):
            began = time.process_time()
            EventLoop.idle()
            milliseconds_taken += (time.process_time() - began) * 1000
            after = picture(self._window)
            if after != before:
                before, still, until_still = after, 0, milliseconds_taken
            else:
                still += 1
                if still == STILL_FRAMES:
                    break
        return until_still


def main(warm_rounds: int, names: Iterable[str]) -> None:
    never_wait_for_a_tick()
    from companion.launch import prepare_kivy

    prepare_kivy(SIZE, off_screen=True)
    from kivy.core.window import Window

    from companion.app import CompanionApp
    from companion.widgets.buttons import Pressable
    from companion.widgets.navigation import Navigator
    from companion.widgets.page import Sheet
    from tools.tour.views import all_views, prepare_tour
    from tools.tour.walk import Tour

    timer = OpeningTimer(Window)
    for owner, openers in ((Navigator, NAVIGATOR_OPENERS), (CompanionApp, APP_OPENERS)):
        for name in openers:
            setattr(owner, name, timer.wrap(getattr(owner, name)))
    Pressable.on_release = timer.wrap(Pressable.on_release, is_tap=True)  # type: ignore[method-assign]
    timer.watch_sheets(Sheet)
    on_painted(Window, lambda: None)
    milliseconds_taken: dict[str, dict[str, float]] = {}
    with Tour(SIZE) as tour:
        prepare_tour(tour, language="en")
        timer.run_until_still()
        gc.collect()
        tour.app.idle_gc.start()
        selected_names = set(names)
        for view in all_views():
            if not selected_names or view.name in selected_names:
                milliseconds_taken[view.name] = _time_openings(tour, timer, view.open, warm_rounds)
    tell(views=milliseconds_taken)


def _time_openings(
    tour: Any, timer: OpeningTimer, go: Callable[[Any], object], rounds: int
) -> dict[str, float]:
    milliseconds_taken = []
    for _ in range(1 + rounds):
        timer.milliseconds = 0.0
        tour.open_view(go)
        milliseconds_taken.append(timer.milliseconds)
        tour.app.navigator.go_home()
        timer.run_until_still()
        # The app collects garbage while it is idle.
        tour.app.idle_gc.collect_now()
    # The minimum, because other programs can only add to an opening.
    return {"cold": milliseconds_taken[0], "warm": min(milliseconds_taken[1:] or milliseconds_taken)}


main(int(sys.argv[1]), sys.argv[2:])
