"""The table of rounds, and an edit of a round as it is saved."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.serialization import encode
from companion.core.session import GameSession
from companion.games.silver.drafts import new_draft
from companion.games.silver.edits import draft_line, make_totals, played_line, restore_saved, start_edit
from companion.games.silver.rules import GAME as SILVER
from companion.games.silver.setup import Mode, Setup
from companion.games.silver.state import Round
from tests.games.silver.builders import type_villages

SETUP = Setup(("Ada", "Bruno", "Chloe", "Dario"))


def test_a_line_marks_the_caller_the_miss_and_the_amulet():
    state = GameSession(SILVER, SETUP, [Round(0, ((6,), (9,), (12,), (5,)))]).state
    line = played_line(1, state.results[0], str)
    assert [cell.text for cell in line.cells] == ["16", "9", "12", "5"]
    assert [cell.annotation for cell in line.cells] == ["+10", "", "", ""]
    assert [cell.is_caller for cell in line.cells] == [True, False, False, False]
    assert [cell.has_amulet for cell in line.cells] == [False, False, False, True]


def test_a_halved_total_is_marked_in_its_round():
    setup = replace(SETUP, mode=Mode.POINTS, options=replace(SETUP.options, limit=20))
    state = GameSession(SILVER, setup, [Round(0, None, (0, 20, 5, 7))]).state
    assert [cell.annotation for cell in played_line(1, state.results[0], str).cells] == ["", "½", "", ""]
    assert make_totals(state, None, str).texts == ("0", "10", "5", "7")


def test_totals_add_what_is_typed_and_score_it_once_all_is_known():
    state = GameSession(SILVER, SETUP, [Round(None, None, (10, 20, 30, 40))]).state
    half = type_villages(new_draft(4).with_caller(0), s0=(7,), s1=(5,))
    assert make_totals(state, half, str).texts == ("17", "25", "30", "40")
    assert make_totals(state, half, str).leaders == {0}
    assert make_totals(state, type_villages(half, s0=(9,)), str).leaders == {1}
    whole = type_villages(half, s2=(6,), s3=(8,))
    assert make_totals(state, whole, str).texts == ("27", "25", "36", "48")
    assert make_totals(state, whole, str).leaders == {1}


def test_before_the_first_round_nobody_leads():
    shown = make_totals(SILVER.start(SETUP), new_draft(4), str)
    assert shown.texts == ("0", "0", "0", "0")
    assert not shown.leaders
    assert not shown.ranks


def test_a_typed_line_shows_who_is_typed_and_who_called():
    line = draft_line(2, type_villages(new_draft(4).with_caller(3), s1=(7,)), str, typing=True)
    assert [cell.text for cell in line.cells] == ["–", "7", "–", "–"]
    assert [cell.is_being_typed for cell in line.cells] == [False, True, False, False]
    assert line.cells[3].is_caller
    assert line.is_current


TABLE = GameSession(SILVER, Setup(("Ada", "Bruno")), (Round(0, ((4,), (8, 3))), Round(1, ((7,), (2,)))))


def test_an_edit_survives_saving():
    edit = start_edit(TABLE, 1, 1)
    edit = replace(edit, draft=edit.draft.set_by_sum(True), removed=True, asking=True)
    assert restore_saved(TABLE, encode(edit)) == edit


@pytest.mark.parametrize("wrong", [{"number": 2}, {"number": -1}, {"draft": {}}, {"removed": 1}])
def test_an_invalid_saved_edit_is_not_restored(wrong):
    saved = encode(start_edit(TABLE, 1, 1))
    assert restore_saved(TABLE, {**saved, **wrong}) is None


def test_a_saved_edit_with_an_invalid_seat_is_not_restored():
    edit = start_edit(TABLE, 1, 1)
    assert restore_saved(TABLE, encode(replace(edit, draft=replace(edit.draft, caller=2)))) is None
