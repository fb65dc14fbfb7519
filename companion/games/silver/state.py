"""Where a game of Silver stands: the rounds that were played, each with its reasons.

The one thing that is written down in Silver: a round, when the villages lie open.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from companion.core.game import IllegalMove, Outcome, ProblemArg, error
from companion.games.silver.setup import ROUNDS, Setup


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


class Phase(Enum):
    """What the table does next."""

    ROUND = "round"
    OVER = "over"


class ScoreReason(Enum):
    """Why a seat got its score."""

    SUM = "sum"
    CALLER_LOWEST = "caller_lowest"
    CALLER_TIED = "caller_tied"
    CALLER_BEATEN = "caller_beaten"
    KAMIKAZE = "kamikaze"
    KAMIKAZE_VICTIM = "kamikaze_victim"

    @property
    def call_succeeded(self) -> bool:
        """Of the caller's reason: whether the call was a success."""
        return self in (ScoreReason.CALLER_LOWEST, ScoreReason.CALLER_TIED, ScoreReason.KAMIKAZE)


class AmuletReason(Enum):
    """Why a seat took the amulet; the last two break a tie for the lowest village."""

    CALLER_LOWEST = "caller_lowest"
    CALLER_TIED = "caller_tied"
    LOWEST = "lowest"
    KAMIKAZE = "kamikaze"
    TIE_HOLDER = "tie_holder"
    TIE_LEFT_OF_STARTER = "tie_left_of_starter"


class StarterReason(Enum):
    """Why a seat starts: the table chose it, or it holds the amulet."""

    TABLE_CHOICE = "chosen"
    AMULET = "amulet"


class WinReason(Enum):
    """What decided the game."""

    LOWEST_TOTAL = "lowest_total"
    TIE_AMULET = "tie_amulet"
    TIE_LEFT_OF_AMULET = "tie_left_of_amulet"
    TIE_LAST_ROUND = "tie_last_round"
    SHARED = "shared"


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A round that was played. `villages` has None for a seat of which only the sum was told.

    `totals` are those after the round, `resets` the seats whose total was halved to get there. `starter`
    began this round; whoever took the amulet begins the next.
    """

    starter: int
    caller: int | None
    ended: RoundEnd | None
    villages: tuple[tuple[int, ...] | None, ...]
    sums: tuple[int, ...]
    kamikaze: int | None
    scores: tuple[int, ...]
    why: tuple[ScoreReason, ...]
    totals: tuple[int, ...]
    resets: tuple[int, ...]
    amulet: int
    amulet_why: AmuletReason
    amulet_works: bool

    @property
    def call_succeeded(self) -> bool | None:
        """Whether the call was a success; None if nobody called."""
        return None if self.caller is None else self.why[self.caller].call_succeeded


# No slots: `replace` copies such a class several times faster.
@dataclass(frozen=True)
class State:
    """`winners` is empty until the end; more than one seat only if nothing breaks their tie."""

    setup: Setup
    results: tuple[RoundResult, ...] = ()
    winners: tuple[int, ...] = ()
    outcome: Outcome | None = None

    @property
    def phase(self) -> Phase:
        return Phase.ROUND if self.outcome is None else Phase.OVER

    @property
    def last_result(self) -> RoundResult | None:
        return self.results[-1] if self.results else None

    @property
    def round(self) -> int:
        """The round that is played now; after the end the one that was played last."""
        return len(self.results) + (self.outcome is None)

    @property
    def is_last_round(self) -> bool:
        """Whether the round played now is known to be the last: the points variant never knows."""
        return not self.setup.is_points_game and self.outcome is None and self.round == ROUNDS

    @property
    def scores(self) -> tuple[int, ...]:
        """Those of the round played last; empty before the first."""
        return self.results[-1].scores if self.results else ()

    @property
    def totals(self) -> tuple[int, ...]:
        return self.results[-1].totals if self.results else (0,) * len(self.setup.players)

    @property
    def amulet_holder(self) -> int | None:
        """Who holds the amulet."""
        return self.results[-1].amulet if self.results else self.setup.amulet

    @property
    def amulet_works(self) -> bool:
        """Whether its holder may lay it on a card in the round played now, and not only start with it."""
        if self.results:
            return self.results[-1].amulet_works
        return self.setup.amulet is not None and self.setup.amulet_works

    @property
    def starter(self) -> int:
        return self.results[-1].amulet if self.results else self.setup.start

    @property
    def starter_reason(self) -> StarterReason:
        return StarterReason.AMULET if self.starter == self.amulet_holder else StarterReason.TABLE_CHOICE

    @property
    def reset_seats(self) -> tuple[int, ...]:
        """The seats that have used up their reset, in the order they did."""
        return tuple(seat for result in self.results for seat in result.resets)


def illegal_move(key: str, **args: ProblemArg) -> IllegalMove:
    return IllegalMove(error(key, **args))
