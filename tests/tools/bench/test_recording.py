"""Tests of recorded nights: where a clip stands in the sound, whether it is whole, when it was heard."""

from __future__ import annotations

from array import array
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.games.avalon.rules import GAME as AVALON
from companion.games.avalon.setup import Setup
from tools.bench.night import play_sample_game
from tools.bench.recording import (
    FULL_SCALE,
    SPEECH_THRESHOLD,
    FileWatch,
    Growth,
    Line,
    RecordedNight,
    deviations_from,
    find_clip,
    find_speech,
)

RATE = 1000
HEAD = 60
BUFFER = 100


def silence(samples: int) -> array[int]:
    return array("h", bytes(2 * samples))


def clip(seed: int, speech_length: int = 400) -> array[int]:
    """A silent head, speech that begins and ends loud, a silent tail."""
    luck = Random(seed)
    voice = [
        SPEECH_THRESHOLD,
        *(luck.randint(-FULL_SCALE, FULL_SCALE) for _ in range(speech_length - 2)),
        -SPEECH_THRESHOLD,
    ]
    return silence(HEAD) + array("h", voice) + silence(30)


# -- the place of a clip ------------------------------------------------------------------------------


def test_silence_around_speech_is_trimmed() -> None:
    assert find_speech(clip(1)) == (HEAD, HEAD + 400)


def test_quiet_samples_are_not_speech() -> None:
    assert find_speech(array("h", [0, SPEECH_THRESHOLD - 1, 1 - SPEECH_THRESHOLD, SPEECH_THRESHOLD, 0])) == (
        3,
        4,
    )


def test_silent_clip_is_rejected() -> None:
    with pytest.raises(ValueError, match="without a sound"):
        find_speech(silence(50))


def test_clip_is_located_to_the_sample() -> None:
    sound = (silence(777) + clip(1) + silence(50) + clip(2)).tobytes()
    first = find_clip(sound, "one", clip(1), RATE)
    second = find_clip(sound, "two", clip(2), RATE)
    assert first == Line("one", 777, HEAD / RATE, True)
    assert second.place == 777 + len(clip(1)) + 50


def test_repeated_line_is_located_twice() -> None:
    sound = (clip(1) + silence(50) + clip(1)).tobytes()
    first = find_clip(sound, "one", clip(1), RATE)
    assert first.place == 0
    assert find_clip(sound, "one", clip(1), RATE, after=first.place + 1 + HEAD).place == len(clip(1)) + 50


@pytest.mark.parametrize("missing_samples", [1, 200])
def test_truncated_line_is_incomplete(missing_samples: int) -> None:
    recorded_samples = clip(1)[: HEAD + 400 - missing_samples]
    assert find_clip((silence(9) + recorded_samples + silence(600)).tobytes(), "one", clip(1), RATE) == Line(
        "one", 9, HEAD / RATE, False
    )


def test_missing_silence_at_the_end_is_ignored() -> None:
    assert find_clip((clip(1)[: HEAD + 400] + clip(2)).tobytes(), "one", clip(1), RATE).is_complete


def test_missing_line_has_no_position() -> None:
    line = find_clip((silence(9) + clip(2)).tobytes(), "one", clip(1), RATE)
    assert line.place is None
    assert not line.is_complete


def test_match_at_an_odd_byte_is_skipped() -> None:
    searched = array("h", [SPEECH_THRESHOLD, 0x0405, SPEECH_THRESHOLD])
    shifted = b"\0" + searched.tobytes() + b"\0"
    assert find_clip(shifted + searched.tobytes(), "one", searched, RATE).place == len(shifted) // 2


# -- the driver's clock -------------------------------------------------------------------------------


def test_time_is_interpolated_between_file_sizes() -> None:
    growth = Growth([10.0, 10.2, 10.8], [100, 300, 500])
    assert growth.time_of_frame(300) == pytest.approx(10.2)
    assert growth.time_of_frame(200) == pytest.approx(10.1)
    assert growth.time_of_frame(400) == pytest.approx(10.5)
    assert growth.max_gap == pytest.approx(0.6)
    assert growth.speed(RATE) == pytest.approx(0.5)


@pytest.mark.parametrize("frame", [50, 501])
def test_frame_outside_the_recording_has_no_time(frame: int) -> None:
    with pytest.raises(ValueError, match="not seen"):
        Growth([10.0, 10.2], [100, 500]).time_of_frame(frame)


def test_file_watch_records_growth(tmp_path: Path) -> None:
    path = tmp_path / "sound.raw"
    with FileWatch(path) as watch, path.open("wb", buffering=0) as file:
        for count in range(1, 4):
            file.write(bytes(400))
            while not watch._sizes or watch._sizes[-1][1] < 400 * count:
                watch._over.wait(0.001)
    growth = watch.growth(4)
    assert growth.frames == [100, 200, 300]
    assert list(growth.times) == sorted(growth.times)


# -- a night ------------------------------------------------------------------------------------------


def recorded(places: list[int | None], plan: list[float], growth: Growth) -> RecordedNight:
    lines = [Line(str(number), place, HEAD / RATE, place is not None) for number, place in enumerate(places)]
    return RecordedNight(0.0, 0.0, plan, plan, lines, growth, RATE, BUFFER, 0, 0, 0.0)


# The file grows by a buffer each tenth of a second.
STEADY = Growth([number / 10 for number in range(101)], [100 * number for number in range(101)])


def test_constant_delay_is_no_deviation() -> None:
    assert deviations_from([5.3, 7.3, 9.2], [0.8, 2.8, 4.8]) == pytest.approx([0.0, 0.0, -0.1])


def test_deviations_are_relative_to_the_first_line() -> None:
    night = recorded([1000, 3030, 4980], [0.8, 2.8, 4.8], STEADY)
    assert night.deviations == pytest.approx([0.0, 0.03, -0.02])


def test_stalled_driver_delays_a_line() -> None:
    stalled = Growth([0.0, 2.0, 3.0, 4.0], [0, 2000, 2001, 3001])
    assert recorded([1000, 2101], [0.0, 1.101], stalled).deviations[1] == pytest.approx(0.999)


def test_onset_includes_buffer_and_leading_silence() -> None:
    assert recorded([1000], [0.8], STEADY).speech_started_at(0) == pytest.approx(
        1.0 + BUFFER / RATE + HEAD / RATE
    )


def test_missing_line_has_no_onset() -> None:
    with pytest.raises(LookupError, match="not heard"):
        recorded([None], [0.8], STEADY).speech_started_at(0)


def test_stalls_of_the_machine_are_subtracted() -> None:
    stalled = Growth([0.0, 2.0, 3.0, 4.0], [0, 2000, 2001, 3001])
    night = recorded([1000, 2101], [0.0, 1.101], stalled)
    assert night.stall == pytest.approx(2.0 - BUFFER / RATE)
    assert night.excess == 0
    steady = recorded([1000, 3100], [0.8, 2.8], STEADY)
    assert steady.excess == pytest.approx(0.1 - steady.stall)
    assert replace(steady, timer_pause=0.08).excess == pytest.approx(0.02)


# -- the measured game --------------------------------------------------------------------------------


def test_sample_game_is_complete() -> None:
    setup = Setup(tuple("ABCDEFG"), lady=True)
    state = AVALON.start(setup)
    moves = play_sample_game(setup)
    for move in moves:
        state = AVALON.apply(state, move)
    assert state.outcome is not None
    assert (state.successes, state.failures) == (3, 2)
    assert {type(move).__name__ for move in moves} == {"Propose", "Vote", "Quest", "Lady", "Assassinate"}
