"""Draft of a round of Silver: the caller, and each village by its cards or by its sum. No Kivy here.

A draft rejects at once what no later input can correct; the rules validate the whole round when it is
scored. It says what the board shows of it, and survives closing the app.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.core.drafts import DraftCodec
from companion.core.game import Problem, error
from companion.core.message import Message
from companion.core.session import AnySession
from companion.games.silver.rules import MAX_CALL_CARDS, validate_sum
from companion.games.silver.setup import CARD_COPIES, KAMIKAZE, Setup, remaining_cards
from companion.games.silver.state import Round, RoundEnd, State

_KAMIKAZE_SUM: Final = sum(KAMIKAZE)


@dataclass(frozen=True, slots=True)
class VillageDraft:
    """Draft of one seat's village. Input in the form that is not in use is kept."""

    cards: tuple[int, ...] = ()
    sum: int | None = None
    by_sum: bool = False

    @property
    def total(self) -> int | None:
        """The sum of the village; None while it is empty."""
        if self.by_sum:
            return self.sum
        return sum(self.cards) if self.cards else None


@dataclass(frozen=True, slots=True)
class RoundDraft:
    """Draft of a round.

    `asked` is False until the caller, or that nobody called, was entered. `seat` is entered now.
    """

    villages: tuple[VillageDraft, ...]
    seat: int = 0
    asked: bool = False
    caller: int | None = None
    ended: RoundEnd | None = None
    kamikaze: int | None = None

    @property
    def village(self) -> VillageDraft:
        return self.villages[self.seat]

    @property
    def cards(self) -> tuple[int, ...]:
        """All cards entered, of all seats."""
        return tuple(card for village in self.villages if not village.by_sum for card in village.cards)

    @property
    def is_empty(self) -> bool:
        """True if nothing was entered yet."""
        return not self.asked and all(village.total is None for village in self.villages)

    @property
    def is_complete(self) -> bool:
        return self.asked and all(village.total is not None for village in self.villages)

    @property
    def next_seat(self) -> int | None:
        """The next seat without a village, or None."""
        count = len(self.villages)
        after = ((self.seat + step) % count for step in range(1, count))
        return next((seat for seat in after if self.villages[seat].total is None), None)

    def button_message(self, players: Sequence[str]) -> Message:
        """Return what the main button does: go to the next village, or score the round."""
        if self.next_seat is None:
            return Message("silver.board.score")
        return Message.of("silver.board.next", name=players[self.next_seat])

    def caller_message(self, players: Sequence[str]) -> Message:
        """Return who called, as far as it was entered."""
        if self.caller is not None:
            return Message.of("silver.board.called", name=players[self.caller])
        return Message("silver.board.nobody_called" if self.asked else "silver.board.who_called")

    @property
    def can_be_kamikaze(self) -> bool:
        """True if this sum is that of a Kamikaze; for the caller's four cards it always is one."""
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

    # -- changes --------------------------------------------------------------------------------------------

    def with_seat(self, seat: int) -> RoundDraft:
        return replace(self, seat=seat)

    def with_caller(self, caller: int | None, ended: RoundEnd | None = None) -> RoundDraft:
        return replace(self, asked=True, caller=caller, ended=ended)

    def type_number(self, number: int) -> RoundDraft:
        """Add a card, or a digit of the sum."""
        village = self.village
        if village.by_sum:
            return self._with_village(replace(village, sum=(village.sum or 0) * 10 + number))
        return self._with_village(replace(village, cards=(*village.cards, number)))

    def delete_last(self) -> RoundDraft:
        village = self.village
        if village.by_sum:
            left = (village.sum or 0) // 10
            return self._with_village(replace(village, sum=left or None))
        return self._with_village(replace(village, cards=village.cards[:-1]))

    def set_by_sum(self, by_sum: bool) -> RoundDraft:
        """Switch this seat and all empty ones to entry by sum or by cards."""
        villages = tuple(
            replace(village, by_sum=by_sum) if seat == self.seat or village.total is None else village
            for seat, village in enumerate(self.villages)
        )
        return replace(self, villages=villages)._clear_stale_kamikaze()

    def set_kamikaze(self, is_kamikaze: bool) -> RoundDraft:
        return replace(self, kamikaze=self.seat if is_kamikaze else None)

    def _with_village(self, village: VillageDraft) -> RoundDraft:
        villages = (*self.villages[: self.seat], village, *self.villages[self.seat + 1 :])
        return replace(self, villages=villages)._clear_stale_kamikaze()

    def _clear_stale_kamikaze(self) -> RoundDraft:
        """Clear the Kamikaze if its village is no longer a sum of 50."""
        village = None if self.kamikaze is None else self.villages[self.kamikaze]
        is_kamikaze = village is not None and village.by_sum and village.sum == _KAMIKAZE_SUM
        return self if is_kamikaze else replace(self, kamikaze=None)


