"""What a measured process sees of itself, and how it tells. Light: its own cost is part of the figures."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

# Phones are told from each other by their density; this one makes a dp a pixel.
SIZE = (390, 844)


def on_painted(window: Any, then: Callable[[], object]) -> None:
    """Call `then` whenever a frame has been painted, to the last pixel."""
    from kivy.graphics.opengl import glFinish

    show = window.flip

    def flip() -> None:
        show()
        glFinish()
        then()

    window.flip = flip


def picture(window: Any) -> bytes:
    """The pixels of the frame that was painted last."""
    from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels

    return bytes(glReadPixels(0, 0, *window.size, GL_RGBA, GL_UNSIGNED_BYTE))


def resident() -> float:
    """Megabytes of memory that this process holds now; where the system does not say, its most so far."""
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
