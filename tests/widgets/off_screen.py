"""The window without a screen: let it come to rest, and see what it shows."""

from __future__ import annotations

from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels


def frames(count: int = 4) -> None:
    for _ in range(count):
        EventLoop.idle()


def picture() -> bytes:
    """All pixels, row by row from below: red, green, blue and alpha of each."""
    return bytes(glReadPixels(0, 0, *Window.size, GL_RGBA, GL_UNSIGNED_BYTE))
