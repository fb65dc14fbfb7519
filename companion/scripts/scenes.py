"""Scenes: a table seen from above, as data that a widget draws for any game.

Coordinates are those of a picture of `WIDTH` by `HEIGHT` from its upper left corner; a widget scales them. A
scene shows the real table, so it is never mirrored in right-to-left languages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from math import cos, pi, sin
from typing import Final

WIDTH, HEIGHT = 350.0, 330.0
# Maximum width of a name plate beside others, and its height.
PLATE_SIZE: Final = (76.0, 24.0)
# Radii of the ellipse of seats around the middle of the table.
_SEAT_RADIUS_X, _SEAT_RADIUS_Y = 130.0, 148.0


class Shape(Enum):
    PLATE = "plate"  # a player's name plate
    DISC = "disc"  # a round token, or a place for one
    CARD = "card"  # a card, face down unless `is_face_up`
    PILE = "pile"  # a pile of cards
    BOARD = "board"  # a surface for other items
    BOX = "box"  # a box for other items
    LABEL = "label"  # text without a background
    ARROW = "arrow"  # centred, as long as its height, `rotation` clockwise from pointing up


@dataclass(frozen=True, slots=True)
class SceneItem:
    """Item of a scene with its centre at `x` and `y`. `icon` is the name of an icon, `tone` a palette colour.

    It may show a player's `name`, a `number`, or the text of `key` with `args`. `count` is the number of
    pieces, shown if it is more than one. `is_overlay`: it is on top of another item, such as a board, and may
    cover it. `step` is the guide step that it belongs to: both are highlighted together.
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
        """True if a quarter turn swaps width and height; a slight rotation is only decoration."""
        return self.shape is not Shape.ARROW and round(self.rotation / 90) % 2 == 1


Scene = tuple[SceneItem, ...]


def plate(name: str, x: float, y: float, step: str | None = None) -> SceneItem:
    return SceneItem(Shape.PLATE, x, y, *PLATE_SIZE, name=name, step=step)


def disc(x: float, y: float, diameter: float, icon: str, tone: str, step: str | None = None) -> SceneItem:
    return SceneItem(Shape.DISC, x, y, diameter, diameter, icon=icon, tone=tone, step=step)


def seat_positions(
    seat_count: int, radius_x: float = _SEAT_RADIUS_X, radius_y: float = _SEAT_RADIUS_Y
) -> tuple[tuple[float, float], ...]:
    """Return the centres of the seats around the table, the first one at the bottom, then clockwise."""
    angles = (pi / 2 + 2 * pi * seat / seat_count for seat in range(seat_count))
    return tuple((WIDTH / 2 + radius_x * cos(angle), HEIGHT / 2 + radius_y * sin(angle)) for angle in angles)


def row_centers(count: int, center: float, gap: float) -> tuple[float, ...]:
    """Return the centres of `count` items in a row, `gap` apart."""
    return tuple(center + gap * (index - (count - 1) / 2) for index in range(count))


def assign_step(step: str, items: Sequence[SceneItem]) -> Scene:
    return tuple(replace(item, step=step) for item in items)
