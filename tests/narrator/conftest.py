"""Audio files for tests, written by the standard library."""

import math
import wave
from array import array

import pytest

from companion import asset
from companion.narrator.planner import SegmentKind


def write_tone(path, seconds=1.0, rate=22050, level=0.5, frequency=440.0):
    path.parent.mkdir(parents=True, exist_ok=True)
    turn = 2 * math.pi * frequency / rate
    samples = array("h", (round(level * 32767 * math.sin(turn * i)) for i in range(round(seconds * rate))))
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, rate, 0, "NONE", ""))
        file.writeframes(samples.tobytes())
    return path


def read_samples(path):
    with wave.open(str(path), "rb") as file:
        assert (file.getnchannels(), file.getsampwidth()) == (1, 2)
        return array("h", file.readframes(file.getnframes())), file.getframerate()


@pytest.fixture
def speech():
    """Where a voice is heard on a timeline, in order."""
    return lambda timeline: [segment for segment in timeline.segments if segment.kind is SegmentKind.SPEECH]


@pytest.fixture
def tone():
    return write_tone


@pytest.fixture
def heard():
    """The samples of a WAV file, and how many a second."""
    return read_samples


@pytest.fixture
def shipped_clip():
    """An Ogg Vorbis file as the app ships them."""
    return asset("voice", "en", "avalon.night.quick.merlin_open.ogg")
