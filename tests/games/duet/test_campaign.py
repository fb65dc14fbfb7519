"""A team's map: open and won cities, changes, merging, recording of games, and its texts."""

from __future__ import annotations

import json
from dataclasses import replace
from math import hypot
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.game import ProblemError
from companion.core.serialization import BadRecord, decode, encode
from companion.core.session import GameSession
from companion.games.duet.campaign import (
    MAX_ATTEMPTS,
    MAX_CITIES,
    MAX_ROUTES,
    PRESET_CITY_IDS,
    START_CITY,
    Attempt,
    BadMap,
    Campaign,
    City,
    CityCount,
    PlayedGame,
    Status,
    add_city,
    cities_opened_by,
    city_name,
    city_standing,
    count_cities,
    decode_campaign,
    find_by_team,
    find_free_spot,
    find_played_city,
    get_city,
    is_city_won,
    is_up_to_date,
    make_attempt,
    make_mission_setup,
    make_route,
    make_team_name,
    merge_campaigns,
    mission_problem,
    neighbours,
    new_campaign,
    numbers_text,
    record_attempt,
    record_games,
    remove_city,
    replace_city,
    short_standing_text,
    standing_text,
    suggest_city,
    toggle_route,
    validate_campaign,
    with_numbers,
    with_position,
)
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import AGENTS, Mission, Setup
from companion.games.duet.state import Agent, Assassin, Stop
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from tests.games.duet.builders import play_turns

TEAM = ("Ada", "Bruno")
ROME = City("r1", 500, 500, 7, 3, "Rome")


def of_team(*attempts):
    return replace(new_campaign("c1", "Foxes", TEAM), attempts=attempts)


def win(city, at=1.0, points=None):
    return Attempt(city, at, at + 60, True, points)


def loss(city, at=1.0):
    return Attempt(city, at, at + 60, False)


def code_of(campaign, city):
    wrong = mission_problem(campaign, city)
    return wrong and wrong.code


# -- what is known, and what is open ------------------------------------------------------------------------


def test_a_new_map_has_the_six_cities_and_three_routes_that_are_known():
    campaign = of_team()
    assert validate_campaign(campaign) == ()
    numbers = {city.id: (city.tokens, city.mistakes) for city in campaign.cities}
    assert numbers == {
        "prague": (9, 9),
        "berlin": (11, None),
        "moscow": (8, 8),
        "cairo": (9, 5),
        "singapore": (6, 6),
        "jakarta": (7, 7),
    }
    assert sorted(neighbours(campaign, START_CITY)) == ["berlin", "cairo", "moscow"]
    assert neighbours(campaign, "jakarta") == ()


def test_only_the_first_city_is_open_at_the_beginning():
    campaign = of_team()
    assert {city: city_standing(campaign, city).status for city in PRESET_CITY_IDS} == {
        **dict.fromkeys(PRESET_CITY_IDS, Status.LOCKED),
        START_CITY: Status.OPEN,
    }
    assert mission_problem(campaign, START_CITY) is None
    assert (code_of(campaign, "cairo"), code_of(campaign, "jakarta")) == ("locked", "no_route")


def test_a_win_opens_the_cities_that_routes_lead_to_and_no_others():
    campaign = of_team(win(START_CITY))
    assert city_standing(campaign, START_CITY).status is Status.WON
    assert {city for city in PRESET_CITY_IDS if city_standing(campaign, city).status is Status.OPEN} == {
        *("berlin", "moscow", "cairo")
    }
    assert city_standing(campaign, "cairo").opened_by == (START_CITY,)
    further = toggle_route(campaign, "cairo", "jakarta")
    assert code_of(further, "jakarta") == "locked"
    assert mission_problem(record_attempt(further, 2.0, win("cairo", 2.0)), "jakarta") is None


def test_a_loss_opens_nothing():
    campaign = of_team(loss(START_CITY))
    assert (
        city_standing(campaign, START_CITY).status,
        city_standing(campaign, START_CITY).attempt_count,
    ) == (Status.OPEN, 1)
    assert code_of(campaign, "cairo") == "locked"


