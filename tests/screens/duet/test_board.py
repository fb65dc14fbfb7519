from __future__ import annotations

import pytest

from companion.games.duet.moves import Agent
from companion.games.duet.play import GAME as DUET
from companion.games.duet.setup import Setup
from companion.screens.duet.board import BoardPage
from companion.screens.home import HomePage

pytestmark = pytest.mark.window


@pytest.fixture
def board(walk):
    """A standard mission of Ada and Bob, reached by taps alone."""
    walker = walk()
    walker.open_game("duet")
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
    assert board.says("duet.board.clue_from", n=1)


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
    assert board.says("duet.board.clue_from", n=1)
    assert board.says("duet.board.left", n=0)
    board.tap(page.main)
    assert board.says("duet.board.last_guesses")
    board.tap(page.stop)
    assert not board.says("duet.board.last_guesses")
    assert board.says("duet.board.sudden_words", names=("Ada", "Bob"))
    board.tap(page.undo)
    assert board.says("duet.board.last_guesses")
    assert board.says("duet.board.clue_from", n=1)


@pytest.fixture
def heard(board):
    """The lines that are said from now on."""
    lines: list[str] = []
    board.app.speaking.say = lines.extend
    return lines


def test_the_voice_tells_of_every_guess(board, heard):
    board.tap(board.page.main)
    board.tap(board.page.bystander)
    assert heard == ["duet.say.found", "duet.say.bystander", "duet.say.tokens.8", "duet.say.clue.2"]
    assert board.says("duet.board.clue_from", n=2)
    heard.clear()
    board.tap(board.page.undo)
    assert heard == []


def test_a_new_mission_is_welcomed_once_and_one_under_way_is_not(walk):
    walker = walk()
    lines: list[str] = []
    walker.app.speaking.say = lines.extend
    walker.play_now(DUET, Setup(("Ada", "Bob")))
    assert lines == ["duet.say.begins", "duet.say.tokens.9", "duet.say.clue.1"]
    walker.board.play(Agent())
    lines.clear()
    walker.press_back()
    walker.tap_on("app.go_on")
    assert lines == []


def test_the_sheet_tells_where_the_mission_stands_and_has_the_switch_of_the_voice(board, heard):
    board.tap(board.page.more)
    assert board.says("app.settings.speak_in_game")
    board.tap_on("app.more.status")
    assert heard == ["duet.say.agents.15", "duet.say.tokens.9", "duet.say.clue.1"]
