"""What statistics can be narrowed to: as much as the games give reason for."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.records import encode
from companion.games.shelf import game_of
from companion.i18n.translator import Translator
from companion.past.filters import Offer, offers, suggested
from companion.past.pages import page_of
from companion.past.which import Having, Which
from companion.past.words import told
from companion.storage.counting import count_all
from companion.storage.store import Store
from companion.storage.tables import open_table
from tests.storage.conftest import Clock
from tools.random_games import random_game

YEAR = 1_790_000_500.0
GROUPS = {"Thursday table": ("Ada", "Bruno")}


@pytest.fixture
def played(store: Store, clock: Clock) -> Store:
    store.database.connection.execute("PRAGMA synchronous=OFF")
    dice = Random(2)
    for _ in range(16):
        one = random_game(dice, "avalon", left=0.0)
        table = open_table(one.game, store.games.start("avalon", encode(one.setup)), store.games)
        for move in one.moves:
            clock.on(5)
            table.play(move)
    count_all(store.database)
    return store


def chips(store: Store, which: Which, game: str = "avalon") -> dict[str, Offer]:
    tr = Translator("en")
    kinds = offers(game_of(game), store.statistics, which, GROUPS, YEAR)
    return {told(tr, offer.words): offer for kind in kinds for offer in kind.offers}


def test_a_role_is_offered_that_is_in_some_games_and_not_in_others(played: Store) -> None:
    found = chips(played, Which())
    assert "Percival in" in found
    assert "Merlin in" not in found
    assert found["Percival in"].which == Which(having=(Having("with", "percival"),))


def test_what_is_chosen_is_taken_back_by_the_same_chip(played: Store) -> None:
    for name in ("Percival in", "This year", "Thursday table", "7 players"):
        offer = chips(played, Which())[name]
        assert not offer.chosen
        again = chips(played, offer.which)[name]
        assert again.chosen
        assert again.which == Which()


def test_choices_of_several_kinds_go_together(played: Store) -> None:
    both = chips(played, chips(played, Which())["7 players"].which)["Percival in"].which
    assert (both.players, both.having) == (7, (Having("with", "percival"),))
    numbers = played.statistics
    page = page_of(game_of("avalon"), numbers, both)
    assert page.games.times <= page_of(game_of("avalon"), numbers, Which(players=7)).games.times


def test_above_the_page_stand_all_games_and_a_few_more_or_what_is_chosen(played: Store) -> None:
    kinds = offers(game_of("avalon"), played.statistics, Which(), GROUPS, YEAR)
    first = suggested(kinds)
    assert len(first) == 3
    assert [offer.chosen for offer in first] == [True, False, False]
    chosen = Which(players=7, since=YEAR)
    kinds = offers(game_of("avalon"), played.statistics, chosen, GROUPS, YEAR)
    assert [offer.chosen for offer in suggested(kinds)] == [False, True, True]


def test_a_game_that_nobody_played_offers_no_sizes_and_no_roles(played: Store) -> None:
    assert list(chips(played, Which(), "silver")) == ["All time", "This year", "Thursday table"]
