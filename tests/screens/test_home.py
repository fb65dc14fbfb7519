"""Home page, and the quick night: from a fresh install to the night in few taps, in every language."""

from __future__ import annotations

import subprocess
import sys

import pytest
from kivy.core.window import Window

from companion.core.players import make_unnamed_seats
from companion.games.avalon import drafts
from companion.games.avalon.setup import Setup as AvalonSetup
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import Setup
from companion.games.duet.state import Agent
from companion.games.registry import list_games
from companion.i18n.languages import LANGUAGES
from companion.screens.history.history_page import HistoryListPage
from companion.screens.home import HomePage, QuickNightCard
from companion.screens.night.deal import DealPage
from companion.screens.night.night_page import NightPage
from companion.screens.seats import SeatsPage
from companion.screens.settings_page import AboutPage, SettingsPage
from companion.storage.games import start_session
from companion.widgets.theme import look
from tests.cases import sample

pytestmark = pytest.mark.window

MOST_TAPS = 4


class Fingers:
    """Counts what a host does, and sees only what is on the screen without scrolling."""

    def __init__(self, walker):
        self.walker = walker
        self.taps = 0

    def tap(self, widget):
        x, y = widget.to_window(widget.x + widget.width / 2, widget.y + widget.height / 2)
        assert 0 < x < Window.width
        assert 0 < y < Window.height
        self.taps += 1
        self.walker.tap_at(x, y)


@pytest.fixture
def no_keyboard(monkeypatch):
    """Whoever asks for a keyboard asks too much."""

    def refuse(*_args, **_options):
        raise AssertionError("a keyboard was asked for")

    monkeypatch.setattr(Window, "request_keyboard", refuse)


def card(walker):
    return walker.one(QuickNightCard)


@pytest.mark.usefixtures("no_keyboard")
@pytest.mark.parametrize("language", sample(sorted(LANGUAGES, key="fa".__ne__)))
@pytest.mark.parametrize("game", ["avalon", "cultists"])
def test_new_user_starts_a_night_within_four_taps_without_typing(walk, language, game):
    walker = walk(language=language, narration=language)
    host = Fingers(walker)
    (chip,) = [chip for chip in card(walker).chips if chip.game.id == game]
    if card(walker).game.id != game:
        host.tap(chip)
    host.tap(card(walker).main)
    assert isinstance(walker.page, DealPage)
    host.tap(walker.page.main)
    walker.wait_for(lambda: isinstance(walker.page, NightPage))
    assert host.taps <= MOST_TAPS - 1
    assert walker.app.store.rosters.list_players() == ()


def test_number_of_players_keeps_to_the_limits_and_is_shown_on_the_button(walk):
    walker = walk()
    night = card(walker)
    assert walker.says("app.home.night.deal", n=7)
    for _ in range(4):
        walker.tap(night.counter.plus)
    assert walker.says("app.home.night.deal", n=10)
    assert not night.counter.plus.enabled
    for _ in range(7):
        walker.tap(night.counter.minus)
    assert walker.says("app.home.night.deal", n=5)
    assert not night.counter.minus.enabled


def test_game_and_number_of_players_are_remembered(walk):
    walker = walk()
    walker.tap(card(walker).chips[1])
    walker.tap(card(walker).counter.plus)
    chosen = (card(walker).game.id, card(walker).counter.count)
    again = walk()
    assert (card(again).game.id, card(again).counter.count) == chosen == ("cultists", 7)
    again.tap(card(again).chips[0])
    assert card(again).counter.count == 7
    assert again.says("app.home.night.deal", n=7)


def test_first_night_uses_the_default_cards_and_later_ones_the_last_cards(walk):
    walker = walk()
    walker.tap(card(walker).main)
    seven = make_unnamed_seats(7)
    kept = walker.app.recall(AvalonSetup, "avalon.7")
    assert kept is not None
    assert (kept.players, kept.roles) == (seven, ())
    drafts.remember_setup(AvalonSetup(seven, roles=("percival", "morgana")), walker.app)
    walker.press_back()
    assert isinstance(walker.page, HomePage)
    walker.tap(card(walker).main)
    kept = walker.app.recall(AvalonSetup, "avalon.7")
    assert kept is not None
    assert set(kept.roles) == {"percival", "morgana"}


def test_names_can_be_entered_from_the_deal(walk):
    walker = walk()
    walker.tap(card(walker).main)
    walker.press_back()
    walker.open_game("avalon")
    assert isinstance(walker.page, SeatsPage)
    assert walker.page.players == make_unnamed_seats(7)


