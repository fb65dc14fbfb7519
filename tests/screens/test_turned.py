"""A phone that is turned, unfolded or put beside another app loses nothing of what is half done on it."""

from __future__ import annotations

import sys
import threading

import pytest
from kivy.core.window import Window
from kivy.metrics import Metrics

from companion.device import system
from companion.games.avalon.setup import Setup
from companion.games.registry import get_game
from companion.narrator.player import NightMode
from companion.screens.settings_page import SettingsPage
from companion.settings import Theme
from companion.widgets.navigation import NO_INSETS, Insets
from companion.widgets.palette import DARK, LIGHT
from companion.widgets.theme import look

pytestmark = pytest.mark.window

# Where everything is drawn larger, and not.
UNFOLDED, TURNED, FOLDED = (800, 1200), (1200, 760), (390, 844)
FIVE = Setup(("1", "2", "3", "4", "5"))


def test_half_a_name_on_a_sheet_outlasts_any_turn(walk):
    walker = walk(size=UNFOLDED)
    walker.open_game("avalon")
    before = walker.page
    before.open_seat(1)
    walker.frames()
    sheet = walker.app.navigator.sheet
    walker.type_into(sheet.field, "Nilo")
    for size, typing in ((TURNED, True), (FOLDED, False), (UNFOLDED, True), (FOLDED, False)):
        sheet.field.focus = typing
        walker.resize(*size)
        assert walker.app.navigator.sheet is sheet
        assert (sheet.field.text, sheet.field.focus) == ("Nilo", typing)
        assert sheet.panel.width <= size[0]
        assert sheet.panel.y + sheet.panel.height <= size[1]
    assert Metrics.density > 1
    # What waited for the sheet is done once it is closed, and only then.
    assert walker.page is before
    walker.app.go_back()
    walker.frames()
    assert Metrics.density == 1
    assert walker.page is not before


def test_half_a_name_on_a_screen_outlasts_one_that_is_built_anew(walk):
    walker = walk(size=UNFOLDED)
    walker.open_game("avalon")
    before = walker.page
    before.field.focus = True
    walker.type_into(before.field, "Nilo")
    walker.resize(*FOLDED)
    assert walker.page is before
    assert before.field.focus
    before.field.focus = False
    walker.frames()
    assert walker.page is not before
    assert walker.page.field.text == "Nilo"


def test_what_was_opened_and_scrolled_is_found_again_on_the_screens_below_too(walk):
    walker = walk(size=UNFOLDED)
    walker.app.open_setup(get_game("cultists"), ("1", "2", "3", "4", "5"))
    walker.frames()
    walker.page.options_drawer.toggle()
    walker.frames()
    walker.page.scroll.scroll_y = 0.25
    walker.app.push(SettingsPage)
    walker.frames()
    walker.resize(*FOLDED)
    walker.press_back()
    assert walker.page.options_drawer.is_open
    assert walker.page.scroll.scroll_y == pytest.approx(0.25, abs=0.01)


def test_the_night_goes_on_through_turns(walk):
    walker = walk(size=UNFOLDED)
    setup = Setup(("1", "2", "3", "4", "5"))
    walker.app.speech.open_night(setup, walker.app.speech.render_night_now(setup))
    player = walker.page.player
    walker.hurry(lambda: player.mode is NightMode.PLAYING)
    now = walker.page
    walker.resize(*FOLDED)
    assert walker.page is not now
    assert walker.page.player is player
    assert player.mode is NightMode.PLAYING


class LateEdges:
    """A phone that knows only after a while what covers its window."""

    def __init__(self) -> None:
        self.asked = 0
        self.known: tuple[Insets, Insets] | None = None

    def __call__(self) -> tuple[Insets, Insets] | None:
        self.asked += 1
        return self.known


def test_what_covers_the_window_is_asked_for_until_it_is_known_and_no_longer(walk):
    walker = walk()
    walker.let_pass(0.1)
    walker.app.safe_area.read_insets = edges = LateEdges()
    walker.app.on_resume()
    walker.let_pass(0.5)
    assert edges.asked
    edges.known = ((0, 32, 0, 24), NO_INSETS)
    walker.let_pass(0.1)
    assert (walker.page.y, walker.page.height) == (24, 844 - 32 - 24)
    # A phone that does not say for once has not lost its bars.
    edges.known = None
    for _ in range(20):
        walker.let_pass(0.1)
    assert walker.page.y == 24
    asked = edges.asked
    walker.let_pass(5)
    assert edges.asked == asked


