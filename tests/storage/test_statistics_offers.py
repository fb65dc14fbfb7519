"""What statistics can be narrowed to: as much as the games give reason for."""

from __future__ import annotations

from random import Random

import pytest

from companion.core.serialization import encode
from companion.games.registry import get_game
from companion.i18n.translator import Translator
from companion.statistics.cards import (
    FilterOption,
    build_complete_report,
    list_filter_options,
    suggest_options,
)
from companion.statistics.query import GameFilter, MetricFilter
from companion.statistics.text import translate
from companion.storage.games import open_session
from companion.storage.statistics_index import index_all
from companion.storage.store import Store
from tests.storage.exchange import Clock
from tools.random_games import random_game

YEAR = 1_790_000_500.0
GROUPS = {"Thursday table": ("Ada", "Bruno")}


@pytest.fixture
def played(store: Store, clock: Clock) -> Store:
    store.database.connection.execute("PRAGMA synchronous=OFF")
    dice = Random(2)
    for _ in range(16):
        one = random_game(dice, "avalon", left=0.0)
        session = open_session(one.game, store.games.start("avalon", encode(one.setup)), store.games)
        for move in one.moves:
            clock.on(5)
            session.play(move)
    index_all(store.database)
    return store


def chips(store: Store, which: GameFilter, game: str = "avalon") -> dict[str, FilterOption]:
    tr = Translator("en")
    kinds = list_filter_options(get_game(game), store.statistics, which, GROUPS, YEAR)
    return {translate(tr, offer.label): offer for kind in kinds for offer in kind.options}


def test_a_role_is_offered_that_is_in_some_games_and_not_in_others(played: Store) -> None:
    found = chips(played, GameFilter())
    assert "Percival in" in found
    assert "Merlin in" not in found
    assert found["Percival in"].game_filter == GameFilter(metrics=(MetricFilter("with", "percival"),))


def test_what_is_chosen_is_taken_back_by_the_same_chip(played: Store) -> None:
    for name in ("Percival in", "This year", "Thursday table", "7 players"):
        offer = chips(played, GameFilter())[name]
        assert not offer.is_selected
        again = chips(played, offer.game_filter)[name]
        assert again.is_selected
        assert again.game_filter == GameFilter()


def test_choices_of_several_kinds_go_together(played: Store) -> None:
    both = chips(played, chips(played, GameFilter())["7 players"].game_filter)["Percival in"].game_filter
    assert (both.players, both.metrics) == (7, (MetricFilter("with", "percival"),))
    numbers = played.statistics
    page = build_complete_report(get_game("avalon"), numbers, both)
    assert (
        page.total.numerator
        <= build_complete_report(get_game("avalon"), numbers, GameFilter(players=7)).total.numerator
    )


def test_above_the_page_stand_all_games_and_a_few_more_or_what_is_chosen(played: Store) -> None:
    kinds = list_filter_options(get_game("avalon"), played.statistics, GameFilter(), GROUPS, YEAR)
    first = suggest_options(kinds)
    assert len(first) == 3
    assert [offer.is_selected for offer in first] == [True, False, False]
    chosen = GameFilter(players=7, since=YEAR)
    kinds = list_filter_options(get_game("avalon"), played.statistics, chosen, GROUPS, YEAR)
    assert [offer.is_selected for offer in suggest_options(kinds)] == [False, True, True]


def test_a_game_that_nobody_played_offers_no_sizes_and_no_roles(played: Store) -> None:
    assert list(chips(played, GameFilter(), "silver")) == ["All time", "This year", "Thursday table"]
