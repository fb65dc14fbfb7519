"""What is to be kept clear at the sides of the window: pixels at left, top, right and bottom."""

from __future__ import annotations

Sides = tuple[float, float, float, float]
NO_SIDES: Sides = (0.0, 0.0, 0.0, 0.0)


def wider(one: Sides, other: Sides) -> Sides:
    """On each side whichever takes more."""
    left, top, right, bottom = map(max, one, other)
    return (left, top, right, bottom)


def turned(sides: Sides, rotation: int) -> Sides:
    """As they lie for a picture that is turned in its window, by quarters to the left."""
    quarters = rotation // 90 % 4
    left, top, right, bottom = (sides[place - quarters] for place in range(4))
    return (left, top, right, bottom)
