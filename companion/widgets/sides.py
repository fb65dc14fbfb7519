"""What is to be kept clear at the sides of the window: pixels at left, top, right and bottom."""

from __future__ import annotations

Insets = tuple[float, float, float, float]
NO_INSETS: Insets = (0.0, 0.0, 0.0, 0.0)


def max_insets(one: Insets, other: Insets) -> Insets:
    """On each side whichever takes more."""
    left, top, right, bottom = map(max, one, other)
    return (left, top, right, bottom)


def rotate_insets(insets: Insets, rotation: int) -> Insets:
    """As they lie for a picture that is turned in its window, by quarters to the left."""
    quarters = rotation // 90 % 4
    left, top, right, bottom = (insets[place - quarters] for place in range(4))
    return (left, top, right, bottom)