def test_a_keyboard_may_rise_and_grow_for_as_long_as_somebody_types(walk):
    walker = walk()
    walker.app.safe_area.read_insets = edges = LateEdges()
    walker.open_game("avalon")
    walker.page.field.focus = True
    for height in (0, 120, 300, 340, 260):
        for _ in range(20):
            walker.let_pass(0.1)
        edges.known = (NO_INSETS, (0, 0, 0, height))
        walker.let_pass(0.1)
        assert walker.page.y == height


class Device:
    """One that answers at once, as a phone does."""

    dark: bool | None = None


def walk_with(walk, monkeypatch):
    device = Device()
    monkeypatch.setattr("companion.app.is_android", lambda: True)
    monkeypatch.setattr("companion.app.is_dark", lambda: device.dark)
    return walk(theme=Theme.SYSTEM), device


def test_the_theme_follows_the_device_when_it_is_looked_at_again(walk, monkeypatch):
    walker, device = walk_with(walk, monkeypatch)
    assert look().palette is DARK
    for dark, palette in ((False, LIGHT), (True, DARK), (False, LIGHT), (None, DARK)):
        device.dark = dark
        walker.app.on_pause()
        walker.app.on_resume()
        walker.frames()
        assert look().palette is palette
    device.dark = False
    Window._focus = False
    Window._focus = True
    walker.frames()
    assert look().palette is LIGHT


def test_a_night_that_is_drawn_in_another_theme_after_a_call_says_nothing_by_itself(walk, monkeypatch):
    walker, device = walk_with(walk, monkeypatch)
    walker.app.speech.open_night(FIVE, walker.app.speech.render_night_now(FIVE))
    player = walker.page.player
    walker.hurry(lambda: player.cue_index == 2)
    walker.app.on_pause()
    heard: list[object] = []
    monkeypatch.setattr(walker.app.speech.audio, "play_speech", heard.append)
    device.dark = False
    walker.app.on_resume()
    walker.frames(4)
    assert look().palette is LIGHT
    walker.let_pass(5.0)
    assert player.mode is NightMode.PAUSED
    assert heard == []


def test_a_theme_that_changes_while_somebody_types_waits_for_them(walk, monkeypatch):
    walker, device = walk_with(walk, monkeypatch)
    walker.open_game("avalon")
    walker.page.field.focus = True
    walker.type_into(walker.page.field, "Nilo")
    device.dark = False
    walker.app.on_resume()
    walker.frames()
    assert look().palette is DARK
    walker.page.field.focus = False
    walker.frames()
    assert look().palette is LIGHT
    assert walker.page.field.text == "Nilo"


@pytest.mark.skipif(sys.platform != "linux", reason="asks the settings of a Linux desktop")
def test_a_desktop_that_is_slow_to_answer_holds_nobody_up(walk, tmp_path, monkeypatch):
    answers = threading.Event()
    asked = system.is_dark

    def slowly() -> bool | None:
        assert threading.current_thread() is not threading.main_thread()
        assert answers.wait(60)
        return asked()

    program = tmp_path / "gsettings"
    program.write_text("#!/bin/sh\necho \"'default'\"\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setenv("XDG_CURRENT_DESKTOP", "GNOME")
    monkeypatch.setattr("companion.app.is_dark", slowly)
    # A busy machine takes its time to start a shell, and that is not what is tried here.
    monkeypatch.setattr(system, "_TIMEOUT_SECONDS", 60.0)
    walker = walk(theme=Theme.SYSTEM)
    assert look().palette is DARK
    answers.set()
    walker.wait_for(lambda: look().palette is LIGHT, 60)
    # A theme of one's own asks nobody.
    walker.app.change_settings(theme=Theme.DARK)
    walker.frames()
    Window.dispatch("on_resize", *Window.size)
    walker.frames()
    assert look().palette is DARK