def test_city_standing_has_the_first_win_and_the_best_score():
    campaign = of_team(
        win(START_CITY, 5.0, 7), loss(START_CITY, 6.0), win(START_CITY, 1.0, 3), win("cairo", 7.0, 20)
    )
    told = city_standing(campaign, START_CITY)
    assert (told.attempt_count, told.won_at, told.points) == (3, 61.0, 7)
    assert city_standing(of_team(win(START_CITY)), START_CITY).points is None


def test_city_with_a_missing_number_cannot_be_played():
    campaign = of_team(win(START_CITY))
    assert code_of(campaign, "berlin") == "number_missing"
    with pytest.raises(BadMap):
        make_mission_setup(campaign, "berlin", Setup(TEAM))
    told = replace_city(campaign, with_numbers(get_city(campaign, "berlin"), 11, 4))
    assert make_mission_setup(told, "berlin", Setup(TEAM)).mistakes == 4


def test_mission_setup_takes_its_numbers_from_the_city_and_the_rest_from_the_setup():
    campaign = toggle_route(add_city(of_team(win(START_CITY)), ROME), START_CITY, "r1")
    setup = make_mission_setup(campaign, "r1", Setup(TEAM, tokens=11, loose_turns=True))
    assert setup == Setup(TEAM, tokens=7, mistakes=3, loose_turns=True, mission=Mission("c1", "r1", "Rome"))
    with pytest.raises(BadMap) as refusal:
        make_mission_setup(of_team(), "cairo", Setup(TEAM))
    assert refusal.value.problem.key == "duet.map.problem.locked"
    with pytest.raises(KeyError):
        make_mission_setup(campaign, "atlantis", Setup(TEAM))


# -- what was played ----------------------------------------------------------------------------------------


def test_a_standard_mission_that_the_team_won_is_a_win_of_the_first_city():
    campaign = of_team()
    assert find_played_city(campaign, Setup(TEAM), won=True) == START_CITY
    assert find_played_city(campaign, Setup(("Bruno", "Ada")), won=True) == START_CITY
    assert find_played_city(campaign, Setup(TEAM), won=False) is None
    assert find_played_city(campaign, Setup(TEAM, tokens=9, mistakes=8), won=True) is None
    assert find_played_city(campaign, Setup(TEAM, tokens=10), won=True) is None
    assert find_played_city(campaign, Setup(("Ada", "Chloe")), won=True) is None
    assert find_played_city(campaign, Setup((*TEAM, "Chloe")), won=True) is None


def test_people_without_names_might_be_anybody():
    campaign = replace(of_team(), players=("1", "2"))
    assert find_played_city(campaign, Setup(("1", "2")), won=True) is None


@pytest.mark.parametrize("won", [True, False])
def test_a_mission_of_a_city_counts_for_that_city_of_its_own_map(won):
    campaign = of_team()
    assert find_played_city(campaign, Setup(TEAM, mission=Mission("c1", "cairo")), won=won) == "cairo"
    assert find_played_city(campaign, Setup(TEAM, mission=Mission("c2", "prague")), won=won) is None
    assert find_played_city(campaign, Setup(TEAM, mission=Mission("c1", "gone")), won=won) is None


def test_a_mission_is_written_once_it_is_over():
    campaign = of_team()
    session = play_turns("ssssss")
    assert make_attempt(campaign, session.state, 5.0, 9.0) is None
    while session.outcome is None:
        session.play(type(session.moves[0])())
    attempt = make_attempt(campaign, session.state, 5.0, 9.0)
    assert attempt == Attempt(START_CITY, 5.0, 9.0, True, 13)
    lost = play_turns(mission=Mission("c1", "cairo"))
    lost.play(Assassin())
    assert make_attempt(campaign, lost.state, 5.0, 9.0) == Attempt("cairo", 5.0, 9.0, False)


