import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.avalon.setup import Lancelot, Setup
from companion.narrator.plan import Part, plan
from companion.narrator.player import (
    FROZEN_AFTER,
    EndNight,
    Mode,
    Player,
    Silence,
    StartHold,
    StartLeadIn,
    StartLine,
)
from companion.scripts.acting import entry_after_stop, step_back
from companion.scripts.avalon.night import STYLES, every_line, night
from companion.scripts.cues import Hold

SECONDS = {key: 1.0 + len(key) / 30 for style in STYLES for key in every_line(style)}
SETUP = Setup(tuple(f"Player {n}" for n in range(7)), roles=("percival", "morgana"), lancelot=Lancelot.V1)
SCRIPT = night(SETUP)
ONE = plan(SCRIPT, {"en": SECONDS}, players=7)
TWO = plan(SCRIPT, {"en": SECONDS, "it": SECONDS}, players=7, at_least=250)
STEPS = len(SCRIPT.cues)
FRAME = 1 / 30


class Evening:
    """A player with a clock in the hand."""

    def __init__(self, timeline=ONE, now=1000.0):
        self.player = Player(timeline)
        self.now = now
        self.events = []

    def do(self, command, after=0.0):
        self.now += after
        happened = getattr(self.player, command)(self.now)
        self.events += happened
        return happened

    def run(self, until=lambda player: False, frame=FRAME, limit=100_000):
        """Tick until the night is over, or until something holds."""
        for _ in range(limit):
            if self.player.mode is not Mode.PLAYING or until(self.player):
                return self
            self.do("tick", after=frame)
        raise AssertionError("the night does not end")

    def to_step(self, step):
        return self.run(lambda player: player.cue == step)

    def to_hold(self, step):
        return self.run(lambda player: player.cue == step and self.shown.hold is not Hold.NONE)

    @property
    def shown(self):
        return self.player.snapshot(self.now)

    @property
    def heard(self):
        return [event.cue for event in self.events if isinstance(event, StartLine)]


@pytest.fixture
def evening():
    night = Evening()
    night.do("begin")
    return night


def test_a_night_speaks_every_line_and_ends_on_time(evening):
    began = evening.now
    evening.run()
    assert evening.heard == list(range(STEPS))
    assert evening.events[0] == StartLeadIn(ONE.lead_in)
    assert evening.events[-1] == EndNight()
    assert evening.player.mode is Mode.ENDED
    # Each line waits for the frame in which it is started, no longer.
    assert ONE.total <= evening.now - began <= ONE.total + FRAME * (STEPS + 1)


def test_both_languages_of_a_line_are_spoken_in_their_order():
    evening = Evening(TWO)
    evening.do("begin")
    evening.run()
    lines = [(e.cue, e.language) for e in evening.events if isinstance(e, StartLine)]
    assert lines == [(cue, language) for cue in range(STEPS) for language in ("en", "it")]


def test_holds_are_announced_with_their_kind_and_length(evening):
    evening.run()
    announced = [(e.cue, e.hold, e.seconds) for e in evening.events if isinstance(e, StartHold)]
    assert announced == [(s.cue, s.hold, s.seconds) for s in ONE.segments if s.part is Part.HOLD]


def test_the_same_moment_shows_the_same_picture_on_screen_and_plan(evening):
    evening.to_hold(5)
    shown = evening.shown
    assert (shown.step, shown.steps, shown.kind, shown.line) == (
        6,
        STEPS,
        SCRIPT.cues[5].kind,
        SCRIPT.cues[5].line,
    )
    assert shown.hold is Hold.LOOK
    assert shown.language is None
    assert shown.hold_left == pytest.approx(shown.hold_seconds, abs=FRAME)
    evening.do("tick", after=1.0)
    assert evening.shown.hold_left == pytest.approx(shown.hold_left - 1)
    assert evening.shown.position + evening.shown.seconds_left == pytest.approx(ONE.total)
    assert evening.shown.progress == pytest.approx(evening.shown.position / ONE.total)
    assert ONE.segments[ONE.at(evening.shown.position)].cue == 5


def test_pausing_holds_everything_for_as_long_as_it_takes(evening):
    evening.to_hold(3)
    assert evening.do("pause") == (Silence(),)
    shown = evening.shown
    for hours in range(50):
        assert evening.do("tick", after=3600.0 * hours) == ()
        assert evening.shown == shown
    assert shown.mode is Mode.PAUSED


