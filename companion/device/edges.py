"""What lies over the window at its edges, in pixels. Pure: the phone only brings the numbers.

Android tells how far bars and keyboard reach into the window; the app draws on a surface that may begin
below a bar already. What both leave out would be left out twice, so it is reckoned for the surface here.
"""

from __future__ import annotations

from typing import NamedTuple


class Edges(NamedTuple):
    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0


class Place(NamedTuple):
    """Where something lies in the window, from its upper left corner."""

    x: float
    y: float
    width: float
    height: float


class Covered(NamedTuple):
    """Bars, cut-outs and the strip where a swipe is the system's are always there; the keyboard is not, and
    stands on the same edge as the lower bar."""

    bars: Edges = Edges()
    keyboard: Edges = Edges()


def over_surface(edges: Edges, window: tuple[float, float], surface: Place) -> Edges:
    """As much of what covers the edges of the window as covers the surface in it."""
    width, height = window
    beside = Edges(
        surface.x, surface.y, width - surface.x - surface.width, height - surface.y - surface.height
    )
    return Edges(*(max(0.0, edge - free) for edge, free in zip(edges, beside, strict=True)))


def larger(one: Edges, other: Edges) -> Edges:
    """On each edge whatever reaches further: a cut-out lies within a bar, not beside it."""
    return Edges(*map(max, one, other))


def reckoned(bars: Edges, keyboard: float, window: tuple[float, float], surface: Place) -> Covered:
    """`keyboard` is how far it reaches up from the lower edge of the window, the bar below it included."""
    risen = Edges(bottom=keyboard) if keyboard > bars.bottom else Edges()
    return Covered(over_surface(bars, window, surface), over_surface(risen, window, surface))
