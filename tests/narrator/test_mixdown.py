"""The night as a WAV file, measured in its samples."""

import io
import math
import os
import subprocess
import sys
import wave
from array import array
from importlib.util import find_spec

import pytest

from companion import asset
from companion.games.avalon.setup import Setup
from companion.narrator.audio import BACKGROUND_PEAK, DUCKED_LEVEL, FADE_SECONDS
from companion.narrator.narration import limit_peak, make_loop, write_mixdown
from companion.narrator.planner import SegmentKind, plan_timeline
from companion.narrator.voices.clip import BuiltinVoice, Line, VoiceError, sound_path
from companion.narrator.voices.mixer import AudioDecoder
from companion.scripts.avalon.night import build_script
from companion.scripts.script import NightStyle
from tests.cases import sample

SETUP = Setup(tuple("ABCDE"), roles=("percival", "morgana"))
SCRIPT = build_script(SETUP, NightStyle.QUICK)
needs_decoder = pytest.mark.skipif(find_spec("kivy") is None, reason="the decoder comes with Kivy")


def built_in(*languages):
    voice = BuiltinVoice()
    return {
        (language, cue.line): voice.render(Line(cue.line, "", language), 1.0)
        for language in languages
        for cue in SCRIPT.cues
    }


def planned(clips, languages=("en",)):
    lengths = {code: {cue.line: clips[code, cue.line].seconds for cue in SCRIPT.cues} for code in languages}
    return plan_timeline(SCRIPT, lengths, players=5)


def level(samples):
    return math.sqrt(sum(sample * sample for sample in samples) / max(1, len(samples))) / 32768


@pytest.fixture
def decoder():
    with AudioDecoder() as decoder:
        yield decoder


