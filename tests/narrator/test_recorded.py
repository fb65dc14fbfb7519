import shutil

import pytest

from companion.narrator.voices.clip import Line, VoiceError, read_duration
from companion.narrator.voices.recorded import MAX_RECORDING_BYTES, RecordedVoice

KEY = "avalon.night.normal.merlin_open"
LINE = Line(KEY, "Merlin, open your eyes.", "en")


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "en").mkdir()
    return tmp_path


def refusal(voice, line=LINE):
    with pytest.raises(VoiceError) as refused:
        voice.render(line, 1.0)
    assert not refused.value.problem.is_blocking
    return refused.value.problem


def test_a_recorded_line_is_played_as_it_was_spoken(folder, tone):
    tone(folder / "en" / f"{KEY}.wav", seconds=2.5)
    clip = RecordedVoice(folder).render(LINE, 1.5)
    assert clip.seconds == pytest.approx(2.5, abs=0.001)
    assert clip.path == folder / "en" / f"{KEY}.wav"


def test_an_ogg_file_is_as_long_as_its_last_page_says(folder, shipped_clip):
    shutil.copy(shipped_clip, folder / "en" / f"{KEY}.ogg")
    assert RecordedVoice(folder).render(LINE, 1.0).seconds == pytest.approx(read_duration(shipped_clip))


def test_it_speaks_only_the_languages_that_have_recordings(folder, tone):
    voice = RecordedVoice(folder)
    assert not voice.supports_language("en")
    tone(folder / "en" / f"{KEY}.wav")
    assert voice.supports_language("en")
    assert not voice.supports_language("fa")


def test_a_line_that_was_not_recorded_is_no_other_lines_fault(folder, tone):
    tone(folder / "en" / f"{KEY}.wav")
    voice = RecordedVoice(folder)
    other = Line("avalon.night.normal.merlin_close", "Merlin, close your eyes.", "en")
    assert refusal(voice, other).code == "voice_not_recorded"
    assert voice.render(LINE, 1.0).seconds > 0


def damaged(folder, shipped_clip, tone):
    """(what is wrong, a file that has it)"""
    whole = shipped_clip.read_bytes()
    wav = tone(folder / "whole.wav").read_bytes()
    yield "voice_file_broken", "ogg", b""
    yield "voice_file_broken", "ogg", b"Not sound at all"
    yield "voice_file_broken", "ogg", whole[:-200]
    yield "voice_file_broken", "ogg", whole[:20]
    yield "voice_file_broken", "ogg", whole[:3000] + b"\0" * 500 + whole[3500:6000]
    yield "voice_file_broken", "ogg", whole.replace(b"\x01vorbis", b"OpusHead"[:7])
    yield "voice_file_broken", "wav", wav[: len(wav) // 2]
    yield "voice_file_broken", "wav", wav[:30]
    yield "voice_file_broken", "wav", b"RIFF" + b"\xff" * 100
    yield "voice_file_empty", "wav", tone(folder / "short.wav", seconds=0.05).read_bytes()
    yield "voice_file_long", "wav", tone(folder / "long.wav", seconds=31, rate=8000).read_bytes()
    yield "voice_file_big", "wav", wav + bytes(MAX_RECORDING_BYTES)


def test_what_cannot_be_played_is_refused_with_its_reason(folder, shipped_clip, tone):
    voice = RecordedVoice(folder)
    for code, kind, data in damaged(folder, shipped_clip, tone):
        path = folder / "en" / f"{KEY}.{kind}"
        path.write_bytes(data)
        problem = refusal(voice)
        assert (problem.code, problem.args["file"]) == (code, path.name)
        path.unlink()


def test_all_files_of_a_language_are_looked_at(folder, tone):
    tone(folder / "en" / f"{KEY}.wav")
    tone(folder / "en" / "avalon.night.normal.merlin_opne.wav")
    (folder / "en" / "avalon.night.normal.all_open.ogg").write_bytes(b"OggS")
    (folder / "en" / f"{KEY}.mp3").write_bytes(b"ID3")
    (folder / "en" / ".hidden").write_bytes(b"")
    found = RecordedVoice(folder).find_problems("en", {KEY, "avalon.night.normal.all_open"})
    assert [(problem.code, problem.args["file"]) for problem in found] == [
        ("voice_file_broken", "avalon.night.normal.all_open.ogg"),
        ("voice_file_kind", f"{KEY}.mp3"),
        ("voice_file_name", "avalon.night.normal.merlin_opne.wav"),
    ]
    assert RecordedVoice(folder).find_problems("fa", {KEY}) == ()
