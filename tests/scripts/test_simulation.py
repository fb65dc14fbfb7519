"""Simulation of nights, of stops and restarts, and detection of changed cues."""

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

from companion.core.game import error
from companion.games.avalon.setup import ROLES, SeenAs, deck
from companion.scripts.avalon.night import (
    SIGHT_MEANINGS,
    CueKind,
    build_script,
    expected_sights,
    simulate_script,
    verify_script,
)
from companion.scripts.recovery import find_entry_after_stop
from companion.scripts.script import STYLES, CommonCueKind, Hold
from tests.cases import sample
from tests.scripts.cue_changes import step_of, with_cue

ACTS = ("opens", "closes", "thumbs_up", "thumbs_down")
TOO_SHORT = {
    Hold.LOOK: (Hold.NONE, Hold.SETTLE, Hold.ACT),
    Hold.ACT: (Hold.NONE,),
    Hold.SETTLE: (Hold.NONE,),
    Hold.NONE: (),
}


def codes(problems):
    return {problem.code for problem in problems}


@pytest.mark.parametrize("some", sample([slice(0, None, 11), slice(None)]))
@pytest.mark.parametrize("style", STYLES)
def test_every_possible_night_reveals_exactly_what_the_rules_say(every_setup, style, some):
    assert len(every_setup) > 3000
    for setup in every_setup[some]:
        assert verify_script(build_script(setup, style), setup) == (), setup


def mutants(script):
    """The script with one thing changed, in every possible way."""
    cues = script.cues
    in_play = cues[0].closes
    absent = next(role for role in ROLES if role not in in_play)
    for step, cue in enumerate(cues):
        yield replace(script, cues=cues[:step] + cues[step + 1 :])
        yield replace(script, cues=(*cues[: step + 1], *cues[step:]))
        for act_, role in product(ACTS, (*in_play, absent)):
            roles = getattr(cue, act_)
            yield with_cue(script, step, **{act_: (*roles, role)})
            if role in roles:
                yield with_cue(script, step, **{act_: tuple(r for r in roles if r != role)})
        for hold in TOO_SHORT[cue.hold]:
            yield with_cue(script, step, hold=hold)
    for step in range(len(cues) - 1):
        if cues[step] != cues[step + 1]:
            yield replace(script, cues=(*cues[:step], cues[step + 1], cues[step], *cues[step + 2 :]))


@pytest.mark.parametrize("some", sample([slice(0, None, 9), slice(None)]))
def test_every_change_of_a_cue_is_detected(every_setup, some):
    # Every different night at six players, with and without Merlin or a decoy; and at ten those in which
    # each seat of Evil is somebody, so that all exceptions there are come together.
    nights = {build_script(s): s for s in every_setup if len(s.players) == 6}
    for setup in every_setup:
        plain = setup.options.merlin and not setup.options.percival_decoy
        if plain and len(setup.players) == 10 and "minion" not in deck(setup):
            nights[build_script(setup)] = setup
    assert len(nights) == 70
    for script, setup in list(nights.items())[some]:
        for mutant in mutants(script):
            assert verify_script(mutant, setup), mutant


@pytest.mark.parametrize("style", STYLES)
def test_a_script_is_verified_only_for_its_setup(table, style):
    setups = [
        table(7),
        table(7, "oberon"),
        table(7, "mordred"),
        table(7, "percival"),
        table(7, "percival", "morgana"),
        table(7, lancelot="v1"),
        table(7, lancelot="v1", evil_lancelot_seen_by_merlin=False),
        table(7, lancelot="v3"),
        table(7, "oberon", oberon_seen_by_merlin=False),
        table(7, merlin=False),
    ]
    for one, other in product(setups, repeat=2):
        assert bool(verify_script(build_script(one, style), other)) is (one != other)


def test_sights_have_their_meaning(table):
    setup = table(7, "percival", "morgana", lancelot="v3")
    acted = simulate_script(build_script(setup), setup)
    assert acted.violations == ()
    assert acted.sights_of("percival") == Counter(
        [("merlin", SeenAs.MAYBE_MERLIN), ("morgana", SeenAs.MAYBE_MERLIN)]
    )
    assert acted.sights_of("lancelot_evil") == Counter(
        [("assassin", SeenAs.EVIL), ("morgana", SeenAs.EVIL), ("lancelot_good", SeenAs.LANCELOT)]
    )
    assert acted.sights_of("servant") == acted.sights_of("nobody") == Counter()


def test_eyes_left_open_are_a_violation(table):
    setup = table(7, "percival", "morgana")
    script = build_script(setup)
    careless = with_cue(script, step_of(script, CueKind.EVIL_CLOSE), closes=("morgana", "minion"))
    found = verify_script(careless, setup)
    assert codes(found) == {"night_eyes", "night_sees"}
    assert found[0] == error("app.problem.night_eyes", step=4, role="assassin")


