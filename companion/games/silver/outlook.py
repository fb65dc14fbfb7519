"""What the numbers say: ranks, the line of each total, what beats the leader, what a call may bring.

Everything here reads a state and changes nothing. What a whole round would lead to is `apply` itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from companion.games.silver.round_check import MAX_CALL_CARDS
from companion.games.silver.scoring import MISSED_CALL_POINTS
from companion.games.silver.setup import KAMIKAZE
from companion.games.silver.state import ScoreReason, State


class TieMeaning(Enum):
    """What equal totals at the end would mean for a seat."""

    WINS = "wins"
    LOSES = "loses"
    SHARED = "shared"
    AMULET = "amulet"  # whoever holds it then, or sits nearest to its holder's left


@dataclass(frozen=True, slots=True)
class SeatOutlook:
    """How a seat compares with the best placed of the others, should the round played now be the last.

    `gap` is how far it lies behind them, below 0 if ahead. To score `points_needed` points less than each
    of the `rivals` puts the seat before them whatever the tie-break; a `points_needed` below 0 is what it
    can spare.
    """

    seat: int
    rivals: tuple[int, ...]
    gap: int
    tie_meaning: TieMeaning

    @property
    def points_needed(self) -> int:
        return self.gap if self.tie_meaning is TieMeaning.WINS else self.gap + 1


@dataclass(frozen=True, slots=True)
class CallOutlook:
    """What calling brings: `lowest` if no village is lower, `beaten` if one is, `plain` if another calls.

    `expected` is how the call ends if the guess at the lowest other village is right; None without one. A
    `kamikaze` scores the same whatever the others have.
    """

    lowest: int
    beaten: int
    plain: int
    expected: ScoreReason | None
    kamikaze: bool = False


def ranks(totals: Sequence[int]) -> tuple[int, ...]:
    """Each seat's place, 1 for the lowest total; equal totals share a place."""
    return tuple(1 + sum(other < total for other in totals) for total in totals)


def total_history(state: State) -> tuple[tuple[int, ...], ...]:
    """For each seat its total before the first round and after each one, resets included."""
    before = (0,) * len(state.setup.players)
    return tuple(zip(before, *(result.totals for result in state.results), strict=True))


def seat_outlooks(state: State) -> tuple[SeatOutlook, ...]:
    """What each seat needs to beat the leader, or the leader to stay ahead; empty after the end.

    In the points variant a reset that the round might bring is left out.
    """
    if state.outcome is not None:
        return ()
    return tuple(_seat_outlook(state, seat) for seat in range(len(state.totals)))


def points_to_limit(state: State) -> tuple[int, ...]:
    """How many points bring each seat exactly to the limit; empty if the game has none or is over."""
    if not state.setup.is_points_game or state.outcome is not None:
        return ()
    return tuple(state.setup.options.limit - total for total in state.totals)


def can_call(cards: int) -> bool:
    """Whether a village of so many cards may be called."""
    return 1 <= cards <= MAX_CALL_CARDS


def call_outlook(own_sum: int, lowest_other: int | None = None, *, kamikaze: bool = False) -> CallOutlook:
    """What calling with a village of `own_sum` may bring, given a guess at the lowest of the others.

    With `kamikaze` the table plays it, and no four cards come to as much in another way.
    """
    if kamikaze and own_sum == sum(KAMIKAZE):
        return CallOutlook(lowest=0, beaten=0, plain=0, expected=None, kamikaze=True)
    return CallOutlook(
        lowest=0,
        beaten=own_sum + MISSED_CALL_POINTS,
        plain=own_sum,
        expected=_expected_reason(own_sum, lowest_other),
    )


def _expected_reason(own_sum: int, lowest_other: int | None) -> ScoreReason | None:
    if lowest_other is None:
        return None
    if own_sum == lowest_other:
        return ScoreReason.CALLER_TIED
    return ScoreReason.CALLER_LOWEST if own_sum < lowest_other else ScoreReason.CALLER_BEATEN


def _seat_outlook(state: State, seat: int) -> SeatOutlook:
    others = {other: total for other, total in enumerate(state.totals) if other != seat}
    best = min(others.values())
    gap = state.totals[seat] - best
    rivals = tuple(other for other, total in others.items() if total == best)
    if not state.setup.is_points_game:
        return SeatOutlook(seat, rivals, gap, TieMeaning.AMULET)
    # Equal totals after unequal ones: whoever was behind had the better last round.
    level = TieMeaning.SHARED if gap == 0 else TieMeaning.WINS if gap > 0 else TieMeaning.LOSES
    return SeatOutlook(seat, rivals, gap, level)
