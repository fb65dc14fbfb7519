"""The numbers of Silver's rules, by the names that sentences call them."""

from __future__ import annotations

from typing import Final

from companion.games.game import Told
from companion.games.silver.cards import KAMIKAZE, VILLAGERS, When
from companion.games.silver.round_check import CALL_CARDS
from companion.games.silver.scoring import GOOD_CALL, KAMIKAZE_OTHERS, KAMIKAZE_OWN, MISSED_CALL
from companion.games.silver.setup import ROUNDS, Options

_ALWAYS: Final = tuple(villager.number for villager in VILLAGERS if villager.when is When.ALWAYS)
_DRAWN: Final = [villager.number for villager in VILLAGERS if villager.when is When.DISCARDED]
_OWN: Final = [villager.number for villager in VILLAGERS if villager.when is When.FACE_UP]
_FREE: Final = _OWN + _DRAWN
_JOKER: Final = next(villager.number for villager in VILLAGERS if villager.when is When.EXCHANGING)
# Cards that do not match and were tried together: from so many on, one more comes from the deck.
TOO_MANY_TRIED: Final = 3

RULE_NUMBERS: Final[Told] = {
    "rounds": ROUNDS,
    "limit": Options().limit,
    "half": Options().limit // 2,
    "good_call": GOOD_CALL,
    "missed_call": MISSED_CALL,
    "kamikaze": KAMIKAZE,
    "own": KAMIKAZE_OWN,
    "others": KAMIKAZE_OTHERS,
    "always": _ALWAYS,
    "first_free": min(_FREE),
    "last_free": max(_FREE),
    "last_up": max(_OWN),
    "first_drawn": min(_DRAWN),
    "joker": _JOKER,
    "call_cards": CALL_CARDS,
    "tried": TOO_MANY_TRIED,
}
