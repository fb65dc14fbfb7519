"""Simulated playback of a night with phone events."""

import pytest

from companion.cli.night import PhoneEvent, Press, advance_to_cue, parse_presses, play_presses
from companion.core.game import ProblemError
from companion.games.avalon.setup import Setup
from companion.narrator.planner import plan_timeline
from companion.narrator.player import NightMode, NightPlayer
from companion.scripts.avalon.night import CueKind, build_script
from companion.scripts.recovery import Interjection, list_interjections
from tests.scripts.cue_changes import step_of

SCRIPT = build_script(Setup(tuple("ABCDE"), roles=("percival", "morgana")))
SECONDS = {cue.line: 2.0 for cue in (*SCRIPT.cues, *list_interjections(SCRIPT))}
ONE = plan_timeline(SCRIPT, {"en": SECONDS}, players=5)


def test_a_night_without_presses_follows_the_timeline():
    done = play_presses(ONE, ())
    assert done.mode is NightMode.ENDED
    assert done.seconds == pytest.approx(ONE.total)
    for heard, span in zip(done.lines, ONE.step_spans(), strict=True):
        assert (heard.cue_index, heard.spoken_cue, heard.is_complete) == (
            span.cue_index,
            SCRIPT.cues[span.cue_index],
            True,
        )
        assert (heard.start, heard.speech, heard.hold) == pytest.approx((span.start, span.speech, span.hold))


def test_presses_happen_at_their_times():
    look = ONE.step_spans()[step_of(SCRIPT, CueKind.MERLIN_OPEN)]
    middle = look.start + look.speech + 1.0
    done = play_presses(ONE, [Press(middle, PhoneEvent.PAUSE), Press(middle + 10, PhoneEvent.RESUME)])
    kinds = [heard.spoken_cue.kind for heard in done.lines]
    assert kinds.count(CueKind.MERLIN_OPEN) == 2
    paused = next(heard for heard in done.lines if heard.spoken_cue.kind is Interjection.PAUSED)
    assert (paused.start, paused.speech, paused.hold) == pytest.approx(
        (middle, 2.0, 8.0 + ONE.lead_in_seconds)
    )
    assert kinds.index(Interjection.GO_ON) + 1 == kinds.index(Interjection.MISSED)
    assert kinds[kinds.index(Interjection.MISSED) + 1] is CueKind.EVIL_THUMBS
    assert done.mode is NightMode.ENDED


def test_an_interrupted_line_has_its_audible_length():
    start = ONE.step_spans()[1].start
    done = play_presses(ONE, [Press(start + 0.5, PhoneEvent.STOP)])
    cut = done.lines[1]
    assert not cut.is_complete
    assert (cut.speech, cut.hold) == pytest.approx((0.5, 0.0))
    assert [heard.spoken_cue.kind for heard in done.lines[2:]] == [Interjection.STOPPED, Interjection.LOOK_UP]
    assert done.mode is NightMode.STOPPED


def test_the_playback_ends_in_a_pause_without_further_presses():
    done = play_presses(ONE, [Press(5.0, PhoneEvent.CALL)])
    assert (done.mode, done.seconds) == (NightMode.PAUSED, 5.0)
    seen = play_presses(ONE, [Press(5.0, PhoneEvent.CALL), Press(9.0, PhoneEvent.RETURN)])
    assert (seen.mode, len(seen.lines)) == (NightMode.PAUSED, len(done.lines))


def test_a_killed_night_is_silent_until_restarted_and_then_shuts_all_eyes():
    look = ONE.step_spans()[step_of(SCRIPT, CueKind.MERLIN_OPEN)].start + 0.5
    left = play_presses(ONE, [Press(look, PhoneEvent.KILL)])
    assert left.mode is NightMode.INTERRUPTED
    assert left.seconds == pytest.approx(look)
    done = play_presses(ONE, [Press(look, PhoneEvent.KILL), Press(look + 60, PhoneEvent.START)])
    before = step_of(SCRIPT, CueKind.MERLIN_OPEN) + 1
    assert [heard.cue_index for heard in done.lines][before : before + 2] == [
        0,
        step_of(SCRIPT, CueKind.EVIL_THUMBS),
    ]
    assert done.mode is NightMode.ENDED


def test_advance_to_cue_reaches_the_step():
    player = NightPlayer(ONE)
    player.start(100.0)
    assert advance_to_cue(player, 100.0, 6) == pytest.approx(100 + ONE.step_spans()[6].start)
    assert player.cue_index == 6


def test_presses_are_parsed_leniently():
    assert parse_presses(" 6.5 shorten,12 BACK , 20 pause,") == (
        Press(6.5, PhoneEvent.SHORTEN),
        Press(12.0, PhoneEvent.BACK),
        Press(20.0, PhoneEvent.PAUSE),
    )
    assert parse_presses("") == ()


@pytest.mark.parametrize("wrong", ["pause", "x pause", "3 dance", "-1 pause", "nan pause", "1e9 stop", "3"])
def test_an_invalid_press_is_a_problem_that_lists_the_valid_ones(wrong):
    with pytest.raises(ProblemError) as refused:
        parse_presses(f"1 pause, {wrong}")
    assert refused.value.problem.args["given"] == wrong
    assert "shorten" in str(refused.value.problem.args["known"])