@pytest.mark.usefixtures("pebbles")
def test_game_from_outside_with_a_night_has_a_chip_and_is_dealt(walk):
    walker = walk()
    (chip,) = [chip for chip in card(walker).chips if chip.game.id == "pebbles"]
    walker.tap(walker.reach(chip))
    walker.tap(walker.reach(card(walker).main))
    assert isinstance(walker.page, DealPage)


@pytest.mark.usefixtures("pebbles")
def test_game_without_a_default_set_up_opens_its_set_up(walk, monkeypatch):
    walker = walk()
    (chip,) = [chip for chip in card(walker).chips if chip.game.id == "pebbles"]
    walker.tap(walker.reach(chip))
    monkeypatch.delitem(chip.game.parts, "SetupDefaults")
    walker.tap(walker.reach(card(walker).main))
    assert walker.says("pebbles.setup.heap", n=10)


def test_home_loads_no_rules_scripts_or_voices(tmp_path):
    code = (
        "import sys; from pathlib import Path; from companion.launch import prepare_kivy\n"
        "prepare_kivy((390, 844), off_screen=True)\n"
        "from companion.app import open_app; from tools.tour.frames import run_frames\n"
        "from kivy.base import EventLoop\n"
        "EventLoop.ensure_window(); app = open_app(Path(sys.argv[1]))\n"
        "app._run_prepare(); EventLoop.start()\n"
        "run_frames(3); print(*sys.modules)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True, timeout=120
    )
    loaded = run.stdout.split()
    assert "companion.screens.home" in loaded
    for game in list_games():
        own = {name for name in loaded if name.startswith(f"companion.games.{game.id}.")}
        assert own == {f"companion.games.{game.id}.definition"}
    late = (
        "companion.narrator.speech",
        "companion.narrator.narration",
        "companion.narrator.planner",
        "companion.screens.night",
        "companion.app_context",
        "companion.core.session_controller",
        "companion.scripts.coach",
        "companion.statistics.reports",
        "companion.storage.json_export",
        "companion.storage.importing",
        "companion.storage.backup",
        "companion.storage.validation",
        "companion.files.outgoing",
        "companion.storage.rosters",
        "companion.files.safe_zip",
        "asyncio",
        "zipfile",
    )
    assert [name for name in loaded if name.startswith(late)] == []
    assert "companion.widgets.field" not in loaded


def test_number_of_players_from_the_seats_page_is_shown_on_the_card(walk):
    walker = walk()
    walker.open_game("avalon")
    walker.tap(walker.page.count.plus)
    walker.tap(walker.page.main)
    walker.press_back()
    walker.press_back()
    assert isinstance(walker.page, HomePage)
    assert walker.says("app.home.night.deal", n=8)


def test_first_visit_shows_all_games_and_nothing_to_continue(walk):
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
def test_each_page_opens_from_home_and_goes_back(walk, way, page):
    walker = walk()
    way(walker)
    assert isinstance(walker.page, page)
    walker.tap(walker.page.bar.back_button)
    assert isinstance(walker.page, HomePage)


def test_history_button_shows_the_number_of_games(walk):
    walker = walk()
    start_session(DUET, Setup(("Ada", "Bob")), walker.app.store.games)
    walker.page.enter()
    walker.frames()
    walker.tap_on("app.home.history", n=1)
    assert isinstance(walker.page, HistoryListPage)


def test_unfinished_game_can_be_continued_after_a_restart(walk):
    walker = walk()
    session, _ = start_session(DUET, Setup(("Ada", "Bob")), walker.app.store.games)
    session.play(Agent())
    again = walk()
    again.tap_on("app.go_on")
    assert again.page.session.state.agents == 1


def test_language_can_be_changed_from_home_without_a_restart(walk):
    walker = walk()
    walker.tap(walker.button("EN"))
    walker.tap(walker.button("فارسی"))
    assert walker.app.tr.code == "fa"
    assert look().rtl
    assert walker.says("app.home.new_table")
    assert isinstance(walker.page, HomePage)


def test_back_closes_a_sheet_then_goes_home_then_does_nothing(walk):
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


def test_page_is_not_built_before_its_first_visit(walk):
    walker = walk()
    assert walker.app.navigator.depth == 1
    assert not walker.all(SettingsPage)


def test_home_with_a_game_to_continue_fits_on_a_phone(walk):
    walker = walk()
    start_session(DUET, Setup(("Ada", "Bob")), walker.app.store.games)
    walker.page.enter()
    walker.frames()
    assert walker.says("app.go_on")
    assert walker.page.body.height <= walker.page.scroll.height
