"""A round as the table entered it, checked against the box: what cannot lie there is refused."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from companion.games.silver.cards import BOX, BOX_CARDS, KAMIKAZE, highest, left_in_box
from companion.games.silver.moves import Round
from companion.games.silver.setup import Setup, removed_cards
from companion.games.silver.state import refused

CALL_CARDS: Final = 4

Village = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Entered:
    """What the villages came to, who called, and who has a Kamikaze."""

    caller: int | None
    villages: tuple[Village | None, ...]
    sums: tuple[int, ...]
    kamikaze: int | None


def entered(setup: Setup, move: Round) -> Entered:
    """The round as it is scored. Raises `IllegalMove` for what no table can have before it."""
    caller = _caller(setup, move)
    villages, given = _by_seat(setup, move)
    for seat, village in enumerate(villages):
        _check_village(setup, seat, village, given[seat])
    sums = tuple(
        sum(village) if village is not None else total or 0
        for village, total in zip(villages, given, strict=True)
    )
    kamikaze = _kamikaze(setup, move.kamikaze, villages, sums)
    # A Kamikaze told by its sum tells the cards too.
    known = tuple(KAMIKAZE if seat == kamikaze else village for seat, village in enumerate(villages))
    _check_box(setup, known, sums)
    if caller is not None:
        _check_caller(setup, caller, known, sums[caller])
    return Entered(caller, villages, sums, kamikaze)


def _caller(setup: Setup, move: Round) -> int | None:
    if isinstance(move.caller, tuple):
        raise refused("silver.problem.two_callers")
    for seat in (move.caller, move.kamikaze):
        if seat is not None and not 0 <= seat < len(setup.players):
            raise refused("silver.problem.no_such_seat", seat=seat, last=len(setup.players) - 1)
    return move.caller


def _by_seat(setup: Setup, move: Round) -> tuple[tuple[Village | None, ...], tuple[int | None, ...]]:
    """Cards and sums of each seat, exactly one of the two."""
    nothing = (None,) * len(setup.players)
    villages = nothing if move.villages is None else move.villages
    sums = nothing if move.sums is None else move.sums
    for entries in (villages, sums):
        if len(entries) != len(setup.players):
            raise refused("silver.problem.villages_number", entered=len(entries), seated=len(setup.players))
    for name, village, total in zip(setup.players, villages, sums, strict=True):
        if village is None and total is None:
            raise refused("silver.problem.village_missing", name=name)
        if village is not None and total is not None:
            raise refused("silver.problem.village_twice", name=name)
    return villages, sums


def _check_village(setup: Setup, seat: int, village: Village | None, total: int | None) -> None:
    name = setup.players[seat]
    if total is not None and total < 0:
        raise refused("silver.problem.sum_negative", name=name, sum=total)
    if village is None:
        return
    if not village:
        raise refused("silver.problem.village_empty", name=name)
    for card in village:
        if card not in BOX:
            raise refused("silver.problem.no_such_card", name=name, card=card, last=max(BOX))


def _kamikaze(
    setup: Setup, told: int | None, villages: tuple[Village | None, ...], sums: tuple[int, ...]
) -> int | None:
    if told is None:
        seats = [seat for seat, village in enumerate(villages) if village and _is_kamikaze(village)]
        return seats[0] if seats and setup.kamikaze else None
    if not setup.kamikaze:
        raise refused("silver.problem.no_kamikaze")
    village = villages[told]
    if sums[told] != sum(KAMIKAZE) or (village is not None and not _is_kamikaze(village)):
        raise refused("silver.problem.kamikaze_cards", name=setup.players[told])
    return told


def _is_kamikaze(village: Village) -> bool:
    return tuple(sorted(village)) == KAMIKAZE


def _check_box(setup: Setup, known: tuple[Village | None, ...], sums: tuple[int, ...]) -> None:
    cards = [card for village in known if village is not None for card in village]
    for card, number in sorted(Counter(cards).items()):
        if number > BOX[card]:
            raise refused("silver.problem.too_many_copies", card=card, entered=number, most=BOX[card])
    by_sum = [total for village, total in zip(known, sums, strict=True) if village is None]
    dealt = BOX_CARDS - removed_cards(len(setup.players))
    if len(cards) + len(by_sum) > dealt:
        raise refused("silver.problem.too_many_cards", entered=len(cards), most=dealt - len(by_sum))
    left = left_in_box(cards)
    # Only Villagers make a village of nothing, and every village has a card.
    if by_sum.count(0) > left[0]:
        raise refused("silver.problem.too_many_zeros", entered=by_sum.count(0), most=left[0])
    most = highest(left, dealt - len(cards))
    if sum(by_sum) > most:
        raise refused("silver.problem.sums_too_high", sum=sum(by_sum), most=most)


def _check_caller(setup: Setup, caller: int, known: tuple[Village | None, ...], total: int) -> None:
    name, village = setup.players[caller], known[caller]
    if village is not None:
        if len(village) > CALL_CARDS:
            raise refused("silver.problem.caller_cards", name=name, entered=len(village), most=CALL_CARDS)
        return
    others = [card for other in known if other is not None for card in other]
    most = highest(left_in_box(others), CALL_CARDS)
    if total > most:
        raise refused("silver.problem.caller_sum", name=name, sum=total, cards=CALL_CARDS, most=most)
