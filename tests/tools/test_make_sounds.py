"""The sounds that are no speech: beds that cover small noises, and signs."""

from importlib.util import find_spec

import pytest

from companion import asset
from companion.narrator.audio import BACKGROUND_PEAK
from companion.narrator.voices.mixer import AudioDecoder
from tests.cases import sample

np = pytest.importorskip("numpy")

from tools import make_sounds  # noqa: E402
from tools.voices import signal  # noqa: E402

needs_decoder = pytest.mark.skipif(find_spec("kivy") is None, reason="the decoder comes with Kivy")


@pytest.mark.parametrize("make", sample(make_sounds.BEDS))
def test_background_sound_loops_and_masks_rustling(make):
    bed = make_sounds.bed_levelled(make())
    assert np.abs(bed).max() < BACKGROUND_PEAK
    steps = np.abs(np.diff(bed))
    assert abs(bed[0] - bed[-1]) < 1.5 * steps.max()
    power = np.abs(np.fft.rfft(bed)) ** 2
    pitch = np.fft.rfftfreq(len(bed), 1 / make_sounds.RATE)
    # Sleeves rustle between one and eight kilohertz.
    assert power[(pitch > 1000) & (pitch < 8000)].sum() > 0.3 * power.sum()


@pytest.mark.parametrize("make", sample((*make_sounds.SIGNS, *make_sounds.BEDS), len(make_sounds.SIGNS)))
def test_sounds_are_reproducible(make):
    assert np.array_equal(make(), make())


@needs_decoder
@pytest.mark.parametrize("make", sample(make_sounds.BEDS))
def test_shipped_background_sounds_are_equally_loud(make):
    with AudioDecoder() as decoder:
        bed = np.array(decoder.decode(asset("sounds", f"{make.__name__}.ogg"))) / 32768
        assert signal.lufs(bed, decoder.rate) == pytest.approx(make_sounds.BED_LOUDNESS, abs=2)
        assert np.abs(bed).max() < BACKGROUND_PEAK


def test_sound_files_are_small():
    assert sum(path.stat().st_size for path in asset("sounds").glob("*.ogg")) < 400_000
