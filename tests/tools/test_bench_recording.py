"""Tests of recorded nights: where a clip stands in the sound, whether it is whole, when it was heard."""

from __future__ import annotations

from array import array
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.games.avalon.play import GAME as AVALON
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


def clip(seed: int, spoken: int = 400) -> array[int]:
    """A silent head, speech that begins and ends loud, a silent tail."""
    luck = Random(seed)
    voice = [
        SPEECH_THRESHOLD,
        *(luck.randint(-FULL_SCALE, FULL_SCALE) for _ in range(spoken - 2)),
        -SPEECH_THRESHOLD,
    ]
    return silence(HEAD) + array("h", voice) + silence(30)


# -- the place of a clip ------------------------------------------------------------------------------


def test_speech_lies_between_the_silent_ends_of_a_clip() -> None:
    assert find_speech(clip(1)) == (HEAD, HEAD + 400)


def test_a_murmur_is_not_yet_speech() -> None:
    assert find_speech(array("h", [0, SPEECH_THRESHOLD - 1, 1 - SPEECH_THRESHOLD, SPEECH_THRESHOLD, 0])) == (
        3,
        4,
    )


def test_a_clip_without_a_sound_is_refused() -> None:
    with pytest.raises(ValueError, match="without a sound"):
        find_speech(silence(50))


def test_a_clip_is_found_to_the_sample() -> None:
    sound = (silence(777) + clip(1) + silence(50) + clip(2)).tobytes()
    first = find_clip(sound, "one", clip(1), RATE)
    second = find_clip(sound, "two", clip(2), RATE)
    assert first == Line("one", 777, HEAD / RATE, True)
    assert second.place == 777 + len(clip(1)) + 50


def test_a_line_said_twice_is_found_twice() -> None:
    sound = (clip(1) + silence(50) + clip(1)).tobytes()
    first = find_clip(sound, "one", clip(1), RATE)
    assert first.place == 0
    assert find_clip(sound, "one", clip(1), RATE, after=first.place + 1 + HEAD).place == len(clip(1)) + 50


@pytest.mark.parametrize("lost", [1, 200])
def test_a_line_whose_end_is_missing_is_cut(lost: int) -> None:
    said = clip(1)[: HEAD + 400 - lost]
    assert find_clip((silence(9) + said + silence(600)).tobytes(), "one", clip(1), RATE) == Line(
        "one", 9, HEAD / RATE, False
    )


def test_the_silence_after_the_last_word_may_be_cut() -> None:
    assert find_clip((clip(1)[: HEAD + 400] + clip(2)).tobytes(), "one", clip(1), RATE).is_complete


def test_a_line_that_was_never_said_has_no_place() -> None:
    line = find_clip((silence(9) + clip(2)).tobytes(), "one", clip(1), RATE)
    assert line.place is None
    assert not line.is_complete


def test_bytes_that_only_look_alike_between_two_samples_are_passed_over() -> None:
    wanted = array("h", [SPEECH_THRESHOLD, 0x0405, SPEECH_THRESHOLD])
    shifted = b"\0" + wanted.tobytes() + b"\0"
    assert find_clip(shifted + wanted.tobytes(), "one", wanted, RATE).place == len(shifted) // 2


# -- the driver's clock -------------------------------------------------------------------------------


def test_between_two_looks_at_the_file_time_is_shared_out() -> None:
    growth = Growth([10.0, 10.2, 10.8], [100, 300, 500])
    assert growth.time_of_frame(300) == pytest.approx(10.2)
    assert growth.time_of_frame(200) == pytest.approx(10.1)
    assert growth.time_of_frame(400) == pytest.approx(10.5)
    assert growth.max_gap == pytest.approx(0.6)
    assert growth.speed(RATE) == pytest.approx(0.5)


@pytest.mark.parametrize("frame", [50, 501])
def test_a_frame_that_nobody_saw_written_has_no_time(frame: int) -> None:
    with pytest.raises(ValueError, match="not seen"):
        Growth([10.0, 10.2], [100, 500]).time_of_frame(frame)


def test_a_file_is_seen_to_grow(tmp_path: Path) -> None:
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


def test_what_is_as_late_as_the_first_line_keeps_to_the_plan() -> None:
    assert deviations_from([5.3, 7.3, 9.2], [0.8, 2.8, 4.8]) == pytest.approx([0.0, 0.0, -0.1])


def test_lines_are_compared_with_the_plan_from_the_first_one_on() -> None:
    night = recorded([1000, 3030, 4980], [0.8, 2.8, 4.8], STEADY)
    assert night.deviations == pytest.approx([0.0, 0.03, -0.02])


def test_a_driver_that_stood_still_makes_a_line_late_though_its_samples_are_in_place() -> None:
    stood_still = Growth([0.0, 2.0, 3.0, 4.0], [0, 2000, 2001, 3001])
    assert recorded([1000, 2101], [0.0, 1.101], stood_still).deviations[1] == pytest.approx(0.999)


def test_a_line_is_heard_after_its_buffer_was_given_out_and_its_silent_head_is_over() -> None:
    assert recorded([1000], [0.8], STEADY).speech_started_at(0) == pytest.approx(
        1.0 + BUFFER / RATE + HEAD / RATE
    )


def test_a_line_that_was_not_heard_has_no_time() -> None:
    with pytest.raises(LookupError, match="not heard"):
        recorded([None], [0.8], STEADY).speech_started_at(0)


def test_what_the_driver_or_a_bare_timer_waited_too_long_is_not_the_apps_doing() -> None:
    stood_still = Growth([0.0, 2.0, 3.0, 4.0], [0, 2000, 2001, 3001])
    night = recorded([1000, 2101], [0.0, 1.101], stood_still)
    assert night.stall == pytest.approx(2.0 - BUFFER / RATE)
    assert night.excess == 0
    steady = recorded([1000, 3100], [0.8, 2.8], STEADY)
    assert steady.excess == pytest.approx(0.1 - steady.stall)
    assert replace(steady, timer_pause=0.08).excess == pytest.approx(0.02)


# -- the measured game --------------------------------------------------------------------------------


def test_the_measured_game_is_a_whole_one() -> None:
    setup = Setup(tuple("ABCDEFG"), lady=True)
    state = AVALON.start(setup)
    moves = play_sample_game(setup)
    for move in moves:
        state = AVALON.apply(state, move)
    assert state.outcome is not None
    assert (state.successes, state.failures) == (3, 2)
    assert {type(move).__name__ for move in moves} == {"Propose", "Vote", "Quest", "Lady", "Assassinate"}
