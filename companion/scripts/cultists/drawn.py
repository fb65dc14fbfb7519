"""How pieces of Among Cultists are drawn in a scene, with the marks and colours of the box."""

from __future__ import annotations

from typing import Final

from companion.games.cultists.box import KINDS
from companion.scripts.scenes import Shape, Thing

# The back of a card that may be anything.
BACK: Final = "moon"


def token(
    kind: str,
    x: float,
    y: float,
    across: float,
    step: str | None = None,
    *,
    count: int = 1,
    up: bool = True,
    on: bool = True,
) -> Thing:
    """A round piece of the box, its face up or not."""
    drawn = KINDS[kind]
    return Thing(
        *(Shape.DISC, x, y, across, across, drawn.icon, drawn.tone),
        count=count, open=up, on=on, step=step,
    )  # fmt: skip


def card(
    kind: str,
    x: float,
    y: float,
    size: tuple[float, float],
    step: str | None = None,
    *,
    count: int = 1,
    up: bool = True,
    on: bool = True,
) -> Thing:
    """A card of the box, or several of one kind on each other."""
    drawn = KINDS[kind]
    shape = Shape.PILE if count > 1 else Shape.CARD
    return Thing(shape, x, y, *size, drawn.icon, drawn.tone, count=count, open=up, on=on, step=step)


def back(
    x: float, y: float, size: tuple[float, float], step: str | None = None, *, count: int = 1, on: bool = True
) -> Thing:
    """Cards of any kind, face down."""
    shape, icon = (Shape.PILE, "CARD") if count > 1 else (Shape.CARD, None)
    return Thing(shape, x, y, *size, icon, BACK, count=count, on=on, step=step)


def mark(icon: str, x: float, y: float, size: float, tone: str, step: str | None = None) -> Thing:
    """A mark by itself, lying on something."""
    return Thing(Shape.LABEL, x, y, size, size, icon, tone, on=True, step=step)


def place(
    name: str | None,
    x: float,
    y: float,
    size: tuple[float, float],
    step: str | None = None,
    *,
    tone: str = "ink_2",
    on: bool = False,
) -> Thing:
    """A place of the building."""
    key = None if name is None else f"cultists_guide.place.{name}"
    return Thing(Shape.BOARD, x, y, *size, tone=tone, key=key, on=on, step=step)
