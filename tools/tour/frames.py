"""Running frames off-screen without painting."""

from __future__ import annotations

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.lang import Builder


def run_frames(count: int) -> None:
    """Run `count` frames with clock, input and layout, but without painting.

    Without a graphics card painting is most of the work. For a screenshot, let Kivy paint a frame.
    """
    for _ in range(count):
        Clock.tick()
        EventLoop.dispatch_input()
        Builder.sync()
        Clock.tick_draw()
        Builder.sync()
