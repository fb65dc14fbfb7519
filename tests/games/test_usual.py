"""What a table plays with that chooses nothing: always legal, and as last time where that can be."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.core.game import ProblemError, filter_blocking
from companion.core.players import make_unnamed_seats
from companion.core.resume_state import (
    SetupDefaults,
    recall_night_game,
    recall_seat_count,
    remember_night_game,
    remember_seat_count,
)
from companion.core.serialization import decode, encode
from companion.games.avalon import drafts as avalon
from companion.games.avalon.setup import Setup, list_presets, problems
from companion.games.cultists import drafts as cultists
from companion.games.cultists.drafts import RoleSetKind, SetupDraft
from companion.games.registry import get_game, list_games


class Notebook:
    """A memory as the app has it: what is kept must be readable as JSON."""

    def __init__(self) -> None:
        self.pages: dict[str, Any] = {}

    def recall(self, kind: type[Any], name: str) -> Any:
        try:
            return decode(kind, self.pages.get(name))
        except ProblemError:
            return None

    def remember(self, value: Any, name: str) -> None:
        self.pages[name] = encode(value)


def first(_count: int) -> int:
    return 0


def last(count: int) -> int:
    return count - 1


NIGHTS = [game for game in list_games() if game.has_night]
SIZES = [(game, count) for game in NIGHTS for count in range(game.min_players, game.max_players + 1)]


@pytest.mark.parametrize(("game", "count"), SIZES)
@pytest.mark.parametrize("draw", [first, last])
def test_whatever_the_size_it_can_be_dealt_the_first_time_and_every_time_after(game, count, draw):
    memory, part = Notebook(), game.get_part(SetupDefaults)
    for seats in (count, game.max_players, count, game.min_players, count):
        setup = part.prepare_setup(make_unnamed_seats(seats), memory, draw)
        assert len(setup.players) == seats
        assert filter_blocking(game.rules.problems(setup)) == ()


@pytest.mark.parametrize("count", range(5, 11))
def test_avalon_begins_with_the_boxs_first_game_and_later_with_the_usual_set(count):
    memory = Notebook()
    other = 5 if count == 10 else 10
    assert avalon.prepare_setup(make_unnamed_seats(other), memory, first).roles == ()
    assert (
        avalon.prepare_setup(make_unnamed_seats(count), memory, first).roles == list_presets(count)[1].roles
    )


def test_avalon_has_what_this_many_played_with_last_whoever_played_since():
    memory, seven, eight = Notebook(), make_unnamed_seats(7), make_unnamed_seats(8)
    avalon.remember_setup(Setup(seven, leader=6, roles=("percival", "mordred"), lady=True), memory)
    avalon.remember_setup(Setup(eight, roles=("percival",)), memory)
    named = ("Ada", *seven[1:])
    again = avalon.recall_setup(named, memory, first)
    assert again == Setup(named, leader=6, roles=("percival", "mordred"), lady=True)


def test_a_set_that_no_longer_stands_gives_way_to_the_usual_one():
    seven = make_unnamed_seats(7)
    wrong = Setup(seven, roles=("morgana", "mordred", "oberon", "percival"))
    assert filter_blocking(problems(wrong))
    assert avalon.default_setup(seven, wrong, first).roles == list_presets(7)[1].roles


def test_cultists_begin_with_a_first_game_and_an_unfinished_set_of_their_own_is_not_dealt():
    memory, six = Notebook(), make_unnamed_seats(6)
    setup = cultists.prepare_setup(six, memory, first)
    assert setup.first_game
    drafted = SetupDraft(replace(setup, roles=(), first_game=False), own=True)
    full = replace(drafted, setup=replace(drafted.setup, roles=("seer", "zombie", "assassin", "detective")))
    for draft in (drafted, full):
        dealt = cultists.default_draft(six, draft, first)
        assert filter_blocking(get_game("cultists").rules.problems(dealt.setup)) == ()
        assert dealt.kind in (RoleSetKind.CUSTOM, RoleSetKind.RECOMMENDED)


@pytest.mark.parametrize("game", list_games())
def test_the_number_of_seats_is_kept_for_each_game_and_always_one_it_takes(game):
    memory = Notebook()
    assert recall_seat_count(memory, game) == game.default_players
    remember_seat_count(memory, game, game.max_players)
    assert recall_seat_count(memory, game) == game.max_players
    for other in list_games():
        assert game is other or recall_seat_count(memory, other) == other.default_players
    for seats in (-3, 10_000):
        remember_seat_count(memory, game, seats)
        assert game.min_players <= recall_seat_count(memory, game) <= game.max_players


def test_the_game_of_last_night_is_offered_again_if_it_is_still_there():
    memory = Notebook()
    assert recall_night_game(memory, NIGHTS) is NIGHTS[0]
    remember_night_game(memory, NIGHTS[1])
    assert recall_night_game(memory, NIGHTS) is NIGHTS[1]
    assert recall_night_game(memory, NIGHTS[:1]) is NIGHTS[0]
