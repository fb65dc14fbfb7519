"""Sound check, voices and volumes: each level is stored, and audible while it changes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from companion import asset
from companion.narrator.narration import background_path, effect_path
from companion.narrator.voices.desktop import DesktopVoice
from companion.screens.night.options import SoundCheckPanel, VoiceRow, VolumePanel
from companion.screens.settings_page import SettingsPage
from companion.settings import BackgroundSound
from companion.widgets.cards import Chip, Notice
from companion.widgets.icons import Icon
from companion.widgets.text import Text
from companion.widgets.theme import TOUCH_TARGET
from tests.cases import sample

pytestmark = pytest.mark.window
MARKS = (Icon.PLAY.value, Icon.HOURGLASS.value, Icon.WARNING.value)


def check(walker):
    walker.tap_on("app.settings.title")
    walker.tap(walker.reach(walker.one(SoundCheckPanel).button))


def row(walker, voice, language=0):
    return [row for row in walker.all(VoiceRow) if row.voice == voice][language]


def rows(walker):
    return [(row.voice, row.is_active) for row in walker.all(VoiceRow)]


def told(row):
    return [part.content for part in row.walk() if isinstance(part, Text)]


def test_sound_check_plays_a_line_and_shows_the_voice_with_its_reason(walk):
    walker = walk(narration="el", second_narration="it")
    check(walker)
    words = " ".join(walker.words())
    assert "Ελληνικά:" in words
    assert "Italiano:" in words
    walker.let_pass(1.0)
    assert walker.app.speech.audio.is_speaking


def test_settings_show_the_voice_silently_and_update_with_the_choice(walk):
    walker = walk()
    walker.tap_on("app.settings.title")
    assert walker.says("app.voice.why.best.builtin", language="English")
    assert not walker.app.speech.audio.is_speaking
    walker.tap_on("app.settings.voice.builtin")
    assert walker.says("app.voice.why.asked.builtin", language="English")
    # The first one is the language of the app.
    italian = [chip for chip in walker.all(Chip) if chip.label.content == "Italiano"][1]
    walker.tap(walker.reach(italian))
    walker.frames()
    assert walker.says("app.voice.why.asked.builtin", language="Italiano")


@pytest.mark.usefixtures("real_engine")
def test_each_voice_has_a_row_and_the_active_one_is_marked(walk):
    walker = walk()
    check(walker)
    assert rows(walker) == [("builtin", True), ("device", False)]
    assert walker.app.tr("app.voice.speaks") in told(row(walker, "builtin"))
    assert walker.app.tr("app.voice.speaks") not in told(row(walker, "device"))
    for one in walker.all(VoiceRow):
        assert walker.app.tr(f"app.voice.name.{one.voice}") in told(one)
        assert one.height >= TOUCH_TARGET


@pytest.mark.usefixtures("real_engine")
def test_tap_on_a_voice_plays_the_sample_line(walk, monkeypatch):
    walker = walk()
    walker.tap_on("app.settings.title")
    heard: list[Path] = []
    monkeypatch.setattr(walker.app.speech.audio, "play_speech", heard.append)
    for number, voice in enumerate(("builtin", "device"), 1):
        walker.tap(walker.reach(row(walker, voice)))
        walker.wait_for(lambda number=number: len(heard) == number, seconds=60)
    built_in, device = heard
    assert built_in.suffix == ".ogg"
    assert device.suffix == ".wav"
    assert device.parent == walker.folder / "clips"


def test_recordings_have_a_row_and_are_the_active_voice(walk, tmp_path):
    folder = tmp_path / "data" / "voices" / "en"
    folder.mkdir(parents=True)
    shutil.copy(asset("voice", "en", "avalon.night.quick.merlin_open.ogg"), folder)
    walker = walk()
    check(walker)
    assert rows(walker)[:2] == [("recorded", True), ("builtin", False)]


@pytest.mark.usefixtures("real_engine")
def test_problem_of_a_voice_is_shown_once_below_its_name(walk, monkeypatch):
    monkeypatch.setattr(DesktopVoice, "_find_voice", lambda *_: None)
    walker = walk(narration="fa")
    walker.tap_on("app.settings.title")
    for _ in range(2):
        walker.tap(walker.reach(row(walker, "device")))
        wrong = walker.app.tr("app.problem.voice_no_language", language="فارسی")
        walker.wait_for(lambda wrong=wrong: told(row(walker, "device")).count(wrong) == 1)


def test_sound_check_warns_if_nothing_is_audible(walk):
    """The tests' own driver takes sound and lets nobody hear it."""
    walker = walk()
    check(walker)
    assert walker.all(Notice)
    assert walker.says("app.problem.sound_unheard", driver="dummy")


