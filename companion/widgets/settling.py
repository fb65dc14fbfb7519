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

_SIZES, _PLACES = 0, 1
_is_sizing_only = False
# Sizes that depend on one another in a circle go on in the next frame.
_MOST: Final = 20


class Turn:
    """Of a widget, to do what its method of this name does. It is called to ask for that, like a trigger of
    Kivy's; however often it is asked for, it comes once."""

    def __init__(self, widget: Any, act: str) -> None:
        self.widget = weakref.ref(widget)
        self._act = act
        self.round: int | None = None

    def __call__(self, *_: object) -> None:
        self.ask(_SIZES)

    def ask(self, round: int) -> None:
        if self.round is None or round < self.round:
            self.round = round
            _queue.add(round, self)

    @property
    def is_triggered(self) -> bool:
        """By this name Kivy asks for it."""
        return self.round is not None

    def take(self) -> None:
        self.round = None
        widget = self.widget()
        if widget is not None:
            getattr(widget, self._act)()

    @property
    def depth(self) -> int:
        depth, holder = 0, self.widget()
        # A window is its own parent.
        while holder is not None and holder.parent is not holder:
            depth, holder = depth + 1, holder.parent
        return depth


class LayoutTurn(Turn):
    """Of a layout: Kivy's own tell it of whatever happens to them or to what they hold."""

    def __init__(self, layout: Any) -> None:
        super().__init__(layout, "do_layout")
        self._box: tuple[float, ...] = ()
        # Whether what it holds has got its places once; before that only sizes count.
        self._has_placed = False

    def __call__(self, told: Any = None, *_: object) -> None:
        if self.round == _SIZES:
            return
        round = _SIZES
        layout: Any = self.widget()
        if told is layout:
            box = (layout.width, layout.x, layout.y, layout.height)
            if box != self._box and box[:1] == self._box[:1]:
                round = _PLACES
            self._box = box
        self.ask(round)

    def take(self) -> None:
        global _is_sizing_only
        layout = self.widget()
        # One that is yet to be given a width is told when it is.
        if layout is None or (layout.width < 1 and layout.size_hint_x is not None):
            self.round = None
            return
        self._has_placed = self._has_placed or self.round == _PLACES
        _is_sizing_only = not self._has_placed
        try:
            super().take()
        finally:
            _is_sizing_only = False
        if not self._has_placed:
            self.ask(_PLACES)


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
            _queue.add_drawing(self)


class _Queue:
    def __init__(self) -> None:
        self._drawings: list[DrawingJob] = []
        self._new: list[tuple[int, Turn]] = []
        self._waiting: list[tuple[int, int, int, Turn]] = []
        self._count = 0
        self._settling = False
        self._before_frame = Clock.create_trigger(self._settle, -1)
        self._next_frame = Clock.create_trigger(self._settle, 0)

    def add(self, round: int, turn: Turn) -> None:
        self._new.append((round, turn))
        if not self._settling:
            self._before_frame()

    def add_drawing(self, job: DrawingJob) -> None:
        self._drawings.append(job)
        if not self._settling:
            self._before_frame()

    def _settle(self, _seconds: float) -> None:
        taken = Counter[Turn]()
        restless = []
        drawings = 0
        self._settling = True
        try:
            while self._new or self._waiting or self._drawings:
                self._line_up()
                if not self._waiting:
                    drawings += 1
                    if drawings > _MOST:
                        break
                    self._draw()
                    continue
                round, *_, turn = heappop(self._waiting)
                # If not, it came in a sooner place than that.
                if turn.round == round:
                    taken[turn] += 1
                    if taken[turn] > _MOST:
                        restless.append((round, turn))
                    else:
                        turn.take()
        finally:
            self._settling = False
            self._new += restless
            if restless:
                Logger.warning("Settling: too much iteration: sizes depend on one another")
            if self._new or self._waiting or self._drawings:
                self._next_frame()

    def _draw(self) -> None:
        jobs, self._drawings = self._drawings, []
        for job in jobs:
            job.is_triggered = False
            job.draw()

    def _line_up(self) -> None:
        """Not before it is their time: what is being built is nowhere yet."""
        for round, turn in self._new:
            self._count += 1
            order = -turn.depth if round == _SIZES else turn.depth
            heappush(self._waiting, (round, order, self._count, turn))
        self._new.clear()


_queue = _Queue()
# Kivy gives each layout a trigger of its own unless it has one.
Layout._trigger_layout = cached_property(LayoutTurn)
Layout._trigger_layout.__set_name__(Layout, "_trigger_layout")
