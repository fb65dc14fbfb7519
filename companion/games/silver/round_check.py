"""A round as the table entered it, checked against the box: what cannot lie there is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from companion.games.game import IllegalMove, Problem, error
from companion.games.silver.cards import BOX, BOX_CARDS, KAMIKAZE, can_lie, highest, left_in_box
from companion.games.silver.moves import Round
from companion.games.silver.setup import VILLAGE, Setup, removed_cards
from companion.games.silver.state import refused

CALL_CARDS: Final = 4
# A village grows with every exchange that fails, but a sum of more cards is a slip: the table lays them out.
BELIEVED_CARDS: Final = 3 * VILLAGE

Village = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CheckedRound:
    """What the villages came to, who called, and who has a Kamikaze."""

    caller: int | None
    villages: tuple[Village | None, ...]
    sums: tuple[int, ...]
    kamikaze: int | None


def checked(setup: Setup, move: Round) -> CheckedRound:
    """The round as it is scored. Raises `IllegalMove` for what no table can have before it."""
    caller = _caller(setup, move)
    villages, given = _by_seat(setup, move)
    for seat, village in enumerate(villages):
        _check_village(setup, seat, village, given[seat])
    sums = tuple(
        sum(village) if village is not None else total or 0
        for village, total in zip(villages, given, strict=True)
    )
    if caller is not None:
        _check_caller(setup, caller, villages[caller])
    cards = _cards(villages)
    for seat, village in enumerate(villages):
        problem = sum_problem(setup, seat, sums[seat], cards, calls=seat == caller)
        if village is None and problem is not None:
            raise IllegalMove(problem)
    kamikaze = _kamikaze(setup, move, villages, sums)
    # A Kamikaze told by its sum tells the cards too.
    known = tuple(KAMIKAZE if seat == kamikaze else village for seat, village in enumerate(villages))
    _check_box(setup, caller, known, sums)
    return CheckedRound(caller, villages, sums, kamikaze)


def sum_problem(setup: Setup, seat: int, total: int, others: Iterable[int], *, calls: bool) -> Problem | None:
    """Why the village of this seat cannot come to so much beside these cards of the others, or None."""
    key = "silver.problem.caller_sum" if calls else "silver.problem.sum_doubted"
    cards = CALL_CARDS if calls else BELIEVED_CARDS
    most = highest(left_in_box(others), cards)
    if total <= most:
        return None
    return error(key, name=setup.players[seat], sum=total, cards=cards, most=most)


def _caller(setup: Setup, move: Round) -> int | None:
    if isinstance(move.caller, tuple):
        raise refused("silver.problem.two_callers")
    for seat in (move.caller, move.kamikaze):
        if seat is not None and not 0 <= seat < len(setup.players):
            raise refused("silver.problem.no_such_seat", seat=seat, last=len(setup.players) - 1)
    return move.caller


def _by_seat(setup: Setup, move: Round) -> tuple[tuple[Village | None, ...], tuple[int | None, ...]]:
    """Cards and sums of each seat, exactly one of the two: a sum that its cards confirm is left out."""
    nothing = (None,) * len(setup.players)
    villages = nothing if move.villages is None else move.villages
    sums = nothing if move.sums is None else move.sums
    for entries in (villages, sums):
        if len(entries) != len(setup.players):
            raise refused("silver.problem.villages_number", entered=len(entries), seated=len(setup.players))
    for name, village, total in zip(setup.players, villages, sums, strict=True):
        if village is None and total is None:
            raise refused("silver.problem.village_missing", name=name)
        if village is not None and total is not None and total != sum(village):
            raise refused("silver.problem.village_twice", name=name, cards=sum(village), sum=total)
    return villages, tuple(
        total if village is None else None for village, total in zip(villages, sums, strict=True)
    )


def _check_village(setup: Setup, seat: int, village: Village | None, total: int | None) -> None:
    name = setup.players[seat]
    if total is not None and total < 0:
        raise refused("silver.problem.sum_negative", name=name, sum=total, least=min(BOX))
    if village is None:
        return
    if not village:
        raise refused("silver.problem.village_empty", name=name)
    for card in village:
        if card not in BOX:
            raise refused("silver.problem.no_such_card", name=name, card=card, first=min(BOX), last=max(BOX))


def _check_caller(setup: Setup, caller: int, village: Village | None) -> None:
    if village is not None and len(village) > CALL_CARDS:
        name = setup.players[caller]
        raise refused("silver.problem.caller_cards", name=name, entered=len(village), most=CALL_CARDS)


def _kamikaze(
    setup: Setup, move: Round, villages: tuple[Village | None, ...], sums: tuple[int, ...]
) -> int | None:
    told = move.kamikaze
    if told is not None:
        if not setup.kamikaze:
            raise refused("silver.problem.no_kamikaze")
        if sums[told] != sum(KAMIKAZE) or not _may_be_kamikaze(villages[told]):
            raise refused("silver.problem.kamikaze_cards", name=setup.players[told], kamikaze=KAMIKAZE)
        return told
    for seat, village in enumerate(villages):
        # Four cards come to 50 in no other way, and whoever calls has no more: the sum tells it.
        sure = village is not None or seat == move.caller
        if setup.kamikaze and sure and sums[seat] == sum(KAMIKAZE) and _may_be_kamikaze(village):
            return seat
    return None


def _may_be_kamikaze(village: Village | None) -> bool:
    return village is None or tuple(sorted(village)) == KAMIKAZE


def _check_box(
    setup: Setup, caller: int | None, known: tuple[Village | None, ...], sums: tuple[int, ...]
) -> None:
    cards = _cards(known)
    for card, number in sorted(Counter(cards).items()):
        if number > BOX[card]:
            raise refused("silver.problem.too_many_copies", card=card, entered=number, most=BOX[card])
    by_sum = {seat: sums[seat] for seat, village in enumerate(known) if village is None}
    dealt = BOX_CARDS - removed_cards(len(setup.players))
    if len(cards) + len(by_sum) > dealt:
        raise refused("silver.problem.too_many_cards", entered=len(cards), most=dealt - len(by_sum))
    left = left_in_box(cards)
    # Only Villagers make a village of nothing, and every village has a card.
    empty = list(by_sum.values()).count(0)
    if empty > left[0]:
        raise refused("silver.problem.too_many_zeros", entered=empty, most=left[0])
    most, told = highest(left, dealt - len(cards)), sum(by_sum.values())
    if told > most:
        raise refused("silver.problem.sums_too_high", sum=told, most=most)
    _check_sums(setup, caller, left, by_sum)


def _check_sums(setup: Setup, caller: int | None, left: Counter[int], by_sum: dict[int, int]) -> None:
    """Low sums and a call need cards of which there are few; the rest can be made in many ways."""
    wanted: list[tuple[int, int]] = []
    # What has the fewest ways comes first, or the search would be long: a high call, then the lowest sums.
    for seat, total in sorted(by_sum.items(), key=lambda item: (item[1] <= max(BOX), item[1])):
        if seat == caller or total <= max(BOX):
            wanted.append((total, CALL_CARDS if seat == caller else BELIEVED_CARDS))
            if not can_lie(left, wanted):
                raise refused("silver.problem.sum_impossible", name=setup.players[seat], sum=total)


def _cards(villages: Iterable[Village | None]) -> tuple[int, ...]:
    return tuple(card for village in villages if village is not None for card in village)
