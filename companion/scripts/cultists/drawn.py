"""How pieces of Among Cultists are drawn in a scene, with the marks and colours of the box."""

from __future__ import annotations

from typing import Final

from companion.games.cultists.box import COMPONENTS_BY_ID
from companion.scripts.scenes import SceneItem, Shape

# The back of a card that may be anything.
CARD_BACK_TONE: Final = "moon"


def token(
    kind: str,
    x: float,
    y: float,
    diameter: float,
    step: str | None = None,
    *,
    count: int = 1,
    is_face_up: bool = True,
    is_overlay: bool = True,
) -> SceneItem:
    """A round piece of the box, its face up or not."""
    piece_kind = COMPONENTS_BY_ID[kind]
    return SceneItem(
        *(Shape.DISC, x, y, diameter, diameter, piece_kind.icon, piece_kind.color),
        count=count, is_face_up=is_face_up, is_overlay=is_overlay, step=step,
    )  # fmt: skip


def card_item(
    kind: str,
    x: float,
    y: float,
    size: tuple[float, float],
    step: str | None = None,
    *,
    count: int = 1,
    is_face_up: bool = True,
    is_overlay: bool = True,
) -> SceneItem:
    """A card of the box, or several of one kind on each other."""
    piece_kind = COMPONENTS_BY_ID[kind]
    shape = Shape.PILE if count > 1 else Shape.CARD
    return SceneItem(
        shape,
        x,
        y,
        *size,
        piece_kind.icon,
        piece_kind.color,
        count=count,
        is_face_up=is_face_up,
        is_overlay=is_overlay,
        step=step,
    )


def card_back(
    x: float,
    y: float,
    size: tuple[float, float],
    step: str | None = None,
    *,
    count: int = 1,
    is_overlay: bool = True,
) -> SceneItem:
    """Cards of any kind, face down."""
    shape, icon = (Shape.PILE, "CARD") if count > 1 else (Shape.CARD, None)
    return SceneItem(shape, x, y, *size, icon, CARD_BACK_TONE, count=count, is_overlay=is_overlay, step=step)


def icon_label(icon: str, x: float, y: float, size: float, tone: str, step: str | None = None) -> SceneItem:
    """A mark by itself, lying on something."""
    return SceneItem(Shape.LABEL, x, y, size, size, icon, tone, is_overlay=True, step=step)


def building_place(
    name: str | None,
    x: float,
    y: float,
    size: tuple[float, float],
    step: str | None = None,
    *,
    tone: str = "ink_2",
    is_overlay: bool = False,
) -> SceneItem:
    """A place of the building."""
    key = None if name is None else f"cultists_guide.place.{name}"
    return SceneItem(Shape.BOARD, x, y, *size, tone=tone, key=key, is_overlay=is_overlay, step=step)
