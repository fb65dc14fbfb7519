"""How the cards are laid out before every round, as data: a step names its sentence and the numbers in it.

Every round is dealt alike: all cards come back, and the rows that nobody sits at go out again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from companion.games.silver.cards import BOX_CARDS
from companion.games.silver.setup import MOST, VILLAGE, removed_cards

# Cards of the own village that everybody has seen before the first turn.
LOOKED_AT: Final = 2


@dataclass(frozen=True, slots=True)
class Step:
    """`warns`: easily forgotten, and a table that forgets it plays with the wrong cards."""

    key: str
    args: Mapping[str, int | str] = field(default_factory=dict, hash=False)
    warns: bool = False


def spare_rows(players: int) -> int:
    """How many rows go out of the game unseen."""
    return removed_cards(players) // VILLAGE


def deal(players: int, starter: str | None = None) -> tuple[Step, ...]:
    """What so many players do before a round. `starter` starts the first one, and has no amulet yet: it is
    laid on that side."""
    steps = [Step("silver.setup.shuffle", {"cards": BOX_CARDS, "rows": MOST, "row": VILLAGE})]
    if rows := spare_rows(players):
        steps.append(Step("silver.setup.put_away", {"n": rows, "cards": removed_cards(players)}, warns=True))
    steps.append(Step("silver.setup.deck", {"cards": BOX_CARDS - MOST * VILLAGE}))
    if starter is not None:
        steps.append(Step("silver.setup.amulet", {"name": starter}))
    steps.append(Step("silver.setup.peek", {"cards": LOOKED_AT}))
    return tuple(steps)
