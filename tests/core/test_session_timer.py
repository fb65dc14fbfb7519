"""The countdown timer, on a clock that the test sets."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.serialization import decode, encode
from companion.core.session_timer import (
    PRESETS,
    Milestone,
    Timer,
    TimerMode,
    TimerRecord,
    list_lines,
    milestone_line,
)
from companion.games.avalon.setup import Setup
from companion.games.cultists.setup import Setup as Cult
from companion.i18n.translator import Translator
from companion.scripts.avalon.night import build_script as avalon_night
from companion.scripts.avalon.speech import list_lines as lines_of_the_game
from companion.scripts.cultists.night import build_script as cultists_night
from companion.scripts.recovery import list_interjections

ENGLISH = Translator("en")


def run(timer, start, end, step=0.1):
    """Tick from one time to another; (seconds left, what is said) for all that is said."""
    heard = []
    for number in range(1, round((end - start) / step) + 1):
        now = start + number * step
        milestone = timer.tick(now)
        if milestone is not None:
            heard.append((timer.whole_seconds_left(now), milestone))
    return heard


def started(seconds, now=100.0):
    timer = Timer("discussion", seconds)
    timer.start(now)
    return timer


BEEPS = [(3, Milestone.BEEP), (2, Milestone.BEEP), (1, Milestone.BEEP)]


def test_three_minutes_have_all_milestones():
    assert run(started(180), 100, 300) == [
        (90, Milestone.HALF),
        (30, Milestone.THIRTY),
        (10, Milestone.TEN),
        *BEEPS,
        (0, Milestone.END),
    ]


def test_half_time_of_a_minute_is_announced_once_as_thirty_seconds():
    heard = run(started(60), 100, 200)
    assert heard == [(30, Milestone.THIRTY), (10, Milestone.TEN), *BEEPS, (0, Milestone.END)]


def test_the_initial_length_is_not_a_milestone():
    assert run(started(30), 100, 115) == []
    assert run(started(10), 100, 106) == []


def test_there_are_no_milestones_before_the_start_and_after_the_end():
    timer = Timer("discussion", 60)
    assert run(timer, 0, 100) == []
    assert timer.whole_seconds_left(100) == 60
    timer.start(100)
    run(timer, 100, 200)
    assert timer.mode is TimerMode.OVER
    assert run(timer, 200, 400) == []
    assert timer.seconds_left(400) == 0


def test_time_stands_still_in_a_pause():
    timer = started(60)
    run(timer, 100, 120)
    timer.pause(120)
    assert timer.mode is TimerMode.PAUSED
    assert run(timer, 120, 900) == []
    assert timer.seconds_left(900) == pytest.approx(40)
    timer.resume(900)
    assert run(timer, 900, 950)[0] == (30, Milestone.THIRTY)


def test_milestones_repeat_in_added_time():
    timer = started(60)
    assert run(timer, 100, 135) == [(30, Milestone.THIRTY)]
    timer.add_time(30, 135)
    assert timer.seconds_left(135) == pytest.approx(55)
    assert run(timer, 135, 165) == [(30, Milestone.THIRTY)]


def test_half_time_is_announced_only_once():
    timer = started(180)
    assert run(timer, 100, 200) == [(90, Milestone.HALF)]
    timer.add_time(60, 200)
    assert run(timer, 200, 260) == []


def test_a_finished_timer_runs_for_added_time():
    timer = started(60)
    run(timer, 100, 200)
    timer.add_time(30, 200)
    assert (timer.mode, timer.total) == (TimerMode.RUNNING, 30)
    assert run(timer, 200, 240) == [(10, Milestone.TEN), *BEEPS, (0, Milestone.END)]


def test_time_can_be_added_before_the_start_and_while_paused():
    timer = Timer("discussion", 60)
    timer.add_time(30, 5)
    assert (timer.mode, timer.whole_seconds_left(50)) == (TimerMode.READY, 90)
    timer.start(100)
    timer.pause(110)
    timer.add_time(30, 500)
    assert (timer.mode, timer.whole_seconds_left(900)) == (TimerMode.PAUSED, 110)


def test_a_reset_restores_the_length_and_half_time():
    timer = started(180)
    timer.add_time(30, 100)
    run(timer, 100, 250)
    timer.reset()
    assert (timer.mode, timer.seconds_left(300), timer.total) == (TimerMode.READY, 180, 180)
    timer.start(300)
    assert run(timer, 300, 400) == [(90, Milestone.HALF)]


def test_a_finished_timer_starts_from_the_beginning():
    timer = started(60)
    run(timer, 100, 200)
    timer.start(200)
    assert (timer.mode, timer.seconds_left(200)) == (TimerMode.RUNNING, 60)


def test_late_milestones_are_skipped():
    timer = started(180)
    assert timer.tick(260) is None
    assert timer.seconds_left(260) == 20
    assert run(timer, 260, 271) == [(10, Milestone.TEN)]


def test_the_end_is_announced_however_late():
    timer = started(180)
    assert timer.tick(5000) is Milestone.END
    assert timer.tick(5001) is None


def test_a_pause_at_the_last_moment_does_not_skip_the_end():
    timer = started(60)
    timer.pause(160.01)
    assert timer.tick(160.02) is Milestone.END


def test_a_clock_that_goes_back_counts_as_standing_still():
    timer = started(60)
    timer.tick(120)
    assert timer.seconds_left(90) == pytest.approx(40)
    assert timer.tick(90) is None
    assert timer.seconds_left(121) == pytest.approx(39)


def test_commands_in_the_wrong_mode_do_nothing():
    timer = Timer("discussion", 60)
    timer.pause(1)
    timer.resume(2)
    assert timer.mode is TimerMode.READY
    timer.start(10)
    timer.start(30)
    timer.resume(40)
    assert timer.seconds_left(40) == pytest.approx(30)


@pytest.mark.parametrize("seconds", [0, -5, float("inf"), float("nan")])
def test_a_timer_needs_a_positive_finite_length(seconds):
    with pytest.raises(ValueError, match="cannot run"):
        Timer("discussion", seconds)


COMMANDS = st.sampled_from(["start", "pause", "resume", "reset", "add", "tick", "tick", "tick"])


@given(st.lists(st.tuples(COMMANDS, st.floats(0, 40)), max_size=60))
def test_random_commands_keep_the_time_left_between_zero_and_the_total(presses):
    timer, now, over = Timer("discussion", 60), 0.0, 0
    for command, wait in presses:
        now += wait
        before = timer.mode
        if command == "reset":
            timer.reset()
        elif command == "add":
            timer.add_time(30, now)
        elif command == "tick":
            over = timer.tick(now) is Milestone.END
            assert over == (before is TimerMode.RUNNING and timer.mode is TimerMode.OVER)
        else:
            getattr(timer, command)(now)
        assert 0 <= timer.seconds_left(now) <= timer.total
        assert timer.whole_seconds_left(now) >= timer.seconds_left(now)
        # Only a tick ends it: nothing is over before somebody has been told.
        assert command == "tick" or timer.mode is not TimerMode.OVER or before is TimerMode.OVER


TOLD_AT = 1_700_000_000.0  # by the clock on the wall


@pytest.mark.parametrize(
    ("acts", "away", "mode", "left"),
    [
        (("start",), 50.0, TimerMode.RUNNING, 100.0),
        (("start",), 150.0, TimerMode.OVER, 0.0),
        (("start",), 90_000.0, TimerMode.OVER, 0.0),
        (("start",), -3600.0, TimerMode.RUNNING, 150.0),
        (("start", "pause"), 90_000.0, TimerMode.PAUSED, 150.0),
        ((), 90_000.0, TimerMode.READY, 180.0),
    ],
)
def test_a_restored_timer_follows_the_wall_clock_silently(acts, away, mode, left):
    """Thirty seconds of three minutes are over when the app is ended; it is away for so long."""
    timer = Timer("discussion", 180)
    for act, now in zip(acts, (0.0, 30.0), strict=False):
        getattr(timer, act)(now)
    record = timer.to_record(7, 30.0, TOLD_AT)
    found = Timer.from_record(decode(TimerRecord, encode(record)), 5.0, TOLD_AT + away)
    assert (found.mode, found.seconds_left(5.0), found.total, found.name) == (mode, left, 180.0, "discussion")
    assert found.tick(5.0) is None


def test_a_restored_timer_announces_later_milestones():
    timer = Timer("discussion", 180)
    timer.start(0.0)
    found = Timer.from_record(timer.to_record(7, 30.0, TOLD_AT), 0.0, TOLD_AT + 115.0)
    assert [found.tick(at) for at in (4.9, 5.0, 25.0, 35.0)] == [
        None,
        Milestone.THIRTY,
        Milestone.TEN,
        Milestone.END,
    ]


def test_an_invalid_timer_record_is_rejected():
    with pytest.raises(ValueError, match="cannot run"):
        Timer.from_record(
            TimerRecord(7, "discussion", 0.0, 180.0, 20.0, TimerMode.RUNNING, TOLD_AT), 0.0, TOLD_AT
        )


def test_the_lines_are_in_the_catalogue_and_can_be_read_aloud():
    assert {milestone_line(milestone) for milestone in Milestone} - {None} == set(list_lines())
    for line in list_lines():
        assert re.fullmatch(r"[A-Z][a-z ]+\.", ENGLISH(line)), line
    assert not ENGLISH.missing


@pytest.mark.parametrize(("domain", "lines"), [("app", list_lines()), ("avalon", lines_of_the_game())])
def test_all_spoken_keys_of_the_catalogue_are_in_a_recordable_set(domain, lines):
    catalogue = ENGLISH.entries(ENGLISH.language, domain)
    assert {key for key in catalogue if key.startswith(f"{domain}.say.")} == {
        *lines,
        *(key for key in beside_the_nights() if key.startswith(f"{domain}.")),
    }


def beside_the_nights():
    """What can be said between the lines of any night."""
    five = tuple("ABCDE")
    scripts = [
        avalon_night(Setup(five, roles=("percival",))),
        *(cultists_night(Cult(names)) for names in (tuple("ABCDEFG"), five)),
        cultists_night(Cult(five[:4], automa=True)),
    ]
    return {cue.line for script in scripts for cue in list_interjections(script)}


def test_the_presets_have_names():
    for preset in PRESETS:
        assert ENGLISH(f"app.timer.preset.{preset.name}")
    assert [preset.seconds for preset in PRESETS] == [60, 180, 300]
    assert not ENGLISH.missing
