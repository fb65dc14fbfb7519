"""A choice of games in words, part by part, each of which can be taken off."""

from __future__ import annotations

import pytest

from companion.games.registry import list_games
from companion.i18n.translator import Translator
from companion.statistics.formatting import FilterLabels, clear_game, describe_filter, toggle_person
from companion.statistics.metrics import find_results
from companion.statistics.query import (
    ALL_GAMES,
    NO_WINNER,
    CompletionFilter,
    GameFilter,
    MetricFilter,
    SeatFilter,
)

KNOWN = FilterLabels(
    {"ada": "Ada"}, {("Ada", "Bruno"): "Tuesdays"}, period="This year", statistic="Merlin found"
)
ALL_OF_IT = GameFilter(
    game="avalon",
    text="rain",
    people=("ada", "Someone New"),
    group=("Ada", "Bruno"),
    since=1.0,
    until=2.0,
    completion=CompletionFilter.FINISHED,
    winner="evil",
    players=7,
    starred=True,
    noted=True,
    evening=3.0,
    metrics=(MetricFilter("merlin"),),
    seats=(SeatFilter("ada"),),
)


def words(which: GameFilter, known: FilterLabels = KNOWN) -> list[str]:
    return [one.text for one in describe_filter(Translator("en"), which, known)]


def test_every_part_is_told() -> None:
    assert words(ALL_OF_IT) == [
        *("Avalon", "Evil wins", "Ended", "Ada", "Someone New", "Tuesdays", "7 players", "This year"),
        *("Starred", "With notes", "Merlin found"),
    ]
    assert words(ALL_GAMES) == words(GameFilter(text="rain")) == []


def test_all_parts_taken_off_one_by_one_leave_what_is_typed() -> None:
    which = ALL_OF_IT
    while parts := describe_filter(Translator("en"), which, KNOWN):
        fewer = parts[-1].remaining_filter
        assert len(describe_filter(Translator("en"), fewer, KNOWN)) < len(parts)
        which = fewer
    assert which == GameFilter(text="rain")


def test_without_its_game_an_end_means_nothing() -> None:
    (game, *_) = describe_filter(Translator("en"), ALL_OF_IT, KNOWN)
    assert words(game.remaining_filter) == words(ALL_OF_IT)[2:]
    assert clear_game(GameFilter(game="duet", winner=NO_WINNER, reason="assassin")) == ALL_GAMES


def test_what_nobody_has_words_for_is_told_all_the_same() -> None:
    nothing = FilterLabels({}, {})
    assert words(GameFilter(group=("Ada", "Bruno", "3")), nothing) == ["Ada, Bruno and Seat 3"]
    assert words(GameFilter(evening=1.0), nothing) == ["Behind one figure"]
    assert words(GameFilter(game="avalon", winner="evil", reason="three_fails"))[1:] == ["Ended this way"]
    assert words(GameFilter(winner="evil")) == ["Ended this way"]


def test_people_are_asked_for_and_no_more_in_the_order_of_the_list() -> None:
    regulars = ("bruno", "ada", "chloe")
    which = toggle_person(toggle_person(ALL_GAMES, "chloe", regulars), "bruno", regulars)
    assert which.people == ("bruno", "chloe")
    assert toggle_person(which, "bruno", regulars).people == ("chloe",)


@pytest.mark.parametrize("language", ["en", "it", "el", "fa"])
def test_every_game_says_how_it_can_end_in_words(language: str) -> None:
    tr = Translator(language)
    for game in list_games():
        ends = find_results(game)
        assert len({tr(end.key) for end in ends}) == len(ends) >= 2
        assert all(tr(end.key) != end.key and "{" not in tr(end.key) for end in ends)
        assert all(bool(end.winner) != bool(end.reason) for end in ends)
