"""`Narration`: the chosen voice in nights and games, and fallbacks."""

from __future__ import annotations

import pytest

from companion.core.game import warning
from companion.core.message import Message
from companion.games.avalon.setup import Setup
from companion.i18n.bidi import BIDI_MARKS
from companion.narrator.narration import night_options, sample_line
from companion.narrator.planner import NightOptions
from companion.narrator.voices.clip import VoiceError, read_duration
from companion.narrator.voices.desktop import DesktopVoice
from companion.scripts.avalon.speech import list_lines
from companion.scripts.recovery import list_interjections
from companion.settings import Settings, VoicePreference

FIVE = Setup(tuple("ABCDE"))
NIGHT = NightOptions()
BROKEN = "avalon.night.normal.merlin_open"
SAID = list_lines()[:3]


@pytest.fixture
def no_engine_started(monkeypatch):
    """Whoever asks the engine is found out."""

    def refuse(*_):
        raise AssertionError("the engine was asked")

    monkeypatch.setattr(DesktopVoice, "supports_language", refuse)
    monkeypatch.setattr(DesktopVoice, "render", refuse)


def damage(folder, *keys):
    """A clip that is cut off, as by a full disk; another that is gone."""
    for number, key in enumerate(keys):
        path = folder / f"{key}.ogg"
        sound = path.read_bytes()
        path.unlink()
        if number % 2 == 0:
            path.write_bytes(sound[: len(sound) // 2])


@pytest.mark.parametrize(
    "preference", [VoicePreference.BEST, VoicePreference.RECORDED, VoicePreference.BUILTIN]
)
def test_a_night_with_all_clips_needs_no_engine(narration, no_engine_started, preference):
    night = narration.render_night(FIVE, NIGHT, preference)
    assert night.is_final
    assert {line.voice for line in night.lines.values()} == {"builtin"}


@pytest.mark.usefixtures("real_engine")
def test_the_engine_replaces_missing_and_truncated_clips(clips, narration):
    gone = "avalon.night.normal.all_open"
    damage(clips, BROKEN, gone)
    night = narration.render_night(FIVE, NIGHT, VoicePreference.BEST)
    for (_, key), line in night.lines.items():
        assert line.voice == ("device" if key in (BROKEN, gone) else "builtin")
        assert line.clip is not None
        assert line.seconds == pytest.approx(read_duration(line.clip), abs=0.001)
    assert [(problem.code, problem.args.get("n")) for problem in night.problems[:1]] == [("device", 2)]


def test_without_use_engine_a_line_that_needs_it_is_not_final(clips, narration, no_engine_started):
    damage(clips, BROKEN)
    night = narration.render_night(FIVE, NIGHT, VoicePreference.BEST, use_engine=False)
    assert not night.is_final
    assert [key for (_, key), line in night.lines.items() if line.clip is None] == [BROKEN]


def test_without_an_engine_a_line_with_a_damaged_clip_is_only_shown(clips, narration, monkeypatch):
    damage(clips, BROKEN)
    monkeypatch.setattr(DesktopVoice, "supports_language", lambda *_: False)
    night = narration.render_night(FIVE, NIGHT, VoicePreference.BEST)
    assert night.is_final
    assert night.rendered_line("en", BROKEN).clip is None
    assert night.rendered_line("en", BROKEN).seconds > 0
    assert [problem.code for problem in night.problems] == ["voice_builtin_missing", "voice_line_silent"]


@pytest.mark.usefixtures("real_engine")
def test_a_damaged_recording_falls_back_to_the_built_in_voice_then_the_engine(clips, narration, tmp_path):
    folder = tmp_path / "voices" / "en"
    folder.mkdir(parents=True)
    for key in (BROKEN, sample_line()):
        (folder / f"{key}.wav").write_bytes(b"RIFF")
    damage(clips, BROKEN)
    night = narration.render_night(FIVE, NIGHT, VoicePreference.RECORDED)
    assert night.rendered_line("en", BROKEN).voice == "device"
    assert night.rendered_line("en", sample_line()).voice == "builtin"


@pytest.mark.usefixtures("real_engine")
def test_a_preferred_engine_speaks_in_the_night_and_in_the_game(narration):
    settings = Settings(voice=VoicePreference.DEVICE)
    night = narration.render_night(FIVE, night_options(settings), settings.voice)
    lines = narration.render_lines(SAID, settings)
    assert {line.voice for line in (*night.lines.values(), *lines)} == {"device"}
    # What was said once waits for nobody.
    assert narration.render_lines(SAID, settings, use_engine=False) == lines
    assert narration.render_night(FIVE, night_options(settings), settings.voice, use_engine=False) == night


@pytest.mark.usefixtures("real_engine")
def test_the_length_of_a_night_depends_on_its_voice(narration):
    settings = Settings(voice=VoicePreference.DEVICE)
    at_first = narration.render_night(FIVE, night_options(settings), settings.voice, use_engine=False)
    night = narration.render_night(FIVE, night_options(settings), settings.voice)
    assert not at_first.is_final
    assert night.is_final
    assert sum(line.seconds for line in night.lines.values()) == pytest.approx(
        sum(read_duration(line.clip) for line in night.lines.values() if line.clip is not None)
    )
    assert night.timeline.total != at_first.timeline.total


@pytest.mark.usefixtures("real_engine")
def test_interjections_are_rendered_before_the_night(narration):
    settings = Settings(voice=VoicePreference.DEVICE, second_narration="it")
    night = narration.render_night(FIVE, night_options(settings), settings.voice)
    for language in night.languages:
        for aside in list_interjections(night.script):
            line = night.rendered_line(language, aside.line)
            assert (line.voice, line.is_final) == ("device", True)


def test_a_failing_engine_falls_back_in_the_night_and_in_the_game(narration, monkeypatch):
    monkeypatch.setattr(DesktopVoice, "_start_engine", lambda _: None)
    settings = Settings(voice=VoicePreference.DEVICE)
    night = narration.render_night(FIVE, night_options(settings), settings.voice)
    lines = narration.render_lines(SAID, settings)
    assert {line.voice for line in (*night.lines.values(), *lines)} == {"builtin"}
    assert all(line.is_final for line in lines)


# -- the sound check --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("real_engine")
def test_every_voice_has_the_same_sample_line(narration):
    settings = Settings()
    heard = narration.check_voices(settings).audible_voices("en")
    assert heard == ("builtin", "device")
    said = [narration.try_voice(name, "en", settings) for name in heard]
    assert [line.voice for line in said] == list(heard)
    assert len({line.text for line in said}) == 1
    assert len({line.clip for line in said}) == 2


def test_a_recorded_line_is_preferred_as_the_sample_line(narration, tmp_path, tone):
    recorded = "avalon.night.quick.merlin_open"
    tone(tmp_path / "voices" / "en" / f"{recorded}.wav")
    found = narration.check_voices(Settings(), use_engine=False)
    assert found.audible_voices("en")[:2] == ("recorded", "builtin")
    assert found.voice_names == {"en": "recorded"}
    for voice in ("recorded", "builtin"):
        clip = narration.try_voice(voice, "en", Settings(), use_engine=False).clip
        assert clip is not None
        assert clip.stem == recorded


def test_a_sound_check_without_the_engine_names_the_chosen_voice(narration, no_engine_started):
    found = narration.check_voices(Settings(voice=VoicePreference.DEVICE), use_engine=False)
    assert not found.is_final
    assert found.voice_names == {"en": "device"}
    assert found.choices["en"].reason_key == "app.voice.why.asked.device"


def test_a_broken_engine_is_not_named_as_the_speaking_voice(narration, monkeypatch):
    failed = warning("app.problem.voice_engine_failed")

    def refuse(*_):
        raise VoiceError(failed)

    monkeypatch.setattr(DesktopVoice, "supports_language", lambda *_: True)
    monkeypatch.setattr(DesktopVoice, "render", refuse)
    found = narration.check_voices(Settings(voice=VoicePreference.DEVICE))
    assert found.voice_names == {"en": "builtin"}
    assert found.problems == (failed,)
    with pytest.raises(VoiceError) as refused:
        narration.try_voice("device", "en", Settings())
    assert refused.value.problem == failed


# -- sentences of a guide -----------------------------------------------------------------------------------


CLOSED = Message(list_lines()[0])
NAMED = Message("silver_guide.step.amulet", {"name": "Ada"})


def test_a_message_with_a_clip_needs_no_engine(narration, no_engine_started):
    spoken = narration.render_message(CLOSED, Settings(), use_engine=False)
    assert (spoken.voice, spoken.is_final) == ("builtin", True)


def test_a_message_with_numbers_has_a_clip_of_its_own(narration, no_engine_started):
    five, seven = (
        narration.render_message(
            Message("cultists_guide.step.routes", {"n": n}), Settings(), use_engine=False
        )
        for n in (5, 7)
    )
    assert (five.voice, seven.voice) == ("builtin", "builtin")
    assert "Lay 5 of them" in five.text
    assert five.clip != seven.clip


def test_a_message_with_names_needs_the_engine(narration, no_engine_started):
    spoken = narration.render_message(NAMED, Settings(), use_engine=False)
    assert spoken.text.startswith("Ada starts.")
    assert (spoken.clip, spoken.is_final) == (None, False)
    assert spoken.seconds > 0


@pytest.mark.usefixtures("real_engine")
def test_the_engine_renders_different_names_as_different_lines(narration):
    ada = narration.render_message(NAMED, Settings())
    bruno = narration.render_message(Message(NAMED.key, {"name": "Bruno"}), Settings())
    assert (ada.voice, bruno.voice) == ("device", "device")
    assert ada.clip != bruno.clip
    assert narration.render_message(NAMED, Settings(), use_engine=False) == ada


@pytest.mark.usefixtures("real_engine")
def test_brisk_speech_is_shorter(narration):
    calm = narration.render_message(NAMED, Settings())
    assert narration.render_message(NAMED, Settings(), is_brisk=True).seconds < calm.seconds


def test_bidi_marks_are_not_spoken(narration):
    named = Message(NAMED.key, {"name": "آرش"})
    assert not BIDI_MARKS & set(narration.render_message(named, Settings(), use_engine=False).text)
