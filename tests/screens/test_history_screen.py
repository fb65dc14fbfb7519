from __future__ import annotations

import pytest

from companion.games.duet.moves import Agent, Assassin
from companion.games.duet.play import GAME as DUET
from companion.games.duet.setup import Setup
from companion.screens.duet.board import BoardPage
from companion.screens.history import HistoryPage, _GameRow
from companion.storage.tables import new_table

pytestmark = pytest.mark.window


@pytest.fixture
def history(walk):
    walker = walk()
    for number in range(3):
        table, _ = new_table(DUET, Setup(("Ada", f"Bob {number}")), walker.app.store.games)
        table.play(Agent())
    table.play(Assassin())
    walker.app.visit(HistoryPage)
    walker.frames()
    return walker


def test_tables_are_listed_newest_first(history):
    rows = history.all(_GameRow)
    assert [row.stored.setup["players"][1] for row in rows] == ["Bob 2", "Bob 1", "Bob 0"]
    assert history.says("duet.summary.lost")


def test_a_table_opens_where_it_was_left(history):
    history.tap(history.all(_GameRow)[1].open)
    assert isinstance(history.page, BoardPage)
    assert history.page.table.setup.players[1] == "Bob 1"


def test_a_deleted_table_comes_back_with_undo(history):
    history.tap(history.all(_GameRow)[0].delete)
    assert len(history.all(_GameRow)) == 2
    history.tap_on("app.undo")
    assert len(history.all(_GameRow)) == 3


def test_an_empty_history_says_so(walk):
    walker = walk()
    walker.app.visit(HistoryPage)
    walker.frames()
    assert walker.says("app.history.none")


def test_a_table_is_saved_and_read_in_again(history, tmp_path):
    row = history.all(_GameRow)[0]
    history.tap(row.send)
    history.tap_on("share.game.here")
    history.wait_for_file()
    (written,) = (tmp_path / "data" / "exports").iterdir()
    assert history.app.toaster.words == history.app.tr("app.files.lies", file=str(written))
    history.tap(row.delete)
    (tmp_path / "data" / "imports").mkdir()
    written.rename(tmp_path / "data" / "imports" / written.name)
    (tmp_path / "data" / "imports" / "broken.json").write_text("{")
    history.page.enter()
    history.frames()
    history.tap_on("app.history.import", n=2)
    assert len(history.all(_GameRow)) == 3
    assert history.says("app.history.imported", n=1)
    assert [path.name for path in history.app.archive.waiting()] == ["broken.json"]
    assert history.says("app.problem.record_not_json", line=1)


def test_a_table_that_cannot_be_read_is_told_and_hides_no_other(history):
    with history.app.store.database.step() as execute:
        execute("UPDATE games SET setup = '{' WHERE id = 2", ())
    history.page.enter()
    history.frames()
    assert history.says("app.problem.game_unreadable", id=2)
    assert len(history.all(_GameRow)) == 2
