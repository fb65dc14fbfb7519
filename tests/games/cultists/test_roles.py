from itertools import combinations

import pytest

from companion.games.cultists.setup import (
    MAX_LOYALTY_PER_SIDE,
    NUMBERS,
    RECOMMENDED,
    ROLES,
    SPECIALS,
    TARGET_BALANCE,
    Balance,
    Setup,
    ability_key,
    compute_balance,
    first_game_roles,
    is_seer_allowed,
    problems,
    recommended_roles,
)


def test_the_box_holds_eighteen_role_tokens():
    assert len(ROLES) == 12
    assert len(SPECIALS) == 10
    assert (ROLES["cultist"].tokens, ROLES["investigator"].tokens) == (2, 6)
    assert sum(role.tokens for role in ROLES.values()) == 18


def test_loyalties_that_are_not_printed_are_told_apart():
    assert {role.id for role in ROLES.values() if not role.is_loyalty_printed} == {
        *("seer", "assassin", "beast", "doll", "zombie", "superghost")
    }


def test_only_the_powers_the_rules_tell_are_known():
    assert {role for role in SPECIALS if ROLES[role].has_known_ability} == {"seer", "assassin"}
    assert ability_key("seer") == "cultists.role.seer.does"
    assert {ability_key(role) for role in SPECIALS if not ROLES[role].has_known_ability} == {
        "cultists.role.see_token"
    }


@pytest.mark.parametrize(
    ("seats", "sets"),
    [
        (5, [{"seer", "fish"}, {"seer", "beast"}, {"seer", "chicken"}]),
        (6, [{"seer", "firestarter", role} for role in ("doll", "zombie", "superghost")]),
        (7, [{"firestarter", "assassin", role} for role in ("fish", "beast", "chicken")]),
        (8, [{"seer", "engineer", "firestarter", "assassin"}]),
    ],
)
def test_the_recommended_sets_are_those_of_the_rules(seats, sets):
    assert [set(recommended_roles(seats, pick)) for pick in range(len(sets))] == sets


@pytest.mark.parametrize("seats", NUMBERS)
def test_every_recommended_set_is_balanced(seats):
    for pick in range(3):
        weight = compute_balance(recommended_roles(seats, pick))
        assert weight.total == TARGET_BALANCE[seats]
        assert max(weight.investigators, weight.cultists) <= MAX_LOYALTY_PER_SIDE


def test_any_whole_number_draws_one_of_the_three():
    drawn = {recommended_roles(5, pick) for pick in range(-7, 100)}
    assert drawn == {("seer", role) for role in RECOMMENDED[5].one_of}


def test_the_automa_with_one_cultist_leaves_the_seer_out_and_the_balance_stands():
    assert recommended_roles(5, 2, automa=True) == ("chicken",)
    assert compute_balance(recommended_roles(5, 1, automa=True)).total == TARGET_BALANCE[5]
    assert recommended_roles(7, 0, automa=True) == recommended_roles(7, 0)


def test_a_first_game_has_the_seer_or_nobody():
    assert {seats: first_game_roles(seats) for seats in NUMBERS} == {
        5: ("seer",),
        6: ("seer",),
        7: (),
        8: ("seer",),
    }
    assert first_game_roles(5, automa=True) == ()
    assert first_game_roles(7, automa=True) == ()


def test_there_is_a_seer_but_for_seven_people_and_the_automa_with_one_cultist():
    assert {seats for seats in NUMBERS if is_seer_allowed(seats, automa=False)} == {5, 6, 8}
    assert {seats for seats in (5, 7) if is_seer_allowed(seats, automa=True)} == {7}


def test_the_experts_example_of_the_rules_is_balanced():
    weight = compute_balance(("engineer", "firestarter", "fish", "chicken"))
    assert weight == Balance(investigators=3, cultists=4)
    assert weight.total == TARGET_BALANCE[5]


def test_the_balance_names_the_roles_whose_loyalty_is_worked_out():
    assert compute_balance(("seer", "engineer", "beast", "nobody")) == Balance(3, 1, ("seer", "beast"))
    assert compute_balance(()) == Balance(0, 0)


def test_only_the_investigators_can_get_too_many_points():
    heaviest = [compute_balance(roles) for size in range(7) for roles in combinations(SPECIALS, size)]
    assert max(weight.cultists for weight in heaviest) == MAX_LOYALTY_PER_SIDE
    assert max(weight.investigators for weight in heaviest) == MAX_LOYALTY_PER_SIDE + 1
    assert all(weight.derived for weight in heaviest if weight.investigators > MAX_LOYALTY_PER_SIDE)


@pytest.mark.parametrize("players", range(5, 9))
def test_every_ready_set_can_be_played_without_a_warning(players):
    names = tuple(f"Player {number}" for number in range(players))
    for pick in range(3):
        assert problems(Setup(names, roles=recommended_roles(players, pick))) == ()
    assert problems(Setup(names, roles=first_game_roles(players), first_game=True)) == ()