def test_sound_check_shows_problems_of_recordings(walk, tmp_path):
    folder = tmp_path / "data" / "voices" / "en"
    folder.mkdir(parents=True)
    (folder / "avalon.night.normal.all_close.ogg").write_bytes(b"OggS but no more")
    (folder / "hello.wav").write_bytes(b"")
    walker = walk()
    check(walker)
    assert walker.says("app.problem.voice_file_broken", file="avalon.night.normal.all_close.ogg")
    assert walker.says("app.problem.voice_file_name", file="hello.wav")


@pytest.mark.usefixtures("real_engine")
def test_slow_engine_does_not_block_the_page(walk, slow_engine):
    walker = walk(voice="device")
    check(walker)
    assert walker.says("app.night.preparing")
    slow_engine.set()
    walker.wait_for(lambda: walker.says("app.voice.why.asked.device", language="English"), seconds=60)
    assert rows(walker) == [("builtin", False), ("device", True)]


def test_voice_shows_that_it_is_loading_until_another_is_played(walk, slow_engine):
    walker = walk()
    walker.tap_on("app.settings.title")
    walker.tap(walker.reach(row(walker, "device")))
    assert Icon.HOURGLASS.value in told(row(walker, "device"))
    walker.tap(walker.reach(row(walker, "builtin")))
    assert {mark for one in walker.all(VoiceRow) for mark in told(one)} & set(MARKS) == {Icon.PLAY.value}


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
def test_each_level_is_set_by_touch_and_stored(desk, walk, language):
    walker = desk(language=language)
    levels = {"voice": 60, "bed": 20, "sign": 80}
    for name, percent in levels.items():
        move(walker, name, percent)
        assert getattr(walker.app.settings, f"{name}_level") == percent
        assert walker.says("app.settings.percent", value=percent)
    again = walk()
    assert {name: getattr(again.app.settings, f"{name}_level") for name in levels} == levels


def test_line_is_played_on_release_but_not_at_level_zero(desk):
    walker = desk()
    move(walker, "voice", 30)
    walker.let_pass(1.0)
    assert len(walker.ear.lines) == 1
    assert walker.app.speech.audio._speech.volume == pytest.approx(0.3)
    move(walker, "voice", 0)
    assert walker.app.settings.voice_level == 10


def test_effects_are_played_at_every_step(desk):
    walker = desk()
    move(walker, "sign", 70)
    assert len(walker.ear.signs) > 1
    assert set(walker.ear.signs) == {effect_path("beep")}


def test_background_sound_plays_while_its_level_changes_and_ends_soon_after(desk):
    walker = desk()
    move(walker, "bed", 40)
    assert walker.ear.beds == [background_path(BackgroundSound.RAIN)]
    walker.let_pass(3.0)
    assert walker.ear.beds == [background_path(BackgroundSound.RAIN), None]


def test_leaving_the_page_ends_the_preview(desk):
    walker = desk()
    move(walker, "bed", 40)
    walker.press_back()
    assert walker.ear.beds[-1] is None


def test_no_row_without_a_background_sound_and_the_voice_names_its_language(desk):
    walker = desk(bed=BackgroundSound.OFF, narration="el")
    assert list(walker.one(VolumePanel).rows) == ["voice", "sign"]
    assert walker.says("app.sound.voice", language="Ελληνικά")


def test_volume_of_the_phone_can_be_set(desk):
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
