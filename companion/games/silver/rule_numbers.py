"""Constants of Silver's rules, by their placeholder names in catalogue messages."""

from __future__ import annotations

from typing import Final

from companion.core.game import RuleNumbers
from companion.games.silver.round_check import MAX_CALL_CARDS
from companion.games.silver.scoring import (
    GOOD_CALL_POINTS,
    KAMIKAZE_OTHER_POINTS,
    KAMIKAZE_OWN_POINTS,
    MISSED_CALL_POINTS,
)
from companion.games.silver.setup import KAMIKAZE, ROUNDS, VILLAGERS, Options, PowerTiming

_ALWAYS: Final = tuple(villager.number for villager in VILLAGERS if villager.timing is PowerTiming.ALWAYS)
_DISCARD_POWERS: Final = [
    villager.number for villager in VILLAGERS if villager.timing is PowerTiming.DISCARDED
]
_FACE_UP_POWERS: Final = [villager.number for villager in VILLAGERS if villager.timing is PowerTiming.FACE_UP]
_OPTIONAL_POWERS: Final = _FACE_UP_POWERS + _DISCARD_POWERS
_JOKER: Final = next(villager.number for villager in VILLAGERS if villager.timing is PowerTiming.EXCHANGING)
# Number of mismatched cards in an exchange from which a penalty card is drawn.
TOO_MANY_TRIED: Final = 3

RULE_NUMBERS: Final[RuleNumbers] = {
    "rounds": ROUNDS,
    "limit": Options().limit,
    "half": Options().limit // 2,
    "good_call": GOOD_CALL_POINTS,
    "missed_call": MISSED_CALL_POINTS,
    "kamikaze": KAMIKAZE,
    "own": KAMIKAZE_OWN_POINTS,
    "others": KAMIKAZE_OTHER_POINTS,
    "always": _ALWAYS,
    "first_free": min(_OPTIONAL_POWERS),
    "last_free": max(_OPTIONAL_POWERS),
    "last_up": max(_FACE_UP_POWERS),
    "first_drawn": min(_DISCARD_POWERS),
    "joker": _JOKER,
    "call_cards": MAX_CALL_CARDS,
    "tried": TOO_MANY_TRIED,
}
