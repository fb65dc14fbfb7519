"""What lies in a game's box, as data: each kind of piece, how many there are, and how it is drawn."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of piece, named in the catalogue under `<game>_guide.piece.<id>`, which takes the number `n`.

    `count` is how many the box holds; None where nobody could tell. `icon` is one of the drawn marks and
    `tone` one of the colours of the house. `extra`: not in every box, as with a promotional card.
    """

    id: str
    count: int | None
    icon: str
    tone: str = "ink_2"
    extra: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """So many of one kind, by its id."""

    id: str
    count: int
