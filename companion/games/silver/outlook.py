"""Statistics of a running game: ranks, total history, gaps to the leader, and results of a possible call.

These are read-only; the result of a whole round is computed by `apply`.
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
    AMULET = "amulet"  # decided by who holds the amulet then, or sits nearest to its holder's left


@dataclass(frozen=True, slots=True)
class SeatOutlook:
    """How a seat compares with its best rival if the current round were the last.

    `gap` is its distance behind them, below 0 if ahead. Scoring `points_needed` points less than each of
    the `rivals` puts the seat ahead whatever the tie-break; below 0 it is what the seat can spare.
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
    """Results of calling: `lowest` if no village is lower, `beaten` if one is, `plain` if another seat calls.

    `expected` is the result if the guess at the lowest other village is right; None without one. A
    `kamikaze` scores the same whatever the others have.
    """

    lowest: int
    beaten: int
    plain: int
    expected: ScoreReason | None
    kamikaze: bool = False


def ranks(totals: Sequence[int]) -> tuple[int, ...]:
    """Return the rank of each seat, 1 for the lowest total; equal totals share a rank."""
    return tuple(1 + sum(other < total for other in totals) for total in totals)


def total_history(state: State) -> tuple[tuple[int, ...], ...]:
    """Return for each seat its totals before the first round and after each one, resets included."""
    before = (0,) * len(state.setup.players)
    return tuple(zip(before, *(result.totals for result in state.results), strict=True))


def seat_outlooks(state: State) -> tuple[SeatOutlook, ...]:
    """Return what each seat needs to beat the leader, or the leader to stay ahead; empty after the end.

    Ignores a reset that the round might bring in the points variant.
    """
    if state.outcome is not None:
        return ()
    return tuple(_seat_outlook(state, seat) for seat in range(len(state.totals)))


def points_to_limit(state: State) -> tuple[int, ...]:
    """Return how many points bring each seat exactly to the limit.

    Empty if there is no limit or the game is over.
    """
    if not state.setup.is_points_game or state.outcome is not None:
        return ()
    return tuple(state.setup.options.limit - total for total in state.totals)


def can_call(cards: int) -> bool:
    """True if a village with this many cards may be called."""
    return 1 <= cards <= MAX_CALL_CARDS


def call_outlook(own_sum: int, lowest_other: int | None = None, *, kamikaze: bool = False) -> CallOutlook:
    """Return the possible results of calling with `own_sum`, given a guess at the lowest of the others.

    Pass `kamikaze` if that option is on; no other four cards have its sum.
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
    # Equal totals after unequal ones: the seat that was behind had the better last round.
    level = TieMeaning.SHARED if gap == 0 else TieMeaning.WINS if gap > 0 else TieMeaning.LOSES
    return SeatOutlook(seat, rivals, gap, level)
