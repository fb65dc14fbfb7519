"""The discussion timer as it is seen and touched, on a clock in the test's hand."""

from __future__ import annotations

import time
from typing import Any

import pytest
from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.behaviors import ButtonBehavior

from companion.core.game import Game
from companion.core.session import GameSession
from companion.core.session_controller import SessionController
from companion.core.session_timer import TimerMode
from companion.games.avalon.rules import GAME as AVALON
from companion.games.avalon.setup import Setup
from companion.games.cultists.rules import GAME as CULTISTS
from companion.games.cultists.setup import Setup as CultistsSetup
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import Setup as DuetSetup
from companion.games.registry import list_games
from companion.games.silver.rules import GAME as SILVER
from companion.games.silver.setup import Setup as SilverSetup
from companion.screens.settings_page import AboutPage, SettingsPage
from companion.screens.timer import TimerController, TimerSheet
from companion.settings import Theme
from companion.widgets.page import Page, TitleBar
from companion.widgets.text import Text
from companion.widgets.theme import TOUCH_TARGET
from tests.cases import sample

pytestmark = pytest.mark.window

BEEP = "beep"


class TalkPage(Page):
    """A board with nothing but a timer; all it says is kept in `heard`."""

    def __init__(self, app):
        super().__init__(TitleBar("Talk", on_back=app.go_back))
        self.time = 100.0
        # How much less of it has passed than by the clock on the wall.
        self.slept = 0.0
        self.heard: list[str] = []
        app.speech.play_beep = lambda: self.heard.append(BEEP)
        controller: SessionController[Any, Any, Any, None] = SessionController(
            GameSession(AVALON, Setup(("Ada", "Bruno", "Chloe", "Dario", "Elena"))), self.heard.extend
        )
        self.desk = TimerController(app, controller, lambda: self.time, lambda: self.time + self.slept)
        self.body.add_widget(self.desk.bar)

    def enter(self):
        self.desk.enter()

    def leave(self):
        self.desk.leave()

    def wait(self, seconds):
        for _ in range(seconds * 8):
            self.time += 0.125
            if self.desk.is_ticking:
                self.desk.tick(0)


@pytest.fixture
def talk(walk):
    def open_page(**options):
        walker = walk(**options)
        walker.speech = TalkPage(walker.app)
        walker.app.navigator.push(lambda: walker.speech)
        walker.frames()
        return walker

    return open_page


@pytest.fixture
def running(talk):
    """Three minutes that have just begun, with the sheet closed."""
    walker = talk()
    walker.speech.desk.open()
    walker.frames()
    walker.tap_on("app.timer.start")
    walker.app.go_back()
    walker.frames()
    return walker


def test_timer_is_started_and_paused_in_its_sheet(talk):
    walker = talk()
    walker.speech.desk.open()
    walker.frames()
    assert "3:00" in walker.words()
    walker.tap_on("app.timer.start")
    walker.speech.wait(10)
    walker.frames()
    assert walker.one(TimerSheet).clock.content == "2:50"
    walker.tap_on("app.pause")
    walker.speech.wait(60)
    walker.tap_on("app.go_on")
    walker.speech.wait(5)
    assert walker.one(TimerSheet).clock.content == "2:45"


def test_time_can_be_added_and_reset(talk):
    walker = talk()
    desk = walker.speech.desk
    desk.open()
    walker.frames()
    walker.tap_on("app.timer.add", seconds=30)
    walker.tap_on("app.timer.start")
    assert walker.one(TimerSheet).clock.content == "3:30"
    walker.speech.wait(20)
    walker.tap_on("app.timer.reset")
    assert (desk.timer.mode, walker.one(TimerSheet).clock.content) == (TimerMode.READY, "3:00")


def test_preset_can_be_chosen_unless_the_timer_runs(talk):
    walker = talk()
    desk = walker.speech.desk
    desk.open()
    walker.frames()
    walker.tap_on("app.timer.preset.short")
    assert (desk.timer.name, walker.one(TimerSheet).clock.content) == ("short", "1:00")
    walker.tap_on("app.timer.start")
    walker.tap_on("app.timer.preset.open")
    assert (desk.timer.name, desk.timer.mode) == ("short", TimerMode.RUNNING)


