"""Recovery of an interrupted night, and interjections."""

from __future__ import annotations

import pytest

from companion.games.avalon.setup import Lancelot
from companion.scripts.avalon.night import CueKind, build_script
from companion.scripts.cultists.night import CueKind as Cultists
from companion.scripts.cultists.night import build_script as cultists_night
from companion.scripts.recovery import (
    NO_ROLES,
    Interjection,
    NightPose,
    UncertainSet,
    find_entry_after_stop,
    find_entry_step,
    initial_pose,
    is_safe_to_continue,
    list_interjections,
    stopped_cues,
)
from companion.scripts.script import CommonCueKind, Hold
from tests.cases import sample
from tests.scripts.cue_changes import step_of, with_cue


def lines(script):
    return [cue.line for cue in stopped_cues(script)]


def test_a_stop_shuts_all_eyes_before_anybody_looks_up(table):
    shut, up = stopped_cues(build_script(table(7, "oberon")))
    assert (shut.kind, up.kind) == (Interjection.STOPPED, Interjection.LOOK_UP)
    assert shut.is_rest
    assert (
        set(shut.closes)
        == set(shut.thumbs_down)
        == set(up.opens)
        == {"merlin", "servant", "assassin", "minion", "oberon"}
    )


def test_a_stop_covers_decks_only_where_decks_are_turned(table, cult_table):
    assert lines(build_script(table(5)))[0] == "app.say.stopped"
    assert lines(cultists_night(cult_table(7)))[0] == "app.say.stopped"
    assert lines(cultists_night(cult_table(5, "seer")))[0] == "app.say.stopped_decks"
    with_automa = stopped_cues(cultists_night(cult_table(4, automa=True)))[0]
    assert with_automa.line == "app.say.stopped_decks_automa"
    assert "automa" in with_automa.covers


def test_all_interjections_are_known_before_the_night(table):
    kinds = {cue.kind for cue in list_interjections(build_script(table(7, "percival")))}
    assert kinds == set(Interjection)
    missed = [
        cue.line for cue in list_interjections(build_script(table(5))) if cue.kind is Interjection.MISSED
    ]
    assert missed == ["avalon.say.night.merlin_missed"]


def walked(script):
    """Each step with people while its line is said, and after it."""
    people = initial_pose(script)
    for step, cue in enumerate(script.cues):
        during, people = people.during_cue(cue), people.after_cue(cue)
        yield step, during, people


@pytest.fixture(scope="module", params=sample([7, 1]))
def scripts(request, each_night, every_cult):
    """Every different night there is, once; or every so manieth of them."""
    nights = [script for script, _ in each_night]
    return [*nights, *dict.fromkeys(map(cultists_night, every_cult))][:: request.param]


def test_merging_keeps_the_certain_of_both_and_all_possible_members():
    merlin = UncertainSet(frozenset({"merlin"}), frozenset({"merlin"}))
    both = merlin.update({"percival"}, ())
    assert merlin.merge(both) == UncertainSet(frozenset({"merlin"}), frozenset({"merlin", "percival"}))
    assert both.update((), {"merlin"}) == NO_ROLES.update({"percival"}, ())


def test_an_uninterrupted_night_can_continue_from_every_step(scripts):
    for script in scripts:
        for step, _, people in walked(script):
            if step + 1 < len(script.cues):
                assert is_safe_to_continue(script, people, step + 1), (script, step)


def test_a_line_can_always_be_repeated(scripts):
    for script in scripts:
        for step, during, after in walked(script):
            assert find_entry_step(script, during, step) == find_entry_step(script, after, step) == step


def test_a_look_after_a_pause_goes_back_to_its_thumbs(table, cult_table):
    script = build_script(table(10, "percival", "morgana", "oberon", "mordred"))
    seer = cultists_night(cult_table(5, "seer"))
    expected = {
        (script, CueKind.MERLIN_OPEN): CueKind.EVIL_THUMBS,
        (script, CueKind.PERCIVAL_OPEN): CueKind.MERLIN_THUMBS,
        (seer, Cultists.SEER_OPEN): Cultists.CULTISTS_CLOSE_COVER,
    }
    for played in (script, seer):
        for step, during, after in walked(played):
            kind = played.cues[step].kind
            back = step_of(played, expected[played, kind]) if (played, kind) in expected else step
            assert find_entry_step(played, during.after_pause(), step) == back, kind
            assert find_entry_step(played, after.after_pause(), step) == back, kind


def test_the_entry_step_is_never_later(scripts):
    for script in scripts:
        for step, during, after in walked(script):
            for people in (during.after_pause(), after.after_pause()):
                assert find_entry_step(script, people, max(0, step - 1)) < max(1, step)


