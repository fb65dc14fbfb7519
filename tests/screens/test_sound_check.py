from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from companion import asset
from companion.narrator.voices.desktop import DesktopVoice
from companion.screens.night.options import SoundCheckPanel, VoiceRow
from companion.widgets.cards import Chip, Notice
from companion.widgets.icons import Icon
from companion.widgets.text import Text
from companion.widgets.theme import TOUCH_TARGET

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


def test_the_sound_check_says_a_line_and_tells_who_will_speak_and_why(walk):
    walker = walk(narration="el", second_narration="it")
    check(walker)
    words = " ".join(walker.words())
    assert "Ελληνικά:" in words
    assert "Italiano:" in words
    walker.let_pass(1.0)
    assert walker.app.speech.audio.is_speaking


def test_the_settings_tell_who_will_speak_without_a_sound_and_follow_what_is_chosen(walk):
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
def test_every_voice_of_a_language_stands_in_a_row_of_its_own_and_the_one_that_speaks_says_so(walk):
    walker = walk()
    check(walker)
    assert rows(walker) == [("builtin", True), ("device", False)]
    assert walker.app.tr("app.voice.speaks") in told(row(walker, "builtin"))
    assert walker.app.tr("app.voice.speaks") not in told(row(walker, "device"))
    for one in walker.all(VoiceRow):
        assert walker.app.tr(f"app.voice.name.{one.voice}") in told(one)
        assert one.height >= TOUCH_TARGET


@pytest.mark.usefixtures("real_engine")
def test_a_tap_on_a_voice_lets_it_say_the_same_line(walk, monkeypatch):
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


def test_a_recording_is_heard_in_a_row_of_its_own_and_speaks(walk, tmp_path):
    folder = tmp_path / "data" / "voices" / "en"
    folder.mkdir(parents=True)
    shutil.copy(asset("voice", "en", "avalon.night.quick.merlin_open.ogg"), folder)
    walker = walk()
    check(walker)
    assert rows(walker)[:2] == [("recorded", True), ("builtin", False)]


@pytest.mark.usefixtures("real_engine")
def test_a_voice_that_cannot_say_it_tells_so_below_its_name_once(walk, monkeypatch):
    monkeypatch.setattr(DesktopVoice, "_find_voice", lambda *_: None)
    walker = walk(narration="fa")
    walker.tap_on("app.settings.title")
    for _ in range(2):
        walker.tap(walker.reach(row(walker, "device")))
        wrong = walker.app.tr("app.problem.voice_no_language", language="فارسی")
        walker.wait_for(lambda wrong=wrong: told(row(walker, "device")).count(wrong) == 1)


def test_the_sound_check_warns_where_nobody_would_hear_anything(walk):
    """The tests' own driver takes sound and lets nobody hear it."""
    walker = walk()
    check(walker)
    assert walker.all(Notice)
    assert walker.says("app.problem.sound_unheard", driver="dummy")


def test_the_sound_check_tells_what_is_wrong_with_the_tables_own_recordings(walk, tmp_path):
    folder = tmp_path / "data" / "voices" / "en"
    folder.mkdir(parents=True)
    (folder / "avalon.night.normal.all_close.ogg").write_bytes(b"OggS but no more")
    (folder / "hello.wav").write_bytes(b"")
    walker = walk()
    check(walker)
    assert walker.says("app.problem.voice_file_broken", file="avalon.night.normal.all_close.ogg")
    assert walker.says("app.problem.voice_file_name", file="hello.wav")


@pytest.mark.usefixtures("real_engine")
def test_an_engine_that_takes_its_time_does_not_keep_the_screen(walk, slow_engine):
    walker = walk(voice="device")
    check(walker)
    assert walker.says("app.night.preparing")
    slow_engine.set()
    walker.wait_for(lambda: walker.says("app.voice.why.asked.device", language="English"), seconds=60)
    assert rows(walker) == [("builtin", False), ("device", True)]


def test_a_voice_that_is_waited_for_shows_it_until_another_is_heard(walk, slow_engine):
    walker = walk()
    walker.tap_on("app.settings.title")
    walker.tap(walker.reach(row(walker, "device")))
    assert Icon.HOURGLASS.value in told(row(walker, "device"))
    walker.tap(walker.reach(row(walker, "builtin")))
    assert {mark for one in walker.all(VoiceRow) for mark in told(one)} & set(MARKS) == {Icon.PLAY.value}