def test_bar_is_shown_only_while_the_timer_is_in_use(running):
    walker = running
    walker.speech.wait(40)
    walker.frames()
    assert "2:20" in walker.words()
    assert walker.says("app.timer.preset.discussion")
    walker.tap(walker.speech.desk.bar.action)
    assert walker.speech.desk.timer.mode is TimerMode.PAUSED
    walker.tap(walker.speech.desk.bar.open_button)
    assert walker.one(TimerSheet).clock.content == "2:20"
    walker.tap_on("app.timer.reset")
    walker.app.go_back()
    walker.frames()
    assert walker.speech.desk.bar.height == 0


def test_milestones_are_spoken_and_the_last_seconds_beep(running):
    running.speech.wait(181)
    assert running.speech.heard == [
        "app.say.timer.half",
        "app.say.timer.thirty",
        "app.say.timer.ten",
        *[BEEP] * 3,
        "app.say.timer.end",
    ]


def test_timer_only_beeps_without_speech(running):
    running.app.change_settings(speak_in_game=False)
    running.speech.wait(181)
    assert running.speech.heard == [BEEP] * 7


def test_end_of_the_time_is_announced_and_changes_nothing(running):
    page = running.page
    running.speech.wait(400)
    running.frames()
    assert running.page is page
    assert running.says("app.time_up")
    running.tap(running.speech.desk.bar.action)
    assert running.speech.desk.bar.height == 0
    assert running.speech.desk.timer.mode is TimerMode.READY


def test_covered_board_still_announces_the_time(running):
    running.app.push(AboutPage)
    running.frames()
    running.speech.wait(100)
    assert running.speech.heard == ["app.say.timer.half"]
    running.app.go_back()
    running.frames()
    assert running.page is running.speech
    assert "1:20" in running.words()


@pytest.mark.parametrize(("slept", "over"), [(0, 170), (170, 0)])
def test_timer_that_ends_in_the_background_is_not_announced(running, slept, over):
    running.speech.wait(20)
    running.app.on_pause()
    running.speech.slept += slept
    running.speech.time += over
    running.app.on_resume()
    running.speech.wait(1)
    running.frames()
    assert running.says("app.time_up")
    assert running.speech.heard == []


def test_timer_runs_in_the_background_and_announces_the_rest(running):
    running.speech.slept += 149.5
    running.speech.wait(1)
    assert running.speech.heard == ["app.say.timer.thirty"]


def test_closed_board_is_silent(running):
    running.app.navigator.go_home()
    running.frames()
    running.speech.wait(400)
    assert running.speech.heard == []


PEOPLE = ("Ada", "Bruno", "Chloe", "Dario", "Elena")
TABLES: list[tuple[Game[Any, Any, Any], Any]] = [
    (AVALON, Setup(PEOPLE)),
    (CULTISTS, CultistsSetup(PEOPLE)),
    (SILVER, SilverSetup(PEOPLE[:4])),
    (DUET, DuetSetup(PEOPLE[:2])),
]


@pytest.fixture(params=TABLES, ids=[game.id for game, _ in TABLES])
def any_board(walk, request):
    walker = walk()
    walker.play_now(*request.param)
    return walker


def test_every_board_has_the_timer_and_can_be_rotated(any_board, monkeypatch):
    monkeypatch.setattr(Window, "rotation", 0)
    walker, page = any_board, any_board.page
    room = page.scroll.height
    walker.tap(page.more)
    walker.tap_on("app.more.timer")
    walker.tap_on("app.timer.start")
    walker.app.go_back()
    walker.frames()
    assert walker.says("app.timer.preset.discussion")
    assert page.scroll.top <= page.timer.bar.y
    assert page.timer.bar.top <= page.title.y + 1
    walker.tap(page.timer.bar.action)
    assert page.timer.timer.mode is TimerMode.PAUSED
    page.timer.reset()
    walker.frames()
    assert page.scroll.height == room
    walker.tap(page.more)
    walker.tap_on("app.more.turn")
    assert Window.rotation == 90


def test_timer_is_beside_the_title_in_landscape(walk):
    walker = walk(size=(844, 388), language="fa")
    walker.play_now(DUET, DuetSetup(PEOPLE[:2]))
    page = walker.board
    room = page.scroll.height
    page.timer.press()
    walker.frames()
    bar = page.timer.bar
    assert page.title.y <= bar.to_window(bar.x, bar.y)[1]
    assert page.more.right <= bar.x <= bar.right <= page.title.title.x + 1
    assert page.scroll.height > room - dp(TOUCH_TARGET)
    walker.resize(388, 844)
    assert page.scroll.top <= bar.y
    assert bar.top <= page.title.y + 1
    page.timer.reset()
    walker.resize(844, 388)
    assert page.scroll.height == room


