"""Frames off-screen, where nobody looks on."""

from __future__ import annotations

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.lang import Builder


def run_frames(count: int) -> None:
    """So many frames in which everything happens as in a window, and nothing is painted.

    Without a graphics card painting is most of the work. Whoever wants to see something lets Kivy paint then.
    """
    for _ in range(count):
        Clock.tick()
        EventLoop.dispatch_input()
        Builder.sync()
        Clock.tick_draw()
        Builder.sync()
