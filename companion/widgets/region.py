"""Rectangles of pixels: what of a window has to be painted again. Pure arithmetic."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, floor, inf

# Left, low, right, top. One whose sides have changed places is empty.
Rect = tuple[float, float, float, float]

NOWHERE: Rect = (inf, inf, -inf, -inf)
EVERYWHERE: Rect = (-inf, -inf, inf, inf)


def around(one: Rect, other: Rect) -> Rect:
    """The smallest that holds both."""
    return (min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3]))


def within(one: Rect, other: Rect) -> Rect:
    """What they share, empty if nothing."""
    return (max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3]))


def is_empty(rect: Rect) -> bool:
    return rect[0] >= rect[2] or rect[1] >= rect[3]


def area(rect: Rect) -> float:
    return 0.0 if is_empty(rect) else (rect[2] - rect[0]) * (rect[3] - rect[1])


def whole_pixels(rect: Rect, bounds: Rect) -> Rect:
    """All pixels that are touched, inside these bounds."""
    left, low, right, top = within(rect, bounds)
    return NOWHERE if left >= right or low >= top else (floor(left), floor(low), ceil(right), ceil(top))


def gathered(rects: Iterable[Rect], a_pass: float) -> list[Rect]:
    """Few rectangles that hold all of these. Two become one where that paints less than `a_pass` pixels more,
    which is what it takes to go through all that is drawn once more."""
    passes: list[Rect] = []
    for rect in rects:
        if is_empty(rect):
            continue
        grown = True
        while grown:
            grown = False
            for other in passes:
                joined = around(rect, other)
                if area(joined) < area(rect) + area(other) + a_pass:
                    passes.remove(other)
                    rect, grown = joined, True
                    break
        passes.append(rect)
    return passes
