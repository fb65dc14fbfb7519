import json
from collections import Counter
from itertools import combinations, product

import pytest

from companion.core.game import BadSetup, filter_blocking
from companion.core.serialization import BadRecord, encode
from companion.games.avalon.setup import (
    NUMBERS,
    ROLES,
    Lancelot,
    Options,
    PlotCards,
    Quest5Needs,
    Reveal,
    Setup,
    Side,
    deck,
    idle_roles,
    plot_cards_per_round,
    plot_deck_size,
    problems,
    read_setup,
)


def codes(setup):
    return [problem.code for problem in problems(setup)]


def errors(setup):
    return [problem.code for problem in filter_blocking(problems(setup))]


def test_merlin_and_the_assassin_are_in_by_themselves_and_the_rest_fills_up(table):
    assert problems(table(5)) == ()
    assert deck(table(5)) == ("merlin", "servant", "servant", "assassin", "minion")


def test_chosen_characters_take_the_places_of_servants_and_minions(table):
    cards = Counter(deck(table(10, "oberon", "percival", "mordred", "morgana")))
    assert cards == Counter(
        {"merlin": 1, "percival": 1, "servant": 4, "assassin": 1, "morgana": 1, "mordred": 1, "oberon": 1}
    )


@pytest.mark.parametrize("variant", ["v1", "v2", "v3"])
def test_a_lancelot_variant_brings_both_lancelots(table, variant):
    cards = Counter(deck(table(7, lancelot=variant)))
    assert cards == Counter(merlin=1, lancelot_good=1, servant=2, assassin=1, lancelot_evil=1, minion=1)


def test_naming_what_is_in_anyway_changes_nothing(table):
    named = table(7, "merlin", "assassin", "lancelot_good", "lancelot_evil", lancelot="v1")
    assert problems(named) == ()
    assert deck(named) == deck(table(7, lancelot="v1"))


def test_four_evil_characters_do_not_fit_nine_players(table):
    setup = table(9, "assassin", "oberon", "mordred", lancelot="v1")
    [problem] = problems(setup)
    assert problem.key == "avalon.problem.too_many_evil"
    assert problem.args == {"cards": 4, "seats": 3, "players": 9}
    with pytest.raises(BadSetup) as refused:
        deck(setup)
    assert refused.value.problem == problem


def test_characters_named_twice_are_counted_twice(table):
    setup = table(5, "percival", "percival", "morgana", lancelot="v2")
    assert sorted(errors(setup)) == ["role_twice", "too_many_evil", "too_many_good"]


def test_all_that_is_wrong_is_told_at_once():
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
def test_a_table_of_the_wrong_size_has_no_deck(table, players):
    assert errors(table(players)) == ["seats_few" if players == 4 else "seats_many"]
    with pytest.raises(BadSetup):
        deck(table(players))


@pytest.mark.parametrize("leader", [-1, 5])
def test_the_first_leader_sits_at_the_table(table, leader):
    assert errors(table(5, leader=leader)) == ["no_such_leader"]
    assert errors(table(5, leader=4)) == []


@pytest.mark.parametrize("only", ["lancelot_good", "lancelot_evil"])
def test_one_lancelot_alone_is_refused_with_or_without_a_variant(table, only):
    assert errors(table(7, only)) == ["one_lancelot"]
    assert errors(table(7, only, lancelot="v1")) == ["one_lancelot"]


def test_two_lancelots_without_a_variant_are_refused(table):
    assert errors(table(7, "lancelot_good", "lancelot_evil")) == ["which_lancelot"]


def test_a_record_may_name_every_card_of_its_deck():
    players = ["Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid"]
    whole = ["merlin", "percival", "servant", "servant", "assassin", "minion"]
    assert read_setup({"players": players, "roles": whole}).roles == ("merlin", "percival", "assassin")
    wrong = ["merlin", "percival", "servant", "servant", "assassin", "servant"]
    assert errors(read_setup({"players": players, "roles": wrong})) == ["fills_by_itself"]


@pytest.mark.parametrize("filler", ["servant", "minion"])
def test_servants_and_minions_cannot_be_chosen(table, filler):
    assert errors(table(7, filler, filler)) == ["fills_by_itself"]


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
def test_unbalanced_sets_at_five_players_are_advised_against_but_not_blocked(table, roles, advised):
    setup = table(5, *roles)
    assert codes(setup) == advised
    assert errors(setup) == []
    assert len(deck(setup)) == 5


def test_percival_alone_is_fine_at_six(table):
    assert codes(table(6, "percival")) == []


@pytest.mark.parametrize("players", range(5, 11))
def test_small_tables_are_advised_against_the_lady_and_the_third_lancelot_variant(table, players):
    advised = ["lady_at_small_table", "lancelot_v3_at_small_table"] if players < 7 else []
    setup = table(players, lady=True, lancelot="v3", excalibur=True, targeting=True)
    assert codes(setup) == advised
    assert errors(setup) == []


def test_without_merlin_idle_powers_are_pointed_out(table):
    setup = table(10, "percival", "morgana", "mordred", options={"merlin": False})
    assert codes(setup) == ["percival_without_merlin", "morgana_without_merlin", "mordred_without_merlin"]
    assert "merlin" not in deck(setup)
    assert "assassin" in deck(setup)


@pytest.mark.parametrize("players", [9, 10])
def test_without_merlin_the_box_has_one_servant_too_few_for_a_large_table(table, players):
    [problem] = problems(table(players, options={"merlin": False}))
    assert (problem.code, problem.args) == ("too_many_servants", {"needed": 6, "cards": 5})
    assert errors(table(players, "percival", options={"merlin": False})) == []


def test_merlin_cannot_be_chosen_and_left_out(table):
    assert errors(table(7, "merlin", options={"merlin": False})) == ["merlin_in_and_out"]


def test_every_deck_that_can_be_dealt_has_the_right_sides_and_is_in_the_box(table):
    dealt = 0
    optional = ("percival", "morgana", "mordred", "oberon")
    chosen = [roles for size in range(5) for roles in combinations(optional, size)]
    for players, roles, variant, merlin in product(NUMBERS, chosen, (None, *Lancelot), (True, False)):
        setup = table(players, *roles, lancelot=variant, options={"merlin": merlin})
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
def test_the_printings_of_the_plot_cards_count_differently(table, choice, counts):
    assert [plot_cards_per_round(table(n, options={"plot_cards": choice})) for n in range(5, 11)] == counts


def test_five_and_six_play_with_fewer_of_the_plot_cards(table):
    with_plots = {"plot_cards": "two_or_three"}
    assert [plot_deck_size(table(n, options=with_plots)) for n in range(5, 11)] == [10, 10, 15, 15, 15, 15]
    assert plot_deck_size(table(7)) == 0


def test_a_power_without_anybody_to_act_on_is_idle(table):
    assert idle_roles(table(7, "percival", "morgana", "mordred")) == set()
    assert idle_roles(table(7, "morgana", "oberon")) == {"morgana"}
    without = table(10, "percival", "morgana", "mordred", "oberon", options={"merlin": False})
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


def test_a_set_up_survives_json_and_back(table):
    setup = table(
        8,
        "percival",
        lancelot="v2",
        lady=True,
        options={"reveal_before_shot": Reveal.ALL_EVIL, "percival_decoy": True},
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