def new_draft(players: int, previous: RoundDraft | None = None) -> RoundDraft:
    """Return an empty draft; if all villages of the previous round were sums, these are too."""
    by_sum = previous is not None and all(village.by_sum for village in previous.villages)
    return RoundDraft((VillageDraft(by_sum=by_sum),) * players)


def draft_from_move(move: Round, players: int) -> RoundDraft:
    """Return the draft of a recorded round, for editing."""
    villages = move.villages or (None,) * players
    sums = move.sums or (None,) * players
    entries = tuple(
        VillageDraft(by_sum=True, sum=total) if cards is None else VillageDraft(cards)
        for cards, total in zip(villages, sums, strict=True)
    )
    caller = None if isinstance(move.caller, tuple) else move.caller
    return RoundDraft(entries, 0, True, caller, move.ended, move.kamikaze)


def validate_number(setup: Setup, draft: RoundDraft, number: int) -> Problem | None:
    """Return why this card or digit cannot be entered, or None."""
    name, village = setup.players[draft.seat], draft.village
    if village.by_sum:
        total, calls = (village.sum or 0) * 10 + number, draft.caller == draft.seat
        return validate_sum(setup, draft.seat, total, draft.cards, is_caller=calls)
    cards = draft.cards
    if remaining_cards(cards)[number] == 0:
        entered = cards.count(number) + 1
        return error("silver.problem.too_many_copies", card=number, entered=entered, most=CARD_COPIES[number])
    if draft.caller == draft.seat and len(village.cards) >= MAX_CALL_CARDS:
        return error(
            "silver.problem.caller_cards", name=name, entered=len(village.cards) + 1, most=MAX_CALL_CARDS
        )
    return None


def validate_caller(setup: Setup, draft: RoundDraft, caller: int | None) -> Problem | None:
    """Return why this seat cannot have called, or None."""
    if caller is None:
        return None
    village = draft.villages[caller]
    if village.by_sum:
        return validate_sum(setup, caller, village.sum or 0, draft.cards, is_caller=True)
    entered = len(village.cards)
    if entered <= MAX_CALL_CARDS:
        return None
    return error(
        "silver.problem.caller_cards", name=setup.players[caller], entered=entered, most=MAX_CALL_CARDS
    )


def _empty_draft(session: AnySession) -> RoundDraft:
    players = len(session.setup.players)
    if session.undone_moves:
        return draft_from_move(session.undone_moves[0], players)
    return new_draft(players, draft_from_move(session.moves[-1], players) if session.moves else None)


def has_valid_seats(session: AnySession, draft: RoundDraft) -> bool:
    """Validate the seats of a stored draft, which may come from a damaged file.

    Invalid seats would cause errors later.
    """
    players = len(session.setup.players)
    stored_seats = (draft.seat, draft.caller, draft.kamikaze)
    return len(draft.villages) == players and all(
        seat is None or seat in range(players) for seat in stored_seats
    )


def _from_record(session: AnySession, draft: RoundDraft) -> RoundDraft | None:
    # An undone round starts at the first seat again.
    taken_back = bool(session.undone_moves) and draft.is_complete and draft.move == session.undone_moves[0]
    return draft if has_valid_seats(session, draft) and not taken_back else None


def _is_compatible(one: State, other: State) -> bool:
    """True if the phase is equal: the villages do not depend on earlier scores."""
    return one.phase == other.phase


DRAFT_CODEC: DraftCodec[RoundDraft] = DraftCodec(RoundDraft, _empty_draft, _from_record, _is_compatible)
