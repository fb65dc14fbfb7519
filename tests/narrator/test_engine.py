"""The device's engine, asked in its own time and remembered at once."""

import sys

import pytest

from companion.narrator.voices.clip import ClipCache, Line, NotRenderedYet, VoiceError
from companion.narrator.voices.desktop import ENGINE_COMMAND, DesktopVoice
from companion.narrator.voices.engine import SpeechEngine

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


def test_what_it_has_not_been_asked_is_not_known_yet(engine_of):
    """There is no such program: it would be found out if it were started."""
    engine = engine_of(("no such program",))
    assert engine.cached.supports_language("en")
    with pytest.raises(NotRenderedYet):
        engine.cached.render(LINE, 1.0)


def test_what_it_has_said_is_said_again_at_once(engine):
    clip = engine.render(LINE, 1.0)
    engine.close()
    assert engine.cached.render(LINE, 1.0) == clip
    assert engine.cached.name == engine.name == clip.source


@pytest.mark.parametrize("otherwise", ["pace", "pitch", "words"])
def test_another_pace_pitch_or_sentence_is_another_line(engine, otherwise):
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


def test_a_rendered_clip_that_was_let_go_or_damaged_is_asked_for_again(engine):
    clip = engine.render(LINE, 1.0)
    clip.path.write_bytes(clip.path.read_bytes()[:100])
    with pytest.raises(NotRenderedYet):
        engine.cached.render(LINE, 1.0)
    clip.path.unlink()
    with pytest.raises(NotRenderedYet):
        engine.cached.render(LINE, 1.0)
    again = engine.render(LINE, 1.0)
    assert engine.cached.render(LINE, 1.0) == again


def test_a_language_it_lacks_is_remembered(engine):
    assert not engine.supports_language("tlh")
    assert not engine.cached.supports_language("tlh")
    assert engine.cached.supports_language("en")


def test_what_it_refused_is_refused_at_once_and_nobody_waits_again(engine_of):
    hello = '{"driver": "x", "voices": [{"id": "v", "languages": ["en"]}]}'
    program = f"""print('{hello}', flush=True); input(); print('{{"error": "no"}}')"""
    engine = engine_of((sys.executable, "-c", program))
    with pytest.raises(VoiceError) as refused:
        engine.render(LINE, 1.0)
    with pytest.raises(VoiceError) as again:
        engine.cached.render(LINE, 1.0)
    assert again.value.problem == refused.value.problem
