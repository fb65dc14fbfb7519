"""A round while it is being typed: who called, and each village by its cards or by its sum. No Kivy here.

A draft refuses at once what no later entry can mend; the rules check the whole round when it is scored.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from companion.games.game import Problem, error
from companion.games.silver.cards import BOX, KAMIKAZE, left_in_box
from companion.games.silver.moves import Ended, Round
from companion.games.silver.round_check import CALL_CARDS, sum_problem
from companion.games.silver.setup import Setup

_KAMIKAZE_SUM: Final = sum(KAMIKAZE)


@dataclass(frozen=True, slots=True)
class Village:
    """One seat's entry. What was typed the other way is not forgotten while it does not count."""

    cards: tuple[int, ...] = ()
    sum: int | None = None
    by_sum: bool = False

    @property
    def total(self) -> int | None:
        """What it comes to; None while nothing is typed."""
        if self.by_sum:
            return self.sum
        return sum(self.cards) if self.cards else None


@dataclass(frozen=True, slots=True)
class RoundDraft:
    """`asked` is False until the table has told who called, or that nobody did. `seat` is typed now."""

    villages: tuple[Village, ...]
    seat: int = 0
    asked: bool = False
    caller: int | None = None
    ended: Ended | None = None
    kamikaze: int | None = None

    @property
    def village(self) -> Village:
        return self.villages[self.seat]

    @property
    def cards(self) -> tuple[int, ...]:
        """All cards that were typed, whoever has them."""
        return tuple(card for village in self.villages if not village.by_sum for card in village.cards)

    @property
    def empty(self) -> bool:
        """Whether nothing at all was told yet."""
        return not self.asked and all(village.total is None for village in self.villages)

    @property
    def complete(self) -> bool:
        return self.asked and all(village.total is not None for village in self.villages)

    @property
    def next_seat(self) -> int | None:
        """The next seat without a village, after this one."""
        count = len(self.villages)
        after = ((self.seat + step) % count for step in range(1, count))
        return next((seat for seat in after if self.villages[seat].total is None), None)

    @property
    def may_be_kamikaze(self) -> bool:
        """Whether this sum is that of a Kamikaze: of the caller's four cards it is one for sure."""
        return self.village.by_sum and self.village.sum == _KAMIKAZE_SUM

    @property
    def move(self) -> Round:
        villages = tuple(None if village.by_sum else village.cards for village in self.villages)
        sums = tuple(village.sum if village.by_sum else None for village in self.villages)
        return Round(
            self.caller,
            villages if any(cards is not None for cards in villages) else None,
            sums if any(total is not None for total in sums) else None,
            self.ended,
            self.kamikaze,
        )

    # -- changing it ----------------------------------------------------------------------------------------

    def at(self, seat: int) -> RoundDraft:
        return replace(self, seat=seat)

    def called(self, caller: int | None, ended: Ended | None = None) -> RoundDraft:
        return replace(self, asked=True, caller=caller, ended=ended)

    def typed(self, number: int) -> RoundDraft:
        """A card laid down, or a digit of the sum."""
        village = self.village
        if village.by_sum:
            return self._with(replace(village, sum=(village.sum or 0) * 10 + number))
        return self._with(replace(village, cards=(*village.cards, number)))

    def deleted(self) -> RoundDraft:
        village = self.village
        if village.by_sum:
            left = (village.sum or 0) // 10
            return self._with(replace(village, sum=left or None))
        return self._with(replace(village, cards=village.cards[:-1]))

    def by_sum(self, by_sum: bool) -> RoundDraft:
        """This seat and all that are still empty go on this way."""
        villages = tuple(
            replace(village, by_sum=by_sum) if seat == self.seat or village.total is None else village
            for seat, village in enumerate(self.villages)
        )
        return replace(self, villages=villages)._settled()

    def tell_kamikaze(self, told: bool) -> RoundDraft:
        return replace(self, kamikaze=self.seat if told else None)

    def _with(self, village: Village) -> RoundDraft:
        villages = (*self.villages[: self.seat], village, *self.villages[self.seat + 1 :])
        return replace(self, villages=villages)._settled()

    def _settled(self) -> RoundDraft:
        """A Kamikaze that is no longer a sum of 50 is none."""
        told = None if self.kamikaze is None else self.villages[self.kamikaze]
        kept = told is not None and told.by_sum and told.sum == _KAMIKAZE_SUM
        return self if kept else replace(self, kamikaze=None)


def new_draft(players: int, like: RoundDraft | None = None) -> RoundDraft:
    """Nothing told yet; a table that enters sums goes on with sums."""
    by_sum = like is not None and all(village.by_sum for village in like.villages)
    return RoundDraft((Village(by_sum=by_sum),) * players)


def draft_of(move: Round, players: int) -> RoundDraft:
    """A round that was played, to be changed."""
    villages = move.villages or (None,) * players
    sums = move.sums or (None,) * players
    entries = tuple(
        Village(by_sum=True, sum=total) if cards is None else Village(cards)
        for cards, total in zip(villages, sums, strict=True)
    )
    caller = None if isinstance(move.caller, tuple) else move.caller
    return RoundDraft(entries, 0, True, caller, move.ended, move.kamikaze)


def refused_number(setup: Setup, draft: RoundDraft, number: int) -> Problem | None:
    """Why this card or digit cannot be typed, or None."""
    name, village = setup.players[draft.seat], draft.village
    if village.by_sum:
        total, calls = (village.sum or 0) * 10 + number, draft.caller == draft.seat
        return sum_problem(setup, draft.seat, total, draft.cards, calls=calls)
    cards = draft.cards
    if left_in_box(cards)[number] == 0:
        entered = cards.count(number) + 1
        return error("silver.problem.too_many_copies", card=number, entered=entered, most=BOX[number])
    if draft.caller == draft.seat and len(village.cards) >= CALL_CARDS:
        return error(
            "silver.problem.caller_cards", name=name, entered=len(village.cards) + 1, most=CALL_CARDS
        )
    return None


def refused_caller(setup: Setup, draft: RoundDraft, caller: int | None) -> Problem | None:
    """Why this seat cannot have called, or None."""
    if caller is None:
        return None
    village = draft.villages[caller]
    if village.by_sum:
        return sum_problem(setup, caller, village.sum or 0, draft.cards, calls=True)
    entered = len(village.cards)
    if entered <= CALL_CARDS:
        return None
    return error("silver.problem.caller_cards", name=setup.players[caller], entered=entered, most=CALL_CARDS)
