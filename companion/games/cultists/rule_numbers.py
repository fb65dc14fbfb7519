"""Constants of the rules of Among Cultists, by their placeholder names in catalogue messages."""

from __future__ import annotations

from typing import Final

from companion.core.game import RuleNumbers
from companion.games.cultists.building import CARDS_TO_EXPLORE, SHELF_POINTS
from companion.games.cultists.setup import NUMBERS, ROUNDS, Knife

_CHANGES: Final = [seats for seats, numbers in NUMBERS.items() if numbers.knife is Knife.CHANGE]
_DOUBLES: Final = [seats for seats, numbers in NUMBERS.items() if numbers.knife is Knife.DOUBLE]

RULE_NUMBERS: Final[RuleNumbers] = {
    "rounds": ROUNDS,
    "cultists": max(numbers.cultists for numbers in NUMBERS.values()),
    "knife_changes": max(_CHANGES),
    "knife_doubles": min(_DOUBLES),
    "explored_at": CARDS_TO_EXPLORE,
    "shelf_least": SHELF_POINTS[0],
    "shelf_most": SHELF_POINTS[-1],
}
