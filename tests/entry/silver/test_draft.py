"""A round while it is typed, and how the board shares its room: without a window."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.entry.silver.draft import draft_of, new_draft, refused_caller, refused_number
from companion.entry.silver.draft_record import DRAFTS
from companion.entry.silver.log import draft_line, played_line, totals
from companion.games.silver.moves import Ended, Round
from companion.games.silver.play import GAME as SILVER
from companion.games.silver.setup import Mode, Setup
from companion.screens.silver.board_heights import Room, Stage, share
from companion.table import Table

SETUP = Setup(("Ada", "Bruno", "Chloe", "Dario"))


def typed(draft, **villages):
    """The draft with these villages, by seat: `s0=(1, 2)`."""
    for seat, cards in villages.items():
        draft = draft.at(int(seat[1:]))
        for card in cards:
            draft = draft.typed(card)
    return draft


def code_of(problem):
    """Why it was refused."""
    assert problem is not None
    return problem.code


def test_a_draft_makes_the_move_that_was_typed():
    draft = typed(new_draft(4).called(1), s0=(3, 4), s1=(1, 0), s2=(9,), s3=(8, 8))
    assert draft.complete
    assert draft.move == Round(1, ((3, 4), (1, 0), (9,), (8, 8)))


def test_villages_may_be_typed_by_cards_and_by_sum_in_one_round():
    draft = typed(new_draft(4).called(None, Ended.DECK), s0=(3, 4)).at(1).by_sum(True)
    draft = typed(draft, s1=(1, 2), s2=(7,), s3=(0,))
    assert draft.move == Round(None, ((3, 4), None, None, None), (None, 12, 7, 0), Ended.DECK)


def test_a_sum_is_deleted_digit_by_digit_and_zero_is_a_sum():
    draft = typed(new_draft(4).by_sum(True), s0=(1, 0))
    assert draft.village.total == 10
    assert draft.deleted().village.total == 1
    assert draft.deleted().deleted().village.total is None
    assert typed(new_draft(4).by_sum(True), s0=(0,)).village.total == 0


def test_what_was_typed_the_other_way_comes_back():
    draft = typed(new_draft(4), s0=(12, 5))
    assert draft.by_sum(True).village.total is None
    assert draft.by_sum(True).by_sum(False).village.cards == (12, 5)


def test_the_next_seat_is_the_next_one_without_a_village():
    draft = typed(new_draft(4).called(0), s0=(1,), s2=(2,))
    assert draft.at(0).next_seat == 1
    assert draft.at(2).next_seat == 3
    assert typed(draft, s1=(3,), s3=(4,)).next_seat is None


def test_a_third_villager_is_refused_whoever_would_have_it():
    draft = typed(new_draft(4), s0=(0,), s1=(0,)).at(2)
    problem = refused_number(SETUP, draft, 0)
    assert problem is not None
    assert problem.code == "too_many_copies"
    assert dict(problem.args) == {"card": 0, "entered": 3, "most": 2}
    assert refused_number(SETUP, draft, 1) is None


def test_a_caller_has_four_cards_at_the_most_whichever_is_told_first():
    four = typed(new_draft(4).called(2), s2=(1, 2, 3, 4))
    assert code_of(refused_number(SETUP, four, 5)) == "caller_cards"
    five = typed(new_draft(4).called(0), s2=(1, 2, 3, 4, 5))
    assert code_of(refused_caller(SETUP, five, 2)) == "caller_cards"
    assert refused_caller(SETUP, five, 1) is None
    assert refused_caller(SETUP, five, None) is None
    high = typed(new_draft(4).called(0).by_sum(True), s2=(5, 1))
    assert code_of(refused_caller(SETUP, high, 2)) == "caller_sum"


def test_a_sum_beyond_all_cards_is_refused():
    draft = typed(new_draft(4).called(None, Ended.DECK).by_sum(True), s0=(9, 9))
    assert code_of(refused_number(SETUP, draft, 9)) == "sum_doubted"
    caller = typed(new_draft(4).called(0).by_sum(True), s0=(5,))
    assert code_of(refused_number(SETUP, caller, 1)) == "caller_sum"
    assert refused_number(SETUP, caller, 0) is None


def test_a_kamikaze_is_forgotten_when_its_sum_changes():
    draft = typed(new_draft(4).called(0).by_sum(True), s0=(5, 0))
    assert draft.may_be_kamikaze
    told = draft.tell_kamikaze(True)
    assert told.kamikaze == 0
    assert told.at(1).kamikaze == 0
    assert told.deleted().kamikaze is None
    assert told.by_sum(False).kamikaze is None


@pytest.mark.parametrize(
    "move",
    [
        Round(3, ((1,), (2, 2), (3,), (4, 5))),
        Round(None, None, (1, 2, 50, 4), Ended.VILLAGERS, 2),
        Round(0, ((1,), None, (3,), None), (None, 4, None, 9)),
    ],
)
def test_a_played_round_becomes_a_draft_that_makes_the_same_move(move):
    assert draft_of(move, 4).move == move


def test_a_draft_is_kept_with_its_table_and_read_again():
    draft = typed(new_draft(4).called(None, Ended.DECK), s0=(3, 4)).at(1).by_sum(True).typed(7)
    assert DRAFTS.read(Table(SILVER, SETUP), DRAFTS.written(draft)) == draft


ROUNDS = (Round(0, None, (1, 2, 3, 4)), Round(1, None, (4, 3, 5, 6)))


def test_a_table_that_types_sums_goes_on_with_sums():
    sums = draft_of(Round(0, None, (1, 2, 3, 4)), 4)
    assert all(village.by_sum for village in new_draft(4, sums).villages)
    assert not any(village.by_sum for village in new_draft(4).villages)


# -- what the table of rounds shows ------------------------------------------------------------------------


def test_a_line_marks_the_caller_the_miss_and_the_amulet():
    state = Table(SILVER, SETUP, [Round(0, ((6,), (9,), (12,), (5,)))]).state
    line = played_line(1, state.results[0], str)
    assert [cell.words for cell in line.cells] == ["16", "9", "12", "5"]
    assert [cell.note for cell in line.cells] == ["+10", "", "", ""]
    assert [cell.caller for cell in line.cells] == [True, False, False, False]
    assert [cell.amulet for cell in line.cells] == [False, False, False, True]


def test_a_halved_total_is_marked_in_its_round():
    setup = replace(SETUP, mode=Mode.POINTS, options=replace(SETUP.options, limit=20))
    state = Table(SILVER, setup, [Round(0, None, (0, 20, 5, 7))]).state
    assert [cell.note for cell in played_line(1, state.results[0], str).cells] == ["", "½", "", ""]
    assert totals(state, None, str).words == ("0", "10", "5", "7")


def test_totals_add_what_is_typed_and_score_it_once_all_is_known():
    state = Table(SILVER, SETUP, [Round(None, None, (10, 20, 30, 40))]).state
    half = typed(new_draft(4).called(0), s0=(7,), s1=(5,))
    assert totals(state, half, str).words == ("17", "25", "30", "40")
    assert totals(state, half, str).leaders == {0}
    assert totals(state, typed(half, s0=(9,)), str).leaders == {1}
    whole = typed(half, s2=(6,), s3=(8,))
    assert totals(state, whole, str).words == ("27", "25", "36", "48")
    assert totals(state, whole, str).leaders == {1}


def test_before_the_first_round_nobody_leads():
    shown = totals(SILVER.start(SETUP), new_draft(4), str)
    assert shown.words == ("0", "0", "0", "0")
    assert not shown.leaders
    assert not shown.places


def test_a_typed_line_shows_who_is_typed_and_who_called():
    line = draft_line(2, typed(new_draft(4).called(3), s1=(7,)), str, typing=True)
    assert [cell.words for cell in line.cells] == ["–", "7", "–", "–"]
    assert [cell.typed for cell in line.cells] == [False, True, False, False]
    assert line.cells[3].caller
    assert line.now


# -- room ----------------------------------------------------------------------------------------------------

ROOM = Room(
    whole=600, beside=False, panel=220, around_lines=90, line=48, gap=8, lowest_chart=90, highest_chart=240
)


def test_all_lines_and_the_chart_are_seen_where_they_fit():
    shared = share(ROOM, Stage.TYPING, results=2)
    assert shared.lines == 0
    assert shared.chart == 600 - 90 - 228 - 3 * 48 - 8
    assert shared.panel == ROOM.panel


def test_without_room_for_the_chart_the_keys_take_it():
    shared = share(ROOM, Stage.TYPING, results=3)
    assert shared.lines == 0
    assert shared.chart == 0
    assert shared.panel == ROOM.panel + 600 - 90 - 228 - 4 * 48 - 8


def test_old_rounds_are_folded_where_there_are_many():
    shared = share(ROOM, Stage.TYPING, results=11)
    assert shared.lines == (600 - 90 - 228) // 48
    assert shared.chart == 0


def test_beside_the_keys_the_chart_has_its_place():
    shared = share(replace(ROOM, beside=True), Stage.TYPING, results=11)
    assert shared.chart >= ROOM.lowest_chart
    assert shared.lines * ROOM.line + shared.chart + ROOM.around_lines + ROOM.gap <= ROOM.whole


def test_before_the_first_result_there_is_no_chart():
    assert share(ROOM, Stage.PLAYING, results=0).chart == 0


def test_at_the_end_everything_is_shown():
    shared = share(ROOM, Stage.OVER, results=30)
    assert shared.lines == 0
    assert shared.chart == ROOM.lowest_chart
