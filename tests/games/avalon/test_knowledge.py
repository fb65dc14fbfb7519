from collections import Counter

import pytest

from companion.games.avalon.setup import SeenAs, Sight, knowledge, night_steps, sights

EVIL = {"assassin", "morgana", "mordred", "oberon", "minion", "lancelot_evil"}


def test_in_the_base_game_merlin_sees_both_and_evil_see_each_other(table):
    assert knowledge(table(5)) == {
        "merlin": ("assassin", "minion"),
        "servant": (),
        "assassin": ("minion",),
        "minion": ("assassin",),
    }


def test_several_minions_are_several_people(table):
    known = knowledge(table(10))
    assert Counter(known["merlin"]) == Counter(assassin=1, minion=3)
    assert Counter(known["assassin"]) == Counter(minion=3)
    assert Counter(known["minion"]) == Counter(assassin=1, minion=2)


def test_percival_takes_both_merlin_and_morgana_for_merlin(table):
    assert sights(table(5, "percival", "morgana"))["percival"] == (
        Sight("merlin", SeenAs.MAYBE_MERLIN),
        Sight("morgana", SeenAs.MAYBE_MERLIN),
    )
    assert knowledge(table(6, "percival"))["percival"] == ("merlin",)


@pytest.mark.parametrize(("seen", "count"), [(True, 3), (False, 2)])
def test_oberon_is_alone_and_only_merlin_may_see_him(table, seen, count):
    known = knowledge(table(7, "percival", "morgana", "oberon", options={"oberon_seen_by_merlin": seen}))
    assert known["assassin"] == ("morgana",)
    assert known["morgana"] == ("assassin",)
    assert known["oberon"] == ()
    assert len(known["merlin"]) == count


def test_mordred_is_hidden_from_merlin_and_known_to_evil(table):
    known = knowledge(table(10, "percival", "morgana", "mordred", "oberon"))
    assert set(known["merlin"]) == {"assassin", "morgana", "oberon"}
    assert set(known["percival"]) == {"merlin", "morgana"}
    assert all(len(known[role]) == 2 for role in ("assassin", "morgana", "mordred"))


@pytest.mark.parametrize("variant", ["v1", "v2"])
@pytest.mark.parametrize("seen", [True, False])
def test_a_switching_evil_lancelot_is_known_and_knows_nobody(table, variant, seen):
    setup = table(7, "percival", "morgana", lancelot=variant, options={"evil_lancelot_seen_by_merlin": seen})
    known = knowledge(setup)
    assert known["lancelot_evil"] == known["lancelot_good"] == ()
    assert set(known["assassin"]) == {"morgana", "lancelot_evil"}
    assert ("lancelot_evil" in known["merlin"]) is seen


@pytest.mark.parametrize("seen", [True, False])
def test_in_the_third_variant_the_lancelots_know_each_other_and_merlin_sees_the_evil_one(table, seen):
    setup = table(7, "percival", "morgana", lancelot="v3", options={"evil_lancelot_seen_by_merlin": seen})
    known = sights(setup)
    assert known["lancelot_good"] == (Sight("lancelot_evil", SeenAs.LANCELOT),)
    assert Counter(known["lancelot_evil"]) == Counter(
        [
            Sight("assassin", SeenAs.EVIL),
            Sight("morgana", SeenAs.EVIL),
            Sight("lancelot_good", SeenAs.LANCELOT),
        ]
    )
    assert Sight("lancelot_evil", SeenAs.EVIL) in known["merlin"]


def test_without_merlin_percival_sees_nobody(table):
    setup = table(7, "percival", "morgana", lancelot="v1", options={"merlin": False})
    assert knowledge(setup)["percival"] == ()


def test_the_night_of_the_base_game_has_ten_steps_and_with_all_four_characters_fifteen(table):
    assert len(night_steps(table(5))) == 10
    assert len(night_steps(table(10, "percival", "morgana", "mordred", "oberon"))) == 15
    assert len(night_steps(table(7, "percival", "morgana", lancelot="v3"))) == 17
    assert len(night_steps(table(7, "percival", options={"merlin": False}))) == 5


def test_good_never_learns_more_than_its_captains(table):
    for variant in (None, "v1", "v2"):
        known = knowledge(table(10, "percival", "morgana", "mordred", lancelot=variant))
        assert known["servant"] == ()
        assert set(known["merlin"]) <= EVIL
