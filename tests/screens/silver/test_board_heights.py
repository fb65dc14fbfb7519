"""How the board shares its room, without a window."""

from __future__ import annotations

from dataclasses import replace

from companion.screens.silver.board import BoardMode, BoardSpace, plan_heights

ROOM = BoardSpace(total=600, is_wide=False, panel=220, fixed=90, line=48, gap=8, min_chart=90, max_chart=240)


def test_all_lines_and_the_chart_are_seen_where_they_fit():
    shared = plan_heights(ROOM, BoardMode.TYPING, results=2)
    assert shared.lines == 0
    assert shared.chart == 600 - 90 - 228 - 3 * 48 - 8
    assert shared.panel == ROOM.panel


def test_without_room_for_the_chart_the_keys_take_it():
    shared = plan_heights(ROOM, BoardMode.TYPING, results=3)
    assert shared.lines == 0
    assert shared.chart == 0
    assert shared.panel == ROOM.panel + 600 - 90 - 228 - 4 * 48 - 8


def test_old_rounds_are_folded_where_there_are_many():
    shared = plan_heights(ROOM, BoardMode.TYPING, results=11)
    assert shared.lines == (600 - 90 - 228) // 48
    assert shared.chart == 0


def test_beside_the_keys_the_chart_has_its_place():
    shared = plan_heights(replace(ROOM, is_wide=True), BoardMode.TYPING, results=11)
    assert shared.chart >= ROOM.min_chart
    assert shared.lines * ROOM.line + shared.chart + ROOM.fixed + ROOM.gap <= ROOM.total


def test_before_the_first_result_there_is_no_chart():
    assert plan_heights(ROOM, BoardMode.PLAYING, results=0).chart == 0


def test_at_the_end_all_rounds_are_shown():
    shared = plan_heights(ROOM, BoardMode.OVER, results=30)
    assert shared.lines == 0
    assert shared.chart == ROOM.min_chart
