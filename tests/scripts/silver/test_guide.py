"""How the cards are laid out before a round, by the number of players."""

import pytest

from companion.games.silver.setup import BOX_CARDS, MAX_PLAYERS, MIN_PLAYERS, VILLAGE_SIZE, removed_card_count
from companion.i18n.translator import Translator
from companion.scripts.silver.guide import list_deal_steps, unused_row_count

EVERY_SIZE = range(MIN_PLAYERS, MAX_PLAYERS + 1)


def keys(steps):
    return [step.key.removeprefix("silver.setup.") for step in steps]


@pytest.mark.parametrize(("players", "rows"), [(2, 2), (3, 1), (4, 0)])
def test_a_row_goes_out_for_each_seat_that_is_empty(players, rows):
    assert unused_row_count(players) == rows
    assert unused_row_count(players) * VILLAGE_SIZE == removed_card_count(players)


@pytest.mark.parametrize("players", [2, 3])
def test_spare_rows_go_out_before_anybody_takes_one(players):
    assert keys(list_deal_steps(players)) == ["shuffle", "put_away", "deck", "peek"]
    away = list_deal_steps(players)[1]
    assert away.args == {"n": unused_row_count(players), "cards": removed_card_count(players)}
    assert [step.is_easily_missed for step in list_deal_steps(players)] == [False, True, False, False]


def test_four_players_put_nothing_away():
    assert keys(list_deal_steps(4)) == ["shuffle", "deck", "peek"]


@pytest.mark.parametrize("players", EVERY_SIZE)
def test_all_cards_are_shuffled_and_four_rows_dealt_for_any_player_count(players):
    shuffle = list_deal_steps(players)[0]
    assert shuffle.args == {"cards": BOX_CARDS, "rows": MAX_PLAYERS, "row": VILLAGE_SIZE}
    deck = next(step for step in list_deal_steps(players) if step.key.endswith(".deck"))
    assert deck.args == {"cards": 32}


def test_the_amulet_is_placed_only_if_nobody_holds_it_yet():
    assert keys(list_deal_steps(4, "Ada")) == ["shuffle", "deck", "amulet", "peek"]


@pytest.mark.parametrize("players", EVERY_SIZE)
def test_every_step_has_its_sentence(players):
    english = Translator("en")
    for step in list_deal_steps(players, "Ada"):
        words = english(step.key, **step.args)
        assert words.endswith(".")
        assert "{" not in words
    assert not english.missing
