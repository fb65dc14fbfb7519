"""State of a game of Silver, with the results of the rounds, and its only move: a finished round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from companion.core.game import IllegalMove, Outcome, error
from companion.core.message import MessageArg
from companion.games.silver.setup import ROUNDS, Setup


class RoundEnd(Enum):
    """Why the round ended, other than the turns after a call."""

    DECK = "deck"
    VILLAGERS = "villagers"


@dataclass(frozen=True, slots=True)
class Round:
    """A finished round. Every seat has its village by cards or by sum; if both are given, they must agree.

    `kamikaze` is a seat whose 50 is two 12s and two 13s, needed only for a sum that is not the caller's.
    `caller` may be a list only to be rejected by the rules: no two can call in a round.
    """

    # A default factory, so that records contain `null` when nobody called: that is a value, not an omission.
    caller: int | tuple[int, ...] | None = field(default_factory=lambda: None)
    villages: tuple[tuple[int, ...] | None, ...] | None = None
    sums: tuple[int | None, ...] | None = None
    ended: RoundEnd | None = None
    kamikaze: int | None = None


Move = Round

MOVE_TYPES: Mapping[str, type[Move]] = {"round": Round}


class Phase(Enum):
    """What the players must do next."""

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
        """True if this reason of the caller means a successful call."""
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
    """Why a seat starts: it was chosen, or it holds the amulet."""

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
    """A round that was played. `villages` has None for a seat of which only the sum is known.

    `totals` are those after the round, `resets` the seats whose total was halved. `starter` began this
    round; the new holder of the amulet begins the next.
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
        """True if the call was a success; None if nobody called."""
        return None if self.caller is None else self.why[self.caller].call_succeeded


# No slots: `replace` copies such a class several times faster.
@dataclass(frozen=True)
class State:
    """State of a game. `winners` is empty until the end; several seats only if nothing breaks their tie."""

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
        """The current round; after the end, the last one played."""
        return len(self.results) + (self.outcome is None)

    @property
    def is_last_round(self) -> bool:
        """True if the current round is known to be the last: never in the points variant."""
        return not self.setup.is_points_game and self.outcome is None and self.round == ROUNDS

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores of the last round played; empty before the first."""
        return self.results[-1].scores if self.results else ()

    @property
    def totals(self) -> tuple[int, ...]:
        return self.results[-1].totals if self.results else (0,) * len(self.setup.players)

    @property
    def amulet_holder(self) -> int | None:
        """The seat that holds the amulet."""
        return self.results[-1].amulet if self.results else self.setup.amulet

    @property
    def amulet_works(self) -> bool:
        """True if its holder may lay it on a card in the current round, and not only start with it."""
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
        """The seats that have used up their reset, in order."""
        return tuple(seat for result in self.results for seat in result.resets)


def illegal_move(key: str, **args: MessageArg) -> IllegalMove:
    return IllegalMove(error(key, **args))