def test_attempt_is_recorded_once_and_can_be_removed():
    campaign = record_attempt(of_team(), 5.0, loss(START_CITY, 5.0))
    campaign = record_attempt(campaign, 5.0, win(START_CITY, 5.0, 12))
    assert campaign.attempts == (win(START_CITY, 5.0, 12),)
    earlier = record_attempt(campaign, 1.0, loss(START_CITY))
    assert earlier.attempts == (loss(START_CITY), win(START_CITY, 5.0, 12))
    assert record_attempt(earlier, 5.0, None).attempts == (loss(START_CITY),)
    assert record_attempt(of_team(), 5.0, None) == of_team()


def test_only_the_latest_attempts_are_kept_above_the_maximum():
    full = of_team(*(loss(START_CITY, float(at)) for at in range(MAX_ATTEMPTS)))
    campaign = record_attempt(full, 1e6, win(START_CITY, 1e6))
    assert len(campaign.attempts) == MAX_ATTEMPTS
    assert (campaign.attempts[0], campaign.attempts[-1]) == (loss(START_CITY, 1.0), win(START_CITY, 1e6))
    assert validate_campaign(campaign) == ()


# -- drawing the map ----------------------------------------------------------------------------------------


def test_a_route_is_drawn_and_rubbed_out_from_either_end():
    campaign = toggle_route(of_team(), "jakarta", "cairo")
    assert ("cairo", "jakarta") in campaign.routes
    assert campaign.routes == tuple(sorted(campaign.routes))
    assert (
        toggle_route(campaign, "cairo", "jakarta") == toggle_route(campaign, "jakarta", "cairo") == of_team()
    )


@pytest.mark.parametrize(("other", "code"), [(START_CITY, "same_city"), ("atlantis", "unreadable")])
def test_a_route_joins_two_cities_of_the_map(other, code):
    with pytest.raises(BadMap) as refusal:
        toggle_route(of_team(), START_CITY, other)
    assert refusal.value.problem.code == code


def test_removing_a_city_removes_its_routes_and_attempts():
    campaign = toggle_route(add_city(of_team(win(START_CITY)), ROME), START_CITY, "r1")
    assert remove_city(record_attempt(campaign, 7.0, loss("r1", 7.0)), "r1") == of_team(win(START_CITY))
    for city in PRESET_CITY_IDS:
        with pytest.raises(BadMap) as refusal:
            remove_city(campaign, city)
        assert refusal.value.problem.code == "known_city"


def test_no_two_cities_have_one_name():
    campaign = add_city(of_team(), ROME)
    with pytest.raises(BadMap) as refusal:
        add_city(campaign, City("r2", 1, 1, name="ROME"))
    assert refusal.value.problem.code == "name_taken"
    with pytest.raises(ValueError, match="r1"):
        add_city(campaign, ROME)


def test_a_map_has_an_end():
    full = replace(
        of_team(),
        cities=(*of_team().cities, *(City(f"x{at}", 0, 0, name=f"X{at}") for at in range(MAX_CITIES - 6))),
    )
    assert validate_campaign(full) == ()
    with pytest.raises(BadMap) as refusal:
        add_city(full, ROME)
    assert refusal.value.problem.code == "many_cities"


def test_numbers_and_places_stay_within_bounds():
    assert with_numbers(ROME, 2, 5) == replace(ROME, tokens=2, mistakes=2)
    assert with_numbers(ROME, None, 5) == replace(ROME, tokens=None, mistakes=5)
    assert not with_numbers(ROME, 5, None).is_complete
    assert (with_position(ROME, -5, 2000).x, with_position(ROME, -5, 2000).y) == (0, 1000)


# -- maps from elsewhere ------------------------------------------------------------------------------------

