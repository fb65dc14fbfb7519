"""The ceremony after a game: cards lie face down and are turned one by one, those that matter most at last.
No Kivy here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Turning:
    """So many cards, the one before everybody, and whether it is turned; after the last, all are told."""

    cards: int
    at: int = 0
    turned: bool = False

    @property
    def over(self) -> bool:
        return self.at >= self.cards

    def step(self) -> Turning:
        """A tap: the card is turned, or the next one comes."""
        if self.over:
            return self
        return replace(self, at=self.at + 1, turned=False) if self.turned else replace(self, turned=True)


@dataclass(frozen=True, slots=True)
class Wish:
    """Whether this table wants the ceremony once it has told who was who."""

    wanted: bool


# The name under which that is remembered.
WISH = "ceremony"


def in_order(roles: Sequence[str], weight: Callable[[str], int]) -> tuple[int, ...]:
    """The seats of these cards in the order in which they are turned: what weighs little first, and those of
    one weight round the table."""
    return tuple(sorted(range(len(roles)), key=lambda seat: weight(roles[seat])))
