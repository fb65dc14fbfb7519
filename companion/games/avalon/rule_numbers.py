"""Constants of Avalon's rules, by their placeholder names in catalogue messages."""

from __future__ import annotations

from typing import Final

from companion.core.game import RuleNumbers
from companion.games.avalon.lancelot import DECK, FIRST_FLIP_ROUND, SWITCHES
from companion.games.avalon.rounds import LADY_AFTER_QUESTS
from companion.games.avalon.setup import (
    DEFAULT_PLOT_CARDS,
    DEFAULT_PLOT_CARDS_MIN_PLAYERS,
    MAX_PLOT_CARDS,
    MAX_PLOT_CARDS_MIN_PLAYERS,
    MIN_PLOT_CARDS,
    NUMBERS,
    Lancelot,
)
from companion.games.avalon.state import MAX_ATTEMPTS, QUESTS, QUESTS_BEFORE_LAST, QUESTS_TO_WIN

_FAILS: Final = {players: max(numbers.fails) for players, numbers in NUMBERS.items()}

RULE_NUMBERS: Final[RuleNumbers] = {
    "quests": QUESTS,
    "won": QUESTS_TO_WIN,
    "attempts": MAX_ATTEMPTS,
    "before_last": QUESTS_BEFORE_LAST,
    "fails": max(_FAILS.values()),
    "fails_from": min(players for players, fails in _FAILS.items() if fails > 1),
    "lady_quests": LADY_AFTER_QUESTS,
    "first_flip": FIRST_FLIP_ROUND,
    "flips": tuple(range(FIRST_FLIP_ROUND, QUESTS + 1)),
    "switches": SWITCHES,
    "hidden_deck": DECK[Lancelot.V1],
    "open_deck": DECK[Lancelot.V2],
    "row": QUESTS,
    "plot_least": MIN_PLOT_CARDS,
    "plot_usual": DEFAULT_PLOT_CARDS,
    "plot_usual_from": DEFAULT_PLOT_CARDS_MIN_PLAYERS,
    "plot_most": MAX_PLOT_CARDS,
    "plot_most_from": MAX_PLOT_CARDS_MIN_PLAYERS,
}