@needs_decoder
@pytest.mark.parametrize("bed", sample(["rain", None, "hearth", "tavern"], 2))
def test_a_night_in_two_languages_lasts_as_planned_and_never_clips(tmp_path, heard, decoder, bed):
    clips = built_in("en", "fa")
    timeline = planned(clips, ("en", "fa"))
    written = write_mixdown(
        timeline,
        {key: clip.path for key, clip in clips.items()},
        tmp_path / "night.wav",
        decode=decoder.decode,
        rate=decoder.rate,
        background=sound_path(bed) if bed else None,
    )
    samples, rate = heard(tmp_path / "night.wav")
    assert rate == decoder.rate
    assert len(samples) == written == pytest.approx(timeline.total * rate, abs=1)
    assert max(map(abs, samples)) < 32767
    for segment in timeline.segments:
        part = samples[round(segment.start * rate) : round(segment.end * rate)]
        if segment.kind is SegmentKind.SPEECH:
            assert level(part) > 0.03
        elif bed is None:
            assert level(part) == 0
        elif segment.seconds > 4 * FADE_SECONDS:
            middle = part[len(part) // 3 : 2 * len(part) // 3]
            assert 0.02 < level(middle) < 0.1


@needs_decoder
def test_each_clip_begins_where_the_timeline_says(tmp_path, heard, decoder, speech):
    clips = built_in("it")
    timeline = planned(clips, ("it",))
    paths = {key: clip.path for key, clip in clips.items()}
    write_mixdown(timeline, paths, tmp_path / "n.wav", decode=decoder.decode, rate=decoder.rate)
    samples, rate = heard(tmp_path / "n.wav")
    for segment in speech(timeline):
        clip = decoder.decode(paths["it", SCRIPT.cues[segment.cue_index].line])
        start = round(segment.start * rate)
        assert samples[start : start + 20_000] == clip[:20_000]


@needs_decoder
def test_a_line_without_a_clip_is_silent_for_its_duration(decoder):
    clips = built_in("en")
    timeline = planned(clips)
    out = io.BytesIO()
    write_mixdown(timeline, {}, out, decode=decoder.decode, rate=decoder.rate)
    with wave.open(io.BytesIO(out.getvalue())) as sound:
        assert sound.getnframes() == round(timeline.total * sound.getframerate())
        assert set(sound.readframes(sound.getnframes())) == {0}


@needs_decoder
def test_a_clip_at_full_scale_is_scaled_down_without_clipping(tmp_path, tone, heard, decoder):
    clips = built_in("en")
    timeline = planned(clips)
    loud = tone(tmp_path / "loud.wav", seconds=3, level=1.0)
    paths = dict.fromkeys(clips, loud)
    write_mixdown(
        timeline,
        paths,
        tmp_path / "n.wav",
        decode=decoder.decode,
        rate=decoder.rate,
        background=sound_path("tavern"),
    )
    samples, _ = heard(tmp_path / "n.wav")
    assert 0.85 * 32767 < max(map(abs, samples)) < 32767


def test_limiting_keeps_the_shape_of_a_wave():
    quiet = array("h", [100, -200, 300])
    assert limit_peak(quiet, 0.5) is quiet
    assert limit_peak(array("h", [32767, -16384, 0]), 0.5).tolist() == [16383, -8191, 0]


def test_a_loop_has_no_seam():
    """At 1 and -1 in turn at both ends: a plain repetition would jump at the seam."""
    ramp = array("h", [round(8000 * i / 2000) for i in range(2000)])
    turn = make_loop(ramp, 400)
    assert len(turn) == 1600
    assert max(abs(turn[(i + 1) % len(turn)] - turn[i]) for i in range(len(turn))) < 400
    assert max(map(abs, turn)) <= BACKGROUND_PEAK * 32768


@needs_decoder
@pytest.mark.parametrize("bed", sample(["rain", "hearth", "tavern"]))
def test_a_loop_is_equally_loud_at_its_seam(decoder, bed):
    samples = decoder.decode(sound_path(bed))
    assert len(samples) > 15 * decoder.rate
    turn = make_loop(samples, decoder.rate)
    around = turn[-decoder.rate :] + turn[: decoder.rate]
    windows = [turn[i : i + 2 * decoder.rate] for i in range(0, len(turn) - 2 * decoder.rate, decoder.rate)]
    levels = [level(window) for window in windows]
    assert 0.8 * min(levels) < level(around) < 1.25 * max(levels)
    # One that swelled like breathing would be heard as a loop.
    assert max(levels) < 2 * min(levels)
    assert max(map(abs, samples)) <= BACKGROUND_PEAK * 32768


@needs_decoder
def test_the_mixed_background_is_ducked_under_a_voice(tmp_path, heard, decoder):
    clips = built_in("en")
    timeline = planned(clips)
    bed = sound_path("rain")
    write_mixdown(timeline, {}, tmp_path / "n.wav", decode=decoder.decode, rate=decoder.rate, background=bed)
    samples, rate = heard(tmp_path / "n.wav")

    def loudness(part):
        spans = [s for s in timeline.segments if s.kind is part and s.seconds > 4 * FADE_SECONDS]
        pieces = [
            samples[round((s.start + FADE_SECONDS) * rate) : round((s.end - FADE_SECONDS) * rate)]
            for s in spans
        ]
        return sum(map(level, pieces)) / len(pieces)

    assert loudness(SegmentKind.SPEECH) / loudness(SegmentKind.HOLD) == pytest.approx(DUCKED_LEVEL, rel=0.25)


# -- decoding -----------------------------------------------------------------------------------------------


@needs_decoder
def test_a_wav_file_is_decoded_as_it_is(tmp_path, tone, heard, decoder):
    path = tone(tmp_path / "tone.wav", rate=decoder.rate)
    decoded, written = decoder.decode(path), heard(path)[0]
    assert len(decoded) == len(written)
    assert max(abs(a - b) for a, b in zip(decoded, written, strict=True)) < 0.02 * 32768


@needs_decoder
@pytest.mark.parametrize("data", [b"", b"OggS", b"not a sound"])
def test_an_invalid_audio_file_is_rejected(tmp_path, decoder, data):
    path = tmp_path / "bad.ogg"
    path.write_bytes(data)
    with pytest.raises(VoiceError):
        decoder.decode(path)
    with pytest.raises(VoiceError):
        decoder.decode(tmp_path / "missing.ogg")


@needs_decoder
def test_decoding_with_the_mixer_of_kivy_gives_the_same_samples(tmp_path, tone):
    """Kivy's runs at another rate and in stereo."""
    code = (
        "from pathlib import Path; import sys\n"
        "from companion.narrator.voices.mixer import AudioDecoder\n"
        "path = Path(sys.argv[1])\n"
        "with AudioDecoder() as decoder: alone = decoder.decode(path)\n"
        "from kivy.core.audio import SoundLoader\n"
        "sound = SoundLoader.load(str(path))\n"
        "with AudioDecoder() as decoder: beside = decoder.decode(path)\n"
        "assert sound.length > 0\n"
        "print(decoder.rate, len(alone), len(beside), max(abs(a - b) for a, b in zip(alone, beside)))\n"
    )
    path = tone(tmp_path / "tone.wav", seconds=2.0, level=0.5)
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
    rate, alone, beside, difference = map(int, done.stdout.split())
    assert rate == 22050
    assert alone == 2 * rate
    assert beside == pytest.approx(alone, abs=100)
    assert difference < 0.02 * 32768


@needs_decoder
@pytest.mark.parametrize("driver", ["", "nonsense", "dummy"])
def test_decoding_needs_no_audio_device(driver):
    """In a process of its own, in which nothing has opened a device and none may be there."""
    code = (
        "from pathlib import Path; import sys\n"
        "from companion.narrator.voices.mixer import AudioDecoder, current_audio_driver\n"
        "before = current_audio_driver()\n"
        "with AudioDecoder() as decoder: print(len(decoder.decode(Path(sys.argv[1]))), decoder.rate)\n"
        "print(before, current_audio_driver(), 'kivy' in sys.modules)\n"
    )
    env = {name: value for name, value in os.environ.items() if name != "SDL_AUDIODRIVER"}
    clip = asset("voice", "en", "avalon.night.quick.merlin_open.ogg")
    done = subprocess.run(
        [sys.executable, "-c", code, str(clip)],
        env=env | ({"SDL_AUDIODRIVER": driver} if driver else {}),
        capture_output=True,
        text=True,
        check=True,
    )
    count, rate, *state = done.stdout.split()
    assert int(count) > int(rate)
    assert state == ["None", "None", "False"]