def test_a_thumb_left_up_is_seen_in_the_next_look(table):
    setup = table(7, "percival", "morgana")
    script = build_script(setup)
    careless = with_cue(
        script, step_of(script, CueKind.EVIL_THUMBS_DOWN), thumbs_down=("assassin", "morgana")
    )
    found = verify_script(careless, setup)
    assert {"night_thumbs", "night_sees", "night_dawn"} <= codes(found)
    assert found[0] == error("app.problem.night_thumbs", step=9, role="minion")
    assert "percival" in {p.args["role"] for p in found if p.code == "night_sees"}


def test_an_absent_character_must_not_be_called(table):
    setup = table(7, "percival", "morgana")
    script = build_script(setup)
    wrong = with_cue(script, step_of(script, CueKind.MERLIN_OPEN), opens=("merlin", "oberon"))
    [problem] = verify_script(wrong, setup)
    assert (problem.code, problem.args) == ("night_absent", {"step": 6, "role": "oberon"})


def test_every_night_of_avalon_ends_with_all_asleep_before_dawn_is_called(each_night):
    for script, setup in each_night:
        eyes, thumbs = set(script.cues[0].closes), set[str]()
        for cue in script.cues[:-1]:
            eyes = eyes - set(cue.closes) | set(cue.opens)
            thumbs = thumbs - set(cue.thumbs_down) | set(cue.thumbs_up)
        assert (eyes, thumbs) == (set(), set()), setup


def test_open_eyes_before_dawn_are_a_violation(table):
    setup = table(7, "percival", "morgana")
    script = build_script(setup)
    careless = with_cue(script, step_of(script, CueKind.PERCIVAL_CLOSE), closes=())
    assert error("app.problem.night_eyes", step=len(script.cues), role="percival") in verify_script(
        careless, setup
    )


def test_all_must_be_awake_at_dawn(table):
    setup = table(5)
    script = build_script(setup)
    wrong = with_cue(script, step_of(script, CommonCueKind.ALL_OPEN), opens=("merlin", "assassin", "minion"))
    found = verify_script(wrong, setup)
    assert codes(found) == {"night_dawn"}
    assert len(found) == 2  # both servants sleep on


def test_a_look_without_a_pause_is_a_violation(table):
    setup = table(5)
    script = build_script(setup)
    rushed = with_cue(script, step_of(script, CueKind.MERLIN_OPEN), hold=Hold.ACT)
    assert codes(verify_script(rushed, setup)) == {"night_time"}


# A night broken off and started again ---------------------------------------------------------------


def broken_off(script, stopped_at):
    """What is heard when the night stops after `stopped_at` was said and starts again."""
    entry = find_entry_after_stop(script, stopped_at)
    cues = script.cues
    return (
        replace(script, cues=cues[: stopped_at + 1]),
        replace(script, cues=(cues[0], *cues[entry:])),
    )


@pytest.mark.parametrize("some", sample([slice(0, None, 5), slice(None)]))
def test_a_night_stopped_anywhere_and_started_again_leaves_the_same_knowledge(each_night, some):
    for script, setup in each_night[some]:
        for stopped_at in range(len(script.cues)):
            before, after = (simulate_script(part, setup) for part in broken_off(script, stopped_at))
            assert after.violations == (), (setup, stopped_at)
            for role, due in expected_sights(setup).items():
                assert before.sights_of(role) | after.sights_of(role) == due, (setup, stopped_at)


@pytest.mark.parametrize("some", sample([slice(0, None, 5), slice(None)]))
def test_a_look_that_was_cut_short_is_shown_whole_after_the_stop(each_night, some):
    for script, setup in each_night[some]:
        for stopped_at, cue in enumerate(script.cues):
            if cue.hold is not Hold.LOOK:
                continue
            _, after = broken_off(script, stopped_at)
            acted = simulate_script(after, setup)
            for role in cue.opens:
                due = [
                    sight
                    for sight in expected_sights(setup)[role].elements()
                    if sight[1] is SIGHT_MEANINGS[cue.kind]
                ]
                assert Counter(due) <= acted.sights_of(role)


def test_a_stop_during_merlins_part_does_not_repeat_evils_part(table):
    script = build_script(table(7, "percival", "morgana"))
    thumbs = step_of(script, CueKind.EVIL_THUMBS)
    for kind in (CueKind.EVIL_THUMBS, CueKind.MERLIN_OPEN, CueKind.EVIL_THUMBS_DOWN, CueKind.MERLIN_CLOSE):
        assert find_entry_after_stop(script, step_of(script, kind)) == thumbs
    assert find_entry_after_stop(script, 0) == find_entry_after_stop(script, 1) == 1


def test_a_stop_while_lancelots_thumb_is_up_goes_back_to_where_he_raised_it(table):
    script = build_script(table(7, lancelot="v1"))
    for kind in (CueKind.EVIL_OPEN, CueKind.EVIL_CLOSE):
        assert find_entry_after_stop(script, step_of(script, kind)) == step_of(script, CueKind.EVIL_OPEN)
