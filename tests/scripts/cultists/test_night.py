"""Scripts of the night, and their simulation with every distribution of tokens."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations, product

import pytest

from companion.core.game import BadSetup, error
from companion.games.cultists.setup import SeenAs, automa_roles, role_tokens
from companion.scripts.cultists.night import (
    CARD_MEANINGS,
    NIGHT,
    SIGHT_MEANINGS,
    STYLES,
    BottomCard,
    CueKind,
    build_script,
    expected_sights,
    simulate_script,
    verify_script,
)
from companion.scripts.recovery import find_entry_after_stop, initial_pose
from companion.scripts.script import CommonCueKind, Hold, NightStyle
from companion.scripts.simulation import SightMeanings, simulate_night
from tests.cases import sample
from tests.scripts.cue_changes import step_of, with_cue

SEERS = ["CULTISTS_CLOSE_COVER", "SEER_OPEN", "SEER_CLOSE"]
PLAIN = ["ALL_CLOSE", "CULTISTS_OPEN", "CULTISTS_CLOSE", "ALL_OPEN"]


def kinds(script):
    return [cue.kind.value for cue in script.cues]


def cue(script, kind):
    return next(cue for cue in script.cues if cue.kind is kind)


def variants(script):
    """The sentence of each step, without what the step itself says."""
    return [cue.line.split(".", 3)[3].partition(".")[2] for cue in script.cues]


@pytest.mark.parametrize("players", [5, 6, 8])
def test_with_the_seer_decks_are_turned_then_covered_and_thumbs_raised(cult_table, players):
    script = build_script(cult_table(players, "seer"))
    assert kinds(script) == ["ALL_CLOSE", "CULTISTS_OPEN", *SEERS, "ALL_OPEN"]
    everyone = ("cultist", "seer", "investigator")
    close, look, cover, seer, sleep, wake = script.cues
    assert (close.closes, close.turns) == (everyone, everyone)
    assert look.opens == ("cultist",)
    assert (cover.closes, cover.covers, cover.thumbs_up) == (("cultist",), everyone, ("cultist",))
    assert seer.opens == sleep.closes == ("seer",)
    assert sleep.thumbs_down == ("cultist",)
    assert (wake.opens, wake.covers) == (everyone, ())
    found = "two_decks" if players == 8 else "one"
    assert variants(script) == ["decks", found, "decks", "", "", ""]


@pytest.mark.parametrize("players", [5, 6, 8])
def test_without_the_seer_eyes_are_shut_and_decks_covered_before_all_open_their_eyes(cult_table, players):
    script = build_script(cult_table(players))
    assert kinds(script) == PLAIN
    shut, wake = cue(script, CueKind.CULTISTS_CLOSE), cue(script, CommonCueKind.ALL_OPEN)
    assert shut.closes == ("cultist",)
    assert shut.covers == cue(script, CommonCueKind.ALL_CLOSE).turns == wake.opens
    assert shut.hold is Hold.ACT
    assert wake.covers == ()
    assert variants(script) == ["decks", "two_decks" if players == 8 else "one", "cover", ""]


def test_seven_turn_no_decks(cult_table):
    script = build_script(cult_table(7))
    assert kinds(script) == PLAIN
    assert variants(script) == ["", "two", "", ""]
    assert cue(script, CueKind.CULTISTS_CLOSE).closes == ("cultist",)
    assert not any(cue.turns or cue.covers for cue in script.cues)


def test_at_four_a_neighbour_turns_and_covers_the_automas_deck(cult_table):
    script = build_script(cult_table(4, automa=True))
    assert kinds(script) == PLAIN
    assert variants(script) == ["decks_automa", "one", "cover_automa", ""]
    assert cue(script, CommonCueKind.ALL_CLOSE).turns == ("cultist", "investigator", "automa")
    assert cue(script, CueKind.CULTISTS_CLOSE).covers == ("cultist", "investigator", "automa")
    assert cue(script, CommonCueKind.ALL_CLOSE).closes == ("cultist", "investigator")


def test_six_with_automa_hear_that_it_is_a_cultist_if_no_other_is_seen(cult_table):
    plain = build_script(cult_table(6, automa=True))
    assert kinds(plain) == PLAIN
    assert variants(plain) == ["", "two_automa", "", ""]
    seer = build_script(cult_table(6, "seer", automa=True))
    assert kinds(seer) == ["ALL_CLOSE", "CULTISTS_OPEN", *SEERS, "ALL_OPEN"]
    assert variants(seer) == ["", "two_automa", "", "", "", ""]
    assert not any(cue.turns or cue.covers for cue in (*plain.cues, *seer.cues))


@pytest.mark.parametrize(("players", "roles", "automa"), [(4, (), False), (7, ("seer",), False), (9, (), 0)])
def test_a_set_up_without_tokens_has_no_night(cult_table, players, roles, automa):
    with pytest.raises(BadSetup):
        build_script(cult_table(players, *roles, automa=automa))


def test_all_styles_do_the_same_in_the_same_order(cult_table):
    scripts = [build_script(cult_table(8, "seer"), style) for style in STYLES]
    assert [script.style for script in scripts] == list(NightStyle)
    for cues in zip(*(script.cues for script in scripts), strict=True):
        assert [cue.line.split(".")[2] for cue in cues] == [style.value for style in STYLES]
        assert len({cue.line.split(".", 3)[3] for cue in cues}) == 1
        acts = {(c.kind, c.hold, c.opens, c.closes, c.thumbs_up, c.turns, c.covers) for c in cues}
        assert len(acts) == 1


@pytest.mark.parametrize("style", STYLES)
def test_the_closed_set_of_lines_is_just_what_some_night_needs(every_cult, style):
    said = {cue.line for setup in every_cult for cue in build_script(setup, style).cues}
    assert said == set(NIGHT.list_lines(style))
    assert len(NIGHT.list_lines(style)) == len(said)


def test_no_night_is_longer_than_the_fullest_one(every_cult):
    seconds = {key: 1 + len(key) / 10 for key in NIGHT.list_lines(NightStyle.NORMAL)}
    fullest = NIGHT.build_full_script(NightStyle.NORMAL, seconds.__getitem__)
    longest = sum(seconds[cue.line] for cue in fullest.cues)
    most = {hold: sum(cue.hold is hold for cue in fullest.cues) for hold in Hold}
    for setup in every_cult:
        cues = build_script(setup).cues
        assert sum(seconds[cue.line] for cue in cues) <= longest
        assert all(sum(cue.hold is hold for cue in cues) <= most[hold] for hold in Hold)


def heard(key, everyone):
    """What people do who go by the words alone: (opens, closes, up, down, turns, covers)."""
    words, _, variant = key.split(".", 3)[3].partition(".")
    decks = {*everyone, "automa"} if variant.endswith("_automa") else everyone
    turned = decks if words == "all_close" and variant else set()
    covered = decks if variant and words in ("cultists_close", "cultists_close_cover") else set()
    return {
        "all_close": (set(), everyone, set(), set(), turned, set()),
        "cultists_open": ({"cultist"}, set(), set(), set(), set(), set()),
        "cultists_close_cover": (set(), {"cultist"}, {"cultist"}, set(), set(), covered),
        "cultists_close": (set(), {"cultist"}, set(), set(), set(), covered),
        "seer_open": ({"seer"}, set(), set(), set(), set(), set()),
        "seer_close": (set(), {"seer"}, set(), {"cultist"}, set(), set()),
        "all_open": (everyone, set(), set(), set(), set(), set()),
    }[words]


def test_people_who_follow_the_words_do_what_the_cues_say(every_cult):
    for setup in every_cult:
        for cue in build_script(setup, NightStyle.RITUAL).cues:
            acts = (cue.opens, cue.closes, cue.thumbs_up, cue.thumbs_down, cue.turns, cue.covers)
            assert heard(cue.line, set(role_tokens(setup))) == tuple(map(set, acts)), (setup, cue)


ACTS = ("opens", "closes", "thumbs_up", "thumbs_down", "turns", "covers")
SHORTER = {
    Hold.LOOK: (Hold.NONE, Hold.SETTLE, Hold.ACT),
    Hold.ACT: (Hold.NONE,),
    Hold.SETTLE: (Hold.NONE,),
    Hold.NONE: (),
}
# Players, special roles and whether the Automa plays: each kind of night there is.
TABLES = [
    (4, (), True),
    *((players, roles, False) for players in (5, 6, 8) for roles in ((), ("seer",))),
    (6, (), True),
    (6, ("seer",), True),
    (7, (), False),
]


@pytest.fixture(params=TABLES, ids=str)
def setup(request, cult_table):
    players, roles, automa = request.param
    return cult_table(players, *roles, automa=automa)


@pytest.mark.parametrize("some", sample([slice(0, None, 11), slice(None)]))
@pytest.mark.parametrize("style", STYLES)
def test_every_night_there_is_leaves_everybody_knowing_what_the_rules_say(every_cult, style, some):
    assert len(every_cult) > 1000
    for setup in every_cult[some]:
        assert verify_script(build_script(setup, style), setup) == (), setup


def test_wherever_the_tokens_lie_everybody_sees_just_whom_and_what_they_should(setup):
    """The rules once more, seat by seat. The Automa sits last, with any token."""
    seats = len(setup.players) + setup.automa
    automa = seats - 1 if setup.automa else None
    script = build_script(setup)
    for held in set(permutations(role_tokens(setup))):
        acted = simulate_night(script, held, SightMeanings(SIGHT_MEANINGS, CARD_MEANINGS), automa)
        assert acted.violations == (), held
        cultists = {seat for seat, role in enumerate(held) if role == "cultist" and seat != automa}
        for seat, role in enumerate(held):
            due: set[tuple[int, SeenAs | BottomCard]] = set()
            if seat != automa and role in ("cultist", "seer"):
                due |= {(other, SeenAs.CULTIST) for other in cultists - {seat}}
            if seat != automa and role == "cultist" and seats != 7:
                due |= {(other, BottomCard.DEAD_OR_ALIVE) for other in range(seats) if other != seat}
            assert acted.sights[seat] == due, (held, seat)


def test_a_cultist_beside_an_automa_that_is_one_sees_nobody(cult_table):
    setup = cult_table(6, "seer", automa=True)
    acted = simulate_script(build_script(setup), setup, "cultist")
    assert acted.violations == ()
    assert acted.sights_of("cultist") == Counter()
    assert acted.sights_of("seer") == Counter({("cultist", SeenAs.CULTIST): 1})


def test_an_automa_that_is_the_only_cultist_leaves_a_night_in_which_nobody_looks(cult_table):
    setup = cult_table(4, automa=True)
    acted = simulate_script(build_script(setup), setup, "cultist")
    assert acted.violations == ()
    assert acted.sights == (frozenset(),) * 5


def mutants(script):
    """The script with one thing changed, in every possible way."""
    cues = script.cues
    called = {*cues[0].closes, *cues[0].turns, "automa", "merlin"}
    for step, cue in enumerate(cues):
        yield replace(script, cues=cues[:step] + cues[step + 1 :])
        yield replace(script, cues=(*cues[: step + 1], *cues[step:]))
        for act_, role in product(ACTS, sorted(called)):
            roles = getattr(cue, act_)
            yield with_cue(script, step, **{act_: (*roles, role)})
            if role in roles:
                yield with_cue(script, step, **{act_: tuple(r for r in roles if r != role)})
        if cue.turns or cue.covers:
            yield with_cue(script, step, turns=(), covers=())
        for hold in SHORTER[cue.hold]:
            yield with_cue(script, step, hold=hold)
    for step in range(len(cues) - 1):
        yield replace(script, cues=(*cues[:step], cues[step + 1], cues[step], *cues[step + 2 :]))


def test_everybody_sleeps_when_all_are_told_to_open_their_eyes(every_cult):
    """Some open their eyes sooner than others: they would see who is still awake, a thumb or a card."""
    for setup in every_cult:
        script = build_script(setup)
        assert script.cues[-1].kind is CommonCueKind.ALL_OPEN
        people = initial_pose(script)
        for cue in script.cues[:-1]:
            people = people.after_cue(cue)
        assert people.is_at_rest, setup


def test_a_cultist_who_is_awake_at_dawn_is_a_fault_of_the_script(setup):
    script = build_script(setup)
    for shut in (CueKind.CULTISTS_CLOSE, CueKind.CULTISTS_CLOSE_COVER):
        for step, cue in enumerate(script.cues):
            if cue.kind is shut:
                awake = with_cue(script, step, closes=())
                assert error(
                    "app.problem.night_eyes", step=len(script.cues), role="cultist"
                ) in verify_script(awake, setup)


def test_no_change_to_any_cue_goes_unnoticed(setup):
    for mutant in mutants(build_script(setup)):
        assert verify_script(mutant, setup), mutant


def test_script_of_one_setup_fails_verification_for_another(cult_table):
    def acts(setup):
        return [replace(cue, line="") for cue in build_script(setup).cues]

    setups = [cult_table(players, *roles, automa=automa) for players, roles, automa in TABLES]
    for one, other in product(setups, repeat=2):
        assert bool(verify_script(build_script(one), other)) is (acts(one) != acts(other)), (one, other)


def test_an_automas_deck_that_nobody_turns_is_missed(cult_table):
    setup = cult_table(4, automa=True)
    script = build_script(setup)
    people = tuple(role for role in script.cues[0].turns if role != "automa")
    found = verify_script(with_cue(with_cue(script, 0, turns=people), 2, covers=people), setup)
    assert error("app.problem.night_decks", step=1, role="cultist") in found
    assert error("app.problem.night_sees", role="cultist") in found


def test_decks_left_open_are_seen_by_the_seer(cult_table):
    setup = cult_table(5, "seer")
    script = build_script(setup)
    cover, wake = step_of(script, CueKind.CULTISTS_CLOSE_COVER), step_of(script, CommonCueKind.ALL_OPEN)
    late = with_cue(with_cue(script, cover, covers=()), wake, covers=script.cues[cover].covers)
    assert error("app.problem.night_sees", role="seer") in verify_script(late, setup)


# A night broken off and started again ---------------------------------------------------------------


def test_a_night_stopped_anywhere_and_started_again_leaves_the_same_knowledge(setup):
    """Everybody has covered the deck before they looked up; the first line turns it again."""
    script = build_script(setup)
    for stopped_at, automa in product(range(len(script.cues)), automa_roles(setup) or (None,)):
        entry = find_entry_after_stop(script, stopped_at)
        heard = simulate_script(replace(script, cues=script.cues[: stopped_at + 1]), setup, automa)
        again = simulate_script(replace(script, cues=(script.cues[0], *script.cues[entry:])), setup, automa)
        assert again.violations == (), stopped_at
        for role, due in expected_sights(setup, automa).items():
            assert heard.sights_of(role) | again.sights_of(role) == due, stopped_at
        # Whoever was cut short while looking sees it all once more.
        if script.cues[stopped_at].hold is Hold.LOOK:
            for role in script.cues[stopped_at].opens:
                assert again.sights_of(role) == expected_sights(setup, automa).get(role, Counter())
