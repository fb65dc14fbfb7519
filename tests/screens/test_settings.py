from __future__ import annotations

import pytest

from companion.core.game import error
from companion.settings import Theme, VoicePreference
from companion.storage.database import StorageError
from companion.widgets.cards import Stepper, ToggleSwitch
from companion.widgets.palette import LIGHT
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import look

pytestmark = pytest.mark.window


@pytest.fixture
def settings_page(walk):
    walker = walk()
    walker.tap_on("app.settings.title")
    return walker


def test_theme_changes_and_is_stored_at_once(settings_page):
    settings_page.tap_on("app.settings.theme.light")
    assert look().palette is LIGHT
    assert settings_page.app.store.settings.load()["theme"] == Theme.LIGHT


def test_setting_that_cannot_be_stored_applies_with_a_warning(settings_page, monkeypatch):
    def full(*_: object) -> None:
        raise StorageError(error("app.problem.storage_full"))

    monkeypatch.setattr(type(settings_page.app.store.settings), "save_all", full)
    settings_page.tap_on("app.settings.voice.builtin")
    assert settings_page.app.settings.voice is VoicePreference.BUILTIN
    assert settings_page.says("app.problem.unkept_full")


def test_text_grows_with_the_text_size(settings_page):
    before = next(
        t for t in settings_page.all(Text) if t.content == settings_page.app.tr("app.settings.pace")
    ).height
    stepper = settings_page.all(Stepper)[2]
    settings_page.tap(settings_page.reach(stepper.plus))
    settings_page.frames(4)
    after = next(
        t for t in settings_page.all(Text) if t.content == settings_page.app.tr("app.settings.pace")
    ).height
    assert settings_page.app.settings.text_size == 115
    assert after > before


def test_pace_stops_at_its_limit_and_a_switch_shows_its_state_by_an_icon(settings_page):
    stepper = settings_page.all(Stepper)[0]
    for _ in range(12):
        settings_page.tap(settings_page.reach(stepper.plus))
    assert settings_page.app.settings.pace == 1.5
    assert not stepper.plus.enabled
    switch = settings_page.all(ToggleSwitch)[2]
    assert switch.is_on
    assert any(part.content for part in switch.walk(restrict=True) if isinstance(part, IconLabel))
    settings_page.tap(settings_page.reach(switch))
    assert not settings_page.app.settings.keep_awake
    assert not any(part.content for part in switch.walk(restrict=True) if isinstance(part, IconLabel))


def test_second_language_cannot_be_the_first(walk):
    app = walk().app
    app.change_settings(second_narration="it")
    app.change_settings(narration="it")
    assert app.settings.second_narration is None


def test_changing_the_language_keeps_the_scroll_position(settings_page):
    settings_page.page.scroll.scroll_y = 0.4
    settings_page.app.change_settings(language="el")
    settings_page.frames(4)
    assert settings_page.page.scroll.scroll_y == pytest.approx(0.4, abs=0.05)
    assert settings_page.says("app.settings.title")


def test_narration_follows_the_interface_language_until_it_is_chosen(walk):
    app = walk().app
    app.change_settings(language="fa")
    assert app.settings.narration == "fa"
    app.change_settings(narration="it")
    app.change_settings(language="en")
    assert app.settings.narration == "it"
