"""Audio output through Kivy and SDL's dummy or disk driver, and the level curve of the background."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from array import array
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from companion import asset
from companion.games.avalon.setup import Setup
from companion.i18n.languages import LANGUAGES
from companion.narrator.audio import (
    BACKGROUND_PEAK,
    DUCKED_LEVEL,
    FADE_SECONDS,
    GOOD_VOLUME_PERCENT,
    LOOP_OVERLAP_SECONDS,
    LOW_VOLUME_PERCENT,
    SPEECH_PEAK,
    AudioPlayer,
    VolumeLevels,
    find_sound_problems,
    find_volume_problem,
    level_curve,
)
from companion.narrator.planner import Pauses, SegmentKind, plan_timeline
from companion.narrator.voices.clip import sound_path
from companion.scripts.avalon.night import NIGHT, build_script
from companion.scripts.script import NightStyle

pytestmark = pytest.mark.skipif(find_spec("kivy") is None, reason="sounds are played by Kivy")

QUICK = [asset("voice", "en", f"avalon.night.quick.{name}.ogg") for name in ("merlin_open", "merlin_close")]
RAIN, HEARTH = (sound_path(name) for name in ("rain", "hearth"))
TICK = 0.05


class Room:
    """A sound, the Kivy sounds it made, and a clock that is moved by hand."""

    def __init__(self):
        from kivy.core.audio import SoundLoader

        self.now = 100.0
        self.made: list[Any] = []
        self.levels = VolumeLevels()

        def load(path):
            self.made.append(SoundLoader.load(path))
            return self.made[-1]

        self.sound = AudioPlayer(load, lambda: self.now, lambda: self.levels)

    def pass_time(self, seconds):
        for _ in range(round(seconds / TICK)):
            self.now += TICK
            self.sound.tick()

    @property
    def playing(self):
        return [Path(sound.source) for sound in self.made if sound.state == "play"]

    def loudness(self, path):
        """Of all that plays this file together."""
        return sum(s.volume**2 for s in self.made if s.state == "play" and s.source == str(path)) ** 0.5


@pytest.fixture
def room():
    room = Room()
    yield room
    room.sound.close()


def test_a_line_replaces_the_current_one(room):
    room.sound.play_speech(QUICK[0])
    room.sound.play_speech(QUICK[1])
    assert room.playing == [QUICK[1]]
    room.sound.stop_speech()
    assert room.playing == []


def test_a_line_without_a_clip_stops_the_current_one(room):
    room.sound.play_speech(QUICK[0])
    room.sound.play_speech(None)
    assert room.playing == []


def test_a_preloaded_line_is_not_loaded_again(room):
    room.sound.preload([QUICK[0], None, QUICK[1]])
    assert len(room.made) == 2
    assert room.playing == []
    room.sound.play_speech(QUICK[1])
    room.sound.play_speech(QUICK[1])
    assert len(room.made) == 2
    assert room.playing == [QUICK[1]]


def test_the_cache_of_clips_is_small_and_keeps_the_playing_one(room):
    clips = sorted(asset("voice", "en").glob("avalon.night.quick.*.ogg"))[:20]
    room.sound.play_speech(clips[0])
    room.sound.preload(clips[1:])
    assert room.playing == [clips[0]]
    made = len(room.made)
    room.sound.play_speech(clips[0])
    assert len(room.made) == made
    assert sum(sound.length > 0 for sound in room.made) < 10


def test_the_background_fades_in_and_is_ducked_under_a_voice(room):
    room.sound.set_background(RAIN)
    room.sound.stop_speech()
    room.pass_time(2 * TICK)
    assert 0 < room.loudness(RAIN) < 0.5
    room.pass_time(2.0)
    assert room.loudness(RAIN) == pytest.approx(1.0)
    room.sound.play_speech(QUICK[0])
    room.pass_time(FADE_SECONDS + TICK)
    assert room.loudness(RAIN) == pytest.approx(DUCKED_LEVEL)
    room.sound.set_ducked(is_ducked=False)
    assert QUICK[0] in room.playing  # its last moments are not cut off
    room.pass_time(FADE_SECONDS + TICK)
    assert room.loudness(RAIN) == pytest.approx(1.0)


def test_two_passes_of_the_loop_overlap_with_equal_power(room):
    room.sound.set_background(RAIN)
    room.sound.stop_speech()
    room.pass_time(2.0)
    length = room.made[0].length
    heard = []
    for _ in range(round(3 * length / TICK)):
        room.pass_time(TICK)
        # On this clock three turns pass in no time, so what sounds is told by the volume, not by the device.
        heard.append(sum(sound.volume**2 for sound in room.made) ** 0.5)
    assert min(heard) > 0.9
    assert max(heard) < 1.1
    assert len(room.made) == 2
    assert length > 10 * LOOP_OVERLAP_SECONDS


def test_another_background_waits_until_the_first_has_faded(room):
    room.sound.set_background(RAIN)
    room.pass_time(1.0)
    room.sound.set_background(HEARTH)
    room.pass_time(TICK)
    assert HEARTH not in room.playing
    room.pass_time(2.0)
    assert room.loudness(RAIN) == 0
    assert room.loudness(HEARTH) > 0


def test_tick_returns_false_without_a_background(room):
    assert not room.sound.tick()
    room.sound.set_background(RAIN)
    room.pass_time(1.0)
    assert room.sound.tick()
    room.sound.set_background(None)
    room.pass_time(FADE_SECONDS + 2 * TICK)
    assert room.playing == []
    assert not room.sound.tick()


def test_a_pause_stops_everything_and_resume_restores_the_background(room):
    room.sound.set_background(RAIN)
    room.sound.play_speech(QUICK[0])
    room.pass_time(1.0)
    room.sound.pause()
    assert room.playing == []
    room.pass_time(1.0)
    assert room.playing == []
    room.sound.resume()
    room.pass_time(1.0)
    assert set(room.playing) == {RAIN}


def test_an_effect_plays_on_top_of_the_voice(room):
    room.sound.play_speech(QUICK[0])
    room.sound.play_effect(sound_path("beep"))
    assert set(room.playing) == {QUICK[0], sound_path("beep")}


# -- how loud -----------------------------------------------------------------------------------------------


def test_each_kind_of_sound_has_its_volume_level(room):
    room.levels = VolumeLevels(voice=0.5, background=0.2, effects=0.3)
    room.sound.play_speech(QUICK[0])
    room.sound.play_effect(sound_path("beep"))
    assert room.loudness(QUICK[0]) == pytest.approx(0.5)
    assert room.loudness(sound_path("beep")) == pytest.approx(0.3)
    room.sound.set_background(RAIN)
    room.sound.stop_speech()
    room.pass_time(2.0)
    assert room.loudness(RAIN) == pytest.approx(0.2)


def test_a_new_level_applies_to_the_next_line_and_at_once_to_the_background(room):
    room.sound.set_background(RAIN)
    room.sound.play_speech(QUICK[0])
    room.pass_time(2.0)
    room.levels = VolumeLevels(voice=0.4, background=0.5)
    room.pass_time(TICK)
    assert room.loudness(RAIN) == pytest.approx(DUCKED_LEVEL / 2)
    room.sound.play_speech(QUICK[0])
    assert room.loudness(QUICK[0]) == pytest.approx(0.4)


# -- a loudspeaker that sleeps ------------------------------------------------------------------------------


def test_a_speaker_may_be_asleep_before_the_first_sound(room):
    assert room.sound.is_speaker_asleep


@pytest.mark.parametrize("kind", ["line", "sign", "wake"])
def test_a_speaker_is_awake_during_a_sound_and_some_seconds_after_it(room, kind):
    path = QUICK[0] if kind == "line" else sound_path("beep")
    {"line": room.sound.play_speech, "sign": room.sound.play_effect, "wake": room.sound.wake_speaker}[kind](
        path
    )
    length = room.made[0].length
    assert length > 0
    for since, asleep in ((0, False), (length, False), (length + 5.9, False), (length + 6.1, True)):
        room.now = 100.0 + since
        assert room.sound.is_speaker_asleep is asleep


def test_a_line_waits_until_the_speaker_is_awake(room):
    assert room.sound.wake_delay(0.8) == 0.8
    room.sound.wake_speaker(sound_path("beep"))
    waits = []
    for since in (0.0, 0.3, 0.8, 2.0):
        room.now = 100.0 + since
        waits.append(round(room.sound.wake_delay(0.8), 3))
    assert waits == [0.8, 0.5, 0.0, 0.0]
    room.now = 200.0
    assert room.sound.wake_delay(0.8) == 0.8


def test_a_silent_background_does_not_wake_the_speaker(room):
    room.levels = VolumeLevels(background=0.0)
    room.sound.set_background(RAIN)
    room.sound.stop_speech()
    room.pass_time(10.0)
    assert room.sound.is_speaker_asleep


def test_a_stopped_line_is_not_audible_any_more(room):
    room.sound.play_speech(QUICK[0])
    room.sound.stop_speech()
    room.now += 6.1
    assert room.sound.is_speaker_asleep


def test_the_background_keeps_the_speaker_awake(room):
    room.sound.set_background(RAIN)
    room.sound.stop_speech()
    room.pass_time(30.0)
    assert not room.sound.is_speaker_asleep
    room.sound.set_background(None)
    room.pass_time(10.0)
    assert room.sound.is_speaker_asleep


def test_a_speaker_is_woken_inaudibly(room):
    room.sound.wake_speaker(sound_path("beep"))
    assert 0 < room.loudness(sound_path("beep")) < 0.02
    assert not room.sound.is_speaking


def test_an_unreadable_file_is_not_played(room, tmp_path):
    (tmp_path / "bad.ogg").write_bytes(b"OggS and no more")
    room.sound.play_speech(tmp_path / "bad.ogg")
    room.sound.play_speech(tmp_path / "missing.ogg")
    room.sound.play_speech(tmp_path / "no.kind")
    assert room.sound.has_output is False
    room.sound.play_speech(QUICK[0])
    assert room.sound.has_output is True


def test_the_player_is_idle_after_a_long_silence_without_background(room):
    assert room.sound.is_idle
    room.sound.play_speech(QUICK[0])
    assert not room.sound.is_idle
    room.now += 60
    assert room.sound.is_idle
    room.sound.set_background(RAIN)
    assert not room.sound.is_idle
    room.sound.set_background(None)
    room.pass_time(FADE_SECONDS + 1)
    room.now += 60
    assert room.sound.is_idle


# -- in processes of their own ------------------------------------------------------------------------------

NO_DEVICE = """
import time
from kivy.core.audio import SoundLoader
from companion.narrator.audio import AudioPlayer
from companion.narrator.voices.mixer import current_audio_driver
sound = AudioPlayer(SoundLoader.load, time.monotonic)
sound.set_background(Path(sys.argv[2])); sound.play_speech(Path(sys.argv[1]))
for _ in range(50): sound.tick()
sound.stop_speech(); sound.set_background(None); sound.tick(); sound.close()
print(json.dumps([sound.has_output, current_audio_driver()]))
"""

TO_A_FILE = """
import os, time
from kivy.core.audio import SoundLoader
from companion.narrator.audio import AudioPlayer
sound = AudioPlayer(SoundLoader.load, time.monotonic)
sound.preload([Path(sys.argv[1])])
written = lambda: os.path.getsize(os.environ["SDL_DISKAUDIOFILE"])
before = written()
sound.play_speech(Path(sys.argv[1]))
while written() < before + 44100 * 4 * 3: pass
sound.stop_speech()
print(json.dumps(before))
"""


def child(code, *arguments, **env):
    done = subprocess.run(
        [sys.executable, "-c", f"import json, sys\nfrom pathlib import Path\n{code}", *map(str, arguments)],
        env=os.environ | env,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


CLOSED_AND_OPENED = """
from companion.narrator.voices import mixer
mixer.open_mixer(); mixer.open_mixer(); drivers = [mixer.current_audio_driver()]
mixer.close_mixer(); drivers.append(mixer.current_audio_driver())
playing = mixer._load_libraries()[1].Mix_Playing(0)
mixer.open_mixer(); drivers.append(mixer.current_audio_driver())
with mixer.AudioDecoder() as decoder: length = len(decoder.decode_raw(Path(sys.argv[1])))
print(json.dumps([drivers, playing, length > 100_000]))
"""


def test_a_closed_mixer_can_be_queried_and_opened_again():
    """Asked about a channel, SDL's mixer would crash after it was closed."""
    assert child(CLOSED_AND_OPENED, QUICK[0]) == [["dummy", None, "dummy"], 0, True]


