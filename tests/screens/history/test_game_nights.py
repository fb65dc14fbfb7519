"""An evening by taps: from the end of a game to its evening, on to the next game, and out to others."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from kivy.core.clipboard import Clipboard

from companion.games.avalon.rules import GAME as AVALON
from companion.games.avalon.setup import Setup as AvalonSetup
from companion.games.avalon.state import Propose, Quest, Vote
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import Setup
from companion.games.duet.state import Agent, Assassin
from companion.screens.history.game_nights import (
    GameNightPage,
    GameNightRow,
    GameNightsPage,
    PlayedGameRow,
    ShareFormat,
    ShareGameNightPage,
    SharePageState,
    open_next_game_sheet,
)
from companion.screens.history.history_page import HistoryListPage
from companion.screens.rows import GameRow as HistoryRow
from companion.screens.seats import SeatsPage
from companion.statistics.game_night import ShareOptions
from companion.widgets.cards import ToggleSwitch
from tests.screens.conftest import Walker
from tests.screens.files_port import Port

pytestmark = pytest.mark.window

NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta")
_WON = [
    move
    for team in ((0, 2), (0, 2, 4), (0, 4, 6))
    for move in (Propose(team), Vote(approve=(0, 1, 2, 4)), Quest(0))
]


@pytest.fixture
def over(walk: Callable[..., Walker]) -> Walker:
    """Two games of an evening are over; the second is still on the screen."""
    walker = walk()
    walker.play_before(AVALON, AvalonSetup(NAMES), _WON)
    walker.play_now(DUET, Setup(("Chloe", "Ada")), *[Agent()] * 15)
    # That it is over is said in front of the buttons.
    walker.app.toaster.dismiss()
    walker.frames(4)
    return walker


def share_page(walker: Walker, form: ShareFormat) -> Any:
    started = walker.app.game_nights.list_newest(1)[0].started
    walker.app.push(ShareGameNightPage, started, SharePageState(form))
    walker.frames(4)
    return walker.page


def test_a_result_links_to_its_game_night_and_that_to_its_games(
    over: Walker,
) -> None:
    board = over.page
    over.tap_on("evenings.this")
    assert isinstance(over.page, GameNightPage)
    assert over.says("evenings.title.shared")
    rows = over.all(PlayedGameRow)
    assert len(rows) == 2
    over.tap(over.reach(rows[0]))
    assert over.page.session.game is AVALON
    over.press_back()
    assert isinstance(over.page, GameNightPage)
    over.tap(over.reach(over.one(PlayedGameRow, lambda row: row.game_id == board.session.game_id)))
    # A second board would know nothing of what is played at the first one.
    assert over.page is board


def test_the_next_game_has_the_same_players_in_the_same_seats(over: Walker) -> None:
    over.tap_on("evenings.this")
    over.tap_on("evenings.next")
    over.tap_on("app.game.cultists")
    assert over.app.setup_players == NAMES
    assert over.page.selection.setup.players == NAMES


def test_a_game_for_fewer_players_opens_the_seats_page_with_as_many_as_fit(over: Walker) -> None:
    open_next_game_sheet(over.app, NAMES)
    over.frames()
    over.tap_on("evenings.choose", fewest=2, most=4)
    assert isinstance(over.page, SeatsPage)
    assert over.page.players == NAMES[:4]


def test_game_nights_are_listed_with_their_winners_and_open_by_a_tap(over: Walker) -> None:
    over.app.push(GameNightsPage)
    over.frames(4)
    assert over.says("evenings.list.best", names=("Chloe", "Ada"), n=1) or over.says(
        "evenings.list.best", names=("Ada", "Chloe"), n=1
    )
    over.tap(over.one(GameNightRow))
    assert isinstance(over.page, GameNightPage)


def test_an_empty_list_shows_the_reason(walk: Callable[..., Walker]) -> None:
    walker = walk()
    walker.app.push(GameNightsPage)
    walker.frames(4)
    assert walker.says("evenings.list.none")


def test_an_open_list_of_game_nights_shows_imported_games(
    walk: Callable[..., Walker], tmp_path: Path
) -> None:
    walker = walk()
    walker.play_before(DUET, Setup(("Ada", "Bruno")), [Agent()])
    archive = walker.app.games
    archive.export_game(archive.load(walker.number)).write(tmp_path / "game.json")
    archive.delete(walker.number)
    walker.app.push(GameNightsPage)
    walker.frames(4)
    assert not walker.all(GameNightRow)
    walker.app.files.import_path(tmp_path / "game.json")
    walker.wait_for_file()
    assert walker.all(GameNightRow)


def test_the_image_is_shared_in_full_size(over: Walker) -> None:
    port = over.app.file_exchange = Port()
    page = share_page(over, ShareFormat.TALL)
    assert page.card is not None
    over.tap_on("evenings.share.send_picture")
    over.tap_on("app.files.share")
    over.wait_for(lambda: bool(port.shared))
    ((path, kind),) = port.shared
    assert kind == "image/png"
    assert struct.unpack_from(">II", path.read_bytes(), 16) == (1080, 1350)


def test_options_change_the_preview_and_the_shared_content(over: Walker) -> None:
    port = over.app.file_exchange = Port()
    page = share_page(over, ShareFormat.SQUARE)
    names, roles, _ = sorted(over.all(ToggleSwitch), key=lambda switch: -switch.to_window(0, switch.y)[1])
    assert (names.is_on, roles.is_on) == (True, False)
    drawn = {one.text for one in page.card.painter.texts}
    assert set(NAMES) <= drawn
    over.tap(over.reach(names))
    assert not [one.text for one in page.card.painter.texts if any(name in one.text for name in NAMES)]
    over.tap(over.reach(over.button(over.app.tr("evenings.share.text"))))
    over.tap_on("evenings.share.send_text")
    (words,) = port.words
    assert words == page.text
    assert not [name for name in NAMES if name in words]


def test_text_is_copied_with_a_message_where_no_app_accepts_it(
    over: Walker, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied: list[str] = []
    monkeypatch.setattr(Clipboard, "copy", copied.append)
    over.app.file_exchange = Port(shares=False)
    page = share_page(over, ShareFormat.TEXT)
    over.tap_on("evenings.share.send_text")
    assert copied == [page.text]
    assert over.says("evenings.share.copied")


def test_options_survive_a_rebuild_of_the_page(over: Walker) -> None:
    choices = SharePageState(ShareFormat.TEXT, ShareOptions(show_names=False))
    over.app.push(ShareGameNightPage, over.app.game_nights.list_newest(1)[0].started, choices)
    over.frames(4)
    over.app.rebuild()
    over.frames(4)
    assert over.page.card is None
    assert "Ada" not in over.page.text


def test_a_result_can_be_shared_as_text(over: Walker) -> None:
    port = over.app.file_exchange = Port()
    over.tap_on("app.files.share_result")
    over.tap_on("evenings.send.text")
    (words,) = port.words
    assert words.splitlines()[0] == "Codenames Duet: Won, 25 points"


def test_an_unfinished_game_is_shared_as_text_or_file_only(
    walk: Callable[..., Walker],
) -> None:
    walker = walk()
    port = walker.app.file_exchange = Port()
    walker.play_before(DUET, Setup(("Ada", "Bruno")), [Agent()])
    walker.play_before(DUET, Setup(("Ada", "Bruno")), [Agent(), Assassin()])
    walker.app.push(HistoryListPage)
    walker.frames()
    unfinished = next(row for row in walker.all(HistoryRow) if row.stored.ended is None)
    walker.tap(unfinished.more_button)
    walker.tap_on("app.files.send")
    assert not walker.says("evenings.send.picture")
    assert not walker.says("share.all.bgstats")
    walker.tap_on("evenings.send.text")
    assert walker.app.tr("evenings.unfinished") in port.words[0]
