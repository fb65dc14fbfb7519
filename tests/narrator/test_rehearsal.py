import pytest

from companion.games.avalon.setup import Setup
from companion.games.game import ProblemError
from companion.narrator.events import Mode
from companion.narrator.plan import plan
from companion.narrator.player import Player
from companion.narrator.rehearsal import Hand, Press, forward, read_presses, rehearse
from companion.scripts.asides import Aside, asides
from companion.scripts.avalon.kinds import Kind
from companion.scripts.avalon.night import night
from tests.scripts.cues_at_hand import step_of

SCRIPT = night(Setup(tuple("ABCDE"), roles=("percival", "morgana")))
SECONDS = {cue.line: 2.0 for cue in (*SCRIPT.cues, *asides(SCRIPT))}
ONE = plan(SCRIPT, {"en": SECONDS}, players=5)


def test_untouched_a_night_is_heard_as_it_was_planned():
    done = rehearse(ONE, ())
    assert done.mode is Mode.ENDED
    assert done.seconds == pytest.approx(ONE.total)
    for heard, span in zip(done.heard, ONE.spans(), strict=True):
        assert (heard.cue, heard.said, heard.whole) == (span.cue, SCRIPT.cues[span.cue], True)
        assert (heard.start, heard.speech, heard.hold) == pytest.approx((span.start, span.speech, span.hold))


def test_presses_are_heard_at_their_seconds():
    look = ONE.spans()[step_of(SCRIPT, Kind.MERLIN_OPEN)]
    middle = look.start + look.speech + 1.0
    done = rehearse(ONE, [Press(middle, Hand.PAUSE), Press(middle + 10, Hand.RESUME)])
    kinds = [heard.said.kind for heard in done.heard]
    assert kinds.count(Kind.MERLIN_OPEN) == 2
    paused = next(heard for heard in done.heard if heard.said.kind is Aside.PAUSED)
    assert (paused.start, paused.speech, paused.hold) == pytest.approx((middle, 2.0, 8.0 + ONE.lead_in))
    assert kinds.index(Aside.GO_ON) + 1 == kinds.index(Aside.MISSED)
    assert kinds[kinds.index(Aside.MISSED) + 1] is Kind.EVIL_THUMBS
    assert done.mode is Mode.ENDED


def test_a_line_that_is_cut_off_says_how_much_of_it_was_heard():
    start = ONE.spans()[1].start
    done = rehearse(ONE, [Press(start + 0.5, Hand.STOP)])
    cut = done.heard[1]
    assert not cut.whole
    assert (cut.speech, cut.hold) == pytest.approx((0.5, 0.0))
    assert [heard.said.kind for heard in done.heard[2:]] == [Aside.STOPPED, Aside.LOOK_UP]
    assert done.mode is Mode.STOPPED


def test_a_night_that_is_left_paused_ends_the_rehearsal():
    done = rehearse(ONE, [Press(5.0, Hand.CALL)])
    assert (done.mode, done.seconds) == (Mode.PAUSED, 5.0)
    seen = rehearse(ONE, [Press(5.0, Hand.CALL), Press(9.0, Hand.RETURN)])
    assert (seen.mode, len(seen.heard)) == (Mode.PAUSED, len(done.heard))


def test_a_phone_that_died_says_nothing_until_it_is_asked_and_then_shuts_all_eyes():
    look = ONE.spans()[step_of(SCRIPT, Kind.MERLIN_OPEN)].start + 0.5
    left = rehearse(ONE, [Press(look, Hand.KILL)])
    assert left.mode is Mode.CUT_OFF
    assert left.seconds == pytest.approx(look)
    done = rehearse(ONE, [Press(look, Hand.KILL), Press(look + 60, Hand.START)])
    before = step_of(SCRIPT, Kind.MERLIN_OPEN) + 1
    assert [heard.cue for heard in done.heard][before : before + 2] == [0, step_of(SCRIPT, Kind.EVIL_THUMBS)]
    assert done.mode is Mode.ENDED


def test_the_night_can_be_brought_to_a_step():
    player = Player(ONE)
    player.begin(100.0)
    assert forward(player, 100.0, 6) == pytest.approx(100 + ONE.spans()[6].start)
    assert player.cue == 6


def test_presses_are_read_as_people_write_them():
    assert read_presses(" 6.5 shorten,12 BACK , 20 pause,") == (
        Press(6.5, Hand.SHORTEN),
        Press(12.0, Hand.BACK),
        Press(20.0, Hand.PAUSE),
    )
    assert read_presses("") == ()


@pytest.mark.parametrize("wrong", ["pause", "x pause", "3 dance", "-1 pause", "nan pause", "1e9 stop", "3"])
def test_a_press_that_cannot_be_read_is_told_with_all_that_can(wrong):
    with pytest.raises(ProblemError) as refused:
        read_presses(f"1 pause, {wrong}")
    assert refused.value.problem.args["given"] == wrong
    assert "shorten" in str(refused.value.problem.args["known"])