@pytest.mark.parametrize("spot", ["line", "hold"])
def test_after_a_pause_the_current_line_starts_again_once_the_speaker_is_awake(evening, spot):
    evening.to_step(4) if spot == "line" else evening.to_hold(4)
    evening.do("tick", after=0.5)
    evening.do("pause")
    evening.events.clear()
    assert evening.do("resume", after=600) == (StartLeadIn(ONE.lead_in),)
    assert evening.do("tick", after=ONE.lead_in / 2) == ()
    [started] = evening.do("tick", after=ONE.lead_in / 2 + 0.01)
    assert started == StartLine(4, SCRIPT.cues[4].line, "en")
    evening.run()
    assert evening.heard == list(range(4, STEPS))


def test_a_pause_before_the_first_word_starts_with_the_silence_again(evening):
    evening.do("pause", after=0.3)
    assert evening.do("resume", after=60) == (StartLeadIn(ONE.lead_in),)
    evening.run()
    assert evening.heard == list(range(STEPS))


def test_again_repeats_the_line_and_next_cuts_it_short(evening):
    evening.to_hold(2)
    assert evening.do("again") == (StartLine(2, SCRIPT.cues[2].line, "en"),)
    assert evening.do("next", after=0.2) == (StartLine(3, SCRIPT.cues[3].line, "en"),)
    assert evening.do("next", after=0.2) == (StartLine(4, SCRIPT.cues[4].line, "en"),)


def test_next_after_the_last_line_ends_the_night(evening):
    evening.to_step(STEPS - 1)
    assert evening.do("next") == (Silence(), EndNight())
    assert evening.shown.seconds_left == 0
    assert evening.shown.progress == 1
    for command in ("tick", "next", "again", "back", "pause", "resume", "stop", "restart"):
        assert evening.do(command, after=1.0) == ()


@pytest.mark.parametrize("step", range(1, STEPS))
def test_back_goes_to_the_nearest_harmless_line(evening, step):
    evening.to_hold(step) if step < STEPS - 1 else evening.to_step(step)
    evening.do("back")
    assert evening.player.cue == step_back(SCRIPT, step) < step
    evening.run()
    assert evening.player.mode is Mode.ENDED


def test_a_paused_night_can_be_leafed_through_and_goes_on_from_there(evening):
    evening.to_step(6)
    evening.do("pause")
    assert evening.do("next") == evening.do("next") == evening.do("back") == ()
    at = evening.player.cue
    assert at == step_back(SCRIPT, 8)
    assert evening.shown.mode is Mode.PAUSED
    evening.events.clear()
    evening.do("again")
    evening.run()
    assert evening.heard == list(range(at, STEPS))


def test_a_frozen_process_counts_as_paused_and_says_the_line_again(evening):
    evening.to_hold(5)
    evening.events.clear()
    assert evening.do("tick", after=30.0) == (Silence(), StartLeadIn(ONE.lead_in))
    evening.run()
    assert evening.heard == list(range(5, STEPS))


def test_a_late_frame_neither_cuts_a_line_nor_skips_one():
    evening = Evening()
    evening.do("begin")
    began = evening.now
    evening.run(frame=FROZEN_AFTER)
    assert evening.heard == list(range(STEPS))
    assert evening.now - began >= ONE.total
    starts = [e for e in evening.events if isinstance(e, StartLine)]
    assert len(starts) == STEPS


def test_a_line_that_starts_late_after_a_pause_is_still_heard_whole(evening):
    evening.to_step(4)
    evening.do("pause")
    evening.do("resume")
    [started] = evening.do("tick", after=FROZEN_AFTER)
    began = evening.now
    assert started.cue == 4
    evening.to_hold(4)
    assert evening.now - began >= SECONDS[started.line]


def test_a_clock_that_goes_back_stands_still(evening):
    evening.to_hold(3)
    shown = evening.shown
    assert evening.player.tick(evening.now - 500) == ()
    assert evening.player.snapshot(evening.now - 500) == shown


@pytest.mark.parametrize("stopped_at", range(STEPS))
def test_a_stopped_night_starts_again_with_closed_eyes_and_goes_on_where_it_is_right(evening, stopped_at):
    evening.to_step(stopped_at)
    assert evening.do("stop", after=0.1) == (Silence(),)
    assert evening.player.mode is Mode.STOPPED
    assert evening.shown.step == stopped_at + 1
    assert evening.do("tick", after=500) == ()
    evening.events.clear()
    assert evening.do("restart") == (StartLeadIn(ONE.lead_in),)
    evening.run()
    entry = entry_after_stop(SCRIPT, stopped_at)
    assert evening.heard == [0, *range(entry, STEPS)]
    assert evening.events[-1] == EndNight()


