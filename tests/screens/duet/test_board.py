from __future__ import annotations

import pytest

from companion.screens.duet.board import BoardPage
from companion.screens.home import HomePage

pytestmark = pytest.mark.window


@pytest.fixture
def board(walk):
    """A standard mission of Ada and Bob, reached by taps alone."""
    walker = walk()
    walker.tap_on("app.game.duet")
    for name in ("Ada", "Bob"):
        walker.type_into(walker.page.field, name)
        walker.tap(walker.page.plus)
    walker.tap(walker.page.main)
    walker.tap_on("duet.setup.start")
    return walker


def test_a_mission_is_won_by_taps_and_scored(board):
    page = board.page
    for _ in range(5):
        board.tap(page.main)
        board.tap(page.main)
        board.tap(page.stop)
    for _ in range(5):
        board.tap(page.main)
    assert page.table.outcome.reason == "all_agents"
    assert board.says("duet.summary.won")
    assert board.says("duet.rank.map")


def test_stopping_before_a_guess_does_nothing(board):
    board.tap(board.page.stop)
    assert board.page.table.moves == ()


def test_undo_and_redo_walk_through_the_moves(board):
    page = board.page
    board.tap(page.main)
    board.tap(page.bystander)
    assert page.table.state.turn == 2
    board.tap(page.undo)
    board.tap(page.undo)
    assert page.table.state.agents == 0
    assert not page.undo.enabled
    board.tap(page.redo)
    assert page.table.state.agents == 1


def test_a_lost_mission_is_one_undo_away(board):
    page = board.page
    board.tap(page.assassin)
    assert board.says("duet.summary.lost")
    board.tap_on("app.undo")
    assert page.table.outcome is None
    assert board.says("duet.board.clue_from")


def test_back_from_a_mission_leads_home_where_it_can_be_continued(board):
    board.tap(board.page.main)
    board.press_back()
    assert isinstance(board.page, HomePage)
    board.tap_on("app.go_on")
    assert isinstance(board.page, BoardPage)
    assert board.page.table.state.agents == 1


def test_playing_again_starts_a_new_table_with_the_same_people(board):
    board.tap(board.page.assassin)
    board.tap(board.page.main)
    board.tap_on("duet.setup.start")
    assert board.page.table.moves == ()
    assert board.page.table.setup.players == ("Ada", "Bob")
    assert board.app.store.games.count() == 2


def test_the_seldom_moves_are_in_the_sheet_and_a_refused_one_says_why(board):
    board.page.open_more()
    board.frames()
    board.tap_on("duet.more.done", words=9, names=("Ada",))
    assert board.says("duet.problem.done_too_soon", n=0, needed=9)
    board.page.open_more()
    board.frames()
    board.tap_on("duet.more.illegal")
    assert board.page.table.state.bank.left == 8


def test_an_illegal_clue_that_costs_the_last_token_is_told_while_its_guesses_take_place(board):
    page = board.page
    for _ in range(8):
        board.tap(page.bystander)
    page.open_more()
    board.frames()
    board.tap_on("duet.more.illegal")
    assert board.says("duet.board.last_guesses")
    assert board.says("duet.board.clue_from")
    assert board.says("duet.board.left", n=0)
    board.tap(page.main)
    assert board.says("duet.board.last_guesses")
    board.tap(page.stop)
    assert not board.says("duet.board.last_guesses")
    assert board.says("duet.board.sudden_words", names=("Ada", "Bob"))
    board.tap(page.undo)
    assert board.says("duet.board.last_guesses")
    assert board.says("duet.board.clue_from")
