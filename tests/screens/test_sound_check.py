from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from companion.narration import Narration
from companion.screens.night.check import SoundCheckPanel
from companion.settings import Voice
from companion.widgets.cards import Notice

pytestmark = pytest.mark.window


def test_the_sound_check_says_a_line_and_tells_who_will_speak_and_why(walk):
    walker = walk(narration="el", second_narration="it")
    walker.tap_on("app.settings.title")
    panel = walker.one(SoundCheckPanel)
    walker.tap(walker.reach(panel.button))
    words = " ".join(walker.words())
    assert "Ελληνικά:" in words
    assert "Italiano:" in words


def test_the_sound_check_warns_where_nobody_would_hear_anything(walk):
    """The tests' own driver takes sound and lets nobody hear it."""
    walker = walk()
    walker.tap_on("app.settings.title")
    walker.tap(walker.reach(walker.one(SoundCheckPanel).button))
    assert walker.all(Notice)
    assert walker.says("app.problem.sound_unheard", driver="dummy")


def test_the_sound_check_tells_what_is_wrong_with_the_tables_own_recordings(walk, tmp_path):
    folder = tmp_path / "data" / "voices" / "en"
    folder.mkdir(parents=True)
    (folder / "avalon.night.normal.all_close.ogg").write_bytes(b"OggS but no more")
    (folder / "hello.wav").write_bytes(b"")
    walker = walk()
    walker.tap_on("app.settings.title")
    walker.tap(walker.reach(walker.one(SoundCheckPanel).button))
    assert walker.says("app.problem.voice_file_broken", file="avalon.night.normal.all_close.ogg")
    assert walker.says("app.problem.voice_file_name", file="hello.wav")


def test_an_engine_that_takes_its_time_does_not_keep_the_screen(walk, monkeypatch):
    walker = walk(voice="device")
    answered = threading.Event()
    real = Narration.try_voices

    def slow(narration, settings):
        answered.wait(10)
        return real(narration, replace(settings, voice=Voice.BUILTIN))

    monkeypatch.setattr(Narration, "asks_engine", lambda *_: True)
    monkeypatch.setattr(Narration, "try_voices", slow)
    walker.tap_on("app.settings.title")
    walker.tap(walker.reach(walker.one(SoundCheckPanel).button))
    assert walker.says("app.night.preparing")
    answered.set()
    walker.wait_for(lambda: walker.says("app.voice.why.asked.builtin", language="English"))
