"""State machine of the night, on a clock that the test sets."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.avalon.setup import Lancelot, Setup
from companion.narrator.planner import SegmentKind, plan_timeline
from companion.narrator.player import (
    FROZEN_AFTER_SECONDS,
    MIN_HOLD_SECONDS,
    REMIND_AFTER_SECONDS,
    EndNight,
    NightMode,
    NightPlayer,
    RingBell,
    StartHold,
    StartLeadIn,
    StartLine,
    StopSpeech,
)
from companion.scripts.avalon.night import CueKind, build_script
from companion.scripts.recovery import Interjection, countdown_cue, find_entry_after_stop, list_interjections
from companion.scripts.script import Hold
from tests.scripts.cue_changes import step_of

SETUP = Setup(tuple(f"Player {n}" for n in range(7)), roles=("percival", "morgana"), lancelot=Lancelot.V1)
SCRIPT = build_script(SETUP)
SECONDS = {cue.line: 1.0 + len(cue.line) / 30 for cue in (*SCRIPT.cues, *list_interjections(SCRIPT))}
ONE = plan_timeline(SCRIPT, {"en": SECONDS}, players=7)
TWO = plan_timeline(SCRIPT, {"en": SECONDS, "it": SECONDS}, players=7, min_seconds=250)
STEPS = len(SCRIPT.cues)
FRAME = 1 / 30
LOOK, THUMBS = step_of(SCRIPT, CueKind.MERLIN_OPEN), step_of(SCRIPT, CueKind.EVIL_THUMBS)


class Evening:
    """A player with a clock in the hand."""

    def __init__(self, timeline=ONE, now=1000.0):
        self.player = NightPlayer(timeline)
        self.now = now
        self.events = []

    def do(self, command, after=0.0, **told):
        self.now += after
        happened = getattr(self.player, command)(self.now, **told)
        self.events += happened
        return happened

    def run(self, until=lambda player: False, frame=FRAME, limit=100_000):
        """Tick until the night is over, or waits, or until something holds."""
        for _ in range(limit):
            playing = self.player.mode in (NightMode.PLAYING, NightMode.COUNTING)
            if until(self.player) or not (
                playing or (self.player.mode is not NightMode.ENDED and self.talks)
            ):
                return self
            self.do("tick", after=frame)
        raise AssertionError("the night does not end")

    @property
    def talks(self):
        return self.player.mode in (NightMode.PAUSED, NightMode.STOPPED) and not self.player.is_waiting

    def to_step(self, step):
        return self.run(lambda player: player.cue_index == step and self.shown.language is not None)

    def to_hold(self, step):
        return self.run(lambda player: player.cue_index == step and self.shown.hold is not Hold.NONE)

    @property
    def shown(self):
        return self.player.snapshot(self.now)

    @property
    def heard(self):
        """The steps whose lines were begun."""
        said = [event for event in self.events if isinstance(event, StartLine)]
        return [event.cue_index for event in said if not isinstance(event.spoken_cue.kind, Interjection)]

    @property
    def told(self):
        """What was said beside them."""
        said = [event.spoken_cue.kind for event in self.events if isinstance(event, StartLine)]
        return [kind for kind in said if isinstance(kind, Interjection)]


@pytest.fixture
def evening():
    night = Evening()
    night.do("start")
    return night


def test_a_night_speaks_every_line_and_ends_on_time(evening):
    began = evening.now
    evening.run()
    assert evening.heard == list(range(STEPS))
    assert evening.events[0] == StartLeadIn(ONE.lead_in_seconds)
    assert evening.events[-1] == EndNight()
    assert evening.player.mode is NightMode.ENDED
    # Each line waits for the frame in which it is started, no longer.
    assert ONE.total <= evening.now - began <= ONE.total + FRAME * (STEPS + 1)


def test_seconds_since_start_include_pauses_and_are_unknown_after_an_interruption(evening):
    began = evening.now
    evening.run()
    assert evening.player.seconds_since_start == pytest.approx(evening.now - began, abs=FRAME)
    cut_off = Evening()
    assert cut_off.player.seconds_since_start is None
    cut_off.do("start")
    cut_off.do("interrupt")
    cut_off.do("restart")
    cut_off.run()
    assert cut_off.player.seconds_since_start is None


def test_both_languages_of_a_line_are_spoken_in_their_order():
    evening = Evening(TWO)
    evening.do("start")
    evening.run()
    lines = [(e.cue_index, e.language) for e in evening.events if isinstance(e, StartLine)]
    assert lines == [(cue, language) for cue in range(STEPS) for language in ("en", "it")]


def test_hold_events_have_kind_and_length(evening):
    evening.run()
    announced = [(e.cue_index, e.hold, e.seconds) for e in evening.events if isinstance(e, StartHold)]
    assert [(cue, hold) for cue, hold, _ in announced] == [
        (s.cue_index, s.hold) for s in ONE.segments if s.kind is SegmentKind.HOLD
    ]
    assert [seconds for *_, seconds in announced] == pytest.approx(
        [s.seconds for s in ONE.segments if s.kind is SegmentKind.HOLD]
    )


def test_a_snapshot_matches_the_timeline(evening):
    evening.to_hold(5)
    shown = evening.shown
    assert (shown.step, shown.step_count, shown.kind, shown.line) == (
        6,
        STEPS,
        SCRIPT.cues[5].kind,
        SCRIPT.cues[5].line,
    )
    assert shown.hold is Hold.LOOK
    assert shown.language is None
    assert shown.interjection is None
    assert shown.hold_seconds_left == pytest.approx(shown.hold_seconds, abs=FRAME)
    evening.do("tick", after=1.0)
    assert evening.shown.hold_seconds_left == pytest.approx(shown.hold_seconds_left - 1)
    assert evening.shown.seconds_left == pytest.approx(shown.seconds_left - 1)


# The count --------------------------------------------------------------------------------------------


def test_a_bell_and_a_countdown_come_before_the_first_line():
    evening = Evening()
    assert evening.do("start", with_countdown=True) == (RingBell(),)
    counted = [evening.shown.countdown]
    while evening.shown.mode is NightMode.COUNTING:
        evening.do("tick", after=FRAME)
        counted.append(evening.shown.countdown)
    assert list(dict.fromkeys(counted)) == [0, 5, 4, 3, 2, 1]
    assert evening.told == [Interjection.COUNT] * 5
    lines = [event.line for event in evening.events if isinstance(event, StartLine)]
    assert lines == [*(countdown_cue(left).line for left in (5, 4, 3, 2, 1)), SCRIPT.cues[0].line]
    # The bell has woken the speaker: there is no silence between the count and the first line.
    assert not any(isinstance(event, StartLeadIn) for event in evening.events)
    assert evening.now - 1000 == pytest.approx(6.2, abs=7 * FRAME)


@pytest.mark.parametrize("command", ["pause", "repeat_line", "step_back", "stop", "suspend"])
@pytest.mark.parametrize("after", [0.0, 0.5, 3.0, 6.1])
def test_a_command_during_the_countdown_cancels_it_silently(command, after):
    evening = Evening()
    evening.do("start", with_countdown=True)
    evening.run(lambda _: evening.now >= 1000 + after)
    evening.events.clear()
    assert evening.do(command) == (StopSpeech(),)
    assert evening.player.mode is NightMode.READY
    assert evening.do("tick", after=1.0) == ()
    evening.do("start", with_countdown=True)
    evening.run()
    assert evening.heard == list(range(STEPS))


def test_a_slow_frame_skips_no_number_of_the_countdown():
    evening = Evening()
    evening.do("start", with_countdown=True)
    evening.do("tick", after=3.0)
    evening.run()
    assert evening.told == [Interjection.COUNT] * 5
    assert evening.heard == list(range(STEPS))


# Pause --------------------------------------------------------------------------------------------------


def test_a_pause_is_announced_and_repeated(evening):
    evening.to_hold(3)
    cut, told = evening.do("pause")
    assert (cut, told.spoken_cue.kind) == (StopSpeech(), Interjection.PAUSED)
    evening.run()
    assert evening.player.is_waiting
    assert evening.do("tick", after=REMIND_AFTER_SECONDS - 1) == ()
    [reminder] = evening.do("tick", after=1.0)
    assert reminder.spoken_cue.kind is Interjection.PAUSED
    assert evening.player.mode is NightMode.PAUSED
    assert evening.player.cue_index == 3


@pytest.mark.parametrize("spot", ["line", "hold"])
def test_resume_is_announced_and_repeats_the_whole_line(evening, spot):
    evening.to_step(4) if spot == "line" else evening.to_hold(4)
    evening.do("tick", after=0.5)
    evening.do("pause")
    evening.events.clear()
    assert evening.do("resume", after=600) == (StopSpeech(), StartLeadIn(ONE.lead_in_seconds))
    evening.run()
    assert evening.told == [Interjection.GO_ON]
    assert evening.heard == list(range(4, STEPS))


@pytest.mark.parametrize("spot", ["line", "hold"])
def test_an_interrupted_look_resumes_at_its_thumbs_and_explains_why(evening, spot):
    evening.to_step(LOOK) if spot == "line" else evening.to_hold(LOOK)
    evening.do("pause", after=0.1)
    shown = evening.shown
    assert (shown.step, shown.resume_step) == (LOOK + 1, THUMBS + 1)
    assert shown.missed_line == SCRIPT.cues[LOOK].missed_line
    evening.events.clear()
    evening.do("resume", after=5.0)
    evening.run()
    assert evening.told == [Interjection.GO_ON, Interjection.MISSED]
    assert evening.heard == list(range(THUMBS, STEPS))


def test_a_pause_before_the_first_word_starts_with_the_first_line(evening):
    evening.do("pause", after=0.3)
    evening.do("resume", after=60)
    evening.run()
    assert evening.heard == list(range(STEPS))


def test_a_pause_during_the_announcement_of_resume_changes_nothing(evening):
    evening.to_hold(LOOK)
    for _ in range(3):
        evening.do("pause", after=0.1)
        evening.do("resume", after=0.1)
        evening.do("tick", after=1.0)
    evening.events.clear()
    evening.run()
    assert evening.heard == list(range(THUMBS, STEPS))


# A call -------------------------------------------------------------------------------------------------


def test_suspend_is_silent_until_the_user_resumes(evening):
    evening.to_hold(4)
    assert evening.do("suspend") == (StopSpeech(),)
    assert evening.player.mode is NightMode.PAUSED
    assert evening.do("tick", after=3600) == evening.do("on_rebuild") == evening.do("tick", after=3600) == ()
    assert evening.player.mode is NightMode.PAUSED
    evening.do("resume")
    evening.run()
    assert evening.told[0] is Interjection.GO_ON
    assert evening.shown.mode is NightMode.ENDED


def test_a_stop_announcement_cut_off_by_a_call_stays_suspended(evening):
    evening.to_step(6)
    evening.do("stop")
    evening.do("suspend", after=0.2)
    evening.events.clear()
    assert evening.do("on_rebuild", after=60) == evening.do("tick", after=60) == ()
    assert evening.player.is_suspended


# Again, back, shorter ------------------------------------------------------------------------------------


def test_repeat_line_repeats_the_current_line(evening):
    evening.to_hold(2)
    assert evening.do("repeat_line") == (StartLine(2, SCRIPT.cues[2], "en"),)


@pytest.mark.parametrize("step", range(1, STEPS))
def test_step_back_is_announced_and_goes_to_a_safe_earlier_step(evening, step):
    evening.to_hold(step) if step < STEPS - 1 else evening.to_step(step)
    evening.do("step_back")
    assert evening.player.cue_index < step
    earlier = evening.player.cue_index
    evening.events.clear()
    evening.run()
    assert evening.heard == list(range(earlier, STEPS))


def test_step_back_from_the_look_of_merlin_goes_to_the_thumbs(evening):
    evening.to_hold(LOOK)
    cut, told = evening.do("step_back")
    assert (cut, told.spoken_cue.kind) == (StopSpeech(), Interjection.STEP_BACK)
    assert evening.player.cue_index == THUMBS


def test_step_back_in_a_pause_changes_the_resume_step(evening):
    evening.to_step(6)
    evening.do("pause")
    places = []
    for _ in range(3):
        evening.do("step_back", after=0.1)
        places.append(evening.shown.resume_step)
    assert places == sorted(places, reverse=True)
    assert len(set(places)) == 3
    assert evening.shown.mode is NightMode.PAUSED
    evening.events.clear()
    evening.do("repeat_line")
    evening.run()
    assert evening.heard == list(range(places[-1] - 1, STEPS))


@pytest.mark.parametrize("step", range(STEPS - 1))
def test_a_hold_can_be_shortened_to_its_minimum(evening, step):
    evening.to_hold(step)
    hold, planned = evening.shown.hold, evening.shown.hold_seconds
    began = evening.now
    for _ in range(5):
        evening.do("shorten_hold")
    evening.run(lambda player: player.cue_index > step)
    assert evening.now - began == pytest.approx(MIN_HOLD_SECONDS[hold], abs=2 * FRAME)
    assert MIN_HOLD_SECONDS[hold] < planned
    evening.run()
    assert evening.heard == list(range(STEPS))


def test_a_hold_beyond_its_minimum_ends_at_once(evening):
    evening.to_hold(LOOK)
    evening.do("tick", after=1.5)
    evening.do("tick", after=1.5)
    [started] = evening.do("shorten_hold")
    assert started.cue_index == LOOK + 1


def test_shorten_hold_does_nothing_while_a_line_is_said(evening):
    evening.to_step(LOOK)
    assert evening.do("shorten_hold", after=0.2) == ()
    evening.to_hold(LOOK)
    assert evening.shown.hold_seconds == pytest.approx(ONE.step_spans()[LOOK].hold)


def test_the_filler_can_be_shortened():
    evening = Evening(TWO)
    evening.do("start")
    resting = next(segment for segment in TWO.segments if segment.kind is SegmentKind.FILLER)
    evening.run(lambda player: evening.shown.hold_seconds == pytest.approx(resting.seconds))
    evening.do("shorten_hold")
    evening.run(lambda player: player.cue_index > resting.cue_index, limit=30)


# A process that stood still -------------------------------------------------------------------------------


def test_a_frozen_process_announces_that_it_resumes(evening):
    evening.to_hold(4)
    evening.events.clear()
    assert evening.do("tick", after=30.0) == (StopSpeech(), StartLeadIn(ONE.lead_in_seconds))
    evening.run()
    assert evening.told == [Interjection.GO_ON]
    assert evening.heard == list(range(4, STEPS))


def test_a_late_frame_neither_cuts_a_line_nor_skips_one():
    evening = Evening()
    evening.do("start")
    began = evening.now
    evening.run(frame=FROZEN_AFTER_SECONDS)
    assert evening.heard == list(range(STEPS))
    assert evening.now - began >= ONE.total


def test_a_line_that_starts_late_after_a_pause_is_still_heard_whole(evening):
    evening.to_step(4)
    evening.do("pause")
    evening.do("resume")
    evening.run(
        lambda player: evening.heard[-1:] == [4] and evening.shown.interjection is None,
        frame=FROZEN_AFTER_SECONDS,
    )
    began = evening.now
    evening.to_hold(4)
    assert evening.now - began >= SECONDS[SCRIPT.cues[4].line] - FROZEN_AFTER_SECONDS


def test_a_clock_that_goes_back_counts_as_standing_still(evening):
    evening.to_hold(3)
    shown = evening.shown
    assert evening.player.tick(evening.now - 500) == ()
    assert evening.player.snapshot(evening.now - 500) == shown


# Stop -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stopped_at", range(STEPS))
def test_a_restarted_night_shuts_all_eyes_and_goes_on_from_the_right_step(evening, stopped_at):
    evening.to_step(stopped_at)
    evening.do("stop", after=0.1)
    assert evening.player.mode is NightMode.STOPPED
    assert evening.shown.step == stopped_at + 1
    evening.events.clear()
    evening.run()
    assert evening.told == [Interjection.LOOK_UP]
    assert evening.do("tick", after=500) == ()
    evening.events.clear()
    assert evening.do("restart") == (StopSpeech(), StartLeadIn(ONE.lead_in_seconds))
    evening.run()
    entry = find_entry_after_stop(SCRIPT, stopped_at)
    assert evening.heard == [0, *range(entry, STEPS)]
    assert evening.events[-1] == EndNight()


def test_a_stop_shuts_eyes_and_lowers_hands_before_all_look_up(evening):
    evening.to_hold(LOOK)
    evening.events.clear()
    evening.do("stop")
    began = evening.now
    evening.run(lambda player: Interjection.LOOK_UP in evening.told)
    assert evening.told == [Interjection.STOPPED, Interjection.LOOK_UP]
    assert evening.now - began >= SECONDS["app.say.stopped"] + ONE.pauses.act - FRAME


def test_a_pause_in_the_first_line_after_a_restart_repeats_no_look(evening):
    evening.to_step(step_of(SCRIPT, CueKind.PERCIVAL_OPEN))
    evening.do("stop")
    evening.do("restart")
    evening.to_step(0)
    evening.do("pause", after=0.3)
    evening.do("resume", after=3.0)
    evening.events.clear()
    evening.run()
    assert evening.heard == [0, *range(step_of(SCRIPT, CueKind.MERLIN_THUMBS), STEPS)]


def test_a_stopped_or_finished_night_can_start_from_the_beginning(evening):
    evening.to_step(8)
    evening.do("stop")
    for _ in range(2):
        evening.events.clear()
        evening.do("start")
        evening.run()
        assert evening.heard == list(range(STEPS))


# A screen made anew ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", range(STEPS))
def test_an_interrupted_night_is_silent_until_restarted_and_then_shuts_all_eyes(step):
    found = Evening()
    found.do("interrupt", cue_index=step)
    assert found.shown.mode is NightMode.INTERRUPTED
    assert found.player.is_waiting
    for command in (
        "pause",
        "resume",
        "repeat_line",
        "step_back",
        "shorten_hold",
        "stop",
        "suspend",
        "on_rebuild",
    ):
        found.do(command, after=5.0)
    found.do("tick", after=REMIND_AFTER_SECONDS * 3)
    assert {type(event) for event in found.events} <= {StopSpeech}
    follows = find_entry_after_stop(SCRIPT, step)
    assert found.shown.step == step + 1
    assert found.shown.resume_step == (1 if follows == 1 else follows + 1)
    planned = found.shown.seconds_left
    began = found.now
    found.do("restart")
    found.run()
    assert found.heard == [0, *range(follows, STEPS)]
    assert found.told == []
    assert found.player.mode is NightMode.ENDED
    assert found.now - began == pytest.approx(planned + ONE.lead_in_seconds, abs=0.5)


@pytest.mark.parametrize("before", [(), ("pause",), ("stop",), ("step_back",)])
def test_an_interruption_in_the_app_equals_one_after_a_restart_of_the_app(evening, before):
    evening.to_hold(LOOK)
    for command in before:
        evening.do(command)
    found = Evening(now=evening.now)
    found.do("interrupt", cue_index=evening.player.cue_index)
    evening.do("interrupt")
    assert evening.shown == found.shown
    for each in (evening, found):
        each.events.clear()
        each.do("restart")
        each.run()
    assert evening.heard == found.heard


@pytest.mark.parametrize("again", ["interrupt", "stop"])
def test_a_second_interruption_in_the_first_step_keeps_the_reached_step(again):
    found = Evening()
    found.do("interrupt", cue_index=STEPS - 2)
    found.do("restart")
    assert (found.player.cue_index, found.player.reached_cue) == (0, STEPS - 2)
    found.do(again, after=1.0)
    assert found.player.reached_cue == STEPS - 2
    found.events.clear()
    found.do("restart")
    found.run()
    assert found.heard == [0, *range(find_entry_after_stop(SCRIPT, STEPS - 2), STEPS)]


def test_a_night_without_a_spoken_line_is_not_interrupted():
    counting = Evening()
    counting.do("start", with_countdown=True)
    counting.do("interrupt", after=2.0)
    assert counting.player.mode is NightMode.READY


def test_a_rebuilt_page_repeats_the_current_speech(evening):
    evening.to_hold(LOOK)
    assert evening.do("on_rebuild") == (StartLine(LOOK, SCRIPT.cues[LOOK], "en"),)
    evening.do("pause")
    [told] = evening.do("on_rebuild")
    assert told.spoken_cue.kind is Interjection.PAUSED
    evening.do("stop")
    [told] = evening.do("on_rebuild")
    assert told.spoken_cue.kind is Interjection.STOPPED


def test_a_page_rebuilt_during_the_countdown_counts_again():
    evening = Evening()
    evening.do("start", with_countdown=True)
    evening.do("tick", after=1.5)
    assert evening.do("on_rebuild", after=0.5) == (RingBell(),)
    assert evening.player.mode is NightMode.COUNTING


COMMANDS = (
    *("tick", "pause", "resume", "repeat_line", "step_back", "shorten_hold", "stop", "restart", "start"),
    *("suspend", "on_rebuild", "interrupt"),
)


def test_commands_before_and_after_the_night_are_silent(evening):
    fresh = Evening()
    evening.run()
    for command in COMMANDS:
        if command != "start":
            for night in (fresh, evening):
                assert set(night.do(command, after=1.0)) <= {StopSpeech()}
    assert fresh.shown.mode is NightMode.READY
    assert fresh.shown.seconds_left == pytest.approx(ONE.total - ONE.lead_in_seconds)
    assert evening.shown.seconds_left == 0


# Any evening ------------------------------------------------------------------------------------------

waits = st.one_of(st.floats(0, 0.2), st.floats(0, 8), st.just(30.0))
TIMELINES = {"one language": ONE, "two languages": TWO}
timelines = st.sampled_from(list(TIMELINES))  # by name: a failure then prints something short


def sequences(*commands):
    return st.lists(st.tuples(st.sampled_from(commands), waits), max_size=60)


@settings(max_examples=50)
@given(timelines, sequences(*COMMANDS))
def test_random_presses_keep_the_snapshot_valid_and_the_night_ends(spoken, presses):
    evening = Evening(TIMELINES[spoken])
    evening.do("start")
    for command, wait in presses:
        evening.do(command, after=wait)
        shown = evening.shown
        assert 0 <= shown.hold_seconds_left <= shown.hold_seconds
        assert 1 <= shown.resume_step <= shown.step <= shown.step_count == STEPS
        assert 0 <= shown.seconds_left <= evening.player.timeline.total + TIMELINES[spoken].total
    mode = evening.player.mode
    if mode is NightMode.PAUSED:
        evening.do("resume")
    elif mode is not NightMode.PLAYING:
        evening.do("start")
    began = evening.now
    evening.run(frame=0.25)
    assert evening.player.mode is NightMode.ENDED
    assert evening.events[-1] == EndNight()
    whole = evening.player.timeline
    assert evening.now - began <= whole.total + whole.lead_in_seconds + 0.25 * (len(whole.segments) + 1)


@settings(max_examples=50)
@given(
    timelines,
    sequences(*(command for command in COMMANDS if command not in ("start", "stop", "restart", "interrupt"))),
)
def test_no_line_is_ever_skipped(spoken, presses):
    """Each line begins only when the one before it has been said in every language."""
    evening = Evening(TIMELINES[spoken])
    evening.do("start")
    for command, wait in presses:
        evening.do(command, after=wait)
    evening.do("resume")
    evening.run(frame=0.25)
    everything = [
        (s.cue_index, s.language) for s in TIMELINES[spoken].segments if s.kind is SegmentKind.SPEECH
    ]
    reached = -1
    said = [event for event in evening.events if isinstance(event, StartLine)]
    for event in said:
        if not isinstance(event.spoken_cue.kind, Interjection):
            place = everything.index((event.cue_index, event.language))
            assert place <= reached + 1
            reached = max(reached, place)
    assert reached == len(everything) - 1