HOSTILE: dict[str, dict[str, Any]] = {
    "no id": {"id": ""},
    "no team": {"team": ""},
    "a team on two lines": {"team": "a\nb"},
    "a book for a team": {"team": "x" * 100_000},
    "no first city": {"cities": (ROME,), "routes": ()},
    "a city twice": {"cities": (*new_campaign("", "").cities, replace(ROME, id=START_CITY))},
    "a city without a name": {"cities": (*new_campaign("", "").cities, replace(ROME, name=""))},
    "a name turned round": {"cities": (*new_campaign("", "").cities, replace(ROME, name="\u202eemoR"))},
    "namesakes": {"cities": (*new_campaign("", "").cities, ROME, replace(ROME, id="r2", name="rome"))},
    "off the map": {"cities": (*new_campaign("", "").cities, replace(ROME, x=1001))},
    "too many tokens": {"cities": (*new_campaign("", "").cities, replace(ROME, tokens=12))},
    "more mistakes than tokens": {"cities": (*new_campaign("", "").cities, replace(ROME, mistakes=8))},
    "mistakes without tokens": {
        "cities": (*new_campaign("", "").cities, replace(ROME, tokens=None, mistakes=12))
    },
    "a route to nowhere": {"routes": (("prague", "rome"),)},
    "a route to itself": {"routes": (("prague", "prague"),)},
    "a route the wrong way round": {"routes": (("prague", "cairo"),)},
    "a route twice": {"routes": (("cairo", "prague"),) * 2},
    "routes without end": {"routes": (("cairo", "prague"),) * (MAX_ROUTES + 1)},
    "a win nowhere": {"attempts": (win("rome"),)},
    "two games at one moment": {"attempts": (win(START_CITY), loss(START_CITY))},
    "before there were games": {"attempts": (win(START_CITY, -100.0),)},
    "no moment": {"attempts": (win(START_CITY, float("nan")),)},
    "never": {"attempts": (win(START_CITY, float("inf")),)},
    "games without end": {"attempts": tuple(loss(START_CITY, float(at)) for at in range(MAX_ATTEMPTS + 1))},
    "points beyond all": {"attempts": (win(START_CITY, 1.0, 10**300),)},
    "points for a loss": {"attempts": (replace(loss(START_CITY), points=5),)},
    "a nameless player": {"players": ("Ada", "")},
    "a player twice": {"players": ("Ada", "ada")},
    "a book for a player": {"players": ("Ada", "x" * 3000)},
    "a crowd": {"players": tuple(f"P{seat}" for seat in range(50_000))},
}


@pytest.mark.parametrize("wrong", HOSTILE)
def test_a_map_that_cannot_be_is_refused(wrong):
    assert validate_campaign(replace(of_team(), **HOSTILE[wrong]))


def test_team_may_have_any_players_or_none():
    assert validate_campaign(replace(of_team(), players=())) == ()
    assert validate_campaign(replace(of_team(), players=("1", "2", "Chloe"))) == ()
    assert validate_campaign(of_team(win(START_CITY, 1.0, -1), win(START_CITY, 2.0, 25))) == ()


def test_a_map_survives_json():
    campaign = toggle_route(
        add_city(of_team(win(START_CITY, 5.0, 13), loss("cairo", 9.5)), ROME), START_CITY, "r1"
    )
    assert decode(Campaign, json.loads(json.dumps(encode(campaign)))) == campaign


@pytest.mark.parametrize(
    "changes",
    [
        {"routes": [["cairo"]]},
        {"routes": [["cairo", "moscow", "prague"]]},
        {"cities": [{"id": "prague", "x": 0.5, "y": 0}]},
        {"attempts": [{"city": "prague", "started": "now", "ended": 1.0, "won": True}]},
        {"attempts": [{"city": "prague", "started": 1.0, "ended": 1.0, "won": 1}]},
        {"secret": 1},
        {"team": None},
    ],
    ids=str,
)
def test_invalid_map_is_not_decoded(changes):
    with pytest.raises(BadRecord):
        decode(Campaign, {**encode(of_team()), **changes})


# -- two copies of one map ----------------------------------------------------------------------------------


