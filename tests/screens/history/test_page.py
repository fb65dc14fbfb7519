from __future__ import annotations

from random import Random

import pytest
from kivy.core.window import Window

from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import Setup
from companion.games.duet.state import Agent, Assassin
from companion.screens.duet.board import BoardPage
from companion.screens.history.history_page import HistoryListPage
from companion.screens.names import NameEntry
from companion.screens.rows import DayHeading, GameRow
from companion.screens.statistics.statistics_page import StatisticsPage
from companion.statistics.query import CompletionFilter, GameFilter
from companion.storage.games import start_session
from companion.widgets.cards import Chip
from tests.screens.conftest import Walker

pytestmark = pytest.mark.window


@pytest.fixture
def history(walk):
    walker = walk()
    for number in range(3):
        session, _ = start_session(DUET, Setup(("Ada", f"Bob {number}")), walker.app.store.games)
        session.play(Agent())
    session.play(Assassin())
    return shown(walker)


def shown(walker: Walker, *args: object) -> Walker:
    walker.app.push(HistoryListPage, *args)
    walker.frames()
    return walker


def seconds(walker: Walker) -> list[str]:
    """Who sits second at each table, from the top."""
    rows = sorted(walker.all(GameRow), key=lambda row: -row.y)
    return [row.stored.setup["players"][1] for row in rows]


def row_of(walker: Walker, second: str) -> GameRow:
    return walker.one(GameRow, lambda row: row.stored.setup["players"][1] == second)


def typed(walker: Walker, text: str) -> None:
    walker.page.field.text = text
    walker.frames()


# -- the list ---------------------------------------------------------------------------------------------


def test_games_are_listed_newest_first(history):
    assert seconds(history) == ["Bob 2", "Bob 1", "Bob 0"]
    assert history.says("duet.summary.lost")


def test_a_game_opens_where_it_was_left(history):
    history.tap(row_of(history, "Bob 1").open_button)
    assert isinstance(history.page, BoardPage)
    assert history.page.session.setup.players[1] == "Bob 1"


def test_an_empty_history_shows_a_message(walk):
    walker = shown(walk())
    assert walker.says("app.history.none")


def test_a_game_that_cannot_be_read_shows_the_reason_in_its_row(history):
    with history.app.store.database.transaction() as execute:
        execute("UPDATE games SET setup = '{', started = 'long ago' WHERE id = 2", ())
    history.page.enter()
    history.frames()
    assert history.says("app.problem.game_unreadable", id=2)
    assert history.says("app.history.count", n=3)
    (broken,) = (row for row in history.all(GameRow) if row.content.stored is None)
    assert broken.more_button.parent.parent is None
    history.tap(broken.open_button)
    assert isinstance(history.page, HistoryListPage)


def test_of_a_thousand_games_only_the_visible_ones_are_loaded(walk):
    walker = walk()
    games = walker.app.store.games
    with walker.app.store.database.transaction() as execute:
        for at in range(1000):
            setup = f'{{"players": ["Ada", "{at + 1}"]}}'
            row = ("duet", setup, 1_700_000_000.0 + 3600 * at, f"{at:016x}")
            execute("INSERT INTO games (game, setup, started, updated, uid) VALUES (?, ?, ?, 0, ?)", row)
    read: list[int] = []
    load = games.load

    def load_and_tell(number):
        read.append(number)
        return load(number)

    games.load = load_and_tell
    shown(walker)
    in_sight = Window.height // walker.one(GameRow, lambda row: row.stored.id == 1000).height
    assert 3 <= len(read) <= in_sight + 2
    page, widgets = walker.page, len(list(walker.page.walk()))
    dice = Random(3)
    for _ in range(12):
        page.scroll.scroll_y = dice.random()
        walker.frames(2)
        assert len(walker.all(GameRow)) <= in_sight + 3
    assert len(list(page.walk())) <= widgets * 1.5
    page.scroll.scroll_y = 0
    walker.frames()
    lowest = min(walker.all(GameRow), key=lambda row: row.y)
    assert lowest.stored.id == 1
    assert all(heading.game_night_start is None for heading in walker.all(DayHeading))
    walker.tap(lowest.open_button)
    walker.press_back()
    assert min(walker.all(GameRow), key=lambda row: row.y).stored.id == 1


# -- searching and choosing -------------------------------------------------------------------------------


def test_search_results_update_while_typing_and_survive_opening_a_game(history):
    typed(history, "BOB 1")
    assert seconds(history) == ["Bob 1"]
    history.tap(row_of(history, "Bob 1").open_button)
    history.press_back()
    assert (history.page.field.text, seconds(history)) == ("BOB 1", ["Bob 1"])
    history.app.rebuild()
    history.frames(4)
    assert (history.page.field.text, seconds(history)) == ("BOB 1", ["Bob 1"])
    history.tap(history.page.search_button)
    assert len(seconds(history)) == 3


def test_filter_terms_are_shown_as_chips_that_remove_them(history):
    history.tap(history.page.filter_button)
    for words in ("app.game.duet", "duet.summary.lost"):
        history.tap_on(words)
    history.tap_on("history.show", n=1)
    assert seconds(history) == ["Bob 2"]
    history.app.rebuild()
    history.frames(4)
    assert seconds(history) == ["Bob 2"]
    lost = history.one(Chip, lambda chip: chip.label.content == history.app.tr("duet.summary.lost"))
    history.tap(lost)
    assert len(seconds(history)) == 3
    assert history.page.game_filter == GameFilter(game="duet")


