"""A round while it is entered, without a window."""

from __future__ import annotations

import pytest

from companion.core.session import GameSession
from companion.games.silver.drafts import (
    DRAFT_CODEC,
    draft_from_move,
    new_draft,
    validate_caller,
    validate_number,
)
from companion.games.silver.rules import GAME as SILVER
from companion.games.silver.setup import Setup
from companion.games.silver.state import Round, RoundEnd
from tests.games.silver.builders import type_villages

SETUP = Setup(("Ada", "Bruno", "Chloe", "Dario"))


def code_of(problem):
    """Why it was refused."""
    assert problem is not None
    return problem.code


def test_a_draft_makes_the_move_that_was_typed():
    draft = type_villages(new_draft(4).with_caller(1), s0=(3, 4), s1=(1, 0), s2=(9,), s3=(8, 8))
    assert draft.is_complete
    assert draft.move == Round(1, ((3, 4), (1, 0), (9,), (8, 8)))


def test_villages_may_be_typed_by_cards_and_by_sum_in_one_round():
    draft = (
        type_villages(new_draft(4).with_caller(None, RoundEnd.DECK), s0=(3, 4)).with_seat(1).set_by_sum(True)
    )
    draft = type_villages(draft, s1=(1, 2), s2=(7,), s3=(0,))
    assert draft.move == Round(None, ((3, 4), None, None, None), (None, 12, 7, 0), RoundEnd.DECK)


def test_a_sum_is_deleted_digit_by_digit_and_zero_is_a_sum():
    draft = type_villages(new_draft(4).set_by_sum(True), s0=(1, 0))
    assert draft.village.total == 10
    assert draft.delete_last().village.total == 1
    assert draft.delete_last().delete_last().village.total is None
    assert type_villages(new_draft(4).set_by_sum(True), s0=(0,)).village.total == 0


def test_input_of_the_other_form_is_kept():
    draft = type_villages(new_draft(4), s0=(12, 5))
    assert draft.set_by_sum(True).village.total is None
    assert draft.set_by_sum(True).set_by_sum(False).village.cards == (12, 5)


def test_the_next_seat_is_the_next_one_without_a_village():
    draft = type_villages(new_draft(4).with_caller(0), s0=(1,), s2=(2,))
    assert draft.with_seat(0).next_seat == 1
    assert draft.with_seat(2).next_seat == 3
    assert type_villages(draft, s1=(3,), s3=(4,)).next_seat is None


def test_a_third_villager_is_refused_in_any_village():
    draft = type_villages(new_draft(4), s0=(0,), s1=(0,)).with_seat(2)
    problem = validate_number(SETUP, draft, 0)
    assert problem is not None
    assert problem.code == "too_many_copies"
    assert dict(problem.args) == {"card": 0, "entered": 3, "most": 2}
    assert validate_number(SETUP, draft, 1) is None


def test_a_caller_has_at_most_four_cards_whichever_is_entered_first():
    four = type_villages(new_draft(4).with_caller(2), s2=(1, 2, 3, 4))
    assert code_of(validate_number(SETUP, four, 5)) == "caller_cards"
    five = type_villages(new_draft(4).with_caller(0), s2=(1, 2, 3, 4, 5))
    assert code_of(validate_caller(SETUP, five, 2)) == "caller_cards"
    assert validate_caller(SETUP, five, 1) is None
    assert validate_caller(SETUP, five, None) is None
    high = type_villages(new_draft(4).with_caller(0).set_by_sum(True), s2=(5, 1))
    assert code_of(validate_caller(SETUP, high, 2)) == "caller_sum"


def test_a_sum_beyond_all_cards_is_refused():
    draft = type_villages(new_draft(4).with_caller(None, RoundEnd.DECK).set_by_sum(True), s0=(9, 9))
    assert code_of(validate_number(SETUP, draft, 9)) == "sum_doubted"
    caller = type_villages(new_draft(4).with_caller(0).set_by_sum(True), s0=(5,))
    assert code_of(validate_number(SETUP, caller, 1)) == "caller_sum"
    assert validate_number(SETUP, caller, 0) is None


def test_a_kamikaze_is_cleared_when_its_sum_changes():
    draft = type_villages(new_draft(4).with_caller(0).set_by_sum(True), s0=(5, 0))
    assert draft.can_be_kamikaze
    marked = draft.set_kamikaze(True)
    assert marked.kamikaze == 0
    assert marked.with_seat(1).kamikaze == 0
    assert marked.delete_last().kamikaze is None
    assert marked.set_by_sum(False).kamikaze is None


@pytest.mark.parametrize(
    "move",
    [
        Round(3, ((1,), (2, 2), (3,), (4, 5))),
        Round(None, None, (1, 2, 50, 4), RoundEnd.VILLAGERS, 2),
        Round(0, ((1,), None, (3,), None), (None, 4, None, 9)),
    ],
)
def test_a_played_round_becomes_a_draft_that_makes_the_same_move(move):
    assert draft_from_move(move, 4).move == move


def test_a_draft_survives_its_stored_form():
    draft = (
        type_villages(new_draft(4).with_caller(None, RoundEnd.DECK), s0=(3, 4))
        .with_seat(1)
        .set_by_sum(True)
        .type_number(7)
    )
    assert DRAFT_CODEC.decode(GameSession(SILVER, SETUP), DRAFT_CODEC.encode(draft)) == draft


def test_after_a_round_by_sums_the_next_draft_is_by_sums():
    sums = draft_from_move(Round(0, None, (1, 2, 3, 4)), 4)
    assert all(village.by_sum for village in new_draft(4, sums).villages)
    assert not any(village.by_sum for village in new_draft(4).villages)
