"""Detection of silent clips."""

import wave

import pytest

from companion.narrator.voices.clip import ClipCache, VoiceError, is_silent


def write(path, frames, width=2, channels=1):
    with wave.open(str(path), "wb") as file:
        file.setparams((channels, width, 8000, 0, "NONE", ""))
        file.writeframes(frames)
    return path


@pytest.mark.parametrize("width", [1, 2, 4])
def test_zero_samples_are_silent_in_every_width(tmp_path, width):
    rest = b"\x80" if width == 1 else bytes(width)
    assert is_silent(write(tmp_path / "rest.wav", rest * 16000, width))


@pytest.mark.parametrize("width", [1, 2, 4])
def test_the_faint_noise_of_a_converter_is_silent(tmp_path, width):
    noise = (
        b"\x80\x81\x7f"
        if width == 1
        else b"".join(n.to_bytes(width, "little", signed=True) for n in (0, 90, -90))
    )
    assert is_silent(write(tmp_path / "noise.wav", noise * 5000, width))


@pytest.mark.parametrize(("seconds", "level"), [(0.3, 0.5), (2.0, 0.05), (40.0, 0.5)])
def test_a_quiet_voice_is_not_silent(tmp_path, tone, seconds, level):
    assert not is_silent(tone(tmp_path / "tone.wav", seconds=seconds, rate=8000, level=level))


@pytest.mark.parametrize("spoken", [0, 1, 2, 3])
def test_one_word_between_long_pauses_is_not_silent(tmp_path, tone, spoken):
    """Wherever it stands: a second of four is heard."""
    with wave.open(str(tone(tmp_path / "word.wav", rate=8000)), "rb") as file:
        word = file.readframes(8000)
    parts = [bytes(16000)] * 4
    parts[spoken] = word
    assert not is_silent(write(tmp_path / "line.wav", b"".join(parts)))


def test_an_unsupported_sample_width_counts_as_audible(tmp_path):
    assert not is_silent(write(tmp_path / "wide.wav", bytes(3000), width=3))


def test_a_silent_clip_is_rejected_and_rendered_again(tmp_path, tone):
    cache = ClipCache(tmp_path / "clips")
    with pytest.raises(VoiceError) as refused:
        cache.get_or_render(("line",), lambda path: write(path, bytes(16000)))
    assert refused.value.problem.code == "voice_engine_empty"
    assert list((tmp_path / "clips").iterdir()) == []
    path, seconds = cache.get_or_render(("line",), lambda path: tone(path, rate=8000))
    assert path.is_file()
    assert seconds == 1.0
