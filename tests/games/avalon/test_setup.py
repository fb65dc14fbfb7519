"""Set-ups: characters, numbers, decks, problems, night knowledge, and the words for all of them."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import fields
from enum import Enum
from itertools import combinations, product
from pathlib import Path

import polib
import pytest

import companion
from companion.core.game import BadSetup, filter_blocking
from companion.core.serialization import BadRecord, encode
from companion.games.avalon.setup import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    NUMBERS,
    ROLES,
    Lancelot,
    Options,
    PlotCards,
    Quest5Needs,
    Reveal,
    RoleUse,
    SeenAs,
    Setup,
    Side,
    Sight,
    deck,
    idle_roles,
    knowledge,
    list_presets,
    night_steps,
    plot_cards_per_round,
    plot_deck_size,
    problems,
    read_setup,
    sights,
)
from companion.i18n.translator import Translator
from tests.games.avalon.builders import make_setup


def codes(setup):
    return [problem.code for problem in problems(setup)]


def errors(setup):
    return [problem.code for problem in filter_blocking(problems(setup))]


def test_merlin_and_the_assassin_are_in_by_themselves_and_the_rest_fills_up():
    assert problems(make_setup(5)) == ()
    assert deck(make_setup(5)) == ("merlin", "servant", "servant", "assassin", "minion")


def test_chosen_characters_take_the_places_of_servants_and_minions():
    cards = Counter(deck(make_setup(10, "oberon", "percival", "mordred", "morgana")))
    assert cards == Counter(
        {"merlin": 1, "percival": 1, "servant": 4, "assassin": 1, "morgana": 1, "mordred": 1, "oberon": 1}
    )


@pytest.mark.parametrize("variant", ["v1", "v2", "v3"])
def test_a_lancelot_variant_brings_both_lancelots(variant):
    cards = Counter(deck(make_setup(7, lancelot=variant)))
    assert cards == Counter(merlin=1, lancelot_good=1, servant=2, assassin=1, lancelot_evil=1, minion=1)


def test_naming_implied_characters_changes_nothing():
    named = make_setup(7, "merlin", "assassin", "lancelot_good", "lancelot_evil", lancelot="v1")
    assert problems(named) == ()
    assert deck(named) == deck(make_setup(7, lancelot="v1"))


def test_four_evil_characters_do_not_fit_nine_players():
    setup = make_setup(9, "assassin", "oberon", "mordred", lancelot="v1")
    [problem] = problems(setup)
    assert problem.key == "avalon.problem.too_many_evil"
    assert problem.args == {"cards": 4, "seats": 3, "players": 9}
    with pytest.raises(BadSetup) as refused:
        deck(setup)
    assert refused.value.problem == problem


def test_characters_named_twice_are_counted_twice():
    setup = make_setup(5, "percival", "percival", "morgana", lancelot="v2")
    assert sorted(errors(setup)) == ["role_twice", "too_many_evil", "too_many_good"]


def test_all_errors_are_reported_at_once():
    setup = Setup(
        ("Ada", "ada", ""),
        leader=9,
        roles=("percival", "percival", "guinevere", "servant", "lancelot_good"),
    )
    assert sorted(codes(setup)) == [
        "fills_by_itself",
        "name_empty",
        "name_taken",
        "no_such_leader",
        "one_lancelot",
        "role_twice",
        "seats_few",
        "unknown_role",
    ]


@pytest.mark.parametrize("players", [4, 11])
def test_an_illegal_player_count_has_no_deck(players):
    assert errors(make_setup(players)) == ["seats_few" if players == 4 else "seats_many"]
    with pytest.raises(BadSetup):
        deck(make_setup(players))


@pytest.mark.parametrize("leader", [-1, 5])
def test_the_first_leader_must_be_a_seat_of_the_game(leader):
    assert errors(make_setup(5, leader=leader)) == ["no_such_leader"]
    assert errors(make_setup(5, leader=4)) == []


@pytest.mark.parametrize("only", ["lancelot_good", "lancelot_evil"])
def test_one_lancelot_alone_is_refused_with_or_without_a_variant(only):
    assert errors(make_setup(7, only)) == ["one_lancelot"]
    assert errors(make_setup(7, only, lancelot="v1")) == ["one_lancelot"]


def test_two_lancelots_without_a_variant_are_refused():
    assert errors(make_setup(7, "lancelot_good", "lancelot_evil")) == ["which_lancelot"]


def test_a_record_may_name_every_card_of_its_deck():
    players = ["Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid"]
    whole = ["merlin", "percival", "servant", "servant", "assassin", "minion"]
    assert read_setup({"players": players, "roles": whole}).roles == ("merlin", "percival", "assassin")
    wrong = ["merlin", "percival", "servant", "servant", "assassin", "servant"]
    assert errors(read_setup({"players": players, "roles": wrong})) == ["fills_by_itself"]


@pytest.mark.parametrize("filler", ["servant", "minion"])
def test_servants_and_minions_cannot_be_chosen(filler):
    assert errors(make_setup(7, filler, filler)) == ["fills_by_itself"]


@pytest.mark.parametrize(
    ("roles", "advised"),
    [
        (("percival",), ["percival_at_five"]),
        (("percival", "oberon"), ["percival_at_five"]),
        (("percival", "morgana"), []),
        (("percival", "mordred"), []),
        (("morgana",), ["morgana_without_percival"]),
        (("mordred",), []),
    ],
)
def test_unbalanced_sets_at_five_players_are_advised_against_but_not_blocked(roles, advised):
    setup = make_setup(5, *roles)
    assert codes(setup) == advised
    assert errors(setup) == []
    assert len(deck(setup)) == 5


def test_percival_alone_is_fine_at_six():
    assert codes(make_setup(6, "percival")) == []


@pytest.mark.parametrize("players", range(5, 11))
def test_few_players_are_warned_about_the_lady_and_the_third_lancelot_variant(players):
    advised = ["lady_at_small_table", "lancelot_v3_at_small_table"] if players < 7 else []
    setup = make_setup(players, lady=True, lancelot="v3", excalibur=True, targeting=True)
    assert codes(setup) == advised
    assert errors(setup) == []


def test_without_merlin_idle_powers_are_pointed_out():
    setup = make_setup(10, "percival", "morgana", "mordred", options=Options(merlin=False))
    assert codes(setup) == ["percival_without_merlin", "morgana_without_merlin", "mordred_without_merlin"]
    assert "merlin" not in deck(setup)
    assert "assassin" in deck(setup)


@pytest.mark.parametrize("players", [9, 10])
def test_without_merlin_the_box_has_one_servant_too_few_for_nine_and_ten(players):
    [problem] = problems(make_setup(players, options=Options(merlin=False)))
    assert (problem.code, problem.args) == ("too_many_servants", {"needed": 6, "cards": 5})
    assert errors(make_setup(players, "percival", options=Options(merlin=False))) == []


def test_merlin_cannot_be_chosen_and_left_out():
    assert errors(make_setup(7, "merlin", options=Options(merlin=False))) == ["merlin_in_and_out"]


def test_every_deck_that_can_be_dealt_has_the_right_sides_and_is_in_the_box():
    dealt = 0
    optional = ("percival", "morgana", "mordred", "oberon")
    chosen = [roles for size in range(5) for roles in combinations(optional, size)]
    for players, roles, variant, merlin in product(NUMBERS, chosen, (None, *Lancelot), (True, False)):
        setup = make_setup(players, *roles, lancelot=variant, options=Options(merlin=merlin))
        if errors(setup):
            continue
        cards = Counter(deck(setup))
        dealt += 1
        assert cards.total() == players
        assert sum(n for role, n in cards.items() if ROLES[role].side is Side.EVIL) == NUMBERS[players].evil
        assert all(n <= ROLES[role].card_count for role, n in cards.items())
        assert set(roles) <= set(cards)
        assert ("lancelot_good" in cards, "lancelot_evil" in cards) == (variant is not None,) * 2
        assert (cards["merlin"], cards["assassin"]) == (merlin, 1)
    assert dealt > 300


@pytest.mark.parametrize(
    ("choice", "counts"),
    [
        (PlotCards.OFF, [0, 0, 0, 0, 0, 0]),
        (PlotCards.TWO_OR_THREE, [2, 2, 2, 2, 3, 3]),
        (PlotCards.ONE_TO_THREE, [1, 1, 2, 2, 3, 3]),
    ],
)
def test_the_printings_of_the_plot_cards_count_differently(choice, counts):
    assert [
        plot_cards_per_round(make_setup(n, options=Options(plot_cards=choice))) for n in range(5, 11)
    ] == counts


def test_five_and_six_play_with_fewer_of_the_plot_cards():
    with_plots = Options(plot_cards=PlotCards.TWO_OR_THREE)
    sizes = {n: plot_deck_size(make_setup(n, options=with_plots)) for n in range(5, 11)}
    assert sizes == {5: 10, 6: 10, 7: 15, 8: 15, 9: 15, 10: 15}
    assert plot_deck_size(make_setup(7)) == 0


def test_a_character_without_its_counterpart_is_idle():
    assert idle_roles(make_setup(7, "percival", "morgana", "mordred")) == set()
    assert idle_roles(make_setup(7, "morgana", "oberon")) == {"morgana"}
    without = make_setup(10, "percival", "morgana", "mordred", "oberon", options=Options(merlin=False))
    assert idle_roles(without) == {"percival", "morgana", "mordred"}


RECORD = {
    "players": ["Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta"],
    "leader": 2,
    "roles": ["percival", "morgana", "oberon"],
    "lancelot": None,
    "lady": True,
    "excalibur": False,
    "targeting": True,
    "options": {"oberon_seen_by_merlin": False},
}


def test_a_set_up_is_read_from_its_record():
    setup = read_setup(RECORD)
    assert setup.players[6] == "Greta"
    assert (setup.leader, setup.roles, setup.lancelot) == (2, ("percival", "morgana", "oberon"), None)
    assert (setup.lady, setup.excalibur, setup.targeting) == (True, False, True)
    assert setup.options == Options(oberon_seen_by_merlin=False)


def test_a_set_up_survives_json_and_back():
    setup = make_setup(
        8,
        "percival",
        lancelot="v2",
        lady=True,
        options=Options(reveal_before_shot=Reveal.ALL_EVIL, percival_decoy=True),
    )
    assert read_setup(json.loads(json.dumps(encode(setup)))) == setup


def test_options_may_bear_the_names_of_the_rules():
    options = {
        "oberonSeenByMerlin": False,
        "oberonReadsGoodToLady": True,
        "evilLancelotSeenByMerlin": False,
        "targetingQuest5Needs": "two_played",
        "revealBeforeShot": "assassin",
    }
    assert read_setup({**RECORD, "options": options}).options == Options(
        oberon_seen_by_merlin=False,
        oberon_reads_good_to_lady=True,
        evil_lancelot_seen_by_merlin=False,
        targeting_quest5_needs=Quest5Needs.TWO_PLAYED,
        reveal_before_shot=Reveal.ASSASSIN,
    )


@pytest.mark.parametrize(
    "options",
    [
        {"oberonSeenByMerlin": True, "oberon_seen_by_merlin": False},
        {"merlin_sees_all": True},
        {"merlin": "yes"},
        {"merlin": 1},
        {"reveal_before_shot": "everyone"},
        [],
    ],
)
def test_options_that_make_no_sense_are_refused(options):
    with pytest.raises(BadRecord):
        read_setup({**RECORD, "options": options})


EVERY_SIZE = range(MIN_PLAYERS, MAX_PLAYERS + 1)


@pytest.mark.parametrize("players", EVERY_SIZE)
def test_both_sides_together_are_all_players(players):
    assert NUMBERS[players].players == players
    assert NUMBERS[players].seats(Side.GOOD) > NUMBERS[players].seats(Side.EVIL)


def test_the_numbers_are_those_of_the_score_boards():
    assert [NUMBERS[n].evil for n in EVERY_SIZE] == [2, 2, 3, 3, 3, 4]
    teams = {n: [NUMBERS[n].team_size(quest) for quest in range(1, 6)] for n in EVERY_SIZE}
    assert teams == {
        5: [2, 3, 2, 3, 3],
        6: [2, 3, 4, 3, 4],
        7: [2, 3, 3, 4, 4],
        8: [3, 4, 4, 5, 5],
        9: [3, 4, 4, 5, 5],
        10: [3, 4, 4, 5, 5],
    }
    assert [NUMBERS[n].approvals_needed for n in EVERY_SIZE] == [3, 4, 4, 5, 5, 6]


def test_only_the_fourth_quest_from_seven_players_on_needs_two_fails():
    two_fails = {(n, q) for n in EVERY_SIZE for q in range(1, 6) if NUMBERS[n].fails_needed(q) == 2}
    assert two_fails == {(7, 4), (8, 4), (9, 4), (10, 4)}
    assert all(NUMBERS[n].fails_needed(q) in (1, 2) for n in EVERY_SIZE for q in range(1, 6))


def test_the_box_holds_fourteen_characters_and_the_promo_two():
    assert sum(role.card_count for role in ROLES.values() if role.use is not RoleUse.PAIR) == 14
    assert sum(role.card_count for role in ROLES.values() if role.use is RoleUse.PAIR) == 2


def test_each_special_character_strengthens_a_side_and_no_other_does():
    helped = {role.id: role.helped_side for role in ROLES.values() if role.helped_side is not None}
    assert helped == {
        "percival": Side.GOOD,
        "oberon": Side.GOOD,
        "morgana": Side.EVIL,
        "mordred": Side.EVIL,
    }
    assert set(helped) == {role.id for role in ROLES.values() if role.use is RoleUse.OPTIONAL}


def test_the_lancelots_strengthen_a_side_by_their_variant():
    assert {way: way.helped_side for way in Lancelot} == {
        Lancelot.V1: Side.EVIL,
        Lancelot.V2: Side.GOOD,
        Lancelot.V3: None,
    }


@pytest.mark.parametrize("players", EVERY_SIZE)
def test_every_preset_can_be_played_without_a_warning(players):
    offered = list_presets(players)
    assert [preset.id for preset in offered][:2] == ["first_game", "usual"]
    for preset in offered:
        setup = make_setup(players, *preset.roles)
        assert problems(setup) == ()
        assert len(deck(setup)) == players
    assert len({preset.roles for preset in offered}) == len(offered)


EVIL = {"assassin", "morgana", "mordred", "oberon", "minion", "lancelot_evil"}


def test_in_the_base_game_merlin_sees_both_and_evil_see_each_other():
    assert knowledge(make_setup(5)) == {
        "merlin": ("assassin", "minion"),
        "servant": (),
        "assassin": ("minion",),
        "minion": ("assassin",),
    }


def test_several_minions_are_several_people():
    known = knowledge(make_setup(10))
    assert Counter(known["merlin"]) == Counter(assassin=1, minion=3)
    assert Counter(known["assassin"]) == Counter(minion=3)
    assert Counter(known["minion"]) == Counter(assassin=1, minion=2)


def test_percival_takes_both_merlin_and_morgana_for_merlin():
    assert sights(make_setup(5, "percival", "morgana"))["percival"] == (
        Sight("merlin", SeenAs.MAYBE_MERLIN),
        Sight("morgana", SeenAs.MAYBE_MERLIN),
    )
    assert knowledge(make_setup(6, "percival"))["percival"] == ("merlin",)


@pytest.mark.parametrize(("seen", "count"), [(True, 3), (False, 2)])
def test_oberon_is_alone_and_only_merlin_may_see_him(seen, count):
    known = knowledge(
        make_setup(7, "percival", "morgana", "oberon", options=Options(oberon_seen_by_merlin=seen))
    )
    assert known["assassin"] == ("morgana",)
    assert known["morgana"] == ("assassin",)
    assert known["oberon"] == ()
    assert len(known["merlin"]) == count


def test_mordred_is_hidden_from_merlin_and_known_to_evil():
    known = knowledge(make_setup(10, "percival", "morgana", "mordred", "oberon"))
    assert set(known["merlin"]) == {"assassin", "morgana", "oberon"}
    assert set(known["percival"]) == {"merlin", "morgana"}
    assert all(len(known[role]) == 2 for role in ("assassin", "morgana", "mordred"))


@pytest.mark.parametrize("variant", ["v1", "v2"])
@pytest.mark.parametrize("seen", [True, False])
def test_a_switching_evil_lancelot_is_known_and_knows_nobody(variant, seen):
    setup = make_setup(
        7, "percival", "morgana", lancelot=variant, options=Options(evil_lancelot_seen_by_merlin=seen)
    )
    known = knowledge(setup)
    assert known["lancelot_evil"] == known["lancelot_good"] == ()
    assert set(known["assassin"]) == {"morgana", "lancelot_evil"}
    assert ("lancelot_evil" in known["merlin"]) is seen


@pytest.mark.parametrize("seen", [True, False])
def test_in_the_third_variant_the_lancelots_know_each_other_and_merlin_sees_the_evil_one(seen):
    setup = make_setup(
        7, "percival", "morgana", lancelot="v3", options=Options(evil_lancelot_seen_by_merlin=seen)
    )
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


def test_without_merlin_percival_sees_nobody():
    setup = make_setup(7, "percival", "morgana", lancelot="v1", options=Options(merlin=False))
    assert knowledge(setup)["percival"] == ()


def test_the_night_of_the_base_game_has_ten_steps_and_with_all_four_characters_fifteen():
    assert len(night_steps(make_setup(5))) == 10
    assert len(night_steps(make_setup(10, "percival", "morgana", "mordred", "oberon"))) == 15
    assert len(night_steps(make_setup(7, "percival", "morgana", lancelot="v3"))) == 17
    assert len(night_steps(make_setup(7, "percival", options=Options(merlin=False)))) == 5


def test_good_never_learns_more_than_its_captains():
    for variant in (None, "v1", "v2"):
        known = knowledge(make_setup(10, "percival", "morgana", "mordred", lancelot=variant))
        assert known["servant"] == ()
        assert set(known["merlin"]) <= EVIL


CATALOGUES = Path(companion.__file__).parent / "i18n" / "catalogues"
KEYS = {entry.msgid for entry in polib.pofile(str(CATALOGUES / "en" / "avalon.po"))}


def under(part):
    return {key.removeprefix(f"avalon.{part}.") for key in KEYS if key.startswith(f"avalon.{part}.")}


def test_every_character_has_its_words():
    expected = {f"{role}.{part}" for role in ROLES for part in ("name", "does")}
    for role in ROLES.values():
        if role.use is RoleUse.FILLER:
            expected |= {f"{role.id}.cards", f"{role.id}.short"}
    # The two Lancelots share a short name.
    assert under("role") == expected | {"lancelot"}


def test_every_option_has_a_name_a_reason_and_names_for_its_values():
    expected = set()
    for field in fields(Options):
        expected |= {f"{field.name}.name", f"{field.name}.why"}
        if isinstance(field.default, Enum):
            expected |= {f"{field.name}.{value.value}" for value in type(field.default)}
    assert under("option") == expected


@pytest.mark.parametrize(
    ("language", "publisher"), [("en", "publisher"), ("it", "editore"), ("el", "εκδότης"), ("fa", "ناشر")]
)
def test_the_reason_that_merlin_sees_oberon_names_the_publisher(language, publisher):
    why = Translator(language)("avalon.option.oberon_seen_by_merlin.why")
    assert publisher in why


def test_every_side_that_can_be_helped_has_a_sentence():
    sides = {side.value for side in Side}
    assert {key.removeprefix("helps.") for key in under("setup") if key.startswith("helps.")} == sides
    sides_with_text = {
        key.removeprefix("lancelots_help.") for key in under("setup") if key.startswith("lancelots_help")
    }
    assert sides_with_text == {way.helped_side.value for way in Lancelot if way.helped_side is not None}


def test_every_variant_preset_and_side_has_a_name():
    assert under("lancelot") == {
        f"{variant.value}.{part}" for variant in Lancelot for part in ("name", "does")
    }
    named = {preset.id for players in NUMBERS for preset in list_presets(players)}
    assert under("preset") == named - {"first_game"}
    assert under("side") == {side.value for side in Side}
