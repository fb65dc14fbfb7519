"""In which order boxes and words find their places before a frame is painted.

Kivy lays out whatever was told anything in the order in which it was told. Every box that learns its height
moves all that it holds, which is laid out again, so a page went over its boxes some seven times before it
rested. Here all that happens in two rounds:

- in the first is whoever got another width or other content, the innermost before what holds it: a box says
  how high it is when all its parts have said so;
- in the second is whoever was only moved, or made higher or lower, the outermost first: when all have their
  sizes, each is moved once.

Pictures that depend on a size or place are drawn after both, once (`DrawingJob`).
"""

from __future__ import annotations

import weakref
from collections import Counter
from collections.abc import Callable
from functools import cached_property
from heapq import heappop, heappush
from typing import Any, Final

from kivy.clock import Clock
from kivy.logger import Logger
from kivy.uix.layout import Layout

_SIZE_PASS, _POSITION_PASS = 0, 1
_is_sizing_only = False
# Sizes that depend on one another in a circle go on in the next frame.
_MAX_RUNS: Final = 20


class LayoutJob:
    """Of a widget, to do what its method of this name does. It is called to ask for that, like a trigger of
    Kivy's; however often it is asked for, it comes once."""

    def __init__(self, widget: Any, method_name: str) -> None:
        self.widget = weakref.ref(widget)
        self._method_name = method_name
        self.layout_pass: int | None = None

    def __call__(self, *_: object) -> None:
        self.schedule(_SIZE_PASS)

    def schedule(self, layout_pass: int) -> None:
        if self.layout_pass is None or layout_pass < self.layout_pass:
            self.layout_pass = layout_pass
            _scheduler.add(layout_pass, self)

    @property
    def is_triggered(self) -> bool:
        """By this name Kivy asks for it."""
        return self.layout_pass is not None

    def run(self) -> None:
        self.layout_pass = None
        widget = self.widget()
        if widget is not None:
            getattr(widget, self._method_name)()

    @property
    def depth(self) -> int:
        depth, holder = 0, self.widget()
        # A window is its own parent.
        while holder is not None and holder.parent is not holder:
            depth, holder = depth + 1, holder.parent
        return depth


class KivyLayoutJob(LayoutJob):
    """Of a layout: Kivy's own tell it of whatever happens to them or to what they hold."""

    def __init__(self, layout: Any) -> None:
        super().__init__(layout, "do_layout")
        self._geometry: tuple[float, ...] = ()
        # Whether what it holds has got its places once; before that only sizes count.
        self._has_positioned = False

    def __call__(self, source: Any = None, *_: object) -> None:
        if self.layout_pass == _SIZE_PASS:
            return
        layout_pass = _SIZE_PASS
        layout: Any = self.widget()
        if source is layout:
            geometry = (layout.width, layout.x, layout.y, layout.height)
            if geometry != self._geometry and geometry[:1] == self._geometry[:1]:
                layout_pass = _POSITION_PASS
            self._geometry = geometry
        self.schedule(layout_pass)

    def run(self) -> None:
        global _is_sizing_only
        layout = self.widget()
        # One that is yet to be given a width is told when it is.
        if layout is None or (layout.width < 1 and layout.size_hint_x is not None):
            self.layout_pass = None
            return
        self._has_positioned = self._has_positioned or self.layout_pass == _POSITION_PASS
        _is_sizing_only = not self._has_positioned
        try:
            super().run()
        finally:
            _is_sizing_only = False
        if not self._has_positioned:
            self.schedule(_POSITION_PASS)


def is_sizing_only() -> bool:
    """Whether the layout at work need not place what it holds: it is new and is about to be moved, and asked
    again when all sizes are known."""
    return _is_sizing_only


class DrawingJob:
    """Calls `draw` once, when all boxes have their sizes and places and before the frame is painted, however
    often it was called itself: of a widget that gets its size step by step only the last picture is seen."""

    __slots__ = ("draw", "is_triggered")

    def __init__(self, draw: Callable[[], object]) -> None:
        self.draw = draw
        self.is_triggered = False

    def __call__(self, *_: object) -> None:
        if not self.is_triggered:
            self.is_triggered = True
            _scheduler.add_drawing(self)


class _LayoutScheduler:
    def __init__(self) -> None:
        self._drawings: list[DrawingJob] = []
        self._unsorted: list[tuple[int, LayoutJob]] = []
        self._heap: list[tuple[int, int, int, LayoutJob]] = []
        self._sequence = 0
        self._is_running = False
        self._schedule_before_frame = Clock.create_trigger(self._run_jobs, -1)
        self._schedule_next_frame = Clock.create_trigger(self._run_jobs, 0)

    def add(self, layout_pass: int, job: LayoutJob) -> None:
        self._unsorted.append((layout_pass, job))
        if not self._is_running:
            self._schedule_before_frame()

    def add_drawing(self, job: DrawingJob) -> None:
        self._drawings.append(job)
        if not self._is_running:
            self._schedule_before_frame()

    def _run_jobs(self, _seconds: float) -> None:
        run_counts = Counter[LayoutJob]()
        postponed = []
        drawings = 0
        self._is_running = True
        try:
            while self._unsorted or self._heap or self._drawings:
                self._enqueue_new()
                if not self._heap:
                    drawings += 1
                    if drawings > _MAX_RUNS:
                        break
                    self._draw()
                    continue
                layout_pass, *_, job = heappop(self._heap)
                # If not, it came in a sooner place than that.
                if job.layout_pass == layout_pass:
                    run_counts[job] += 1
                    if run_counts[job] > _MAX_RUNS:
                        postponed.append((layout_pass, job))
                    else:
                        job.run()
        finally:
            self._is_running = False
            self._unsorted += postponed
            if postponed:
                Logger.warning("Settling: too much iteration: sizes depend on one another")
            if self._unsorted or self._heap or self._drawings:
                self._schedule_next_frame()

    def _draw(self) -> None:
        jobs, self._drawings = self._drawings, []
        for job in jobs:
            job.is_triggered = False
            job.draw()

    def _enqueue_new(self) -> None:
        """Not before it is their time: what is being built is nowhere yet."""
        for layout_pass, job in self._unsorted:
            self._sequence += 1
            order = -job.depth if layout_pass == _SIZE_PASS else job.depth
            heappush(self._heap, (layout_pass, order, self._sequence, job))
        self._unsorted.clear()


_scheduler = _LayoutScheduler()
# Kivy gives each layout a trigger of its own unless it has one.
Layout._trigger_layout = cached_property(KivyLayoutJob)
Layout._trigger_layout.__set_name__(Layout, "_trigger_layout")
