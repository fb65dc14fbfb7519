"""Layouts in order: all that must be laid out or drawn before the next frame waits in one queue.

Stock Kivy triggers each layout independently, so a page is laid out about seven times per change. The queue
has two passes: first size changes, innermost first; then position changes, outermost first. `DrawingJob`s run
after both. `kivy_patches` makes Kivy's own layouts use it.
"""

from __future__ import annotations

import weakref
from collections import Counter
from collections.abc import Callable
from heapq import heappop, heappush
from typing import Any, Final

from kivy.clock import Clock
from kivy.logger import Logger

_SIZE_PASS, _POSITION_PASS = 0, 1
_is_sizing_only = False
# Runs per job and frame; circular size dependencies continue in the next frame.
_MAX_RUNS: Final = 20


class LayoutJob:
    """Call of a widget's method, scheduled before the next frame by calling the job, like a Kivy trigger.

    However often it is scheduled, it runs once. The widget is referenced weakly.
    """

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
        """Part of the interface of Kivy's `ClockEvent`."""
        return self.layout_pass is not None

    def run(self) -> None:
        self.layout_pass = None
        widget = self.widget()
        if widget is not None:
            getattr(widget, self._method_name)()

    @property
    def depth(self) -> int:
        depth, holder = 0, self.widget()
        # Kivy's window is its own parent.
        while holder is not None and holder.parent is not holder:
            depth, holder = depth + 1, holder.parent
        return depth


class KivyLayoutJob(LayoutJob):
    """Replacement for `Layout._trigger_layout`, called on changes of the layout and its children."""

    def __init__(self, layout: Any) -> None:
        super().__init__(layout, "do_layout")
        self._geometry: tuple[float, ...] = ()
        # False until the children were positioned once; until then only sizes matter.
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
        # A layout without a width is scheduled again when it gets one.
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
    """Return True if the running layout should set sizes only.

    A new layout is not in its final position yet; it runs again when all sizes are known.
    """
    return _is_sizing_only


class DrawingJob:
    """Calls `draw` once before the frame, after all layouts, however often it was scheduled.

    A widget that gets its size in several steps is drawn only for the final one.
    """

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
                # Stale heap entry otherwise: the job was queued again for an earlier pass.
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
        """Move new jobs to the heap. Depth is read only now: widgets being built have no parent yet."""
        for layout_pass, job in self._unsorted:
            self._sequence += 1
            order = -job.depth if layout_pass == _SIZE_PASS else job.depth
            heappush(self._heap, (layout_pass, order, self._sequence, job))
        self._unsorted.clear()


_scheduler = _LayoutScheduler()


def _is_bounded(child: Any) -> bool:
    return (
        child.size_hint_min_x is not None
        or child.size_hint_min_y is not None
        or child.size_hint_max_x is not None
        or child.size_hint_max_y is not None
    )


def layout_box(box: Any) -> bool:
    """Lay out a `BoxLayout` like Kivy, without tuple properties such as `size`; return False if it cannot.

    These are 20 times slower than their parts. Lengths run along the box, breadths across it.
    """
    children = box.children
    if not children or any(map(_is_bounded, children)):
        return False
    is_row = box.orientation == "horizontal"
    left, top, right, bottom = box.padding
    along, across = (left + right, top + bottom) if is_row else (top + bottom, left + right)
    spacing = box.spacing
    used, shares, broadest = along + spacing * (len(children) - 1), 0.0, 0
    sizes = []
    for child in children:
        length, breadth, share, part = child.width, child.height, child.size_hint_x, child.size_hint_y
        if not is_row:
            length, breadth, share, part = breadth, length, part, share
        sizes.append((child, length, breadth, share, part, child.pos_hint))
        if share is None:
            used += length
        else:
            shares += share
        if part is None:
            broadest = max(broadest, breadth)
    broadest += across
    box.minimum_size = (used, broadest) if is_row else (broadest, used)
    # Read only now: setting `minimum_size` may have changed the box's size.
    x, y, length, breadth = left + box.x, bottom + box.y, box.width, box.height
    if not is_row:
        x, y, length, breadth = y, x, breadth, length
    spare, room = max(0.0, length - used), breadth - across
    low, high, middle = ("y", "top", "center_y") if is_row else ("x", "right", "center_x")
    for child, length, breadth, share, part, hints in reversed(sizes) if is_row else sizes:
        if share:
            length = max(0.0, spare * share / shares)
        if part:
            breadth = max(0, part * room)
        at = y
        for side, hint in hints.items():
            if side == low:
                at += hint * room
            elif side == high:
                at += hint * room - breadth
            elif side == middle:
                at += hint * room - breadth / 2.0
        new_length, new_breadth = length if share is not None else None, breadth if part is not None else None
        if is_row:
            _place_child(child, x, at, new_length, new_breadth)
        else:
            _place_child(child, at, x, new_breadth, new_length)
        x += length + spacing
    return True


def _place_child(child: Any, x: float, y: float, width: float | None, height: float | None) -> None:
    """Set position and size of a child; None leaves that side unchanged."""
    if not is_sizing_only():
        child.pos = x, y
    if width is None:
        if height is not None:
            child.height = height
    elif height is None:
        child.width = width
    else:
        child.size = (width, height)
