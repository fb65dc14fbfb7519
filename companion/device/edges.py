"""What lies over the window at its edges, in pixels. Pure: the phone only brings the numbers.

Android tells how far bars and keyboard reach into the window; the app draws on a surface that may begin
below a bar already. What both leave out would be left out twice, so it is reckoned for the surface here.
"""

from __future__ import annotations

from typing import NamedTuple


class EdgeInsets(NamedTuple):
    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0


class WindowRect(NamedTuple):
    """Where something lies in the window, from its upper left corner."""

    x: float
    y: float
    width: float
    height: float


class WindowInsets(NamedTuple):
    """Bars, cut-outs and the strip where a swipe is the system's are always there; the keyboard is not, and
    stands on the same edge as the lower bar."""

    bars: EdgeInsets = EdgeInsets()
    keyboard: EdgeInsets = EdgeInsets()


def surface_insets(insets: EdgeInsets, window: tuple[float, float], surface: WindowRect) -> EdgeInsets:
    """As much of what covers the edges of the window as covers the surface in it."""
    width, height = window
    margins = EdgeInsets(
        surface.x, surface.y, width - surface.x - surface.width, height - surface.y - surface.height
    )
    return EdgeInsets(*(max(0.0, inset - margin) for inset, margin in zip(insets, margins, strict=True)))


def max_insets(one: EdgeInsets, other: EdgeInsets) -> EdgeInsets:
    """On each edge whatever reaches further: a cut-out lies within a bar, not beside it."""
    return EdgeInsets(*map(max, one, other))


def to_window_insets(
    bars: EdgeInsets, keyboard: float, window: tuple[float, float], surface: WindowRect
) -> WindowInsets:
    """`keyboard` is how far it reaches up from the lower edge of the window, the bar below it included."""
    keyboard_insets = EdgeInsets(bottom=keyboard) if keyboard > bars.bottom else EdgeInsets()
    return WindowInsets(
        surface_insets(bars, window, surface), surface_insets(keyboard_insets, window, surface)
    )
