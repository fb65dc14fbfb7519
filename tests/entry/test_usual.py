"""What a table plays with that chooses nothing: always legal, and as last time where that can be."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.entry.avalon import usual as avalon
from companion.entry.cultists import usual as cultists
from companion.entry.cultists.setup_draft import Draft, Kind
from companion.entry.last_time import keep_count, keep_night, last_count, last_night
from companion.games.avalon.roles import presets
from companion.games.avalon.setup import Setup, problems
from companion.games.game import ProblemError, blocking
from companion.games.records import decode, encode
from companion.games.seats import seats_without_names
from companion.games.shelf import game_of, games


class Notebook:
    """A memory as the app has it: what is kept must be readable as JSON."""

    def __init__(self) -> None:
        self.pages: dict[str, Any] = {}

    def recall(self, kind: type[Any], name: str) -> Any:
        try:
            return decode(kind, self.pages.get(name))
        except ProblemError:
            return None

    def keep_in_mind(self, value: Any, name: str) -> None:
        self.pages[name] = encode(value)


def first(_count: int) -> int:
    return 0


def last(count: int) -> int:
    return count - 1


NIGHTS = [game for game in games() if game.night]
SIZES = [(game, count) for game in NIGHTS for count in range(game.fewest, game.most + 1)]


@pytest.mark.parametrize(("game", "count"), SIZES)
@pytest.mark.parametrize("draw", [first, last])
def test_whatever_the_size_it_can_be_dealt_the_first_time_and_every_time_after(game, count, draw):
    memory, part = Notebook(), game.part("entry", "usual")
    for seats in (count, game.most, count, game.fewest, count):
        setup = part.prepared(seats_without_names(seats), memory, draw)
        assert len(setup.players) == seats
        assert blocking(game.rules.problems(setup)) == ()


@pytest.mark.parametrize("count", range(5, 11))
def test_avalon_begins_with_the_boxs_first_game_and_later_with_the_usual_set(count):
    memory = Notebook()
    other = 5 if count == 10 else 10
    assert avalon.prepared(seats_without_names(other), memory, first).roles == ()
    assert avalon.prepared(seats_without_names(count), memory, first).roles == presets(count)[1].roles


def test_avalon_has_what_this_many_played_with_last_whoever_played_since():
    memory, seven, eight = Notebook(), seats_without_names(7), seats_without_names(8)
    avalon.remember(Setup(seven, leader=6, roles=("percival", "mordred"), lady=True), memory)
    avalon.remember(Setup(eight, roles=("percival",)), memory)
    named = ("Ada", *seven[1:])
    again = avalon.remembered(named, memory, first)
    assert again == Setup(named, leader=6, roles=("percival", "mordred"), lady=True)


def test_a_set_that_no_longer_stands_gives_way_to_the_usual_one():
    seven = seats_without_names(7)
    wrong = Setup(seven, roles=("morgana", "mordred", "oberon", "percival"))
    assert blocking(problems(wrong))
    assert avalon.usual(seven, wrong, first).roles == presets(7)[1].roles


def test_cultists_begin_with_a_first_game_and_an_unfinished_set_of_their_own_is_not_dealt():
    memory, six = Notebook(), seats_without_names(6)
    setup = cultists.prepared(six, memory, first)
    assert setup.first_game
    drafted = Draft(replace(setup, roles=(), first_game=False), own=True)
    full = replace(drafted, setup=replace(drafted.setup, roles=("seer", "zombie", "assassin", "detective")))
    for draft in (drafted, full):
        dealt = cultists.usual(six, draft, first)
        assert blocking(game_of("cultists").rules.problems(dealt.setup)) == ()
        assert dealt.kind in (Kind.OWN, Kind.RECOMMENDED)


@pytest.mark.parametrize("game", games())
def test_the_number_of_seats_is_kept_for_each_game_and_always_one_it_takes(game):
    memory = Notebook()
    assert last_count(memory, game) == game.usual
    keep_count(memory, game, game.most)
    assert last_count(memory, game) == game.most
    for other in games():
        assert game is other or last_count(memory, other) == other.usual
    for seats in (-3, 10_000):
        keep_count(memory, game, seats)
        assert game.fewest <= last_count(memory, game) <= game.most


def test_the_game_of_last_night_is_offered_again_if_it_is_still_there():
    memory = Notebook()
    assert last_night(memory, NIGHTS) is NIGHTS[0]
    keep_night(memory, NIGHTS[1])
    assert last_night(memory, NIGHTS) is NIGHTS[1]
    assert last_night(memory, NIGHTS[:1]) is NIGHTS[0]