def test_all_games_are_covered():
    assert {game.id for game, _ in TABLES} == {game.id for game in list_games()}


def test_timer_ends_with_the_game(walk):
    walker = walk()
    walker.play_now(DUET, DuetSetup(PEOPLE[:2]))
    walker.board.timer.press()
    walker.tap(walker.board.assassin_tile)
    assert walker.board.timer.timer.mode is TimerMode.READY
    walker.tap(walker.board.more)
    assert not walker.says("app.more.timer")
    assert walker.says("app.more.turn")


def test_timer_runs_on_another_page_of_the_game(walk):
    walker = walk()
    walker.play_now(CULTISTS, CultistsSetup(PEOPLE))
    board = walker.board
    board.timer.press()
    board.open_building()
    walker.frames()
    building = walker.page
    assert building is not board
    assert building.timer.is_ticking
    assert walker.says("app.timer.preset.discussion")
    board.timer.tick(0)
    assert not board.timer.is_ticking
    walker.press_back()
    assert board.timer.is_ticking
    assert not building.timer.is_ticking
    assert board.timer.timer.mode is TimerMode.RUNNING


def started(walk):
    """A board whose timer runs."""
    walker = walk()
    walker.app.start_session(AVALON, Setup(("Ada", "Bruno", "Chloe", "Dario", "Elena")))
    walker.frames()
    walker.page.timer.press()
    walker.frames()
    return walker


def test_rebuilt_board_keeps_the_timer(walk):
    walker = started(walk)
    page, left = walker.page, walker.page.timer.timer.seconds_left(time.monotonic())
    walker.app.change_settings(theme=Theme.LIGHT, language="it")
    walker.frames()
    assert walker.page is not page
    assert walker.says("app.timer.preset.discussion")
    timer = walker.page.timer.timer
    assert timer.mode is TimerMode.RUNNING
    assert 170 < timer.seconds_left(time.monotonic()) <= left
    walker.tap(walker.page.timer.bar.action)
    assert walker.page.timer.timer.mode is TimerMode.PAUSED


def test_board_rebuilt_below_another_page_owns_the_timer_alone(walk):
    walker = started(walk)
    first = walker.page
    walker.app.push(SettingsPage)
    walker.frames()
    walker.app.change_settings(theme=Theme.LIGHT)
    walker.frames()
    walker.app.go_back()
    walker.frames()
    assert walker.page is not first
    first.timer.tick(0)
    assert not first.timer.is_ticking
    assert walker.page.timer.is_ticking
    assert walker.page.timer.timer.mode is TimerMode.RUNNING


def test_each_game_has_its_own_timer(walk):
    walker = started(walk)
    walker.app.start_session(AVALON, Setup(("Ada", "Bruno", "Chloe", "Dario", "Elena")))
    walker.frames()
    assert walker.page.timer.timer.mode is TimerMode.READY


LOOKS = [
    ((360, 640), "fa", 160),
    ((844, 390), "el", 100),
    *(((390, 844), language, 100) for language in ("en", "it", "el", "fa")),
    *(((360, 640), language, 160) for language in ("en", "it", "el")),
]


@pytest.mark.parametrize(("size", "language", "text_size"), sample(LOOKS, keep=2))
def test_texts_are_readable_and_targets_large_enough(talk, size, language, text_size):
    walker = talk(size=size, language=language, narration=language, text_size=text_size)
    desk = walker.speech.desk
    desk.press()
    for pause in (False, True):
        if pause:
            desk.press()
        for opened in (desk.bar, None):
            if opened is None:
                desk.open()
            walker.frames(6)
            shown = opened or walker.app.navigator.sheet
            for part in shown.walk(restrict=True):
                if isinstance(part, ButtonBehavior):
                    assert min(part.size) >= dp(TOUCH_TARGET) - 0.5, part
                if isinstance(part, Text) and part.content:
                    assert part.rendered_size[0] <= part.width + 2, part.content
                    assert not part.is_truncated, part.content
                    left, _ = part.to_window(part.x, part.y)
                    assert -1 <= left <= Window.width - part.rendered_size[0] + 1, part.content
        walker.app.navigator.close_sheet()
