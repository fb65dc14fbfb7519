"""The idle clock waits until something is due, and no longer than allowed."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from types import SimpleNamespace
from typing import Any

import pytest

from companion.widgets.idle_loop import MAX_REST_SECONDS, FrameTick, IdleClock

pytestmark = pytest.mark.window

NOW = 50.0
FRAME = 1 / 60


class Event:
    def __init__(self, timeout: float, last: float = NOW) -> None:
        self.timeout = timeout
        self._last_dt = last


def event_due_in(seconds: float) -> Event:
    return Event(5.0, NOW + seconds - 5.0)


class MouseMotionEventProvider:
    """Kivy's own has this name."""

    def __init__(self) -> None:
        self.waiting_event: list[str] = []


class Loop:
    """What Kivy's clock and loop tell, and how long was slept."""

    def __init__(self) -> None:
        self.canvas = SimpleNamespace(needs_redraw=False)
        self.mouse = MouseMotionEventProvider()
        self.loop = SimpleNamespace(
            window=SimpleNamespace(canvas=self.canvas), touches=[], input_providers=[self.mouse]
        )
        self.events: list[Any] = []
        self.clock = SimpleNamespace(
            _max_fps=60.0, time=lambda: NOW, idle=lambda: NOW, get_events=lambda: self.events
        )
        self.slept: list[float] = []
        self.interrupts = 0
        self.meanwhile: Callable[[], object] = lambda: None
        IdleClock(self, self.clock, self.loop)

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.meanwhile()

    def interrupt(self) -> None:
        self.interrupts += 1

    def rest(self) -> float:
        """Of the wait before one frame, how much was not Kivy's own."""
        self.slept.clear()
        assert self.clock.idle() == NOW
        return sum(self.slept)


@pytest.fixture
def loop() -> Loop:
    return Loop()


def test_the_loop_rests_until_the_next_event_but_not_longer_than_the_limit(loop: Loop) -> None:
    assert loop.rest() == MAX_REST_SECONDS
    loop.events = [event_due_in(9.0), event_due_in(0.05)]
    assert loop.rest() == pytest.approx(0.05)
    loop.events = [event_due_in(9.0)]
    assert loop.rest() == MAX_REST_SECONDS


@pytest.mark.parametrize("seconds", [FRAME / 2, 0.0, -1.0])
def test_an_event_due_within_a_frame_causes_no_extra_rest(loop: Loop, seconds: float) -> None:
    loop.events = [event_due_in(seconds)]
    assert loop.rest() == 0.0


@pytest.mark.parametrize(
    "disturb",
    [
        lambda loop: loop.events.append(Event(0)),
        lambda loop: loop.events.append(Event(-1)),
        lambda loop: loop.loop.touches.append(SimpleNamespace(is_touch=True)),
        lambda loop: loop.mouse.waiting_event.append("press"),
        lambda loop: loop.loop.input_providers.append(SimpleNamespace()),
        lambda loop: setattr(loop.canvas, "needs_redraw", True),
        lambda loop: setattr(loop.loop, "window", None),
        lambda loop: setattr(loop.clock, "_max_fps", 0),
    ],
    ids=["animation", "layout", "touch", "press", "unknown input", "painting", "no window", "no limit"],
)
def test_the_loop_does_not_rest_while_something_happens(loop: Loop, disturb: Callable[[Loop], None]) -> None:
    disturb(loop)
    assert loop.rest() == 0.0


def test_a_hovering_mouse_does_not_prevent_rest(loop: Loop) -> None:
    loop.loop.touches.append(SimpleNamespace(is_touch=False))
    assert loop.rest() == MAX_REST_SECONDS


def test_an_event_scheduled_by_another_thread_interrupts_the_rest(loop: Loop) -> None:
    loop.clock.on_schedule(event_due_in(0.0))
    assert loop.interrupts == 0
    loop.meanwhile = lambda: loop.clock.on_schedule(event_due_in(0.0))
    loop.rest()
    assert loop.interrupts == 1


@pytest.mark.parametrize(
    ("seconds", "rest"), [(0.07, 0.07), (inf, MAX_REST_SECONDS), (0.001, 0.0), (-3.0, 0.0)]
)
def test_a_frame_tick_limits_the_rest(loop: Loop, seconds: float, rest: float) -> None:
    tick = FrameTick(lambda _: None, lambda: seconds)
    loop.events = [tick.event]
    assert loop.rest() == pytest.approx(rest)
