from math import comb

import pytest

from companion.core.game import BadSetup
from companion.games.cultists.setup import (
    BOX_CARDS,
    CARD_KINDS,
    HAZARD_DECK,
    NUMBERS,
    ROUNDS,
    Cards,
    Knife,
    numbers,
)
from tests.games.cultists.builders import make_setup


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
