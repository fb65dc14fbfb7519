"""The one thing that is written down in Silver: a round, when the villages lie open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum


class RoundEnd(Enum):
    """What ended the round, other than the turns after a call."""

    DECK = "deck"
    VILLAGERS = "villagers"


@dataclass(frozen=True, slots=True)
class Round:
    """Every seat has its village by cards or by sum: whatever one list leaves open, the other must tell, and
    where both tell they must agree.

    `kamikaze` is a seat whose 50 are two 12s and two 13s, needed only of a sum that is not the caller's.
    `caller` may be written as a list, but only to be refused with the rule: no two can call in a round.
    """

    # By a factory, so that a record says `null` when nobody called: it is an answer, not an omission.
    caller: int | tuple[int, ...] | None = field(default_factory=lambda: None)
    villages: tuple[tuple[int, ...] | None, ...] | None = None
    sums: tuple[int | None, ...] | None = None
    ended: RoundEnd | None = None
    kamikaze: int | None = None


Move = Round

MOVE_TYPES: Mapping[str, type[Move]] = {"round": Round}
