"""A table seen from above, as data: who sits where and what lies where. A widget draws it, whatever the game.

Measures are those of a picture of `WIDTH` by `HEIGHT`, from its upper left corner to the right and down; a
widget scales them. It is the real table, so it is never mirrored.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from math import cos, pi, sin
from typing import Final

WIDTH, HEIGHT = 350.0, 330.0
# As wide as a plate can be beside others, and as high as one is.
PLATE: Final = (76.0, 24.0)
# Around the table: how far the middles of plates lie from its own.
_ACROSS, _DOWN = 130.0, 148.0


class Shape(Enum):
    PLATE = "plate"  # where somebody sits: a name
    DISC = "disc"  # a round token, or a place for one
    CARD = "card"  # a card, its back up unless `open`
    PILE = "pile"  # cards on each other
    BOARD = "board"  # what others lie on
    BOX = "box"  # what others go back into
    LABEL = "label"  # words without a ground
    ARROW = "arrow"  # through the middle, as long as it is high, `turned` clockwise from pointing up


@dataclass(frozen=True, slots=True)
class Thing:
    """`x` and `y` are its middle. `icon` is the name of a drawn mark, `tone` a colour of the house.

    On it may stand a player's `name`, a `number`, or words: `key`, with `args`. `count` is how many lie
    there, shown where it is more than one. `open`: its face is up. `on`: it lies on another thing, as on a
    board, and may cover it. `step` is the step of a guide that it belongs to: both are lit together.
    """

    shape: Shape
    x: float
    y: float
    width: float
    height: float
    icon: str | None = None
    tone: str = "ink_2"
    name: str | None = None
    number: int | None = None
    key: str | None = None
    args: Mapping[str, int | str] = field(default_factory=dict, hash=False)
    count: int = 1
    open: bool = False
    on: bool = False
    turned: float = 0.0
    step: str | None = None

    @property
    def left(self) -> float:
        return self.x - self._across / 2

    @property
    def right(self) -> float:
        return self.x + self._across / 2

    @property
    def top(self) -> float:
        return self.y - self._down / 2

    @property
    def bottom(self) -> float:
        return self.y + self._down / 2

    @property
    def _across(self) -> float:
        return self.height if self._lies else self.width

    @property
    def _down(self) -> float:
        return self.width if self._lies else self.height

    @property
    def _lies(self) -> bool:
        """Whether a quarter turn has exchanged its sides; a slight turn is an ornament."""
        return self.shape is not Shape.ARROW and round(self.turned / 90) % 2 == 1


Scene = tuple[Thing, ...]


def plate(name: str, x: float, y: float, step: str | None = None) -> Thing:
    return Thing(Shape.PLATE, x, y, *PLATE, name=name, step=step)


def disc(x: float, y: float, across: float, icon: str, tone: str, step: str | None = None) -> Thing:
    return Thing(Shape.DISC, x, y, across, across, icon=icon, tone=tone, step=step)


def spots(seats: int, across: float = _ACROSS, down: float = _DOWN) -> tuple[tuple[float, float], ...]:
    """The middles of so many seats round the table, the first at the bottom, then clockwise as people sit."""
    angles = (pi / 2 + 2 * pi * seat / seats for seat in range(seats))
    return tuple((WIDTH / 2 + across * cos(angle), HEIGHT / 2 + down * sin(angle)) for angle in angles)


def row(things: int, middle: float, gap: float) -> tuple[float, ...]:
    """The middles of so many things side by side, so far from each other."""
    return tuple(middle + gap * (place - (things - 1) / 2) for place in range(things))


def belonging(step: str, things: Sequence[Thing]) -> Scene:
    """These, as part of what one step lays out."""
    return tuple(replace(thing, step=step) for thing in things)


def overlaps(scene: Scene) -> Iterator[tuple[Thing, Thing]]:
    """Pairs that lie on each other although neither is said to."""
    laid = [thing for thing in scene if not thing.on and thing.shape is not Shape.ARROW]
    for place, one in enumerate(laid):
        for other in laid[place + 1 :]:
            if (
                one.left < other.right
                and other.left < one.right
                and one.top < other.bottom
                and other.top < one.bottom
            ):
                yield one, other


def outside(scene: Scene) -> Iterator[Thing]:
    """Things that do not lie wholly in the picture."""
    for thing in scene:
        if thing.left < 0 or thing.top < 0 or thing.right > WIDTH or thing.bottom > HEIGHT:
            yield thing