def test_a_thumb_that_may_still_be_up_is_never_shown_to_the_wrong_eyes(table):
    """Oberon's thumb is for Merlin: Evil must not look while it may be up."""
    script = build_script(table(7, "oberon"))
    evil, thumbs = step_of(script, CueKind.EVIL_OPEN), step_of(script, CueKind.EVIL_THUMBS)
    up = NightPose(raised_thumbs=UncertainSet(possible=frozenset({"oberon"})))
    assert not is_safe_to_continue(script, up, evil)
    assert is_safe_to_continue(script, up, thumbs)
    assert find_entry_step(script, up, evil) == 0


def test_evil_does_not_look_while_a_thumb_may_tell_who_is_mordred(table):
    """All of Evil but Mordred raise a thumb for Merlin: Evil may see open eyes, but no such thumb."""
    script = build_script(table(7, "mordred"))
    up = NightPose(raised_thumbs=UncertainSet(possible=frozenset({"assassin", "minion"})))
    assert not is_safe_to_continue(script, up, step_of(script, CueKind.EVIL_OPEN))
    assert is_safe_to_continue(script, up, step_of(script, CueKind.EVIL_THUMBS))


def test_possibly_open_eyes_prevent_entering_another_part(table):
    script = build_script(table(7, "percival", "morgana"))
    awake = NightPose(open_eyes=UncertainSet(possible=frozenset({"merlin"})))
    assert not is_safe_to_continue(script, awake, step_of(script, CueKind.MERLIN_THUMBS))
    assert is_safe_to_continue(script, awake, step_of(script, CueKind.MERLIN_CLOSE))


def test_nobody_is_left_awake_or_with_a_thumb_up_at_dawn(table):
    script = build_script(table(5))
    dawn = step_of(script, CommonCueKind.ALL_OPEN)
    assert is_safe_to_continue(script, NightPose(), dawn)
    assert not is_safe_to_continue(
        script, NightPose(raised_thumbs=UncertainSet(possible=frozenset({"minion"}))), dawn
    )
    assert not is_safe_to_continue(
        script, NightPose(open_eyes=UncertainSet(possible=frozenset({"merlin"}))), dawn
    )
    # Cut off in the middle of the last line: some have looked up already, and see nothing.
    assert is_safe_to_continue(script, NightPose().during_cue(script.cues[dawn]), dawn)


def test_turned_decks_are_not_for_the_seer(cult_table):
    script = cultists_night(cult_table(5, "seer"))
    turned = NightPose(turned_decks=UncertainSet(possible=frozenset({"seer", "cultist"})))
    assert not is_safe_to_continue(script, turned, step_of(script, Cultists.SEER_OPEN))


def test_a_look_without_its_thumbs_shows_too_little(table):
    script = build_script(table(7))
    look = step_of(script, CueKind.MERLIN_OPEN)
    assert not is_safe_to_continue(script, NightPose(), look)
    some = NightPose(raised_thumbs=UncertainSet(frozenset({"assassin"}), frozenset({"assassin", "minion"})))
    assert not is_safe_to_continue(script, some, look)


def test_a_script_that_leaves_eyes_open_cannot_continue(table):
    script = build_script(table(5))
    careless = with_cue(script, step_of(script, CueKind.MERLIN_CLOSE), closes=())
    look = step_of(careless, CueKind.EVIL_THUMBS)
    assert is_safe_to_continue(script, NightPose(), look)
    # The check that all eyes are shut catches it; without that one nothing does.
    checked = with_cue(careless, step_of(careless, CueKind.MERLIN_CLOSE) + 1, is_rest=False)
    assert not is_safe_to_continue(checked, NightPose(), look)


@pytest.mark.parametrize("lancelot", [None, *Lancelot])
def test_a_decoy_continues_at_the_same_step_as_the_real_part(table, lancelot):
    decoy = build_script(table(7, "morgana", percival_decoy=True, lancelot=lancelot))
    real = build_script(table(7, "morgana", "percival", lancelot=lancelot))
    for (step, during, after), (_, really_during, really_after) in zip(
        walked(decoy), walked(real), strict=True
    ):
        assert find_entry_after_stop(decoy, step) == find_entry_after_stop(real, step)
        for people, really in ((during, really_during), (after, really_after)):
            assert find_entry_step(decoy, people.after_pause(), step) == find_entry_step(
                real, really.after_pause(), step
            )
    assert all(cue.missed_line for cue in decoy.cues if cue.hold is Hold.LOOK and cue.decoy_action)
