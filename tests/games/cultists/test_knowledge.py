from itertools import combinations

import pytest

from companion.games.cultists.setup import (
    SPECIALS,
    SeenAs,
    Sight,
    automa_roles,
    decks_turned,
    knowledge,
    night_steps,
    role_tokens,
    roles_seeing_automa,
    roles_seeing_dead,
    sights,
)
from tests.games.cultists.builders import make_setup

PLAIN = ("ALL_CLOSE", "CULTISTS_OPEN", "CULTISTS_CLOSE", "ALL_OPEN")
WITH_SEER = ("ALL_CLOSE", "CULTISTS_OPEN", "CULTISTS_CLOSE_COVER", "SEER_OPEN", "SEER_CLOSE", "ALL_OPEN")


@pytest.mark.parametrize("players", [5, 6, 8])
def test_five_six_and_eight_turn_their_decks_and_call_the_seer_if_there_is_one(players):
    assert night_steps(make_setup(players, "seer")) == WITH_SEER
    assert night_steps(make_setup(players)) == PLAIN
    assert decks_turned(make_setup(players))
    assert (
        roles_seeing_dead(make_setup(players))
        == roles_seeing_dead(make_setup(players, "seer"))
        == ("cultist",)
    )


def test_seven_only_open_and_close_their_eyes():
    assert night_steps(make_setup(7)) == PLAIN
    assert not decks_turned(make_setup(7))
    assert roles_seeing_dead(make_setup(7)) == ()


def test_four_and_the_automa_have_the_night_of_five_without_a_seer():
    setup = make_setup(4, "fish", automa=True)
    assert night_steps(setup) == PLAIN
    assert decks_turned(setup)
    assert automa_roles(setup) == ("cultist", "fish", "investigator")
    assert roles_seeing_automa(setup) == ()


def test_six_and_the_automa_have_the_night_of_seven_and_may_have_a_seer():
    assert night_steps(make_setup(6, automa=True)) == PLAIN
    setup = make_setup(6, "seer", automa=True)
    assert night_steps(setup) == WITH_SEER
    assert not decks_turned(setup)
    assert automa_roles(setup) == ("cultist", "seer", "investigator")
    assert roles_seeing_automa(setup) == ("cultist", "seer")
    assert roles_seeing_automa(make_setup(6, automa=True)) == ("cultist",)


def test_a_lone_cultist_sees_nobody_and_the_seer_sees_the_cultist():
    assert knowledge(make_setup(5, "seer", "fish")) == {
        "cultist": (),
        "seer": ("cultist",),
        "fish": (),
        "investigator": (),
    }


def test_two_cultists_see_each_other_and_the_seer_sees_both():
    seen = sights(make_setup(8, "seer"))
    one = Sight("cultist", SeenAs.CULTIST)
    assert seen == {"cultist": (one,), "seer": (one, one), "investigator": ()}


def test_a_cultist_who_is_the_automa_is_seen_by_nobody():
    assert knowledge(make_setup(6, "seer", automa=True), "cultist") == {
        "cultist": (),
        "seer": ("cultist",),
        "investigator": (),
    }
    alone = make_setup(4, automa=True)
    assert knowledge(alone, "cultist") == {"investigator": ()}
    assert roles_seeing_dead(alone, "cultist") == ()
    assert roles_seeing_dead(alone, "investigator") == ("cultist",)


def test_a_seer_who_is_the_automa_sees_nobody():
    assert knowledge(make_setup(6, "seer", automa=True), "seer") == {
        "cultist": ("cultist",),
        "investigator": (),
    }


def test_where_nobody_plays_the_automa_it_has_no_role():
    assert automa_roles(make_setup(8, "seer")) == ()
    assert roles_seeing_automa(make_setup(8, "seer")) == ()


@pytest.mark.parametrize(
    ("players", "automa"), [(4, True), (5, False), (6, False), (6, True), (7, False), (8, False)]
)
def test_no_other_special_role_changes_the_night(players, automa):
    others = [role for role in SPECIALS if role != "seer"]
    for chosen in combinations(others, 3):
        setup = make_setup(players, *chosen, automa=automa)
        assert night_steps(setup) == night_steps(make_setup(players, automa=automa))
        known = knowledge(setup)
        assert all(known[role] == () for role in (*chosen, "investigator"))
        assert set(known) == set(role_tokens(setup))
