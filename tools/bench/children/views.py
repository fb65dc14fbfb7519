"""Opens every view of the tour and tells what each opening takes of the processor, in milliseconds.

views.py WARM_ROUNDS [NAME ...] opens all views in the order of the tour, or only those of these names, each
from Home. The first opening of a view is the cold one: what it shares with views before it is loaded by then,
what is its own is not. Then it is opened WARM_ROUNDS times more, and the quickest of these counts.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any

from tools.bench.children.finger import never_wait_for_a_tick
from tools.bench.children.report import SIZE, on_painted, picture, tell

# A picture that has not changed for so many frames stands; one that always moves is watched for MAX_FRAMES.
STILL_FRAMES = 3
MAX_FRAMES = 10
# What somebody taps or the app calls to show another page or sheet.
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
    """Times the last opening of a page or sheet, from the call or tap for it until its picture stands.

    What is called outside an opening, as the games that a view of the tour is prepared with, is not timed.
    """

    def __init__(self, window: Any) -> None:
        self.milliseconds = 0.0
        self._window = window
        self._is_busy = False
        self._opened = False
        # A sheet is built before it is opened.
        self._sheet_began: float | None = None

    def wrap(self, opener: Callable[..., Any], *, is_tap: bool = False) -> Callable[..., Any]:
        """`opener`, timed. A tap counts only if it opens something."""

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
        """Know when the building of a sheet begins."""

        def create(subclass: type, *_args: object, **_options: object) -> Any:
            if not self._is_busy and self._sheet_began is None:
                self._sheet_began = time.process_time()
            return kind.__base__.__new__(subclass)  # type: ignore[call-overload]

        kind.__new__ = create  # type: ignore[method-assign, assignment]

    def rest(self) -> None:
        """Let what was done before come to rest, untimed."""
        self._is_busy = True
        self._frames_until_still()
        self._is_busy = False
        self._sheet_began = None

    def _frames_until_still(self) -> float:
        """Milliseconds of the processor up to the last frame that changed the picture."""
        from kivy.base import EventLoop

        taken = until_still = 0.0
        before, still = b"", 0
        for _ in range(MAX_FRAMES):
            began = time.process_time()
            EventLoop.idle()
            taken += (time.process_time() - began) * 1000
            after = picture(self._window)
            if after != before:
                before, still, until_still = after, 0, taken
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
    from companion.tour.views import all_views
    from companion.tour.walk import Tour
    from companion.widgets.buttons import Pressable
    from companion.widgets.navigation import Navigator
    from companion.widgets.sheet import Sheet

    timer = OpeningTimer(Window)
    for owner, openers in ((Navigator, NAVIGATOR_OPENERS), (CompanionApp, APP_OPENERS)):
        for name in openers:
            setattr(owner, name, timer.wrap(getattr(owner, name)))
    Pressable.on_release = timer.wrap(Pressable.on_release, is_tap=True)  # type: ignore[method-assign]
    timer.watch_sheets(Sheet)
    on_painted(Window, lambda: None)
    taken: dict[str, dict[str, float]] = {}
    with Tour(SIZE) as tour:
        tour.prepare(language="en")
        timer.rest()
        gc.collect()
        tour.app.idle_gc.start()
        chosen = set(names)
        for view in all_views():
            if not chosen or view.name in chosen:
                taken[view.name] = _time_openings(tour, timer, view.open, warm_rounds)
    tell(views=taken)


def _time_openings(
    tour: Any, timer: OpeningTimer, go: Callable[[Any], object], rounds: int
) -> dict[str, float]:
    taken = []
    for _ in range(1 + rounds):
        timer.milliseconds = 0.0
        tour.open_view(go)
        taken.append(timer.milliseconds)
        tour.app.navigator.go_home()
        timer.rest()
        # As the app does while nobody touches it.
        tour.app.idle_gc.collect_now()
    # Other programs can only add to an opening.
    return {"cold": taken[0], "warm": min(taken[1:] or taken)}


main(int(sys.argv[1]), sys.argv[2:])
