"""What lies in a game's box, as data: each kind of piece, how many there are, and how it is drawn."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Component:
    """A kind of piece, named in the catalogue under `<game>_guide.piece.<id>`, which takes the number `n`.

    `count` is how many the box holds; None where nobody could tell. `icon` is one of the drawn marks and
    `color` one of the colours of the house. `is_extra`: not in every box, as with a promotional card.
    """

    id: str
    count: int | None
    icon: str
    color: str = "ink_2"
    is_extra: bool = False


@dataclass(frozen=True, slots=True)
class ComponentCount:
    """So many of one kind, by its id."""

    id: str
    count: int
