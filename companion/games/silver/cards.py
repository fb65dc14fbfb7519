"""The fourteen villagers of the box: how many there are of each, and when each one works.

Their words stand in the catalogues under `silver.card.<id>`: `name`, `when` and `text`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final


class PowerTiming(Enum):
    """When a villager works."""

    ALWAYS = "always"  # face up in any village, whoever owns it; not a choice
    FACE_UP = "face_up"  # face up in your own village
    DISCARDED = "discarded"  # drawn from the deck and discarded at once
    EXCHANGING = "exchanging"  # while it leaves your village with others


@dataclass(frozen=True, slots=True)
class Villager:
    number: int
    id: str
    copies: int
    timing: PowerTiming


VILLAGERS: Final = (
    Villager(0, "villager", 2, PowerTiming.ALWAYS),
    Villager(1, "squire", 4, PowerTiming.ALWAYS),
    Villager(2, "empath", 4, PowerTiming.FACE_UP),
    Villager(3, "bodyguard", 4, PowerTiming.FACE_UP),
    Villager(4, "rascal", 4, PowerTiming.FACE_UP),
    Villager(5, "exposer", 4, PowerTiming.DISCARDED),
    Villager(6, "revealer", 4, PowerTiming.DISCARDED),
    Villager(7, "beholder", 4, PowerTiming.DISCARDED),
    Villager(8, "apprentice_seer", 4, PowerTiming.DISCARDED),
    Villager(9, "seer", 4, PowerTiming.DISCARDED),
    Villager(10, "master", 4, PowerTiming.DISCARDED),
    Villager(11, "witch", 4, PowerTiming.DISCARDED),
    Villager(12, "robber", 4, PowerTiming.DISCARDED),
    Villager(13, "doppelganger", 2, PowerTiming.EXCHANGING),
)
CARD_COPIES: Final[Mapping[int, int]] = {villager.number: villager.copies for villager in VILLAGERS}
BOX_CARDS: Final = sum(CARD_COPIES.values())
KAMIKAZE: Final = (12, 12, 13, 13)


def remaining_cards(cards: Iterable[int]) -> Counter[int]:
    """What the box still holds beside these cards."""
    return Counter(CARD_COPIES) - Counter(cards)


def highest_sum(cards: Counter[int], number: int) -> int:
    """The most that so many of these cards can come to."""
    return sum(sorted(cards.elements(), reverse=True)[:number])


def can_form_villages(cards: Counter[int], targets: Sequence[tuple[int, int]]) -> bool:
    """Whether these cards make villages of the wanted sums side by side, each of at most so many cards."""
    if not targets:
        return True
    (total, max_cards), *others = targets
    return any(
        can_form_villages(cards - Counter(village), others) for village in _villages(cards, total, max_cards)
    )


def _villages(
    cards: Counter[int], total: int, max_cards: int, top: int = max(CARD_COPIES)
) -> Iterator[tuple[int, ...]]:
    """All villages of this sum, high cards first. Beside other cards a 0 changes nothing and is left out."""
    if total <= top and cards[total]:
        yield (total,)
    if max_cards > 1:
        for card in range(min(top, total - 1), 0, -1):
            if cards[card]:
                for remainder in _villages(cards - Counter([card]), total - card, max_cards - 1, card):
                    yield (card, *remainder)
