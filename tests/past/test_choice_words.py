"""A choice of games in words, part by part, each of which can be taken off."""

from __future__ import annotations

import pytest

from companion.games.shelf import games
from companion.i18n.translator import Translator
from companion.past.choice_words import Known, asked, with_person, without_game
from companion.past.results import results_of
from companion.past.which import ALL_GAMES, NOBODY, Having, Over, SeatedAs, Which

KNOWN = Known({"ada": "Ada"}, {("Ada", "Bruno"): "Tuesdays"}, when="This year", figure="Merlin found")
ALL_OF_IT = Which(
    game="avalon",
    text="rain",
    people=("ada", "Someone New"),
    group=("Ada", "Bruno"),
    since=1.0,
    until=2.0,
    over=Over.YES,
    winner="evil",
    players=7,
    starred=True,
    noted=True,
    evening=3.0,
    having=(Having("merlin"),),
    seated=(SeatedAs("ada"),),
)


def words(which: Which, known: Known = KNOWN) -> list[str]:
    return [one.words for one in asked(Translator("en"), which, known)]


def test_every_part_is_told() -> None:
    assert words(ALL_OF_IT) == [
        *("Avalon", "Evil wins", "Ended", "Ada", "Someone New", "Tuesdays", "7 players", "This year"),
        *("Starred", "With notes", "Merlin found"),
    ]
    assert words(ALL_GAMES) == words(Which(text="rain")) == []


def test_all_parts_taken_off_one_by_one_leave_what_is_typed() -> None:
    which = ALL_OF_IT
    while parts := asked(Translator("en"), which, KNOWN):
        fewer = parts[-1].without
        assert len(asked(Translator("en"), fewer, KNOWN)) < len(parts)
        which = fewer
    assert which == Which(text="rain")


def test_without_its_game_an_end_means_nothing() -> None:
    (game, *_) = asked(Translator("en"), ALL_OF_IT, KNOWN)
    assert words(game.without) == words(ALL_OF_IT)[2:]
    assert without_game(Which(game="duet", winner=NOBODY, reason="assassin")) == ALL_GAMES


def test_what_nobody_has_words_for_is_told_all_the_same() -> None:
    nothing = Known({}, {})
    assert words(Which(group=("Ada", "Bruno", "3")), nothing) == ["Ada, Bruno and Seat 3"]
    assert words(Which(evening=1.0), nothing) == ["Behind one figure"]
    assert words(Which(game="avalon", winner="evil", reason="three_fails"))[1:] == ["Ended this way"]
    assert words(Which(winner="evil")) == ["Ended this way"]


def test_people_are_asked_for_and_no_more_in_the_order_of_the_list() -> None:
    regulars = ("bruno", "ada", "chloe")
    which = with_person(with_person(ALL_GAMES, "chloe", regulars), "bruno", regulars)
    assert which.people == ("bruno", "chloe")
    assert with_person(which, "bruno", regulars).people == ("chloe",)


@pytest.mark.parametrize("language", ["en", "it", "el", "fa"])
def test_every_game_says_how_it_can_end_in_words(language: str) -> None:
    tr = Translator(language)
    for game in games():
        ends = results_of(game)
        assert len({tr(end.key) for end in ends}) == len(ends) >= 2
        assert all(tr(end.key) != end.key and "{" not in tr(end.key) for end in ends)
        assert all(bool(end.winner) != bool(end.reason) for end in ends)
