"""Where a night may go on, with people of whom nobody knows quite what they have done."""

import pytest

from companion.games.avalon.setup import Lancelot
from companion.scripts.avalon.kinds import Kind
from companion.scripts.avalon.night import night
from companion.scripts.cues import EveryNight, Hold
from companion.scripts.cultists.kinds import Kind as Cultists
from companion.scripts.cultists.night import night as cultists_night
from companion.scripts.poses import NONE, People, Some, at_start, entry, entry_after_stop, goes_right
from tests.cases import sample
from tests.scripts.cues_at_hand import step_of, with_cue


def walked(script):
    """Each step with people while its line is said, and after it."""
    people = at_start(script)
    for step, cue in enumerate(script.cues):
        during, people = people.during(cue), people.after(cue)
        yield step, during, people


@pytest.fixture(scope="module", params=sample([7, 1]))
def scripts(request, each_night, every_cult):
    """Every different night there is, once; or every so manieth of them."""
    nights = [script for script, _ in each_night]
    return [*nights, *dict.fromkeys(map(cultists_night, every_cult))][:: request.param]


def test_doubt_keeps_those_who_are_sure_in_both_cases_and_all_who_may_be():
    merlin = Some(frozenset({"merlin"}), frozenset({"merlin"}))
    both = merlin.changed({"percival"}, ())
    assert merlin.or_else(both) == Some(frozenset({"merlin"}), frozenset({"merlin", "percival"}))
    assert both.changed((), {"merlin"}) == NONE.changed({"percival"}, ())


def test_an_unbroken_night_goes_right_from_every_step(scripts):
    for script in scripts:
        for step, _, people in walked(script):
            if step + 1 < len(script.cues):
                assert goes_right(script, people, step + 1), (script, step)


def test_the_same_line_can_always_be_said_again(scripts):
    for script in scripts:
        for step, during, after in walked(script):
            assert entry(script, during, step) == entry(script, after, step) == step


def test_after_a_pause_a_look_that_needs_thumbs_goes_back_to_them(table, cult_table):
    script = night(table(10, "percival", "morgana", "oberon", "mordred"))
    seer = cultists_night(cult_table(5, "seer"))
    expected = {
        (script, Kind.MERLIN_OPEN): Kind.EVIL_THUMBS,
        (script, Kind.PERCIVAL_OPEN): Kind.MERLIN_THUMBS,
        (seer, Cultists.SEER_OPEN): Cultists.CULTISTS_CLOSE_COVER,
    }
    for played in (script, seer):
        for step, during, after in walked(played):
            kind = played.cues[step].kind
            back = step_of(played, expected[played, kind]) if (played, kind) in expected else step
            assert entry(played, during.at_ease(), step) == back, kind
            assert entry(played, after.at_ease(), step) == back, kind


def test_going_back_is_going_to_an_earlier_step(scripts):
    for script in scripts:
        for step, during, after in walked(script):
            for people in (during.at_ease(), after.at_ease()):
                assert entry(script, people, max(0, step - 1)) < max(1, step)


def test_a_thumb_that_may_still_be_up_is_never_shown_to_the_wrong_eyes(table):
    """Oberon's thumb is for Merlin: Evil must not look while it may be up."""
    script = night(table(7, "oberon"))
    evil, thumbs = step_of(script, Kind.EVIL_OPEN), step_of(script, Kind.EVIL_THUMBS)
    up = People(thumbs=Some(maybe=frozenset({"oberon"})))
    assert not goes_right(script, up, evil)
    assert goes_right(script, up, thumbs)
    assert entry(script, up, evil) == 0


def test_evil_does_not_look_while_a_thumb_may_tell_who_is_mordred(table):
    """All of Evil but Mordred raise a thumb for Merlin: Evil may see open eyes, but no such thumb."""
    script = night(table(7, "mordred"))
    up = People(thumbs=Some(maybe=frozenset({"assassin", "minion"})))
    assert not goes_right(script, up, step_of(script, Kind.EVIL_OPEN))
    assert goes_right(script, up, step_of(script, Kind.EVIL_THUMBS))


def test_eyes_that_may_be_open_keep_a_night_from_another_part(table):
    script = night(table(7, "percival", "morgana"))
    awake = People(eyes=Some(maybe=frozenset({"merlin"})))
    assert not goes_right(script, awake, step_of(script, Kind.MERLIN_THUMBS))
    assert goes_right(script, awake, step_of(script, Kind.MERLIN_CLOSE))


def test_nobody_is_left_awake_or_with_a_thumb_up_at_dawn(table):
    script = night(table(5))
    dawn = step_of(script, EveryNight.ALL_OPEN)
    assert goes_right(script, People(), dawn)
    assert not goes_right(script, People(thumbs=Some(maybe=frozenset({"minion"}))), dawn)
    assert not goes_right(script, People(eyes=Some(maybe=frozenset({"merlin"}))), dawn)
    # Cut off in the middle of the last line: some have looked up already, and see nothing.
    assert goes_right(script, People().during(script.cues[dawn]), dawn)


def test_turned_decks_are_not_for_the_seer(cult_table):
    script = cultists_night(cult_table(5, "seer"))
    turned = People(decks=Some(maybe=frozenset({"seer", "cultist"})))
    assert not goes_right(script, turned, step_of(script, Cultists.SEER_OPEN))


def test_a_look_without_its_thumbs_shows_too_little(table):
    script = night(table(7))
    look = step_of(script, Kind.MERLIN_OPEN)
    assert not goes_right(script, People(), look)
    some = People(thumbs=Some(frozenset({"assassin"}), frozenset({"assassin", "minion"})))
    assert not goes_right(script, some, look)


def test_a_script_that_forgets_to_close_an_eye_is_not_gone_on_with(table):
    script = night(table(5))
    careless = with_cue(script, step_of(script, Kind.MERLIN_CLOSE), closes=())
    look = step_of(careless, Kind.EVIL_THUMBS)
    assert goes_right(script, People(), look)
    # The check that all eyes are shut catches it; without that one nothing does.
    checked = with_cue(careless, step_of(careless, Kind.MERLIN_CLOSE) + 1, rests=False)
    assert not goes_right(checked, People(), look)


@pytest.mark.parametrize("lancelot", [None, *Lancelot])
def test_a_decoy_is_taken_up_again_where_the_real_part_would_be(table, lancelot):
    decoy = night(table(7, "morgana", percival_decoy=True, lancelot=lancelot))
    real = night(table(7, "morgana", "percival", lancelot=lancelot))
    for (step, during, after), (_, really_during, really_after) in zip(
        walked(decoy), walked(real), strict=True
    ):
        assert entry_after_stop(decoy, step) == entry_after_stop(real, step)
        for people, really in ((during, really_during), (after, really_after)):
            assert entry(decoy, people.at_ease(), step) == entry(real, really.at_ease(), step)
    assert all(cue.missed for cue in decoy.cues if cue.hold is Hold.LOOK and cue.decoy)
