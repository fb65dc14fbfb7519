"""Validation of a round against the cards in the box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from companion.core.game import IllegalMove, Problem, error
from companion.games.silver.setup import (
    BOX_CARDS,
    CARD_COPIES,
    KAMIKAZE,
    VILLAGE_SIZE,
    Setup,
    can_form_villages,
    highest_sum,
    remaining_cards,
    removed_card_count,
)
from companion.games.silver.state import Round, illegal_move

MAX_CALL_CARDS: Final = 4
# A village grows with every failed exchange, but a sum of more cards is an input error: such villages are
# entered card by card.
MAX_PLAUSIBLE_CARDS: Final = 3 * VILLAGE_SIZE

Village = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CheckedRound:
    """A validated round: the sums of the villages, the caller, and the seat with a Kamikaze."""

    caller: int | None
    villages: tuple[Village | None, ...]
    sums: tuple[int, ...]
    kamikaze: int | None


def check_round(setup: Setup, move: Round) -> CheckedRound:
    """Validate a round for scoring. Raises `IllegalMove` if it is impossible."""
    caller = _check_caller_seat(setup, move)
    villages, given_sums = _by_seat(setup, move)
    for seat, village in enumerate(villages):
        _check_village(setup, seat, village, given_sums[seat])
    sums = tuple(
        sum(village) if village is not None else total or 0
        for village, total in zip(villages, given_sums, strict=True)
    )
    if caller is not None:
        _check_caller(setup, caller, villages[caller])
    cards = _cards(villages)
    for seat, village in enumerate(villages):
        problem = validate_sum(setup, seat, sums[seat], cards, is_caller=seat == caller)
        if village is None and problem is not None:
            raise IllegalMove(problem)
    kamikaze = _find_kamikaze(setup, move, villages, sums)
    # A Kamikaze recorded by its sum has known cards too.
    known_villages = tuple(KAMIKAZE if seat == kamikaze else village for seat, village in enumerate(villages))
    _check_box(setup, caller, known_villages, sums)
    return CheckedRound(caller, villages, sums, kamikaze)


def validate_sum(
    setup: Setup, seat: int, total: int, others: Iterable[int], *, is_caller: bool
) -> Problem | None:
    """Return the problem with this sum for a village beside these cards of the others, or None."""
    key = "silver.problem.caller_sum" if is_caller else "silver.problem.sum_doubted"
    cards = MAX_CALL_CARDS if is_caller else MAX_PLAUSIBLE_CARDS
    max_sum = highest_sum(remaining_cards(others), cards)
    if total <= max_sum:
        return None
    return error(key, name=setup.players[seat], sum=total, cards=cards, most=max_sum)


def _check_caller_seat(setup: Setup, move: Round) -> int | None:
    if isinstance(move.caller, tuple):
        raise illegal_move("silver.problem.two_callers")
    for seat in (move.caller, move.kamikaze):
        if seat is not None and not 0 <= seat < len(setup.players):
            raise illegal_move("silver.problem.no_such_seat", seat=seat, last=len(setup.players) - 1)
    return move.caller


def _by_seat(setup: Setup, move: Round) -> tuple[tuple[Village | None, ...], tuple[int | None, ...]]:
    """Return cards and sums by seat, exactly one of the two: a sum that matches the cards is dropped."""
    nothing = (None,) * len(setup.players)
    villages = nothing if move.villages is None else move.villages
    sums = nothing if move.sums is None else move.sums
    for entries in (villages, sums):
        if len(entries) != len(setup.players):
            raise illegal_move(
                "silver.problem.villages_number", entered=len(entries), seated=len(setup.players)
            )
    for name, village, total in zip(setup.players, villages, sums, strict=True):
        if village is None and total is None:
            raise illegal_move("silver.problem.village_missing", name=name)
        if village is not None and total is not None and total != sum(village):
            raise illegal_move("silver.problem.village_twice", name=name, cards=sum(village), sum=total)
    return villages, tuple(
        total if village is None else None for village, total in zip(villages, sums, strict=True)
    )


def _check_village(setup: Setup, seat: int, village: Village | None, total: int | None) -> None:
    name = setup.players[seat]
    if total is not None and total < 0:
        raise illegal_move("silver.problem.sum_negative", name=name, sum=total, least=min(CARD_COPIES))
    if village is None:
        return
    if not village:
        raise illegal_move("silver.problem.village_empty", name=name)
    for card in village:
        if card not in CARD_COPIES:
            raise illegal_move(
                "silver.problem.no_such_card",
                name=name,
                card=card,
                first=min(CARD_COPIES),
                last=max(CARD_COPIES),
            )


def _check_caller(setup: Setup, caller: int, village: Village | None) -> None:
    if village is not None and len(village) > MAX_CALL_CARDS:
        name = setup.players[caller]
        raise illegal_move(
            "silver.problem.caller_cards", name=name, entered=len(village), most=MAX_CALL_CARDS
        )


def _find_kamikaze(
    setup: Setup, move: Round, villages: tuple[Village | None, ...], sums: tuple[int, ...]
) -> int | None:
    declared = move.kamikaze
    if declared is not None:
        if not setup.has_kamikaze:
            raise illegal_move("silver.problem.no_kamikaze")
        if sums[declared] != sum(KAMIKAZE) or not _can_be_kamikaze(villages[declared]):
            raise illegal_move(
                "silver.problem.kamikaze_cards", name=setup.players[declared], kamikaze=KAMIKAZE
            )
        return declared
    for seat, village in enumerate(villages):
        # No other four cards have the sum 50, and a caller has no more than four: the sum is enough.
        sure = village is not None or seat == move.caller
        if setup.has_kamikaze and sure and sums[seat] == sum(KAMIKAZE) and _can_be_kamikaze(village):
            return seat
    return None


def _can_be_kamikaze(village: Village | None) -> bool:
    return village is None or tuple(sorted(village)) == KAMIKAZE


def _check_box(
    setup: Setup, caller: int | None, villages: tuple[Village | None, ...], sums: tuple[int, ...]
) -> None:
    cards = _cards(villages)
    for card, number in sorted(Counter(cards).items()):
        if number > CARD_COPIES[card]:
            raise illegal_move(
                "silver.problem.too_many_copies", card=card, entered=number, most=CARD_COPIES[card]
            )
    by_sum = {seat: sums[seat] for seat, village in enumerate(villages) if village is None}
    cards_in_play = BOX_CARDS - removed_card_count(len(setup.players))
    if len(cards) + len(by_sum) > cards_in_play:
        raise illegal_move(
            "silver.problem.too_many_cards", entered=len(cards), most=cards_in_play - len(by_sum)
        )
    left = remaining_cards(cards)
    # Only Villagers make a village with sum 0, and every village has a card.
    empty = list(by_sum.values()).count(0)
    if empty > left[0]:
        raise illegal_move("silver.problem.too_many_zeros", entered=empty, most=left[0])
    max_sum, total_sum = highest_sum(left, cards_in_play - len(cards)), sum(by_sum.values())
    if total_sum > max_sum:
        raise illegal_move("silver.problem.sums_too_high", sum=total_sum, most=max_sum)
    _check_sums(setup, caller, left, by_sum)


def _check_sums(setup: Setup, caller: int | None, left: Counter[int], by_sum: dict[int, int]) -> None:
    """Check that the low sums and the call can be formed; few cards allow them.

    Other sums can be formed in many ways. Raises `IllegalMove` if they cannot.
    """
    targets: list[tuple[int, int]] = []
    # Start with the fewest possibilities to keep the search short: a high call, then the lowest sums.
    for seat, total in sorted(by_sum.items(), key=lambda item: (item[1] <= max(CARD_COPIES), item[1])):
        if seat == caller or total <= max(CARD_COPIES):
            targets.append((total, MAX_CALL_CARDS if seat == caller else MAX_PLAUSIBLE_CARDS))
            if not can_form_villages(left, targets):
                raise illegal_move("silver.problem.sum_impossible", name=setup.players[seat], sum=total)


def _cards(villages: Iterable[Village | None]) -> tuple[int, ...]:
    return tuple(card for village in villages if village is not None for card in village)
