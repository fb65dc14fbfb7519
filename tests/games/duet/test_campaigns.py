"""A map as it is kept: games folded into it, whose it is, and what to look at first."""

from dataclasses import replace
from math import hypot

import pytest

from companion.core.game import ProblemError
from companion.core.serialization import encode
from companion.core.session import GameSession
from companion.games.duet.campaign import (
    MAX_CITIES,
    Attempt,
    City,
    CityCount,
    PlayedGame,
    add_city,
    cities_opened_by,
    count_cities,
    decode_campaign,
    find_by_team,
    find_free_spot,
    get_city,
    is_city_won,
    is_up_to_date,
    make_mission_setup,
    make_team_name,
    new_campaign,
    record_games,
    replace_city,
    suggest_city,
    toggle_route,
    with_numbers,
)
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import AGENTS, Setup
from companion.games.duet.state import Agent, Assassin, Stop
from companion.i18n.translator import Translator

PEOPLE = ("Ada", "Bob")
MAP = new_campaign("ours", "Us", PEOPLE)
PRAGUE = make_mission_setup(MAP, "prague", Setup(PEOPLE))


def won_game(setup=PRAGUE):
    turn = (Agent(), Agent(), Stop())
    return GameSession(DUET, setup, (*turn * (AGENTS // 2), Agent())).state


def lost_game(setup=PRAGUE):
    return GameSession(DUET, setup, (Assassin(),)).state


def won_at(*cities):
    tries = (Attempt(city, float(number), number + 0.5, True) for number, city in enumerate(cities, 1))
    return replace(MAP, attempts=tuple(tries))


def test_a_map_is_read_as_it_was_kept():
    assert decode_campaign(encode(won_at("prague"))) == won_at("prague")


@pytest.mark.parametrize("record", [{}, {"id": "x", "team": ""}, encode(replace(MAP, team=" Us"))])
def test_what_is_no_map_is_refused(record):
    with pytest.raises(ProblemError):
        decode_campaign(record)


def test_games_that_are_over_are_on_the_map_and_the_others_are_not():
    after = record_games(
        MAP, (PlayedGame(1.0, 2.0, lost_game()), PlayedGame(3.0, 4.0, won_game()), PlayedGame(5.0))
    )
    assert [(attempt.city, attempt.won) for attempt in after.attempts] == [
        ("prague", False),
        ("prague", True),
    ]
    assert record_games(after, (PlayedGame(3.0, 4.0, won_game()),)) == after


def test_an_end_that_was_taken_back_is_taken_off_the_map():
    after = record_games(MAP, (PlayedGame(1.0, 2.0, won_game()),))
    assert is_city_won(after, "prague")
    assert record_games(after, (PlayedGame(1.0),)).attempts == ()


def test_a_win_without_a_map_is_a_win_of_prague_for_the_same_people_only():
    assert is_city_won(record_games(MAP, (PlayedGame(1.0, 2.0, won_game(Setup(PEOPLE[::-1]))),)), "prague")
    assert record_games(MAP, (PlayedGame(1.0, 2.0, won_game(Setup(("Ada", "Eva")))),)) == MAP
    assert record_games(MAP, (PlayedGame(1.0, 2.0, won_game(Setup(PEOPLE, tokens=11))),)) == MAP


def test_only_what_the_map_does_not_know_has_to_be_opened():
    after = record_games(MAP, (PlayedGame(1.0, 2.0, won_game()),))
    assert is_up_to_date(after, 1.0, 2.0)
    assert not is_up_to_date(after, 1.0, None)
    assert not is_up_to_date(after, 1.0, 3.0)
    assert is_up_to_date(after, 7.0, None)
    assert not is_up_to_date(after, 7.0, 8.0)


def test_a_team_is_known_by_its_people_however_they_sit():
    other = new_campaign("theirs", "Them", ("Ada", "Eva"))
    assert find_by_team((other, MAP), ("Bob", "Ada")) == MAP
    assert find_by_team((other, MAP), ("Bob",)) is None


def test_a_team_is_called_by_its_names_or_by_a_number():
    tr = Translator("en")
    assert make_team_name(tr, PEOPLE, ()) == "Ada and Bob"
    assert make_team_name(tr, ("1", "2"), ()) == "Team 1"
    assert make_team_name(tr, ("1", "2"), (replace(MAP, team="Team 1"),)) == "Team 2"
    assert make_team_name(tr, PEOPLE, (replace(MAP, team="Ada and Bob"),)) == "Team 1"
    assert make_team_name(tr, tuple(f"Maximiliana{n}" for n in "abcd"), ()) == "Team 1"


def test_cities_are_counted_by_how_the_team_stands_with_them():
    assert count_cities(MAP) == CityCount(won=0, open=1)
    assert count_cities(won_at("prague")) == CityCount(won=1, open=3)


def test_a_win_tells_which_cities_it_alone_has_opened():
    assert [city.id for city in cities_opened_by(won_at("prague"), "prague")] == ["berlin", "moscow", "cairo"]
    joined = toggle_route(won_at("prague", "moscow"), "moscow", "cairo")
    assert cities_opened_by(joined, "moscow") == ()


def test_the_city_to_look_at_is_the_one_to_play_next():
    assert suggest_city(MAP) == "prague"
    # Of Berlin a number is missing.
    assert suggest_city(won_at("prague")) == "moscow"
    assert suggest_city(won_at("prague"), "cairo") == "cairo"
    joined = toggle_route(won_at("prague", "cairo"), "cairo", "jakarta")
    assert suggest_city(joined, "cairo") == "jakarta"
    assert suggest_city(won_at("prague", "moscow", "cairo")) == "berlin"
    whole = replace_city(MAP, with_numbers(get_city(MAP, "berlin"), 11, 3))
    all_won = replace(whole, attempts=won_at("prague", "moscow", "cairo", "berlin").attempts)
    assert suggest_city(all_won) == "prague"


def test_a_new_city_keeps_its_distance_as_long_as_there_is_room():
    grown = MAP
    for number in range(MAX_CITIES - len(MAP.cities)):
        x, y = find_free_spot(grown)
        nearest = min(hypot(city.x - x, city.y - y) for city in grown.cities)
        assert nearest > (140 if number < 8 else 30)
        grown = add_city(grown, City(str(number), x, y, name=f"City {number}"))
