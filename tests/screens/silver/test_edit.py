"""An earlier round of Silver is opened, changed, removed; all that follows is worked out anew."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.silver.rules import GAME as SILVER
from companion.games.silver.setup import Mode, Setup
from companion.games.silver.state import Round
from companion.screens.silver.board import BoardMode, BoardPage
from companion.screens.silver.edit import EditPage
from tests.cases import sample

pytestmark = pytest.mark.window

NAMES = ("Ada", "Bruno", "Chloe")
ROUNDS = (
    Round(0, ((1, 2), (12,), (9,))),
    Round(1, ((7,), (3,), (8,))),
    Round(2, None, (10, 11, 4)),
)


@pytest.fixture
def walker(walk):
    """Three rounds were played, and the fourth has begun."""
    walker = walk()
    walker.app.start_session(SILVER, Setup(NAMES))
    for move in ROUNDS:
        walker.page.session.play(move)
    walker.page.enter()
    walker.frames()
    walker.tap(walker.page.continue_button)
    return walker


def open_round(walker, number, seat=0):
    board = walker.page
    row = next(row for row in board.rounds.lines if row.line.round == number)
    walker.tap(walker.reach(row.cells[seat]))
    assert isinstance(walker.page, EditPage)
    return walker.page


def press(walker, *numbers):
    entry = walker.page.entry
    keys = entry.digit_keys if walker.page.draft.village.by_sum else entry.card_keys
    for number in numbers:
        walker.tap(walker.reach(next(key for key in keys.keys if key.number == number)))


def test_a_tap_on_a_round_shows_its_summary(walker):
    page = open_round(walker, 2, seat=1)
    assert page.draft.seat == 1
    assert walker.says("silver.why.caller_lowest", good_call=0)
    assert walker.says("silver.result.takes", name="Bruno")
    assert walker.says("silver.edit.nothing")
    assert not page.main.enabled


def test_editing_a_round_changes_all_later_totals_and_can_be_undone(walker):
    page = open_round(walker, 1, seat=1)
    press(walker, 5)
    assert walker.says("silver.edit.all_fits")
    walker.tap(page.main)
    board = walker.page
    assert isinstance(board, BoardPage)
    assert [result.totals for result in board.session.state.results] == [
        (0, 17, 9),
        (7, 17, 17),
        (17, 28, 17),
    ]
    assert board.rounds.lines[0].cells[1].cell.text == "17"
    assert board.rounds.totals.cells[1].words.content == "28"
    walker.tap_on("app.undo")
    assert walker.page.session.moves == ROUNDS
    assert walker.page.rounds.totals.cells[1].words.content == "23"


def test_an_edit_keeps_the_draft_of_the_current_round(walk, walker):
    walker.tap(walker.reach(walker.page.question.tiles[1]))
    press(walker, 7)
    typed = walker.page.draft
    assert typed.village.sum == 7
    open_round(walker, 1, seat=1)
    press(walker, 5)
    walker.tap(walker.page.main)
    assert (walker.page.mode, walker.page.draft) == (BoardMode.TYPING, typed)
    again = walk()
    again.tap_on("app.go_on")
    assert (again.page.mode, again.page.draft) == (BoardMode.TYPING, typed)
    assert again.page.session.state.totals == (17, 28, 17)


def test_another_caller_changes_scores_and_amulet(walker):
    page = open_round(walker, 1)
    walker.tap(page.tools.caller_chip)
    walker.tap(walker.reach(page.question.tiles[2]))
    walker.tap(page.main)
    result = walker.page.session.state.results[0]
    assert result.scores == (3, 12, 19)
    assert result.amulet == 0
    assert not result.amulet_works


def test_a_round_entered_by_sums_is_edited_by_digits(walker):
    page = open_round(walker, 3, seat=1)
    walker.tap(page.entry.digit_keys.delete_key)
    press(walker, 9)
    walker.tap(page.main)
    assert walker.page.session.moves[2].sums == (10, 19, 4)


def test_an_illegal_edit_cannot_be_committed_and_leaving_changes_nothing(walker):
    page = open_round(walker, 1)
    for _ in range(2):
        walker.tap(page.entry.card_keys.delete_key)
    assert walker.says("silver.problem.village_empty", name="Ada")
    assert not page.main.enabled
    walker.tap(page.main)
    assert isinstance(walker.page, EditPage)
    press(walker, 9)
    assert page.main.enabled
    walker.press_back()
    assert walker.page.session.moves == ROUNDS


def test_a_round_can_be_removed_and_put_back_before_the_commit(walker):
    page = open_round(walker, 2)
    walker.tap(page.remove_icon_button)
    assert walker.says("silver.edit.removed")
    walker.tap(page.remove_icon_button)
    assert walker.says("silver.edit.nothing")
    walker.tap(page.remove_icon_button)
    walker.tap(page.main)
    assert walker.page.session.moves == (ROUNDS[0], ROUNDS[2])
    assert walker.page.session.state.totals == (10, 23, 9)


def test_the_preview_lists_rounds_dropped_after_the_limit(walk):
    walker = walk()
    setup = Setup(NAMES, Mode.POINTS)
    walker.app.start_session(SILVER, replace(setup, options=replace(setup.options, limit=50)))
    for move in ROUNDS:
        walker.page.session.play(move)
    walker.page.enter()
    walker.frames()
    page = open_round(walker, 2)
    press(walker, 13, 13, 12, 12)
    assert walker.says("silver.edit.drops", n=1)
    assert walker.says("silver.problem.over")
    assert walker.says("silver.edit.keep_and_drop", n=1)
    walker.tap(page.main)
    board = walker.page
    assert len(board.session.moves) == 2
    assert board.mode is BoardMode.OVER
    assert board.session.outcome.winner == 1


@pytest.mark.parametrize("resized", sample([False, True]))
def test_an_unsaved_edit_survives_a_rebuild(walker, resized):
    page = open_round(walker, 1, seat=1)
    press(walker, 5)
    walker.tap(page.remove_icon_button)
    changed = page.save_state()
    if resized:
        walker.resize(800, 1200)
    else:
        walker.app.rebuild()
        walker.frames(4)
    assert walker.page is not page
    assert walker.page.save_state() == changed
    assert walker.page.entry_edit.removed
