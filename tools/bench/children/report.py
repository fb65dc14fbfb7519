"""Painting hook, memory reading and JSON report of a measured process.

Kept small because its own cost is part of the figures.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

# Density tells phones apart; this window has one pixel per dp.
SIZE = (390, 844)


def on_painted(window: Any, then: Callable[[], object]) -> None:
    """Call `then` after every painted frame, once the last pixel is complete."""
    from kivy.graphics.opengl import glFinish

    show = window.flip

    def flip() -> None:
        show()
        glFinish()
        then()

    window.flip = flip


def picture(window: Any) -> bytes:
    """Return the pixels of the last painted frame."""
    from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels

    return bytes(glReadPixels(0, 0, *window.size, GL_RGBA, GL_UNSIGNED_BYTE))


def resident() -> float:
    """Return this process's resident memory in megabytes, or its peak where the system reports only that."""
    try:
        with open("/proc/self/statm", encoding="ascii") as counts:
            pages = int(counts.read().split()[1])
        import resource

        return pages * resource.getpagesize() / 2**20
    except OSError:
        import resource

        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most / 2**20 if sys.platform == "darwin" else most / 2**10


def tell(**facts: Any) -> None:
    print(json.dumps(facts), flush=True)
