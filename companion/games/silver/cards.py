"""The fourteen villagers of the box: how many there are of each, and when each one works.

Their words stand in the catalogues under `silver.card.<id>`: `name`, `when` and `text`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final


class When(Enum):
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
    when: When


VILLAGERS: Final = (
    Villager(0, "villager", 2, When.ALWAYS),
    Villager(1, "squire", 4, When.ALWAYS),
    Villager(2, "empath", 4, When.FACE_UP),
    Villager(3, "bodyguard", 4, When.FACE_UP),
    Villager(4, "rascal", 4, When.FACE_UP),
    Villager(5, "exposer", 4, When.DISCARDED),
    Villager(6, "revealer", 4, When.DISCARDED),
    Villager(7, "beholder", 4, When.DISCARDED),
    Villager(8, "apprentice_seer", 4, When.DISCARDED),
    Villager(9, "seer", 4, When.DISCARDED),
    Villager(10, "master", 4, When.DISCARDED),
    Villager(11, "witch", 4, When.DISCARDED),
    Villager(12, "robber", 4, When.DISCARDED),
    Villager(13, "doppelganger", 2, When.EXCHANGING),
)
BOX: Final[Mapping[int, int]] = {villager.number: villager.copies for villager in VILLAGERS}
BOX_CARDS: Final = sum(BOX.values())
KAMIKAZE: Final = (12, 12, 13, 13)


def left_in_box(cards: Iterable[int]) -> Counter[int]:
    """What the box still holds beside these cards."""
    return Counter(BOX) - Counter(cards)


def highest(cards: Counter[int], number: int) -> int:
    """The most that so many of these cards can come to."""
    return sum(sorted(cards.elements(), reverse=True)[:number])


def can_lie(cards: Counter[int], wanted: Sequence[tuple[int, int]]) -> bool:
    """Whether these cards make villages of the wanted sums side by side, each of at most so many cards."""
    if not wanted:
        return True
    (total, most), *others = wanted
    return any(can_lie(cards - Counter(village), others) for village in _villages(cards, total, most))


def _villages(cards: Counter[int], total: int, most: int, top: int = max(BOX)) -> Iterator[tuple[int, ...]]:
    """All villages of this sum, high cards first. Beside other cards a 0 changes nothing and is left out."""
    if total <= top and cards[total]:
        yield (total,)
    if most > 1:
        for card in range(min(top, total - 1), 0, -1):
            if cards[card]:
                for rest in _villages(cards - Counter([card]), total - card, most - 1, card):
                    yield (card, *rest)
