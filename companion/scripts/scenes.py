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
PLATE_SIZE: Final = (76.0, 24.0)
# Around the table: how far the middles of plates lie from its own.
_SEAT_RADIUS_X, _SEAT_RADIUS_Y = 130.0, 148.0


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
class SceneItem:
    """`x` and `y` are its middle. `icon` is the name of a drawn mark, `tone` a colour of the house.

    On it may stand a player's `name`, a `number`, or words: `key`, with `args`. `count` is how many lie
    there, shown where it is more than one. `is_face_up`: its face is up. `is_overlay`: it lies on another
    thing, as on a board, and may cover it. `step` is the step of a guide that it belongs to: both are lit
    together.
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
    is_face_up: bool = False
    is_overlay: bool = False
    rotation: float = 0.0
    step: str | None = None

    @property
    def left(self) -> float:
        return self.x - self._visible_width / 2

    @property
    def right(self) -> float:
        return self.x + self._visible_width / 2

    @property
    def top(self) -> float:
        return self.y - self._visible_height / 2

    @property
    def bottom(self) -> float:
        return self.y + self._visible_height / 2

    @property
    def _visible_width(self) -> float:
        return self.height if self._is_sideways else self.width

    @property
    def _visible_height(self) -> float:
        return self.width if self._is_sideways else self.height

    @property
    def _is_sideways(self) -> bool:
        """Whether a quarter turn has exchanged its sides; a slight turn is an ornament."""
        return self.shape is not Shape.ARROW and round(self.rotation / 90) % 2 == 1


Scene = tuple[SceneItem, ...]


def plate(name: str, x: float, y: float, step: str | None = None) -> SceneItem:
    return SceneItem(Shape.PLATE, x, y, *PLATE_SIZE, name=name, step=step)


def disc(x: float, y: float, diameter: float, icon: str, tone: str, step: str | None = None) -> SceneItem:
    return SceneItem(Shape.DISC, x, y, diameter, diameter, icon=icon, tone=tone, step=step)


def seat_positions(
    seat_count: int, radius_x: float = _SEAT_RADIUS_X, radius_y: float = _SEAT_RADIUS_Y
) -> tuple[tuple[float, float], ...]:
    """The middles of so many seats round the table, the first at the bottom, then clockwise as people sit."""
    angles = (pi / 2 + 2 * pi * seat / seat_count for seat in range(seat_count))
    return tuple((WIDTH / 2 + radius_x * cos(angle), HEIGHT / 2 + radius_y * sin(angle)) for angle in angles)


def row_centers(count: int, center: float, gap: float) -> tuple[float, ...]:
    """The middles of so many things side by side, so far from each other."""
    return tuple(center + gap * (index - (count - 1) / 2) for index in range(count))


def assign_step(step: str, items: Sequence[SceneItem]) -> Scene:
    """These, as part of what one step lays out."""
    return tuple(replace(item, step=step) for item in items)


def find_overlaps(scene: Scene) -> Iterator[tuple[SceneItem, SceneItem]]:
    """Pairs that lie on each other although neither is said to."""
    flat_items = [item for item in scene if not item.is_overlay and item.shape is not Shape.ARROW]
    for index, item_a in enumerate(flat_items):
        for item_b in flat_items[index + 1 :]:
            if (
                item_a.left < item_b.right
                and item_b.left < item_a.right
                and item_a.top < item_b.bottom
                and item_b.top < item_a.bottom
            ):
                yield item_a, item_b


def find_out_of_bounds(scene: Scene) -> Iterator[SceneItem]:
    """Things that do not lie wholly in the picture."""
    for item in scene:
        if item.left < 0 or item.top < 0 or item.right > WIDTH or item.bottom > HEIGHT:
            yield item