def test_without_a_device_sounds_have_no_length():
    heard, driver = child(NO_DEVICE, QUICK[0], RAIN, SDL_AUDIODRIVER="nonsense")
    assert (heard, driver) == (False, None)


def test_a_preloaded_line_starts_within_150_ms(tmp_path):
    """Within 150 ms of the call, in samples that SDL's disk driver wrote; a busy machine has three tries."""
    waits = [_seconds_until_heard(tmp_path / "heard.raw") for _ in range(3)]
    # The clip itself begins with 60 ms of silence.
    assert min(waits) < 0.15 + 0.06


def _seconds_until_heard(file):
    env = {"SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILE": str(file), "SDL_DISKAUDIODELAY": "1"}
    before = child(TO_A_FILE, QUICK[0], **env)
    samples = array("h", file.read_bytes()[: file.stat().st_size // 2 * 2])[::2]
    first = next(i for i, sample in enumerate(samples) if abs(sample) > 300)
    return first / 44100 - before / 4 / 44100


# -- sound check --------------------------------------------------------------------------------------------

NAMES = {code: LANGUAGES[code].name for code in ("en", "fa")}
CLIPS = {code: asset("voice", code, "avalon.night.quick.merlin_open.ogg") for code in NAMES}


def test_audible_voices_have_no_problem():
    assert find_sound_problems(True, "alsa", NAMES, CLIPS) == ()
    assert find_sound_problems(True, None, NAMES, CLIPS) == ()  # a phone plays without SDL


@pytest.mark.parametrize(
    ("heard", "driver", "code"),
    [(False, None, "sound_no_device"), (False, "alsa", "sound_no_device"), (True, "dummy", "sound_unheard")],
)
def test_inaudible_output_is_a_problem(heard, driver, code):
    assert [problem.code for problem in find_sound_problems(heard, driver, NAMES, CLIPS)] == [code]


def test_each_language_without_a_clip_is_a_problem(tmp_path):
    clips = {"en": tmp_path / "missing.ogg"}
    found = find_sound_problems(True, "alsa", NAMES, clips)
    assert [(problem.code, problem.args["language"]) for problem in found] == [
        ("sound_no_clip", "English"),
        ("sound_no_clip", "فارسی"),
    ]


@pytest.mark.parametrize(
    ("volume", "device", "code"),
    [
        *(
            (None, True, None),
            (100, True, None),
            (LOW_VOLUME_PERCENT, True, None),
            (GOOD_VOLUME_PERCENT, True, None),
        ),
        *((LOW_VOLUME_PERCENT - 1, True, "volume_low"), (1, True, "volume_low"), (0, True, "volume_off")),
        *((None, False, "sound_no_device"), (0, False, "sound_no_device"), (100, False, "sound_no_device")),
    ],
)
def test_at_most_one_volume_problem_is_shown(volume, device, code):
    found = find_volume_problem(volume, has_device=device)
    assert (found.code if found else None) == code
    assert found is None or not found.is_blocking


@pytest.mark.parametrize(
    ("volume", "voice", "code"),
    [
        (None, LOW_VOLUME_PERCENT, None),
        (None, LOW_VOLUME_PERCENT - 1, "voice_low"),
        (100, 10, "voice_low"),
        (1, 10, "volume_low"),
    ],
)
def test_a_low_voice_level_is_a_problem_if_the_device_is_loud_enough(volume, voice, code):
    found = find_volume_problem(volume, voice, has_device=True)
    assert (found.code if found else None) == code


SETUP = Setup(tuple("ABCDE"), roles=("percival", "morgana"))


def timeline_of(*languages, style=NightStyle.NORMAL, **how):
    lengths = {language: dict.fromkeys(NIGHT.list_lines(style), 2.5) for language in languages}
    return plan_timeline(build_script(SETUP, style), lengths, players=5, **how)


NIGHTS = {
    "one language": timeline_of("en"),
    "two languages": timeline_of("en", "fa"),
    "a brisk night": timeline_of("en", style=NightStyle.QUICK, pace=1.5),
    "hardly a pause": timeline_of("en", pauses=Pauses(0.1, 0.2, 0.3, 0.0, 0.0)),
}


@pytest.fixture(params=NIGHTS.values(), ids=list(NIGHTS))
def timeline(request):
    return request.param


def level_at(moments, seconds):
    for now, then in pairwise(moments):
        if now.seconds <= seconds <= then.seconds and then.seconds > now.seconds:
            return now.level + (then.level - now.level) * (seconds - now.seconds) / (
                then.seconds - now.seconds
            )
    raise AssertionError(f"no level at {seconds}")


def test_the_level_curve_covers_the_whole_night_without_jumps(timeline):
    moments = level_curve(timeline)
    assert (moments[0].seconds, moments[-1].seconds) == (0.0, timeline.total)
    for now, then in pairwise(moments):
        assert then.seconds >= now.seconds
        assert abs(then.level - now.level) <= (then.seconds - now.seconds) / FADE_SECONDS + 1e-9


def test_the_background_is_ducked_under_every_line(timeline, speech):
    moments = level_curve(timeline)
    for segment in speech(timeline):
        for share in (0.0, 0.1, 0.5, 0.9, 1.0):
            moment = segment.start + share * segment.seconds
            assert level_at(moments, moment) <= DUCKED_LEVEL + 1e-9


def test_the_background_is_full_in_the_middle_of_every_long_pause():
    timeline = NIGHTS["one language"]
    moments = level_curve(timeline)
    pauses = [
        segment for segment in timeline.segments if segment.kind is SegmentKind.HOLD and segment.seconds > 1.5
    ]
    assert len(pauses) > 5
    for pause in pauses:
        assert level_at(moments, (pause.start + pause.end) / 2) == pytest.approx(1.0)


def test_voice_and_background_together_cannot_exceed_full_scale():
    assert SPEECH_PEAK + BACKGROUND_PEAK * DUCKED_LEVEL < 1.0