def test_games_can_be_filtered_by_player_and_period(history):
    history.tap(history.page.filter_button)
    sheet = history.app.navigator.sheet
    history.tap(history.reach(history.button("Bob 0")))
    history.tap(history.reach(history.button("Ada")))
    history.tap_on("history.span.month")
    history.tap_on("history.over.no")
    assert sheet.game_filter.people == ("ada", "bob 0")
    assert (sheet.game_filter.completion, sheet.game_filter.until) == (CompletionFilter.UNFINISHED, None)
    history.tap_on("history.span.last_year")
    history.tap_on("history.show", n=0)
    assert history.says("history.nothing")
    history.tap_on("history.clear")
    assert len(seconds(history)) == 3


def test_the_subtitle_names_the_figure_until_the_filter_changes(history):
    which = GameFilter(game="duet", players=2, completion=CompletionFilter.UNFINISHED)
    shown(history, which, "Left lying")
    count = history.app.tr("app.history.count", n=2)
    assert history.says("history.told", title="Left lying", line=count)
    history.tap(history.button(history.app.tr("history.players", n=2)))
    assert history.page.game_filter == GameFilter(game="duet", completion=CompletionFilter.UNFINISHED)
    assert history.says("app.history.count", n=2)


def test_unindexed_games_are_indexed_before_a_search(history):
    assert history.app.statistics.stale_count == 3
    typed(history, "ada")
    assert history.app.statistics.stale_count == 0
    assert len(seconds(history)) == 3


# -- a table ----------------------------------------------------------------------------------------------


def test_deleting_a_game_removes_its_board_and_keeps_the_pages_above(walk):
    walker = walk()
    walker.play_now(DUET, Setup(("Ada", "Bob")), Agent())
    walker.app.open_statistics("duet")
    shown(walker)
    walker.tap(row_of(walker, "Bob").more_button)
    walker.tap_on("history.delete")
    assert [type(page) for page in walker.app.navigator.pages][:2] == [HistoryListPage, StatisticsPage]
    assert walker.board not in walker.app.navigator.pages


def test_deleting_a_game_can_be_undone(history):
    history.tap(row_of(history, "Bob 2").more_button)
    history.tap_on("history.delete")
    assert len(history.all(GameRow)) == 2
    history.tap_on("app.undo")
    assert len(history.all(GameRow)) == 3


def test_a_star_is_set_removed_and_used_as_a_filter(history):
    history.tap(row_of(history, "Bob 1").star_button)
    assert row_of(history, "Bob 1").star_button.is_starred
    history.page.apply_filter(GameFilter(starred=True))
    history.frames()
    assert seconds(history) == ["Bob 1"]
    history.tap(row_of(history, "Bob 1").star_button)
    assert history.says("history.nothing")


def test_a_game_is_renamed_and_an_empty_title_restores_the_generated_one(history):
    for title, kept in (("\u202eOur\x07  best", "Our best"), ("  ", "")):
        history.tap(row_of(history, "Bob 0").more_button)
        history.tap_on("history.rename")
        history.type_into(history.one(NameEntry).field, title)
        history.tap(history.one(NameEntry).done_button)
        assert row_of(history, "Bob 0").stored.title == kept
    assert history.app.navigator.sheet is None


def test_a_copy_is_continued_beside_the_original(history):
    history.tap(row_of(history, "Bob 2").more_button)
    history.tap_on("history.copy")
    assert seconds(history) == ["Bob 2", "Bob 2", "Bob 1", "Bob 0"]
    assert history.says("history.copy_of", title=history.app.tr("app.game.duet"))
    history.tap_on("history.open_copy")
    assert isinstance(history.page, BoardPage)
    assert history.page.session.game_id == 4


def test_on_a_full_disk_nothing_changes_and_the_error_is_shown(history):
    database = history.app.store.database
    ((pages,),) = database.rows("PRAGMA page_count")
    database.rows(f"PRAGMA max_page_count = {pages}")
    row = row_of(history, "Bob 1")
    for _ in range(200):
        if history.app.toaster.text == history.app.tr("app.problem.storage_full"):
            break
        history.page._copy_game(row.stored)
    history.frames()
    assert history.says("app.problem.storage_full")
    assert history.says("app.history.count", n=history.app.games.count())


def test_a_game_is_exported_and_imported_again(history, tmp_path):
    history.tap(row_of(history, "Bob 2").more_button)
    history.tap_on("app.files.send")
    history.tap_on("share.game.here")
    history.wait_for_file()
    (written,) = (tmp_path / "data" / "exports").iterdir()
    assert history.app.toaster.text == history.app.tr("app.files.lies", file=str(written))
    history.tap(row_of(history, "Bob 2").more_button)
    history.tap_on("history.delete")
    (tmp_path / "data" / "imports").mkdir()
    written.rename(tmp_path / "data" / "imports" / written.name)
    (tmp_path / "data" / "imports" / "broken.json").write_text("{")
    history.page.enter()
    history.frames()
    history.tap_on("app.history.import", n=2)
    assert len(history.all(GameRow)) == 3
    assert history.says("app.history.imported", n=1)
    assert [path.name for path in history.app.import_folder.list_files()] == ["broken.json"]
    assert history.says("app.problem.record_not_json", line=1)
