"""Names change in a running game, after it, and in the history; and the seats are always found again."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.game import Game
from companion.core.players import make_unnamed_seats
from companion.games.avalon.rules import GAME as AVALON
from companion.games.avalon.setup import Setup as AvalonSetup
from companion.games.avalon.state import Propose
from companion.games.cultists.rules import GAME as CULTISTS
from companion.games.cultists.setup import Setup as CultistsSetup
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import Setup as DuetSetup
from companion.games.duet.state import Agent, Assassin
from companion.games.silver.rules import GAME as SILVER
from companion.games.silver.setup import Setup as SilverSetup
from companion.screens.history.history_page import HistoryListPage
from companion.screens.names import NameEntry, NamesSheet
from companion.screens.rows import GameRow
from companion.screens.seats import SeatsPage
from companion.screens.setup import BaseSetupPage
from companion.widgets.buttons import IconButton
from companion.widgets.icons import Icon
from tests.cases import sample

pytestmark = pytest.mark.window

TABLES: dict[str, tuple[Game[Any, Any, Any], Any]] = {
    "avalon": (AVALON, AvalonSetup(make_unnamed_seats(5))),
    "cultists": (CULTISTS, CultistsSetup(make_unnamed_seats(5))),
    "silver": (SILVER, SilverSetup(make_unnamed_seats(3))),
    "duet": (DUET, DuetSetup(make_unnamed_seats(2))),
}


def give(walker, seat, name):
    walker.tap(walker.reach(walker.one(NamesSheet).seats[seat]))
    entry = walker.one(NameEntry)
    walker.type_into(entry.field, name)
    walker.tap(entry.done_button)


@pytest.mark.parametrize("game", sample(["avalon", "duet", "cultists", "silver"], keep=2))
def test_every_board_has_its_people_named_by_its_more_sheet(walk, game):
    walker = walk()
    walker.play_now(*TABLES[game])
    walker.tap(walker.page.more)
    walker.tap_on("app.names.title")
    give(walker, 0, "Ada")
    give(walker, 1, "نیلوفر")
    players = walker.page.session.setup.players
    assert players[:2] == ("Ada", "نیلوفر")
    walker.press_back()
    assert walker.app.navigator.sheet is None
    assert any("Ada" in words for words in walker.words())
    (stored,) = walker.app.games.list_recent(1).games
    assert tuple(stored.setup["players"]) == players
    assert {player.name for player in walker.app.store.rosters.list_players()} == {"Ada", "نیلوفر"}


def test_a_name_that_cannot_be_given_says_why_and_stays_to_be_mended(walk):
    walker = walk()
    walker.play_now(DUET, DuetSetup(("Ada", "2")))
    walker.tap(walker.page.more)
    walker.tap_on("app.names.title")
    give(walker, 1, "ada")
    assert walker.says("app.problem.name_taken", name="Ada")
    walker.type_into(walker.one(NameEntry).field, "7")
    walker.tap(walker.one(NameEntry).done_button)
    assert walker.says("app.problem.name_number")
    assert walker.page.session.setup.players == ("Ada", "2")


def test_a_half_tapped_team_and_undo_outlast_new_names(walk):
    walker = walk()
    game, setup = TABLES["avalon"]
    walker.play_now(game, setup, Propose((0, 1)))
    walker.page.controller.undo()
    walker.page.show()
    walker.tap(walker.page.more)
    walker.tap_on("app.names.title")
    give(walker, 2, "Chloe")
    walker.press_back()
    assert walker.page.controller.draft.team == (0, 1)
    walker.tap(walker.page.redo_button)
    assert walker.page.session.moves == (Propose((0, 1)),)


def test_after_the_game_and_from_the_history_names_change_as_well(walk):
    walker = walk()
    walker.play_before(DUET, DuetSetup(("1", "2")), (Agent(), Assassin()))
    walker.app.push(HistoryListPage)
    walker.frames()
    walker.tap(walker.one(GameRow).more_button)
    walker.tap_on("app.names.title")
    give(walker, 1, "Zoe")
    walker.press_back()
    assert any("Zoe" in words for words in walker.words())
    walker.tap(walker.one(GameRow).open_button)
    assert walker.page.session.outcome is not None
    walker.tap(walker.page.more)
    walker.tap_on("app.names.title")
    give(walker, 1, "")
    assert walker.page.session.setup.players == ("1", "2")


@pytest.mark.parametrize("game", sample(["duet", "avalon", "cultists", "silver"]))
def test_played_again_the_people_icon_leads_to_the_seats_with_the_same_people(walk, game):
    walker = walk()
    rules, setup = TABLES[game]
    names = ("Ada", *setup.players[1:])
    walker.app.start_session(rules, type(setup)(names))
    walker.frames()
    walker.app.play_again(walker.page.session)
    walker.frames()
    assert isinstance(walker.page, BaseSetupPage)
    walker.tap(walker.one(IconButton, lambda button: button.icon.content == Icon.PEOPLE.value))
    assert isinstance(walker.page, SeatsPage)
    assert walker.page.players == names
    walker.tap(walker.page.main)
    assert isinstance(walker.page, BaseSetupPage)
    walker.press_back()
    assert isinstance(walker.page, SeatsPage)


def test_back_from_a_table_played_again_leads_to_its_seats_and_then_home(walk):
    walker = walk()
    rules, setup = TABLES["duet"]
    walker.app.start_session(rules, setup)
    walker.app.play_again(walker.page.session)
    walker.frames()
    walker.press_back()
    assert isinstance(walker.page, SeatsPage)
    assert walker.page.players == setup.players
    walker.press_back()
    assert walker.app.navigator.depth == 1
