"""The colours of the building and how rooms and shelves are named: `orange`, `blue_2`.

Which rooms a board has is printed on it and known to nobody else, so any colour and number may be named.
"""

from __future__ import annotations

from enum import Enum
from typing import Final


class Colour(Enum):
    LIGHT_BLUE = "light_blue"  # the Dining Hall: votes are started here
    RED = "red"  # the Security Room: camera and power
    GREEN = "green"  # where the Gate opens
    BLUE = "blue"
    PINK = "pink"
    ORANGE = "orange"


# More rooms of one colour than any board can have.
_NUMBERS: Final = tuple(str(number) for number in range(1, 10))


def colour_of(place: str) -> Colour | None:
    """The colour of a room or shelf, None if this is no name for one."""
    name, _, number = place.rpartition("_")
    colours = {colour.value: colour for colour in Colour}
    if number in _NUMBERS:
        return colours.get(name)
    return colours.get(place)
