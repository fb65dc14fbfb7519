"""What a round is worth, who takes the amulet, and who has won: low is good."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.games.silver.round_check import CheckedRound
from companion.games.silver.setup import Options, Setup, TiedCaller
from companion.games.silver.state import AmuletWhy, Reason, Why

GOOD_CALL: Final = 0
MISSED_CALL: Final = 10
KAMIKAZE_OWN: Final = 0
KAMIKAZE_OTHERS: Final = 50


def scored(entry: CheckedRound, options: Options) -> tuple[tuple[int, Why], ...]:
    """Each seat's score and why it got that."""
    lowest = min(entry.sums)

    def of(seat: int, total: int) -> tuple[int, Why]:
        called = seat == entry.caller
        if seat == entry.kamikaze:
            return KAMIKAZE_OWN, Why.KAMIKAZE
        if entry.kamikaze is not None and (not called or options.kamikaze_hits_caller):
            return KAMIKAZE_OTHERS, Why.KAMIKAZE_VICTIM
        if not called:
            return total, Why.SUM
        if total > lowest:
            return total + MISSED_CALL, Why.CALLER_BEATEN
        return GOOD_CALL, Why.CALLER_TIED if entry.sums.count(lowest) > 1 else Why.CALLER_LOWEST

    return tuple(of(seat, total) for seat, total in enumerate(entry.sums))


def amulet_goes_to(
    entry: CheckedRound, scores: Sequence[int], options: Options, holder: int | None, starter: int
) -> tuple[int, AmuletWhy]:
    """Who takes the amulet and why: the lowest village, or after a Kamikaze the lowest score."""
    counted = entry.sums if entry.kamikaze is None else scores
    lowest = [seat for seat, points in enumerate(counted) if points == min(counted)]
    if len(lowest) == 1:
        seat = lowest[0]
        if seat == entry.kamikaze:
            return seat, AmuletWhy.KAMIKAZE
        return seat, AmuletWhy.CALLER_LOWEST if seat == entry.caller else AmuletWhy.LOWEST
    held = holder is not None and holder in lowest
    if entry.caller in lowest and (
        holder == entry.caller or not held or options.tied_caller is TiedCaller.CALLER
    ):
        return entry.caller, AmuletWhy.CALLER_TIED
    if holder is not None and held:
        return holder, AmuletWhy.TIE_HOLDER
    return nearest_to_the_left(starter, lowest, len(scores)), AmuletWhy.TIE_LEFT_OF_STARTER


def amulet_works(taker: int, caller: int | None, why: Sequence[Why], options: Options) -> bool:
    """Whether whoever takes the amulet may use it: won by a call that succeeded."""
    if caller is None:
        return False
    if not why[caller].call_succeeded:
        return options.failed_call_power
    return taker == caller


def added_up(
    setup: Setup, totals: Sequence[int], scores: Sequence[int], used: Sequence[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The totals after a round, and the seats that came to exactly the limit and were halved."""
    after = [total + score for total, score in zip(totals, scores, strict=True)]
    resets: tuple[int, ...] = ()
    if setup.points and setup.options.exact_reset:
        limit = setup.options.limit
        resets = tuple(seat for seat, total in enumerate(after) if total == limit and seat not in used)
        for seat in resets:
            after[seat] = limit // 2
    return tuple(after), resets


def won_by(
    setup: Setup, totals: Sequence[int], scores: Sequence[int], holder: int
) -> tuple[tuple[int, ...], Reason]:
    """Who has won a game that is over; more than one only where the rules break no further tie."""
    lowest = [seat for seat, total in enumerate(totals) if total == min(totals)]
    if len(lowest) == 1:
        return tuple(lowest), Reason.LOWEST_TOTAL
    if setup.points:
        best = min(scores[seat] for seat in lowest)
        lowest = [seat for seat in lowest if scores[seat] == best]
        return tuple(lowest), Reason.TIE_LAST_ROUND if len(lowest) == 1 else Reason.SHARED
    if holder in lowest:
        return (holder,), Reason.TIE_AMULET
    return (nearest_to_the_left(holder, lowest, len(totals)),), Reason.TIE_LEFT_OF_AMULET


def nearest_to_the_left(of: int, seats: Sequence[int], players: int) -> int:
    """The first of `seats` met clockwise from the left neighbour; `of` itself would come last."""
    return min(seats, key=lambda seat: (seat - of - 1) % players)
