"""All games out as a file and in again, and one game for BG Stats."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from typing import Any

import pytest

from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import Setup
from companion.games.duet.state import Agent, Assassin
from companion.screens.files.your_data import FilesPage, ProgressSheet
from companion.screens.history.history_page import HistoryListPage
from companion.screens.rows import GameRow
from tests.screens.conftest import Walker
from tests.screens.files_port import Given, Port

pytestmark = pytest.mark.window


@pytest.fixture
def port() -> Port:
    return Port()


@pytest.fixture
def data(walk: Callable[..., Walker], port: Port) -> Walker:
    walker = walk()
    walker.app.file_exchange = port
    walker.play_before(DUET, Setup(("Ada", "آرش")), [Agent(), Assassin()])
    walker.app.push(FilesPage)
    walker.frames()
    return walker


def shared(walker: Walker, port: Port, *keys: str) -> Any:
    for key in keys:
        walker.tap_on(key)
    walker.tap_on("app.files.share")
    walker.wait_for(lambda: bool(port.shared))
    return port.shared[-1]


def test_all_games_go_out_and_come_in_again_without_doubling(data: Walker, port: Port) -> None:
    path, kind = shared(data, port, "share.all.whole")
    assert kind == "application/json"
    assert len(json.loads(path.read_bytes())["games"]) == 1
    port.gives = Given("all.json", path.read_bytes())
    data.tap_on("app.files.open")
    data.wait_for(lambda: data.says("backup.games_here"))
    assert data.app.games.count() == 1
    stored = data.app.games.list_recent(1).games[0]
    data.app.games.delete(stored.id)
    data.app.toaster.dismiss()
    data.tap_on("app.files.open")
    data.wait_for(lambda: data.says("share.taken", n=1))
    assert data.app.games.list_recent(1).games[0].uid == stored.uid


def test_a_damaged_file_of_games_is_refused_in_words(data: Walker, port: Port) -> None:
    path, _ = shared(data, port, "share.all.whole")
    port.gives = Given("all.json", path.read_bytes()[:-5])
    data.tap_on("app.files.open")
    data.wait_for(lambda: data.says("app.files.problem.damaged", file="all.json"))
    assert not isinstance(data.app.navigator.sheet, ProgressSheet)


def test_spreadsheets_go_out_as_one_zip(data: Walker, port: Port) -> None:
    path, _ = shared(data, port, "share.all.sheets")
    with zipfile.ZipFile(path) as packed:
        assert packed.namelist() == ["scores.csv", "votes.csv"]


def test_all_finished_games_go_to_bg_stats(data: Walker, port: Port) -> None:
    path, _ = shared(data, port, "share.all.bgstats")
    assert path.suffix == ".bgsplay"
    assert len(json.loads(path.read_bytes())["plays"]) == 1


def test_one_finished_game_goes_to_bg_stats(data: Walker, port: Port) -> None:
    data.app.push(HistoryListPage)
    data.frames()
    data.tap(data.all(GameRow)[0].more_button)
    data.tap_on("app.files.send")
    path, _ = shared(data, port, "share.all.bgstats")
    (play,) = json.loads(path.read_bytes())["plays"]
    assert [score["winner"] for score in play["playerScores"]] == [False, False]
