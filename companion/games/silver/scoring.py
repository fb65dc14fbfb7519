"""Scoring of a round, the amulet and the winner: low is good."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.games.silver.round_check import CheckedRound
from companion.games.silver.setup import Options, Setup, TiedCaller
from companion.games.silver.state import AmuletReason, ScoreReason, WinReason

GOOD_CALL_POINTS: Final = 0
MISSED_CALL_POINTS: Final = 10
KAMIKAZE_OWN_POINTS: Final = 0
KAMIKAZE_OTHER_POINTS: Final = 50


def score_round(entry: CheckedRound, options: Options) -> tuple[tuple[int, ScoreReason], ...]:
    """Return each seat's score and its reason."""
    lowest = min(entry.sums)

    def score_seat(seat: int, total: int) -> tuple[int, ScoreReason]:
        is_caller = seat == entry.caller
        if seat == entry.kamikaze:
            return KAMIKAZE_OWN_POINTS, ScoreReason.KAMIKAZE
        if entry.kamikaze is not None and (not is_caller or options.kamikaze_hits_caller):
            return KAMIKAZE_OTHER_POINTS, ScoreReason.KAMIKAZE_VICTIM
        if not is_caller:
            return total, ScoreReason.SUM
        if total > lowest:
            return total + MISSED_CALL_POINTS, ScoreReason.CALLER_BEATEN
        return GOOD_CALL_POINTS, ScoreReason.CALLER_TIED if entry.sums.count(
            lowest
        ) > 1 else ScoreReason.CALLER_LOWEST

    return tuple(score_seat(seat, total) for seat, total in enumerate(entry.sums))


def decide_amulet(
    entry: CheckedRound, scores: Sequence[int], options: Options, holder: int | None, starter: int
) -> tuple[int, AmuletReason]:
    """Return who takes the amulet and why: the lowest village, or after a Kamikaze the lowest score."""
    compared = entry.sums if entry.kamikaze is None else scores
    lowest = [seat for seat, points in enumerate(compared) if points == min(compared)]
    if len(lowest) == 1:
        seat = lowest[0]
        if seat == entry.kamikaze:
            return seat, AmuletReason.KAMIKAZE
        return seat, AmuletReason.CALLER_LOWEST if seat == entry.caller else AmuletReason.LOWEST
    is_holder_lowest = holder is not None and holder in lowest
    if entry.caller in lowest and (
        holder == entry.caller or not is_holder_lowest or options.tied_caller is TiedCaller.CALLER
    ):
        return entry.caller, AmuletReason.CALLER_TIED
    if holder is not None and is_holder_lowest:
        return holder, AmuletReason.TIE_HOLDER
    return nearest_to_the_left(starter, lowest, len(scores)), AmuletReason.TIE_LEFT_OF_STARTER


def is_amulet_active(taker: int, caller: int | None, why: Sequence[ScoreReason], options: Options) -> bool:
    """True if the new holder of the amulet may use it: it was won by a successful call."""
    if caller is None:
        return False
    if not why[caller].call_succeeded:
        return options.failed_call_power
    return taker == caller


def add_up_totals(
    setup: Setup, totals: Sequence[int], scores: Sequence[int], used_resets: Sequence[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the totals after a round, and the seats that reached exactly the limit and were halved."""
    after = [total + score for total, score in zip(totals, scores, strict=True)]
    resets: tuple[int, ...] = ()
    if setup.is_points_game and setup.options.exact_reset:
        limit = setup.options.limit
        resets = tuple(seat for seat, total in enumerate(after) if total == limit and seat not in used_resets)
        for seat in resets:
            after[seat] = limit // 2
    return tuple(after), resets


def find_winners(
    setup: Setup, totals: Sequence[int], scores: Sequence[int], holder: int
) -> tuple[tuple[int, ...], WinReason]:
    """Return the winners of a finished game; several only if the rules do not break the tie."""
    lowest = [seat for seat, total in enumerate(totals) if total == min(totals)]
    if len(lowest) == 1:
        return tuple(lowest), WinReason.LOWEST_TOTAL
    if setup.is_points_game:
        best = min(scores[seat] for seat in lowest)
        lowest = [seat for seat in lowest if scores[seat] == best]
        return tuple(lowest), WinReason.TIE_LAST_ROUND if len(lowest) == 1 else WinReason.SHARED
    if holder in lowest:
        return (holder,), WinReason.TIE_AMULET
    return (nearest_to_the_left(holder, lowest, len(totals)),), WinReason.TIE_LEFT_OF_AMULET


def nearest_to_the_left(of: int, seats: Sequence[int], players: int) -> int:
    """Return the first of `seats` clockwise from the left neighbour of `of`; `of` itself comes last."""
    return min(seats, key=lambda seat: (seat - of - 1) % players)