def test_back_in_a_restarted_night_never_leads_out_of_it(evening):
    evening.to_step(8)
    evening.do("stop")
    evening.do("restart")
    evening.to_step(entry_after_stop(SCRIPT, 8))
    evening.do("back")
    assert evening.player.cue == 0
    evening.run()
    assert evening.player.mode is Mode.ENDED


def test_a_stopped_or_finished_night_can_begin_afresh(evening):
    evening.to_step(8)
    evening.do("stop")
    for _ in range(2):
        evening.events.clear()
        evening.do("begin")
        evening.run()
        assert evening.heard == list(range(STEPS))


def test_commands_before_the_night_do_nothing():
    evening = Evening()
    for command in ("tick", "pause", "resume", "again", "next", "back", "stop", "restart"):
        assert evening.do(command, after=1.0) == ()
    assert evening.shown.mode is Mode.READY
    assert evening.shown.seconds_left == ONE.total


# Any evening ------------------------------------------------------------------------------------------

COMMANDS = ("tick", "pause", "resume", "again", "next", "back", "stop", "restart", "begin")
waits = st.one_of(st.floats(0, 0.2), st.floats(0, 8), st.just(30.0))
TIMELINES = {"one language": ONE, "two languages": TWO}
timelines = st.sampled_from(list(TIMELINES))  # by name: a failure then prints something short


def sequences(*commands):
    return st.lists(st.tuples(st.sampled_from(commands), waits), max_size=60)


@given(timelines, sequences(*COMMANDS))
def test_whatever_is_pressed_time_stays_on_the_timeline_and_the_night_ends(spoken, presses):
    evening = Evening(TIMELINES[spoken])
    evening.do("begin")
    for command, wait in presses:
        before = evening.shown
        happened = evening.do(command, after=wait)
        shown = evening.shown
        total = evening.player.timeline.total
        assert 0 <= shown.position <= total
        assert shown.position + shown.seconds_left == pytest.approx(total)
        assert 0 <= shown.hold_left <= shown.hold_seconds
        assert 1 <= shown.step <= shown.steps == STEPS
        if command == "tick" and Silence() not in happened:  # a frozen process cuts the line off
            assert shown.position >= before.position
            assert shown.step >= before.step
    mode = evening.player.mode
    if mode is Mode.PAUSED:
        evening.do("resume")
    elif mode is not Mode.PLAYING:
        evening.do("begin")
    began = evening.now
    evening.run(frame=0.25)
    assert evening.player.mode is Mode.ENDED
    assert evening.events[-1] == EndNight()
    whole = evening.player.timeline
    assert evening.now - began <= whole.total + whole.lead_in + 0.25 * (len(whole.segments) + 1)


@given(timelines, sequences("tick", "pause", "resume", "again"))
def test_without_next_or_back_no_line_is_ever_skipped(spoken, presses):
    evening = Evening(TIMELINES[spoken])
    evening.do("begin")
    for command, wait in presses:
        evening.do(command, after=wait)
    evening.do("resume")
    evening.run(frame=0.25)
    lines = [(e.cue, e.language) for e in evening.events if isinstance(e, StartLine)]
    everything = [(s.cue, s.language) for s in TIMELINES[spoken].segments if s.part is Part.SPEECH]
    reached = -1
    for line in lines:
        place = everything.index(line)
        # On to the very next line, or once more the first language of the step we are in.
        assert place == reached + 1 or (place <= reached and line[0] == everything[reached][0])
        reached = place
    assert set(lines) == set(everything)


@given(timelines, sequences("tick", "next", "back", "again", "pause", "resume"), st.floats(0, 10**7))
def test_pausing_for_ever_changes_nothing(spoken, presses, long):
    evening = Evening(TIMELINES[spoken])
    evening.do("begin")
    for command, wait in presses:
        evening.do(command, after=wait)
    evening.do("pause")
    shown = evening.shown
    for _ in range(5):
        assert evening.do("tick", after=long) == ()
        assert evening.shown == shown
    if shown.mode is Mode.PAUSED:
        evening.do("resume")
        assert evening.shown.step == shown.step
        assert evening.shown.position <= shown.position


@given(sequences(*COMMANDS))
def test_the_same_evening_twice_is_the_same(presses):
    evenings = [Evening(TWO), Evening(TWO)]
    for evening in evenings:
        evening.do("begin")
        for command, wait in presses:
            evening.do(command, after=wait)
    assert evenings[0].events == evenings[1].events
    assert evenings[0].shown == evenings[1].shown