def test_merge_adds_what_is_missing_locally():
    theirs = toggle_route(add_city(of_team(win(START_CITY)), ROME), START_CITY, "r1")
    theirs = replace_city(theirs, with_numbers(get_city(theirs, "berlin"), 11, 4))
    assert merge_campaigns(of_team(), theirs) == theirs
    assert merge_campaigns(theirs, of_team()) == theirs


def test_where_both_say_something_else_ours_stays():
    ours = add_city(of_team(win(START_CITY, 1.0)), ROME)
    theirs = add_city(of_team(loss(START_CITY, 1.0)), replace(ROME, x=1, tokens=9, mistakes=9, name="Roma"))
    assert merge_campaigns(ours, theirs) == ours


def test_of_one_game_the_later_end_counts_wherever_it_was_played_on():
    before, after = of_team(loss(START_CITY, 1.0)), of_team(replace(win(START_CITY, 1.0), ended=99.0))
    assert (
        merge_campaigns(before, after).attempts == merge_campaigns(after, before).attempts == after.attempts
    )


def test_a_city_that_was_added_on_both_by_its_name_is_one():
    ours = toggle_route(add_city(of_team(), replace(ROME, mistakes=None)), START_CITY, "r1")
    theirs = add_city(of_team(), replace(ROME, id="r2", name="rome"))
    theirs = record_attempt(toggle_route(theirs, "cairo", "r2"), 4.0, win("r2", 4.0))
    both = merge_campaigns(ours, theirs)
    assert validate_campaign(both) == ()
    assert get_city(both, "r1") == ROME
    assert [city.id for city in both.cities] == [*PRESET_CITY_IDS, "r1"]
    assert sorted(neighbours(both, "r1")) == ["cairo", START_CITY]
    assert both.attempts == (win("r1", 4.0),)


def test_two_cities_of_theirs_may_be_one_of_ours():
    """Theirs was renamed and another got its name; they even have a route between them."""
    ours = add_city(of_team(), replace(ROME, tokens=None, mistakes=None))
    theirs = add_city(of_team(), replace(ROME, name="Oslo"))
    theirs = toggle_route(add_city(theirs, City("r2", 1, 1, name="Rome")), "r1", "r2")
    both = merge_campaigns(ours, theirs)
    assert validate_campaign(both) == ()
    assert get_city(both, "r1") == ROME


@pytest.mark.parametrize(
    ("ours", "theirs"), [((3, None), (7, 7)), ((None, 5), (3, 3)), ((None, 5), (3, None))]
)
def test_merge_fills_in_no_number_that_would_be_inconsistent(ours, theirs):
    mine = replace(ROME, tokens=ours[0], mistakes=ours[1])
    other = replace(ROME, tokens=theirs[0], mistakes=theirs[1])
    both = merge_campaigns(add_city(of_team(), mine), add_city(of_team(), other))
    assert validate_campaign(both) == ()
    assert get_city(both, "r1") == mine


def test_merge_drops_incoming_data_above_the_maximum():
    def crowded(letter):
        added = tuple(City(f"{letter}{at}", 0, 0, name=f"{letter}{at}") for at in range(MAX_CITIES - 6))
        ends = [(one.id, other.id) for at, one in enumerate(added) for other in added[at + 1 :]]
        routes = tuple(sorted(make_route(*pair) for pair in ends))[: MAX_ROUTES - 3]
        attempts = (win(f"{letter}1", float(ord(letter))),)
        return replace(
            of_team(),
            cities=(*of_team().cities, *added),
            routes=tuple(sorted((*of_team().routes, *routes))),
            attempts=attempts,
        )

    ours, theirs = crowded("z"), crowded("a")
    assert validate_campaign(ours) == validate_campaign(theirs) == ()
    assert merge_campaigns(ours, theirs) == ours


NAMES = ["Rome", "ROME", "Oslo", "Αθήνα", "تهران", "Rio"]


