"""Choice of a voice per language, and the cache of the speech engine."""

from __future__ import annotations

import sys
from dataclasses import dataclass

import pytest

from companion.narrator.voices.clip import ClipCache, Line, NotRenderedYet, VoiceError
from companion.narrator.voices.desktop import ENGINE_COMMAND, DesktopVoice
from companion.narrator.voices.engine import SILENT_VOICE, SpeechEngine, choose_voices
from companion.settings import VoicePreference as Preference


@dataclass(frozen=True)
class Able:
    """A voice that is nothing but what it can do."""

    name: str
    languages: tuple[str, ...] = ("en", "fa")

    def supports_language(self, language):
        return language in self.languages

    def render(self, line, pace):
        raise AssertionError("choosing renders nothing")


RECORDED = Able("recorded")
CLIPS = Able("builtin")
ENGINE = Able("device")
ALL = (ENGINE, CLIPS, RECORDED)

RULES = [
    # what the table wants, what there is -> in which order it speaks, and why
    (Preference.BEST, ALL, (RECORDED, CLIPS, ENGINE), "best.recorded"),
    (Preference.BEST, (ENGINE, CLIPS), (CLIPS, ENGINE), "best.builtin"),
    (Preference.BEST, (CLIPS,), (CLIPS,), "best.builtin"),
    (Preference.BEST, (ENGINE,), (ENGINE,), "best.device"),
    (Preference.DEVICE, ALL, (ENGINE, RECORDED, CLIPS), "asked.device"),
    (Preference.DEVICE, (CLIPS,), (CLIPS,), "no_device.builtin"),
    (Preference.DEVICE, (CLIPS, RECORDED), (RECORDED, CLIPS), "no_device.recorded"),
    (Preference.BUILTIN, ALL, (CLIPS, RECORDED, ENGINE), "asked.builtin"),
    (Preference.BUILTIN, (ENGINE,), (ENGINE,), "no_builtin.device"),
    (Preference.BUILTIN, (ENGINE, RECORDED), (RECORDED, ENGINE), "no_builtin.recorded"),
    (Preference.RECORDED, ALL, (RECORDED, CLIPS, ENGINE), "asked.recorded"),
    (Preference.RECORDED, (ENGINE, CLIPS), (CLIPS, ENGINE), "no_recorded.builtin"),
    (Preference.RECORDED, (ENGINE,), (ENGINE,), "no_recorded.device"),
]


@pytest.mark.parametrize(("preference", "voices", "order", "why"), RULES)
def test_the_preference_decides_the_voice_and_its_reason(preference, voices, order, why):
    choice = choose_voices(preference, ("en",), voices)["en"]
    assert choice.order == order
    assert choice.reason_key == f"app.voice.why.{why}"


def test_each_language_has_its_own_choice():
    """The phone has no Persian, as most have none."""
    phone = Able("device", ("en",))
    choices = choose_voices(Preference.DEVICE, ("en", "fa"), (phone, CLIPS))
    assert (choices["en"].voice, choices["fa"].voice) == (phone, CLIPS)
    assert choices["fa"].fallbacks == ()


@pytest.mark.parametrize("preference", Preference)
def test_an_unsupported_language_has_the_silent_voice(preference):
    choice = choose_voices(preference, ("it",), ALL)["it"]
    assert (choice.voice, choice.reason_key) == (SILENT_VOICE, "app.voice.why.nobody")
    with pytest.raises(VoiceError):
        choice.voice.render(Line("avalon.night.quick.all_open", "Tutti", "it"), 1.0)


def test_every_reason_has_a_message():
    from companion.i18n.translator import Translator

    english = Translator("en")
    for *_, why in (*RULES, ("nobody",)):
        assert "English" in english(f"app.voice.why.{why}", language="English")
    assert english.missing == set()


LINE = Line("avalon.night.normal.merlin_open", "Merlin, open your eyes.", "en")


@pytest.fixture
def engine_of(tmp_path):
    made = []

    def make(command=ENGINE_COMMAND):
        made.append(SpeechEngine(DesktopVoice(ClipCache(tmp_path / "clips"), command=command)))
        return made[-1]

    yield make
    for engine in made:
        engine.close()


@pytest.fixture
def engine(engine_of, real_engine):
    return engine_of()


def test_an_uncached_line_is_not_rendered_yet(engine_of):
    """There is no such program: it would be found out if it were started."""
    engine = engine_of(("no such program",))
    assert engine.cached.supports_language("en")
    with pytest.raises(NotRenderedYet):
        engine.cached.render(LINE, 1.0)


def test_a_rendered_line_is_cached(engine):
    clip = engine.render(LINE, 1.0)
    engine.close()
    assert engine.cached.render(LINE, 1.0) == clip
    assert engine.cached.name == engine.name == clip.source


@pytest.mark.parametrize("otherwise", ["pace", "pitch", "words"])
def test_pace_pitch_and_text_are_part_of_the_cache_key(engine, otherwise):
    engine.render(LINE, 1.0)
    line, pace = LINE, 1.0
    match otherwise:
        case "pace":
            pace = 1.5
        case "pitch":
            engine.pitch = 1.4
        case "words":
            line = Line(LINE.key, "Merlin, close your eyes.", "en")
    with pytest.raises(NotRenderedYet):
        engine.cached.render(line, pace)


def test_a_deleted_or_damaged_clip_is_rendered_again(engine):
    clip = engine.render(LINE, 1.0)
    clip.path.write_bytes(clip.path.read_bytes()[:100])
    with pytest.raises(NotRenderedYet):
        engine.cached.render(LINE, 1.0)
    clip.path.unlink()
    with pytest.raises(NotRenderedYet):
        engine.cached.render(LINE, 1.0)
    again = engine.render(LINE, 1.0)
    assert engine.cached.render(LINE, 1.0) == again


def test_an_unsupported_language_is_cached(engine):
    assert not engine.supports_language("tlh")
    assert not engine.cached.supports_language("tlh")
    assert engine.cached.supports_language("en")


def test_a_failed_line_is_cached(engine_of):
    hello = '{"driver": "x", "voices": [{"id": "v", "languages": ["en"]}]}'
    program = f"""print('{hello}', flush=True); input(); print('{{"error": "no"}}')"""
    engine = engine_of((sys.executable, "-c", program))
    with pytest.raises(VoiceError) as refused:
        engine.render(LINE, 1.0)
    with pytest.raises(VoiceError) as again:
        engine.cached.render(LINE, 1.0)
    assert again.value.problem == refused.value.problem
