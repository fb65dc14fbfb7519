"""From a fresh install to the night by tapping what is there: two taps, no key, in every language."""

from __future__ import annotations

import subprocess
import sys

import pytest
from kivy.core.window import Window

from companion.core.players import make_unnamed_seats
from companion.games.avalon import drafts
from companion.games.avalon.setup import Setup
from companion.games.registry import list_games
from companion.i18n.languages import LANGUAGES
from companion.screens.home import HomePage, QuickNightCard
from companion.screens.night.deal import DealPage
from companion.screens.night.night_page import NightPage
from companion.screens.seats import SeatsPage
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
def test_a_new_host_comes_to_the_night_within_four_taps_and_without_a_key(walk, language, game):
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


def test_fewer_and_more_keep_to_what_the_game_seats_and_the_button_says_how_many(walk):
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


def test_game_and_number_are_there_again_next_time(walk):
    walker = walk()
    walker.tap(card(walker).chips[1])
    walker.tap(card(walker).counter.plus)
    chosen = (card(walker).game.id, card(walker).counter.count)
    again = walk()
    assert (card(again).game.id, card(again).counter.count) == chosen == ("cultists", 7)
    again.tap(card(again).chips[0])
    assert card(again).counter.count == 7
    assert again.says("app.home.night.deal", n=7)


def test_the_first_night_has_the_cards_of_a_first_game_and_later_ones_those_of_last_time(walk):
    walker = walk()
    walker.tap(card(walker).main)
    seven = make_unnamed_seats(7)
    kept = walker.app.recall(Setup, "avalon.7")
    assert kept is not None
    assert (kept.players, kept.roles) == (seven, ())
    drafts.remember_setup(Setup(seven, roles=("percival", "morgana")), walker.app)
    walker.press_back()
    assert isinstance(walker.page, HomePage)
    walker.tap(card(walker).main)
    kept = walker.app.recall(Setup, "avalon.7")
    assert kept is not None
    assert set(kept.roles) == {"percival", "morgana"}


def test_the_seats_are_there_for_whoever_wants_names_after_all(walk):
    walker = walk()
    walker.tap(card(walker).main)
    walker.press_back()
    walker.open_game("avalon")
    assert isinstance(walker.page, SeatsPage)
    assert walker.page.players == make_unnamed_seats(7)


@pytest.mark.usefixtures("pebbles")
def test_a_fifth_game_with_a_night_has_its_chip_and_is_dealt(walk):
    walker = walk()
    (chip,) = [chip for chip in card(walker).chips if chip.game.id == "pebbles"]
    walker.tap(walker.reach(chip))
    walker.tap(walker.reach(card(walker).main))
    assert isinstance(walker.page, DealPage)


@pytest.mark.usefixtures("pebbles")
def test_a_game_that_does_not_say_what_is_usual_asks(walk, monkeypatch):
    walker = walk()
    (chip,) = [chip for chip in card(walker).chips if chip.game.id == "pebbles"]
    walker.tap(walker.reach(chip))
    monkeypatch.delitem(chip.game.parts, "SetupDefaults")
    walker.tap(walker.reach(card(walker).main))
    assert walker.says("pebbles.setup.heap", n=10)


def test_home_is_on_the_screen_before_any_rules_scripts_or_voices_are_loaded(tmp_path):
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
        "companion.storage.backup",
        "companion.storage.validation",
        "companion.storage.importing",
        "companion.storage.json_export",
        "companion.storage.rosters",
        "companion.files.outgoing",
        "companion.files.safe_zip",
        "asyncio",
        "zipfile",
    )
    assert [name for name in loaded if name.startswith(late)] == []
    assert "companion.widgets.field" not in loaded


def test_a_number_chosen_at_the_seats_stands_on_the_card_as_well(walk):
    walker = walk()
    walker.open_game("avalon")
    walker.tap(walker.page.count.plus)
    walker.tap(walker.page.main)
    walker.press_back()
    walker.press_back()
    assert isinstance(walker.page, HomePage)
    assert walker.says("app.home.night.deal", n=8)
