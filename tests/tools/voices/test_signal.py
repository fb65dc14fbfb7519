"""Samples made ready to ship: even, never clipped, with the same silence around every clip."""

import shutil

import pytest

np = pytest.importorskip("numpy")

from tools.voices import signal  # noqa: E402

RATE = signal.RATE
needs_vorbis = pytest.mark.skipif(not shutil.which("oggenc"), reason="oggenc is not installed")


def sentence(seconds=1.0, level=0.2, rate=RATE):
    """Half a second of silence, something like speech, and silence again."""
    time = np.arange(round(seconds * rate)) / rate
    signal_samples = (
        level * np.sin(2 * np.pi * 300 * time) * (1 + np.sin(2 * np.pi * 4 * time)) / 2 + level / 10
    )
    return np.concatenate([np.zeros(rate // 2), signal_samples, np.zeros(rate // 2)])


def test_sentences_have_equal_silence_around_them():
    clip = signal.trimmed(sentence(), RATE)
    assert len(clip) / RATE == pytest.approx(1.0 + signal.LEAD + signal.TAIL, abs=0.01)
    lead, tail = (round((margin - 0.006) * RATE) for margin in (signal.LEAD, signal.TAIL))
    assert np.abs(clip[:lead]).max() < 0.001
    assert np.abs(clip[-tail:]).max() < 0.001


def test_cuts_are_faded():
    clip = signal.trimmed(np.full(RATE, 0.3), RATE)
    assert np.abs(np.diff(clip)).max() < 0.01


def test_breath_is_inserted_between_sentences_only():
    one, two = (signal.joined([sentence()] * count, 0.5) for count in (1, 2))
    assert len(two) / RATE == pytest.approx(2 * 1.0 + 0.5 + signal.LEAD + signal.TAIL, abs=0.02)
    middle = len(two) // 2
    quiet = round(0.2 * RATE)
    assert np.abs(two[middle - quiet : middle + quiet]).max() < 0.001
    assert len(one) / RATE == pytest.approx(1.0 + signal.LEAD + signal.TAIL, abs=0.01)


@pytest.mark.parametrize("level", [0.01, 0.2, 0.9])
def test_loudness_is_normalised(level):
    clip = signal.levelled(sentence(level=level), RATE)
    assert signal.lufs(clip, RATE) == pytest.approx(signal.LOUDNESS, abs=0.2)


def test_peak_is_limited_briefly():
    sound = sentence(2.0)
    sound[RATE : RATE + 20] = 3.0
    clip = signal.levelled(sound, RATE)
    assert np.abs(clip).max() <= signal.from_decibels(signal.PEAK) + 1e-9
    plain = signal.levelled(sentence(2.0), RATE)
    later = slice(RATE + RATE // 2, 2 * RATE)
    assert np.abs(clip[later]).max() == pytest.approx(np.abs(plain[later]).max(), rel=0.1)


def test_loudness_follows_the_standard():
    """A tone of 997 Hz at full scale on one side is at -3.01 LUFS."""
    tone = np.sin(2 * np.pi * 997 * np.arange(48000 * 3) / 48000)
    assert signal.lufs(tone, 48000) == pytest.approx(-3.01, abs=0.05)
    assert signal.lufs(tone[::2], 24000) == pytest.approx(-3.01, abs=0.05)


def test_true_peak_includes_values_between_samples():
    """A quarter of the sampling rate, an eighth of a turn off: every sample lies 3 dB below the top."""
    wave = np.sin(2 * np.pi * np.arange(4096) / 4 + np.pi / 4)
    assert signal.decibels(float(np.abs(wave).max())) == pytest.approx(-3.01, abs=0.01)
    assert signal.true_peak(wave) == pytest.approx(0.0, abs=0.1)


def test_resampling_preserves_the_signal():
    sound = sentence(rate=22050)
    there = signal.resampled(sound, 22050, RATE)
    assert len(there) / RATE == pytest.approx(len(sound) / 22050, abs=0.001)
    back = signal.resampled(there, RATE, 22050)
    assert np.abs(back[: len(sound)] - sound[: len(back)]).max() < 0.02


@needs_vorbis
@pytest.mark.parametrize("level", [0.02, 0.9])
def test_encoded_clip_keeps_loudness_and_peak(level):
    """Also where a few loud moments stand out, which packing makes higher still."""
    sound = sentence(3.0, level)
    sound[RATE : RATE + 40] *= 6
    data = signal.packed_even(sound)
    decoded = signal.unpacked(data)
    assert signal.true_peak(decoded) <= signal.PACKED_PEAK
    assert signal.lufs(decoded, signal.PACKED_RATE) == pytest.approx(signal.LOUDNESS, abs=0.6)
    assert len(decoded) / signal.PACKED_RATE == pytest.approx(len(sound) / RATE, abs=0.001)
    assert signal.rate_of(data) == signal.PACKED_RATE
    assert signal.packed_even(sound) == data
