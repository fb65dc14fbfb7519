"""A team's map: what is open, what was won, what may be drawn into it, and two copies of it made one."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.duet.campaign import (
    HOME,
    MOST_ATTEMPTS,
    MOST_CITIES,
    MOST_ROUTES,
    PRESET,
    Attempt,
    BadMap,
    Campaign,
    City,
    Status,
    attempt_of,
    changed,
    city_of,
    city_played,
    joined,
    mission_of,
    moved,
    neighbours,
    new_campaign,
    numbered,
    problems,
    route,
    standing,
    toggled,
    why_not,
    with_city,
    without_city,
    written,
)
from companion.games.duet.moves import Assassin
from companion.games.duet.setup import Mission, Setup
from companion.games.records import BadRecord, decode, encode

TEAM = ("Ada", "Bruno")
ROME = City("r1", 500, 500, 7, 3, "Rome")


def of_team(*attempts):
    return replace(new_campaign("c1", "Foxes", TEAM), attempts=attempts)


def win(city, at=1.0, points=None):
    return Attempt(city, at, at + 60, True, points)


def loss(city, at=1.0):
    return Attempt(city, at, at + 60, False)


def code_of(campaign, city):
    wrong = why_not(campaign, city)
    return wrong and wrong.code


# -- what is known, and what is open ------------------------------------------------------------------------


def test_a_new_map_has_the_six_cities_and_three_routes_that_are_known():
    campaign = of_team()
    assert problems(campaign) == ()
    numbers = {city.id: (city.tokens, city.mistakes) for city in campaign.cities}
    assert numbers == {
        "prague": (9, 9),
        "berlin": (11, None),
        "moscow": (8, 8),
        "cairo": (9, 5),
        "singapore": (6, 6),
        "jakarta": (7, 7),
    }
    assert sorted(neighbours(campaign, HOME)) == ["berlin", "cairo", "moscow"]
    assert neighbours(campaign, "jakarta") == ()


def test_only_the_first_city_is_open_at_the_beginning():
    campaign = of_team()
    assert {city: standing(campaign, city).status for city in PRESET} == {
        **dict.fromkeys(PRESET, Status.LOCKED),
        HOME: Status.OPEN,
    }
    assert why_not(campaign, HOME) is None
    assert (code_of(campaign, "cairo"), code_of(campaign, "jakarta")) == ("locked", "no_route")


def test_a_win_opens_the_cities_that_routes_lead_to_and_no_others():
    campaign = of_team(win(HOME))
    assert standing(campaign, HOME).status is Status.WON
    assert {city for city in PRESET if standing(campaign, city).status is Status.OPEN} == {
        *("berlin", "moscow", "cairo")
    }
    assert standing(campaign, "cairo").opened_by == (HOME,)
    further = toggled(campaign, "cairo", "jakarta")
    assert code_of(further, "jakarta") == "locked"
    assert why_not(written(further, 2.0, win("cairo", 2.0)), "jakarta") is None


def test_a_loss_opens_nothing():
    campaign = of_team(loss(HOME))
    assert (standing(campaign, HOME).status, standing(campaign, HOME).tried) == (Status.OPEN, 1)
    assert code_of(campaign, "cairo") == "locked"


def test_a_city_stands_by_its_first_win_and_its_best_score():
    campaign = of_team(win(HOME, 5.0, 7), loss(HOME, 6.0), win(HOME, 1.0, 3), win("cairo", 7.0, 20))
    told = standing(campaign, HOME)
    assert (told.tried, told.won_at, told.points) == (3, 61.0, 7)
    assert standing(of_team(win(HOME)), HOME).points is None


def test_a_city_whose_number_nobody_has_told_cannot_be_played():
    campaign = of_team(win(HOME))
    assert code_of(campaign, "berlin") == "number_missing"
    with pytest.raises(BadMap):
        mission_of(campaign, "berlin", Setup(TEAM))
    told = changed(campaign, numbered(city_of(campaign, "berlin"), 11, 4))
    assert mission_of(told, "berlin", Setup(TEAM)).mistakes == 4


def test_a_mission_is_that_of_its_city_with_all_else_as_the_table_had_it():
    campaign = toggled(with_city(of_team(win(HOME)), ROME), HOME, "r1")
    setup = mission_of(campaign, "r1", Setup(TEAM, tokens=11, loose_turns=True))
    assert setup == Setup(TEAM, tokens=7, mistakes=3, loose_turns=True, mission=Mission("c1", "r1", "Rome"))
    with pytest.raises(BadMap) as refusal:
        mission_of(of_team(), "cairo", Setup(TEAM))
    assert refusal.value.problem.key == "duet.map.problem.locked"
    with pytest.raises(KeyError):
        mission_of(campaign, "atlantis", Setup(TEAM))


# -- what was played ----------------------------------------------------------------------------------------


def test_a_standard_mission_that_the_team_won_is_a_win_of_the_first_city():
    campaign = of_team()
    assert city_played(campaign, Setup(TEAM), won=True) == HOME
    assert city_played(campaign, Setup(("Bruno", "Ada")), won=True) == HOME
    assert city_played(campaign, Setup(TEAM), won=False) is None
    assert city_played(campaign, Setup(TEAM, tokens=9, mistakes=8), won=True) is None
    assert city_played(campaign, Setup(TEAM, tokens=10), won=True) is None
    assert city_played(campaign, Setup(("Ada", "Chloe")), won=True) is None
    assert city_played(campaign, Setup((*TEAM, "Chloe")), won=True) is None


def test_people_without_names_might_be_anybody():
    campaign = replace(of_team(), players=("1", "2"))
    assert city_played(campaign, Setup(("1", "2")), won=True) is None


@pytest.mark.parametrize("won", [True, False])
def test_a_mission_of_a_city_counts_for_that_city_of_its_own_map(won):
    campaign = of_team()
    assert city_played(campaign, Setup(TEAM, mission=Mission("c1", "cairo")), won=won) == "cairo"
    assert city_played(campaign, Setup(TEAM, mission=Mission("c2", "prague")), won=won) is None
    assert city_played(campaign, Setup(TEAM, mission=Mission("c1", "gone")), won=won) is None


def test_a_mission_is_written_once_it_is_over(mission):
    campaign = of_team()
    table = mission("ssssss")
    assert attempt_of(campaign, table.state, 5.0, 9.0) is None
    while table.outcome is None:
        table.play(type(table.moves[0])())
    attempt = attempt_of(campaign, table.state, 5.0, 9.0)
    assert attempt == Attempt(HOME, 5.0, 9.0, True, 13)
    lost = mission(mission=Mission("c1", "cairo"))
    lost.play(Assassin())
    assert attempt_of(campaign, lost.state, 5.0, 9.0) == Attempt("cairo", 5.0, 9.0, False)


def test_a_game_is_written_once_and_can_be_taken_back():
    campaign = written(of_team(), 5.0, loss(HOME, 5.0))
    campaign = written(campaign, 5.0, win(HOME, 5.0, 12))
    assert campaign.attempts == (win(HOME, 5.0, 12),)
    earlier = written(campaign, 1.0, loss(HOME))
    assert earlier.attempts == (loss(HOME), win(HOME, 5.0, 12))
    assert written(earlier, 5.0, None).attempts == (loss(HOME),)
    assert written(of_team(), 5.0, None) == of_team()


def test_of_more_games_than_can_be_the_latest_are_kept():
    full = of_team(*(loss(HOME, float(at)) for at in range(MOST_ATTEMPTS)))
    campaign = written(full, 1e6, win(HOME, 1e6))
    assert len(campaign.attempts) == MOST_ATTEMPTS
    assert (campaign.attempts[0], campaign.attempts[-1]) == (loss(HOME, 1.0), win(HOME, 1e6))
    assert problems(campaign) == ()


# -- drawing the map ----------------------------------------------------------------------------------------


def test_a_route_is_drawn_and_rubbed_out_from_either_end():
    campaign = toggled(of_team(), "jakarta", "cairo")
    assert ("cairo", "jakarta") in campaign.routes
    assert campaign.routes == tuple(sorted(campaign.routes))
    assert toggled(campaign, "cairo", "jakarta") == toggled(campaign, "jakarta", "cairo") == of_team()


@pytest.mark.parametrize(("other", "code"), [(HOME, "same_city"), ("atlantis", "unreadable")])
def test_a_route_joins_two_cities_of_the_map(other, code):
    with pytest.raises(BadMap) as refusal:
        toggled(of_team(), HOME, other)
    assert refusal.value.problem.code == code


def test_a_city_that_was_added_goes_with_all_that_belongs_to_it():
    campaign = toggled(with_city(of_team(win(HOME)), ROME), HOME, "r1")
    assert without_city(written(campaign, 7.0, loss("r1", 7.0)), "r1") == of_team(win(HOME))
    for city in PRESET:
        with pytest.raises(BadMap) as refusal:
            without_city(campaign, city)
        assert refusal.value.problem.code == "known_city"


def test_no_two_cities_have_one_name():
    campaign = with_city(of_team(), ROME)
    with pytest.raises(BadMap) as refusal:
        with_city(campaign, City("r2", 1, 1, name="ROME"))
    assert refusal.value.problem.code == "name_taken"
    with pytest.raises(ValueError, match="r1"):
        with_city(campaign, ROME)


def test_a_map_has_an_end():
    full = replace(
        of_team(),
        cities=(*of_team().cities, *(City(f"x{at}", 0, 0, name=f"X{at}") for at in range(MOST_CITIES - 6))),
    )
    assert problems(full) == ()
    with pytest.raises(BadMap) as refusal:
        with_city(full, ROME)
    assert refusal.value.problem.code == "many_cities"


def test_numbers_and_places_stay_within_bounds():
    assert numbered(ROME, 2, 5) == replace(ROME, tokens=2, mistakes=2)
    assert numbered(ROME, None, 5) == replace(ROME, tokens=None, mistakes=5)
    assert not numbered(ROME, 5, None).complete
    assert (moved(ROME, -5, 2000).x, moved(ROME, -5, 2000).y) == (0, 1000)


# -- maps from elsewhere ------------------------------------------------------------------------------------

HOSTILE: dict[str, dict[str, Any]] = {
    "no id": {"id": ""},
    "no team": {"team": ""},
    "a team on two lines": {"team": "a\nb"},
    "a book for a team": {"team": "x" * 100_000},
    "no first city": {"cities": (ROME,), "routes": ()},
    "a city twice": {"cities": (*new_campaign("", "").cities, replace(ROME, id=HOME))},
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
    "routes without end": {"routes": (("cairo", "prague"),) * (MOST_ROUTES + 1)},
    "a win nowhere": {"attempts": (win("rome"),)},
    "two games at one moment": {"attempts": (win(HOME), loss(HOME))},
    "before there were games": {"attempts": (win(HOME, -100.0),)},
    "no moment": {"attempts": (win(HOME, float("nan")),)},
    "never": {"attempts": (win(HOME, float("inf")),)},
    "games without end": {"attempts": tuple(loss(HOME, float(at)) for at in range(MOST_ATTEMPTS + 1))},
    "points beyond all": {"attempts": (win(HOME, 1.0, 10**300),)},
    "points for a loss": {"attempts": (replace(loss(HOME), points=5),)},
    "a nameless player": {"players": ("Ada", "")},
    "a player twice": {"players": ("Ada", "ada")},
    "a book for a player": {"players": ("Ada", "x" * 3000)},
    "a crowd": {"players": tuple(f"P{seat}" for seat in range(50_000))},
}


@pytest.mark.parametrize("wrong", HOSTILE)
def test_a_map_that_cannot_be_is_refused(wrong):
    assert problems(replace(of_team(), **HOSTILE[wrong]))


def test_a_team_may_be_anybody_and_nobody_yet():
    assert problems(replace(of_team(), players=())) == ()
    assert problems(replace(of_team(), players=("1", "2", "Chloe"))) == ()
    assert problems(of_team(win(HOME, 1.0, -1), win(HOME, 2.0, 25))) == ()


def test_a_map_survives_json():
    campaign = toggled(with_city(of_team(win(HOME, 5.0, 13), loss("cairo", 9.5)), ROME), HOME, "r1")
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
def test_what_is_no_map_is_not_read(changes):
    with pytest.raises(BadRecord):
        decode(Campaign, {**encode(of_team()), **changes})


# -- two copies of one map ----------------------------------------------------------------------------------


def test_a_copy_brings_what_is_missing_here():
    theirs = toggled(with_city(of_team(win(HOME)), ROME), HOME, "r1")
    theirs = changed(theirs, numbered(city_of(theirs, "berlin"), 11, 4))
    assert joined(of_team(), theirs) == theirs
    assert joined(theirs, of_team()) == theirs


def test_where_both_say_something_else_ours_stays():
    ours = with_city(of_team(win(HOME, 1.0)), ROME)
    theirs = with_city(of_team(loss(HOME, 1.0)), replace(ROME, x=1, tokens=9, mistakes=9, name="Roma"))
    assert joined(ours, theirs) == ours


def test_of_one_game_the_later_end_counts_wherever_it_was_played_on():
    before, after = of_team(loss(HOME, 1.0)), of_team(replace(win(HOME, 1.0), ended=99.0))
    assert joined(before, after).attempts == joined(after, before).attempts == after.attempts


def test_a_city_that_was_added_on_both_by_its_name_is_one():
    ours = toggled(with_city(of_team(), replace(ROME, mistakes=None)), HOME, "r1")
    theirs = with_city(of_team(), replace(ROME, id="r2", name="rome"))
    theirs = written(toggled(theirs, "cairo", "r2"), 4.0, win("r2", 4.0))
    both = joined(ours, theirs)
    assert problems(both) == ()
    assert city_of(both, "r1") == ROME
    assert [city.id for city in both.cities] == [*PRESET, "r1"]
    assert sorted(neighbours(both, "r1")) == ["cairo", HOME]
    assert both.attempts == (win("r1", 4.0),)


def test_two_cities_of_theirs_may_be_one_of_ours():
    """Theirs was renamed and another got its name; they even have a route between them."""
    ours = with_city(of_team(), replace(ROME, tokens=None, mistakes=None))
    theirs = with_city(of_team(), replace(ROME, name="Oslo"))
    theirs = toggled(with_city(theirs, City("r2", 1, 1, name="Rome")), "r1", "r2")
    both = joined(ours, theirs)
    assert problems(both) == ()
    assert city_of(both, "r1") == ROME


@pytest.mark.parametrize(
    ("ours", "theirs"), [((3, None), (7, 7)), ((None, 5), (3, 3)), ((None, 5), (3, None))]
)
def test_no_number_is_made_up_where_two_copies_do_not_go_together(ours, theirs):
    mine = replace(ROME, tokens=ours[0], mistakes=ours[1])
    other = replace(ROME, tokens=theirs[0], mistakes=theirs[1])
    both = joined(with_city(of_team(), mine), with_city(of_team(), other))
    assert problems(both) == ()
    assert city_of(both, "r1") == mine


def test_what_does_not_fit_any_more_is_theirs():
    def crowded(letter):
        added = tuple(City(f"{letter}{at}", 0, 0, name=f"{letter}{at}") for at in range(MOST_CITIES - 6))
        ends = [(one.id, other.id) for at, one in enumerate(added) for other in added[at + 1 :]]
        routes = tuple(sorted(route(*pair) for pair in ends))[: MOST_ROUTES - 3]
        attempts = (win(f"{letter}1", float(ord(letter))),)
        return replace(
            of_team(),
            cities=(*of_team().cities, *added),
            routes=tuple(sorted((*of_team().routes, *routes))),
            attempts=attempts,
        )

    ours, theirs = crowded("z"), crowded("a")
    assert problems(ours) == problems(theirs) == ()
    assert joined(ours, theirs) == ours


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
            campaign = with_city(campaign, city)
        except BadMap:
            continue
    ids = [city.id for city in campaign.cities]
    for one, other in draw(st.lists(st.tuples(st.sampled_from(ids), st.sampled_from(ids)), max_size=5)):
        if one != other:
            campaign = toggled(campaign, one, other)
    berlin = numbered(city_of(campaign, "berlin"), 11, draw(st.none() | st.integers(0, 11)))
    campaign = changed(campaign, berlin)
    for at in draw(st.lists(st.integers(0, 12), unique=True, max_size=5)):
        city = draw(st.sampled_from(ids))
        campaign = written(campaign, float(at), draw(st.sampled_from([win, loss]))(city, float(at)))
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
    both = joined(ours, theirs)
    assert problems(both) == ()
    assert [city.id for city in both.cities[: len(ours.cities)]] == [city.id for city in ours.cities]
    assert set(ours.routes) <= set(both.routes)
    assert set(ours.attempts) <= set(both.attempts)
    assert moments(both) == moments(ours) | moments(theirs)
    assert known(both) >= known(ours)
    for mine in ours.cities:
        same = city_of(both, mine.id)
        assert (same.name, same.x, same.y) == (mine.name, mine.x, mine.y)
        assert mine.tokens in (None, same.tokens)
        assert mine.mistakes in (None, same.mistakes)
    opened = {city.id for city in ours.cities if standing(ours, city.id).status is not Status.LOCKED}
    assert all(standing(both, city).status is not Status.LOCKED for city in opened)


@settings(max_examples=40)
@given(maps(), maps())
def test_to_join_a_map_twice_or_with_itself_is_to_join_it_once(ours, theirs):
    both = joined(ours, theirs)
    assert joined(ours, ours) == ours
    assert joined(both, theirs) == both
    assert joined(both, ours) == both


@settings(max_examples=40)
@given(maps(), maps())
def test_whichever_copy_is_ours_the_same_is_known_afterwards(ours, theirs):
    """The same games, and the same places by name where no city has two names."""
    one, other = joined(ours, theirs), joined(theirs, ours)
    assert moments(one) == moments(other)
    renamed = {mine.id for mine in ours.cities for city in theirs.cities if mine.id == city.id and
               mine.name.casefold() != city.name.casefold()}  # fmt: skip
    if not renamed:
        assert called(one) == called(other)
        assert len(one.routes) == len(other.routes)
