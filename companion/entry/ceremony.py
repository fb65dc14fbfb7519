"""The ceremony after a game: cards lie face down and are turned one by one, those that matter most at last.
No Kivy here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class CardReveal:
    """So many cards, the one before everybody, and whether it is turned; after the last, all are told."""

    card_count: int
    index: int = 0
    is_turned: bool = False

    @property
    def is_over(self) -> bool:
        return self.index >= self.card_count

    def advance(self) -> CardReveal:
        """A tap: the card is turned, or the next one comes."""
        if self.is_over:
            return self
        return (
            replace(self, index=self.index + 1, is_turned=False)
            if self.is_turned
            else replace(self, is_turned=True)
        )


@dataclass(frozen=True, slots=True)
class RevealPreference:
    """Whether this table wants the ceremony once it has told who was who."""

    wanted: bool


# The name under which that is remembered.
PREFERENCE_KEY = "ceremony"


def reveal_order(roles: Sequence[str], weight: Callable[[str], int]) -> tuple[int, ...]:
    """The seats of these cards in the order in which they are turned: what weighs little first, and those of
    one weight round the table."""
    return tuple(sorted(range(len(roles)), key=lambda seat: weight(roles[seat])))
