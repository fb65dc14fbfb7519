"""A fifth game from outside the package, in the hands of a table: heard, played, killed, gone on with."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.game_file import parse_record
from companion.screens.history.history_page import HistoryListPage
from companion.screens.history.replay_page import ReplayPage
from companion.screens.home import HomePage
from companion.screens.night.night_page import NightPage
from companion.screens.night.paused import DawnPage
from companion.screens.seats import SeatsPage
from tests.cases import sample
from tools.tour.games import GAME_TOURS
from tools.tour.views import all_views, prepare_tour
from tools.tour.walk import Tour

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("pebbles")]


@pytest.fixture
def board(walk):
    """From home to the first turn, by taps, with two players who are known already."""
    from pebble_house.games.pebbles.rules import GAME, Setup

    walker = walk()
    walker.app.start_session(GAME, Setup(("Ada", "Bruno")))
    walker.frames()
    return walker


@pytest.mark.parametrize("language", sample(["fa", "en"]))
def test_from_home_through_the_night_to_the_heap(walk, language):
    walker = walk(language=language, narration=language)
    assert isinstance(walker.page, HomePage)
    walker.open_game("pebbles")
    assert isinstance(walker.page, SeatsPage)
    walker.page.set_players(("Ada", "Bruno"))
    walker.frames()
    walker.tap_on("app.seats.go_on")
    assert walker.says("pebbles.setup.heap", n=10)
    walker.tap_on("app.setup.deal")
    assert walker.says("app.deal.cards", n=2)
    walker.tap_on("app.deal.five")
    walker.wait_for(lambda: isinstance(walker.page, NightPage))
    page = walker.page
    assert walker.app.tr(page.night.script.cues[0].line) == walker.app.tr("pebbles.night.normal.all_close")
    walker.hurry(lambda: False)
    assert isinstance(walker.page, DawnPage)
    assert walker.says("pebbles.night.begins", name="Ada")
    walker.tap_on("pebbles.night.onward")
    assert walker.says("pebbles.summary.left", n=10)


def test_it_is_played_undone_killed_and_gone_on_with(board, walk):
    for _ in range(3):
        board.tap(board.page.one_more)
    board.tap(board.page.main)
    assert board.page.session.state.left == 7
    board.tap(board.page.undo_button)
    assert board.page.session.state.left == 10
    assert board.says("pebbles.board.taking", n=3)
    board.tap(board.page.redo_button)
    for _ in range(2):
        board.tap(board.page.one_more)
    again = walk()
    again.tap_on("app.go_on")
    assert again.says("pebbles.summary.left", n=7)
    assert again.page.controller.draft.pebbles == 2
    again.tap(again.page.main)
    assert again.page.session.state.left == 5


def test_it_is_leafed_through_as_far_as_it_tells_of_itself(board):
    board.tap(board.page.one_more)
    board.tap(board.page.main)
    board.app.push(ReplayPage, board.page.session.game_id)
    board.frames(4)
    assert board.says("moments.leaf.place", move=1, moves=1)
    assert board.says("pebbles.summary.left", n=9)
    board.tap(board.page.previous_button)
    assert board.says("pebbles.summary.left", n=10)


def test_a_refused_move_says_why_in_its_own_words(board):
    board.tap(board.page.main)
    assert board.app.toaster.text == board.app.tr("pebbles.problem.too_many", most=3)
    assert board.page.session.moves == ()


def test_its_lines_are_spoken_at_the_board(board):
    lines: list[str] = []
    board.app.speech.speak = lines.extend
    board.tap(board.page.one_more)
    board.tap(board.page.main)
    assert lines == ["pebbles.say.taken"]
    board.tap(board.page.more)
    board.tap_on("app.more.status")
    assert lines == ["pebbles.say.taken", "pebbles.say.go_on"]


def test_it_has_the_timer_of_every_board(board):
    board.tap(board.page.more)
    board.tap_on("app.more.timer")
    board.tap_on("app.timer.start")
    board.app.go_back()
    board.frames()
    assert board.says("app.timer.preset.discussion")


def test_it_stands_in_the_history_and_is_written_out(board, tmp_path):
    board.app.navigator.go_home()
    board.app.push(HistoryListPage)
    board.frames()
    assert board.says("pebbles.summary.left", n=10)
    (stored,) = board.app.games.list_recent(5).games
    board.app.games.export_game(stored).write(tmp_path / "game.json")
    assert parse_record((tmp_path / "game.json").read_bytes()).game.id == "pebbles"


def test_the_tour_shows_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pebble_house.tour.pebbles import PEBBLES_TOUR

    monkeypatch.setitem(GAME_TOURS, "pebbles", PEBBLES_TOUR)
    assert "pebbles-board" in [view.name for view in all_views()]
    with Tour((390, 844)) as tour:
        prepare_tour(tour, language="it")
        (view,) = [view for view in all_views() if view.name == "pebbles-board"]
        tour.open_view(view.open)
        assert tour.take_screenshot(tmp_path / "board.png").stat().st_size > 1000
