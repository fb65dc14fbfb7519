from __future__ import annotations

import pytest

from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import Setup
from companion.games.duet.state import Agent
from companion.screens.history.history_page import HistoryListPage
from companion.screens.home import HomePage
from companion.screens.seats import SeatsPage
from companion.screens.settings_page import AboutPage, SettingsPage
from companion.storage.games import start_session
from companion.widgets.theme import look

pytestmark = pytest.mark.window


def test_home_offers_the_four_games_and_nothing_to_continue_on_a_first_visit(walk):
    walker = walk()
    for game in ("avalon", "cultists", "silver", "duet"):
        assert walker.says(f"app.game.{game}")
    assert not walker.says("app.go_on")


@pytest.mark.parametrize(
    ("way", "page"),
    [
        (lambda walker: walker.tap_on("app.settings.title"), SettingsPage),
        (lambda walker: walker.open_game("avalon"), SeatsPage),
    ],
)
def test_every_way_from_home_leads_there_and_back(walk, way, page):
    walker = walk()
    way(walker)
    assert isinstance(walker.page, page)
    walker.tap(walker.page.bar.back_button)
    assert isinstance(walker.page, HomePage)


def test_the_history_button_tells_how_many_tables_there_are(walk):
    walker = walk()
    start_session(DUET, Setup(("Ada", "Bob")), walker.app.store.games)
    walker.page.enter()
    walker.frames()
    walker.tap_on("app.home.history", n=1)
    assert isinstance(walker.page, HistoryListPage)


def test_an_unfinished_table_is_offered_again_after_a_restart(walk):
    walker = walk()
    session, _ = start_session(DUET, Setup(("Ada", "Bob")), walker.app.store.games)
    session.play(Agent())
    again = walk()
    again.tap_on("app.go_on")
    assert again.page.session.state.agents == 1


def test_the_language_can_be_changed_from_home_without_a_restart(walk):
    walker = walk()
    walker.tap(walker.button("EN"))
    walker.tap(walker.button("فارسی"))
    assert walker.app.tr.code == "fa"
    assert look().rtl
    assert walker.says("app.home.new_table")
    assert isinstance(walker.page, HomePage)


def test_back_closes_a_sheet_then_walks_home_and_then_leaves_the_app_alone(walk):
    walker = walk()
    walker.tap_on("app.settings.title")
    walker.tap_on("app.settings.about")
    assert isinstance(walker.page, AboutPage)
    # What carries files takes a while to load, and nobody has asked for one.
    assert "files" not in walker.app.__dict__
    assert walker.press_back()
    assert isinstance(walker.page, SettingsPage)
    walker.press_back()
    walker.tap(walker.button("EN"))
    assert walker.app.navigator.sheet is not None
    walker.press_back()
    assert walker.app.navigator.sheet is None
    assert isinstance(walker.page, HomePage)
    walker.press_back()
    assert isinstance(walker.page, HomePage)


def test_a_screen_is_not_built_before_its_first_visit(walk):
    walker = walk()
    assert walker.app.navigator.depth == 1
    assert not walker.all(SettingsPage)


def test_with_a_table_that_was_left_all_of_home_is_seen_at_once_on_a_phone(walk):
    walker = walk()
    start_session(DUET, Setup(("Ada", "Bob")), walker.app.store.games)
    walker.page.enter()
    walker.frames()
    assert walker.says("app.go_on")
    assert walker.page.body.height <= walker.page.scroll.height