@st.composite
def maps(draw):
    """A map that a table may have made of the common one."""
    campaign = of_team()
    for number in draw(st.lists(st.integers(1, 6), unique=True, max_size=4)):
        tokens = draw(st.none() | st.integers(1, 11))
        mistakes = draw(st.none() | st.integers(0, tokens or 11))
        city = City(f"n{number}", 10 * number, 0, tokens, mistakes, draw(st.sampled_from(NAMES)))
        try:
            campaign = add_city(campaign, city)
        except BadMap:
            continue
    ids = [city.id for city in campaign.cities]
    for one, other in draw(st.lists(st.tuples(st.sampled_from(ids), st.sampled_from(ids)), max_size=5)):
        if one != other:
            campaign = toggle_route(campaign, one, other)
    berlin = with_numbers(get_city(campaign, "berlin"), 11, draw(st.none() | st.integers(0, 11)))
    campaign = replace_city(campaign, berlin)
    for at in draw(st.lists(st.integers(0, 12), unique=True, max_size=5)):
        city = draw(st.sampled_from(ids))
        campaign = record_attempt(campaign, float(at), draw(st.sampled_from([win, loss]))(city, float(at)))
    return campaign


def called(campaign):
    """The cities of a map as they are read: by name, or by id where the language names them."""
    return {(city.name.casefold() or city.id) for city in campaign.cities}


def known(campaign):
    """How many numbers are told."""
    return sum(number is not None for city in campaign.cities for number in (city.tokens, city.mistakes))


def moments(campaign):
    return {attempt.started for attempt in campaign.attempts}


@settings(max_examples=40)
@given(maps(), maps())
def test_a_joined_map_is_sound_loses_nothing_of_ours_and_no_game_of_theirs(ours, theirs):
    both = merge_campaigns(ours, theirs)
    assert validate_campaign(both) == ()
    assert [city.id for city in both.cities[: len(ours.cities)]] == [city.id for city in ours.cities]
    assert set(ours.routes) <= set(both.routes)
    assert set(ours.attempts) <= set(both.attempts)
    assert moments(both) == moments(ours) | moments(theirs)
    assert known(both) >= known(ours)
    for mine in ours.cities:
        same = get_city(both, mine.id)
        assert (same.name, same.x, same.y) == (mine.name, mine.x, mine.y)
        assert mine.tokens in (None, same.tokens)
        assert mine.mistakes in (None, same.mistakes)
    opened = {city.id for city in ours.cities if city_standing(ours, city.id).status is not Status.LOCKED}
    assert all(city_standing(both, city).status is not Status.LOCKED for city in opened)


@settings(max_examples=40)
@given(maps(), maps())
def test_to_join_a_map_twice_or_with_itself_is_to_join_it_once(ours, theirs):
    both = merge_campaigns(ours, theirs)
    assert merge_campaigns(ours, ours) == ours
    assert merge_campaigns(both, theirs) == both
    assert merge_campaigns(both, ours) == both


@settings(max_examples=40)
@given(maps(), maps())
def test_whichever_copy_is_ours_the_same_is_known_afterwards(ours, theirs):
    """The same games, and the same places by name where no city has two names."""
    one, other = merge_campaigns(ours, theirs), merge_campaigns(theirs, ours)
    assert moments(one) == moments(other)
    renamed = {mine.id for mine in ours.cities for city in theirs.cities if mine.id == city.id and
               mine.name.casefold() != city.name.casefold()}  # fmt: skip
    if not renamed:
        assert called(one) == called(other)
        assert len(one.routes) == len(other.routes)


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


def test_map_survives_encoding_and_decoding():
    assert decode_campaign(encode(won_at("prague"))) == won_at("prague")


@pytest.mark.parametrize("record", [{}, {"id": "x", "team": ""}, encode(replace(MAP, team=" Us"))])
def test_invalid_record_is_no_map(record):
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


