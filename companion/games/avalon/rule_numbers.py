"""The numbers of Avalon's rules, by the names that sentences call them."""

from __future__ import annotations

from typing import Final

from companion.games.avalon.lancelot import DECK, FIRST_FLIP, SWITCHES
from companion.games.avalon.roles import NUMBERS
from companion.games.avalon.rounds import LADY_AFTER
from companion.games.avalon.setup import (
    PLOT_LEAST,
    PLOT_MOST,
    PLOT_MOST_FROM,
    PLOT_USUAL,
    PLOT_USUAL_FROM,
    Lancelot,
)
from companion.games.avalon.state import ATTEMPTS, BEFORE_LAST_QUEST, QUESTS, TO_WIN
from companion.games.game import Told

_FAILS: Final = {players: max(numbers.fails) for players, numbers in NUMBERS.items()}

RULE_NUMBERS: Final[Told] = {
    "quests": QUESTS,
    "won": TO_WIN,
    "attempts": ATTEMPTS,
    "before_last": BEFORE_LAST_QUEST,
    "fails": max(_FAILS.values()),
    "fails_from": min(players for players, fails in _FAILS.items() if fails > 1),
    "lady_quests": LADY_AFTER,
    "first_flip": FIRST_FLIP,
    "flips": tuple(range(FIRST_FLIP, QUESTS + 1)),
    "switches": SWITCHES,
    "hidden_deck": DECK[Lancelot.V1],
    "open_deck": DECK[Lancelot.V2],
    "row": QUESTS,
    "plot_least": PLOT_LEAST,
    "plot_usual": PLOT_USUAL,
    "plot_usual_from": PLOT_USUAL_FROM,
    "plot_most": PLOT_MOST,
    "plot_most_from": PLOT_MOST_FROM,
}
