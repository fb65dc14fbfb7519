"""How loud: each level is kept, and heard while it is changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.narrator.narration import background_path, effect_path
from companion.screens.night.options import VolumePanel
from companion.screens.settings_page import SettingsPage
from companion.settings import BackgroundSound
from tests.cases import sample

pytestmark = pytest.mark.window


class Ear:
    """What is asked of the loudspeaker."""

    def __init__(self, sound):
        self.lines: list[Path | None] = []
        self.signs: list[Path | None] = []
        self.beds: list[Path | None] = []
        for name, kept in (
            ("play_speech", self.lines),
            ("play_effect", self.signs),
            ("set_background", self.beds),
        ):
            setattr(sound, name, self._listening(getattr(sound, name), kept))

    def _listening(self, act, kept):
        def listen(path):
            kept.append(path)
            act(path)

        return listen


@pytest.fixture
def desk(walk):
    """The settings, and an ear at the loudspeaker."""

    def start(**options):
        walker = walk(**{"bed": BackgroundSound.RAIN, **options})
        walker.tap_on("app.settings.title")
        assert isinstance(walker.page, SettingsPage)
        walker.ear = Ear(walker.app.speech.audio)
        return walker

    return start


def move(walker, name, percent):
    """Draw a finger along the bar to about this level."""
    bar = walker.reach(walker.one(VolumePanel).rows[name].bar)
    along = 1 - percent / 100 if walker.app.tr.rtl else percent / 100
    x, y = bar.to_window(bar.x + bar.width * along, bar.y + bar.height / 2)
    walker.drag(bar, (x, y))


@pytest.mark.parametrize("language", sample(["fa", "en"]))
def test_each_level_is_set_with_a_finger_and_kept(desk, walk, language):
    walker = desk(language=language)
    levels = {"voice": 60, "bed": 20, "sign": 80}
    for name, percent in levels.items():
        move(walker, name, percent)
        assert getattr(walker.app.settings, f"{name}_level") == percent
        assert walker.says("app.settings.percent", value=percent)
    again = walk()
    assert {name: getattr(again.app.settings, f"{name}_level") for name in levels} == levels


def test_a_line_is_said_at_the_new_level_once_the_finger_is_lifted_and_never_at_none(desk):
    walker = desk()
    move(walker, "voice", 30)
    walker.let_pass(1.0)
    assert len(walker.ear.lines) == 1
    assert walker.app.speech.audio._speech.volume == pytest.approx(0.3)
    move(walker, "voice", 0)
    assert walker.app.settings.voice_level == 10


def test_signals_are_heard_at_every_step(desk):
    walker = desk()
    move(walker, "sign", 70)
    assert len(walker.ear.signs) > 1
    assert set(walker.ear.signs) == {effect_path("beep")}


def test_the_covering_sound_plays_while_it_is_moved_and_fades_soon_after(desk):
    walker = desk()
    move(walker, "bed", 40)
    assert walker.ear.beds == [background_path(BackgroundSound.RAIN)]
    walker.let_pass(3.0)
    assert walker.ear.beds == [background_path(BackgroundSound.RAIN), None]


def test_whoever_walks_away_leaves_no_sound_behind(desk):
    walker = desk()
    move(walker, "bed", 40)
    walker.press_back()
    assert walker.ear.beds[-1] is None


def test_without_a_covering_sound_there_is_no_row_for_it_and_the_voice_is_named_with_its_language(desk):
    walker = desk(bed=BackgroundSound.OFF, narration="el")
    assert list(walker.one(VolumePanel).rows) == ["voice", "sign"]
    assert walker.says("app.sound.voice", language="Ελληνικά")


def test_the_volume_of_a_phone_can_be_drawn_too(desk):
    walker = desk()
    loud = [50]
    walker.app.get_volume = lambda: loud[-1]
    walker.app.set_volume = loud.append
    walker.page.volume_panel.refresh()
    walker.frames()
    move(walker, "device", 85)
    assert loud[-1] == 85
    walker.let_pass(1.0)
    assert len(walker.ear.lines) == 1
