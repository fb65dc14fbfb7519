"""Roles, cards, validation and knowledge of a set-up."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import fields
from enum import Enum
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import polib
import pytest

import companion
from companion.core.game import BadSetup, Severity, filter_blocking
from companion.core.serialization import BadRecord, encode
from companion.games.cultists.setup import (
    BOX_CARDS,
    CARD_KINDS,
    HAZARD_DECK,
    MAX_LOYALTY_PER_SIDE,
    NUMBERS,
    RECOMMENDED,
    ROLES,
    ROUNDS,
    SPECIALS,
    TARGET_BALANCE,
    Balance,
    Cards,
    Knife,
    Options,
    SeenAs,
    Setup,
    Sight,
    VoteRule,
    ability_key,
    automa_roles,
    compute_balance,
    decks_turned,
    first_game_roles,
    is_seer_allowed,
    knowledge,
    night_steps,
    numbers,
    problems,
    read_setup,
    recommended_roles,
    relevant_options,
    role_tokens,
    roles_seeing_automa,
    roles_seeing_dead,
    seat_automa,
    sights,
)
from companion.i18n.translator import Translator
from tests.games.cultists.builders import make_setup

ENGLISH = Translator("en")
CATALOGUE = Path(companion.__file__).parent / "i18n" / "catalogues" / "en" / "cultists.po"
KEYS = {entry.msgid for entry in polib.pofile(str(CATALOGUE))}
TABLES = [(4, True), (5, False), (6, False), (6, True), (7, False), (8, False)]


def codes(setup):
    """The codes of all problems; every one of them has a whole English sentence."""
    found = problems(setup)
    for problem in found:
        assert "{" not in ENGLISH.translate_problem(problem)
    assert not ENGLISH.missing
    return [problem.code for problem in found]


def errors(setup):
    codes(setup)
    return [problem.code for problem in filter_blocking(problems(setup))]


def test_cultists_are_in_by_themselves_and_investigators_fill_up():
    assert role_tokens(make_setup(5)) == ("cultist", *("investigator",) * 4)
    assert role_tokens(make_setup(8, "seer")) == ("cultist", "cultist", "seer", *("investigator",) * 5)


def test_the_automa_has_a_token_of_its_own():
    assert role_tokens(make_setup(4, automa=True)) == role_tokens(make_setup(5))
    assert role_tokens(make_setup(6, automa=True)) == role_tokens(make_setup(7))
    assert len(role_tokens(make_setup(6, automa=True))) == 7


def test_the_order_of_the_chosen_roles_does_not_matter():
    assert role_tokens(make_setup(6, "zombie", "seer")) == role_tokens(make_setup(6, "seer", "zombie"))


def test_every_set_that_fits_is_in_the_box():
    played = 0
    for players, automa in TABLES:
        # More than there are Investigators never fit.
        for size in range(NUMBERS[players + automa].investigators + 1):
            for roles in combinations(SPECIALS, size):
                setup = make_setup(players, *roles, automa=automa)
                if errors(setup):
                    continue
                played += 1
                dealt = Counter(role_tokens(setup))
                assert dealt.total() == setup.seats
                assert dealt["cultist"] == NUMBERS[setup.seats].cultists
                assert set(roles) <= set(dealt)
                assert all(n <= ROLES[role].tokens for role, n in dealt.items())
    assert played > 2000


@pytest.mark.parametrize(
    ("players", "automa", "wrong"),
    [
        (3, False, "seats_few"),
        (3, True, "seats_few"),
        (4, False, "automa_needed"),
        (5, True, "automa_unfit"),
        (7, True, "automa_unfit"),
        (8, True, "automa_unfit"),
        (9, False, "seats_many"),
    ],
)
def test_a_table_the_rules_do_not_know_is_refused(players, automa, wrong):
    setup = make_setup(players, automa=automa)
    assert codes(setup) == [wrong]
    with pytest.raises(BadSetup) as refused:
        role_tokens(setup)
    assert refused.value.problem.code == wrong


@pytest.mark.parametrize(("players", "automa"), TABLES)
def test_every_table_of_the_rules_can_be_played(players, automa):
    assert errors(make_setup(players, automa=automa)) == []


def test_the_start_player_is_a_person_at_the_table():
    assert errors(make_setup(5, knife=4)) == []
    assert errors(make_setup(5, knife=5)) == errors(make_setup(5, knife=-1)) == ["no_such_knife"]
    assert errors(make_setup(4, automa=True, knife=4)) == ["no_such_knife"]


@pytest.mark.parametrize(
    ("beside", "order"),
    [(None, (0, 1, 2, 3, 4)), (0, (0, 1, 2, 3, 4)), (1, (0, 4, 1, 2, 3)), (3, (0, 1, 2, 4, 3))],
)
def test_the_automa_sits_on_the_right_of_one_player_who_holds_its_deck(beside, order):
    setup = make_setup(4, automa=True, automa_before=beside)
    assert setup.clockwise == order
    assert (setup.automa_seat, setup.automa_holder) == (4, beside or 0)
    assert [setup.next_seat(seat) for seat in order] == [*order[1:], order[0]]


def test_the_recommended_seat_of_the_automa_is_on_the_start_players_right():
    setup = seat_automa(make_setup(6, automa=True, knife=4))
    assert setup.automa_seat is not None
    assert setup.next_seat(setup.automa_seat) == setup.automa_holder == setup.knife == 4
    assert seat_automa(make_setup(6, knife=4)) == make_setup(6, knife=4)
    assert make_setup(6, knife=4).automa_holder is None
    assert make_setup(6, knife=4).clockwise == tuple(range(6))


def test_the_automa_sits_beside_somebody_at_the_table():
    assert errors(make_setup(4, automa=True, automa_before=3)) == []
    for seat in (-1, 4):
        assert errors(make_setup(4, automa=True, automa_before=seat)) == ["no_such_neighbour"]


def test_only_options_that_can_matter_at_a_table_are_offered():
    always = {"vote_rule", "ghost_uses_knife", "voted_out_count_as_dead", "gate_counts_opening_round"}
    assert set(relevant_options(make_setup(5))) == always | {"knife_may_abstain"}
    assert set(relevant_options(make_setup(6, "seer"))) == always | {
        *("knife_may_abstain", "guess_after_wrong_declaration"),
    }
    two = always | {"knife_doubles_abstention", "points_beat_kills"}
    assert set(relevant_options(make_setup(8, "seer"))) == set(relevant_options(make_setup(7))) == two
    assert set(relevant_options(make_setup(4, automa=True))) == always | {"knife_may_abstain", "automa_goal"}
    assert {name for setup in (make_setup(4, automa=True), make_setup(5, "seer"), make_setup(7)) for name in
            relevant_options(setup)} == {field.name for field in fields(Options)}  # fmt: skip


def test_a_role_nobody_knows_is_refused_by_its_name():
    [problem] = filter_blocking(problems(make_setup(5, "merlin")))
    assert (problem.code, problem.args) == ("unknown_role", {"role": "merlin"})


def test_a_role_cannot_be_in_twice():
    assert errors(make_setup(6, "fish", "fish")) == ["role_twice"]


@pytest.mark.parametrize("role", ["cultist", "investigator"])
def test_cultists_and_plain_investigators_cannot_be_chosen(role):
    assert errors(make_setup(6, role, role)) == ["comes_by_itself"]


@pytest.mark.parametrize(("players", "automa"), TABLES)
def test_special_roles_sit_in_the_seats_of_investigators(players, automa):
    seats = NUMBERS[players + automa].investigators
    others = [role for role in SPECIALS if role != "seer"]
    assert errors(make_setup(players, *others[:seats], automa=automa)) == []
    found = filter_blocking(problems(make_setup(players, *others[: seats + 1], automa=automa)))
    assert [problem.code for problem in found] == ["too_many_roles"]
    assert found[0].args == {"roles": seats + 1, "seats": seats}


def test_there_is_no_seer_for_seven_people_nor_with_the_automa_and_one_cultist():
    assert errors(make_setup(7, "seer")) == ["seer_at_seven"]
    assert errors(make_setup(4, "seer", automa=True)) == ["seer_with_automa"]
    assert errors(make_setup(6, "seer", automa=True)) == []


def test_the_automas_idle_roles_are_pointed_out_but_not_its_seer():
    roles = recommended_roles(7, automa=True)
    assert codes(make_setup(6, *roles, automa=True)) == ["automa_has_no_role"]
    assert codes(make_setup(6, "seer", *roles, automa=True)) == ["automa_has_no_role"]
    assert "automa_has_no_role" not in codes(make_setup(6, "seer", automa=True))
    assert codes(make_setup(4, *recommended_roles(5, automa=True), automa=True)) == ["automa_has_no_role"]


def test_a_set_off_its_balance_is_advised_against_with_its_sums():
    [problem] = problems(make_setup(5, "engineer", "firestarter", "fish"))
    assert problem.code == "balance_to_cultists"
    assert problem.severity is Severity.WARNING
    assert problem.args == {"investigators": 3, "cultists": 3, "lead": 1}
    [problem] = problems(make_setup(8, "engineer"))
    assert problem.code == "balance_to_investigators"
    assert problem.args == {"investigators": 3, "cultists": 0, "lead": 1}


def test_where_loyalties_are_not_printed_the_advice_says_so():
    assert codes(make_setup(5, "zombie")) == ["balance_to_cultists", "loyalty_derived"]
    assert codes(make_setup(5, "engineer")) == ["balance_to_cultists"]
    assert codes(make_setup(5, "beast")) == []


def test_more_points_for_a_side_than_allowed_are_advised_against():
    setup = make_setup(8, "engineer", "doll", "zombie", "superghost", "firestarter", "fish")
    found = {problem.code: problem for problem in problems(setup)}
    assert list(found) == ["balance_to_investigators", "loyalty_over", "loyalty_derived"]
    assert found["loyalty_over"].args == {"investigators": 6, "cultists": 3, "most": 5}
    assert all(problem.severity is Severity.WARNING for problem in found.values())


def test_five_points_for_a_side_are_not_too_many():
    assert "loyalty_over" not in codes(make_setup(8, "engineer", "doll", "zombie"))
    assert "loyalty_over" not in codes(make_setup(8, "firestarter", "fish", "beast", "chicken"))


def test_a_first_game_has_roles_of_its_own_and_is_not_weighed():
    assert codes(make_setup(5, "seer", first_game=True)) == []
    assert codes(make_setup(7, first_game=True)) == []
    assert codes(make_setup(4, automa=True, first_game=True)) == []
    assert codes(make_setup(6, automa=True, first_game=True)) == []
    assert codes(make_setup(5, first_game=True)) == ["first_game_with_seer"]
    assert codes(make_setup(8, "seer", "engineer", first_game=True)) == ["first_game_with_seer"]
    assert codes(make_setup(7, "fish", first_game=True)) == ["first_game_without_seer"]
    assert errors(make_setup(7, "fish", first_game=True)) == []


def test_all_that_is_wrong_is_told_at_once():
    setup = Setup(
        ("Ada", "ada", "", "Bruno"),
        knife=7,
        roles=("seer", "seer", "merlin", "cultist", "fish"),
    )
    assert sorted(codes(setup)) == [
        "automa_needed",
        "comes_by_itself",
        "name_empty",
        "name_taken",
        "no_such_knife",
        "role_twice",
        "unknown_role",
    ]


RECORD: dict[str, Any] = {
    "players": ["Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid"],
    "knife": 2,
    "roles": ["seer", "zombie"],
    "automa": False,
    "first_game": False,
    "options": {"vote_rule": "beat_abstentions", "ghost_uses_knife": True},
}


def test_a_set_up_is_read_from_its_record():
    setup = read_setup(RECORD)
    assert (setup.knife, setup.roles, setup.seats, setup.automa_seat) == (2, ("seer", "zombie"), 6, None)
    assert setup.options == Options(vote_rule=VoteRule.BEAT_ABSTENTIONS, ghost_uses_knife=True)


def names(players):
    return RECORD["players"][:players] + ["Gina", "Hugo"][: max(0, players - 6)]


@pytest.mark.parametrize("automa", [{}, {"automa": None}, {"automa": True}])
def test_a_record_of_four_has_the_automa_unless_it_says_otherwise(automa):
    assert read_setup({"players": names(4), **automa}).automa
    assert codes(read_setup({"players": names(4), "automa": False})) == ["automa_needed"]
    for players in (3, 5, 6, 7, 8):
        assert not read_setup({"players": names(players)}).automa


@pytest.mark.parametrize(
    ("players", "automa", "roles"),
    [
        (4, True, ()),
        (5, False, ("seer",)),
        (6, True, ()),
        (6, False, ("seer",)),
        (7, False, ()),
        (8, False, ("seer",)),
    ],
)
def test_a_record_of_a_first_game_has_its_roles_unless_it_names_others(players, automa, roles):
    record = {"players": names(players), "automa": automa, "first_game": True}
    assert read_setup(record).roles == read_setup({**record, "roles": None}).roles == roles
    assert read_setup({**record, "roles": []}).roles == ()
    assert read_setup({**record, "first_game": False}).roles == ()


def test_a_record_of_a_first_game_for_too_many_is_refused_for_their_number():
    setup = read_setup({"players": [*names(8), "Iris"], "first_game": True})
    assert codes(setup)[0] == "seats_many"


def test_a_set_up_survives_json_and_back():
    setup = make_setup(
        6, "seer", automa=True, knife=3, options=Options(VoteRule.BEAT_ABSTENTIONS, True, False)
    )
    assert read_setup(json.loads(json.dumps(encode(setup)))) == setup


def test_a_game_from_before_a_wrong_declaration_ended_it_keeps_its_guess():
    """The app has always written all options: one that is missing was not there yet."""
    written = encode(make_setup(5, "seer"))
    assert read_setup(written) == make_setup(5, "seer")
    for later in ("guess_after_wrong_declaration", "gate_counts_opening_round", "automa_goal"):
        del written["options"][later]
    old = read_setup(written).options
    assert old.guess_after_wrong_declaration
    assert old.gate_counts_opening_round
    assert read_setup(encode(Setup(old_players := ("A", "B", "C", "D", "E"), options=old))).options == old
    assert not read_setup({"players": list(old_players)}).options.guess_after_wrong_declaration


def test_options_may_bear_the_names_of_the_rules():
    options = {"voteRule": "beatAbstentions", "knifeMayAbstain": False, "pointsBeatKills": False}
    assert read_setup({**RECORD, "options": options}).options == Options(
        vote_rule=VoteRule.BEAT_ABSTENTIONS, knife_may_abstain=False, points_beat_kills=False
    )


@pytest.mark.parametrize(
    "options",
    [
        {"voteRule": "literal", "vote_rule": "literal"},
        {"vote_rule": "majority"},
        {"vote_rule": True},
        {"knife_may_abstain": 1},
        {"seer": True},
        [],
    ],
)
def test_options_that_make_no_sense_are_refused(options):
    with pytest.raises(BadRecord):
        read_setup({**RECORD, "options": options})


def under(part):
    return {key for key in KEYS if key.startswith(f"cultists.{part}.")}


def test_every_role_and_card_has_its_words_and_none_is_left_over():
    names = {f"cultists.role.{role}.name" for role in ROLES}
    counted = {f"cultists.role.{role.id}.tokens" for role in ROLES.values() if not role.is_special}
    assert under("role") == names | counted | {ability_key(role) for role in ROLES}
    assert under("card") == {f"cultists.card.{kind}" for kind in CARD_KINDS}


def test_every_option_has_a_name_a_reason_and_names_for_its_values():
    expected = set()
    for option in fields(Options):
        parts = ["name", "why"]
        if isinstance(option.default, Enum):
            parts += [value.value for value in type(option.default)]
        expected |= {f"cultists.option.{option.name}.{part}" for part in parts}
    assert under("option") == expected


def test_a_table_without_numbers_has_a_sentence():
    with pytest.raises(BadSetup) as refused:
        numbers(make_setup(9))
    assert ENGLISH.translate_problem(refused.value.problem).endswith(": 9.")


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


def column(name):
    return [getattr(NUMBERS[seats], name) for seats in (5, 6, 7, 8)]


def test_the_numbers_are_those_of_the_rules():
    assert column("cultists") == [1, 1, 2, 2]
    assert column("investigators") == [4, 5, 5, 6]
    assert column("points") == [10, 12, 12, 13]
    assert column("kills") == [3, 4, 4, 5]
    assert column("gate_rounds") == [3, 3, 2, 2]
    assert column("knife") == [Knife.CHANGE, Knife.CHANGE, Knife.DOUBLE, Knife.DOUBLE]
    assert column("plain_rooms") == [5, 4, 6, 5]
    assert column("hazard_rooms") == [4, 5, 4, 6]
    assert column("rooms") == [9, 9, 10, 11]
    assert ROUNDS == 10
    assert Cards(success=1, failure=1) == HAZARD_DECK


def test_the_decks_are_those_of_the_rules():
    small = Cards(alive=4, dead=3, success=2, failure=4, sabotage=2, route=1)
    large = Cards(alive=6, dead=3, success=2, failure=4, sabotage=2, route=1)
    assert column("cultist_deck") == [small, small, large, large]
    assert [deck.alive for deck in column("investigator_deck")] == [7, 7, 9, 9]
    assert {(deck.success, deck.route, deck.dead) for deck in column("investigator_deck")} == {(8, 1, 0)}
    assert column("pulse_pool") == [
        *(Cards(alive=5, dead=1), Cards(alive=5, dead=2), None, Cards(alive=7, dead=1))
    ]
    assert [(c.success, c.failure, c.sabotage) for c in column("room_start")] == [
        *((5, 3, 1), (4, 4, 1), (5, 4, 1), (5, 5, 1))
    ]
    assert column("draw_pile") == column("room_start")


@pytest.mark.parametrize("seats", NUMBERS)
def test_nothing_tells_the_sides_apart_by_size_and_every_room_has_its_card_and_token(seats):
    of = NUMBERS[seats]
    assert of.seats == seats
    assert of.investigator_deck.total == of.cultist_deck.total == (16 if seats < 7 else 18)
    assert of.room_start.total == of.rooms


@pytest.mark.parametrize("seats", NUMBERS)
def test_every_table_finds_its_cards_in_the_box(seats):
    assert NUMBERS[seats].cards().is_subset_of(BOX_CARDS)


def test_the_box_holds_182_cards_and_eight_players_use_every_alive_and_every_success():
    assert Cards(alive=73, dead=9, success=63, failure=20, sabotage=7, route=10) == BOX_CARDS
    assert BOX_CARDS.total == 182
    used = NUMBERS[8].cards()
    assert (used.alive, used.success) == (73, 63)
    assert not (used + Cards(alive=1)).is_subset_of(BOX_CARDS)
    assert used == Cards(alive=73, dead=7, success=63, failure=19, sabotage=6, route=8)


def test_a_first_game_leaves_the_hazard_deck_in_the_box():
    assert NUMBERS[6].cards(hazard=False) + HAZARD_DECK == NUMBERS[6].cards()


def test_at_the_start_so_many_are_dead_as_the_pool_can_deal():
    assert [list(dead) for dead in column("dead_at_start")] == [[0, 1], [1, 2], [0], [1]]


@pytest.mark.parametrize(("seats", "dead", "chance"), [(5, 1, 0.8), (6, 2, 2 / 3), (8, 1, 1.0)])
def test_the_pool_is_dealt_to_the_last_card_but_one(seats, dead, chance):
    of = NUMBERS[seats]
    assert of.pulse_pool is not None
    blind = of.pulse_pool.total - of.cultists
    dealt = of.investigators
    assert blind - dealt in (0, 1)
    alive = of.pulse_pool.alive - of.cultists
    ways = comb(of.pulse_pool.dead, dead) * comb(alive, dealt - dead)
    assert ways / comb(blind, dealt) == pytest.approx(chance)


def test_the_automa_counts_as_a_seat():
    assert numbers(make_setup(4, automa=True)) is NUMBERS[5]
    assert numbers(make_setup(6, automa=True)) is NUMBERS[7]
    assert numbers(make_setup(6)) is NUMBERS[6]


@pytest.mark.parametrize(("players", "automa"), [(3, False), (4, False), (8, True), (9, False)])
def test_other_tables_have_no_numbers(players, automa):
    with pytest.raises(BadSetup) as refused:
        numbers(make_setup(players, automa=automa))
    assert refused.value.problem.code == "no_numbers"


def test_cards_are_counted_by_kind():
    cards = Cards(alive=2, route=1) * 3 + Cards(dead=1)
    assert cards.counts() == {"alive": 6, "dead": 1, "route": 3}
    assert cards.total == 10
    assert CARD_KINDS == ("alive", "dead", "success", "failure", "sabotage", "route")


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