def test_undone_result_is_removed_from_the_map():
    after = record_games(MAP, (PlayedGame(1.0, 2.0, won_game()),))
    assert is_city_won(after, "prague")
    assert record_games(after, (PlayedGame(1.0),)).attempts == ()


def test_a_win_without_a_map_is_a_win_of_prague_for_the_same_people_only():
    assert is_city_won(record_games(MAP, (PlayedGame(1.0, 2.0, won_game(Setup(PEOPLE[::-1]))),)), "prague")
    assert record_games(MAP, (PlayedGame(1.0, 2.0, won_game(Setup(("Ada", "Eva")))),)) == MAP
    assert record_games(MAP, (PlayedGame(1.0, 2.0, won_game(Setup(PEOPLE, tokens=11))),)) == MAP


def test_map_is_up_to_date_if_it_has_the_end_of_the_game():
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


def test_cities_are_counted_by_status():
    assert count_cities(MAP) == CityCount(won=0, open=1)
    assert count_cities(won_at("prague")) == CityCount(won=1, open=3)


def test_win_lists_the_cities_that_only_it_has_opened():
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


def test_new_city_has_the_minimum_distance_while_there_is_room():
    grown = MAP
    for number in range(MAX_CITIES - len(MAP.cities)):
        x, y = find_free_spot(grown)
        nearest = min(hypot(city.x - x, city.y - y) for city in grown.cities)
        assert nearest > (140 if number < 8 else 30)
        grown = add_city(grown, City(str(number), x, y, name=f"City {number}"))


WON = replace(MAP, attempts=(Attempt("prague", 1.0, 2.0, False), Attempt("prague", 3.0, 4.0, True, 12)))


@pytest.fixture
def tr():
    return Translator("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_city_that_all_maps_have_is_called_as_the_language_calls_it(language):
    tr = Translator(language)
    names = {city_name(tr, id, "") for id in PRESET_CITY_IDS}
    assert len(names) == len(PRESET_CITY_IDS)
    assert not tr.missing


def test_added_city_is_shown_by_its_own_name(tr):
    assert city_name(tr, "8f3a", "Perugia") == "Perugia"


def test_a_city_that_is_on_no_map_any_more_has_a_name_too(tr):
    assert city_name(tr, "8f3a", "") == "Another city"


def test_unknown_number_is_a_question_mark(tr):
    assert numbers_text(tr, get_city(MAP, "berlin")) == "11–?"
    assert numbers_text(Translator("fa"), get_city(MAP, "berlin")) == "۱۱–؟"


def test_locked_city_shows_why(tr):
    assert standing_text(tr, MAP, get_city(MAP, "cairo"), "") == "Locked: first win a city next to it."
    assert "route" in standing_text(tr, MAP, get_city(MAP, "jakarta"), "")


def test_open_city_shows_which_win_opened_it(tr):
    assert standing_text(tr, MAP, get_city(MAP, "prague"), "") == "Open: your first city"
    assert standing_text(tr, WON, get_city(MAP, "cairo"), "") == "Open: joined to Prague"


def test_won_city_shows_date_points_and_attempts(tr):
    words = standing_text(tr, WON, get_city(WON, "prague"), "3 May 2026")
    assert words == "Won on 3 May 2026, 12 points, 2 attempts"


def test_open_city_shows_the_number_of_failed_attempts(tr):
    lost = replace(MAP, attempts=(Attempt("prague", 1.0, 2.0, False),))
    assert standing_text(tr, lost, get_city(lost, "prague"), "") == "Open: your first city, 1 attempt"


def test_on_the_map_itself_few_words_have_room(tr):
    ours = add_city(WON, City("own", 100, 100, name="Perugia"))
    assert short_standing_text(tr, ours, get_city(ours, "prague")) == "9–9, 12 points"
    assert short_standing_text(tr, ours, get_city(ours, "cairo")) == "Open"
    assert short_standing_text(tr, ours, get_city(ours, "berlin")) == "11–?"
    assert short_standing_text(tr, ours, get_city(ours, "own")) == ""
