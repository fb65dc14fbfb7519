"""How the board shares its room, without a window."""

from __future__ import annotations

from dataclasses import replace

from companion.screens.silver.board_heights import Room, Stage, share

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
