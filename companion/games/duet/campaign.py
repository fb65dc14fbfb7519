"""A team's campaign map: cities, routes between them, mission numbers, and attempts.

Six cities and three routes are known; the players copy the rest from the printed sheet, and unknown values
are None. A map is plain data that is stored as a whole, sent as a file and decoded strictly.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import reduce
from itertools import count
from math import hypot
from typing import Final, NamedTuple

from companion.core.definition import CampaignDefinition
from companion.core.game import Problem, ProblemError, error, replace
from companion.core.players import MAX_NAME_LENGTH, clean_name, is_same_name, is_unnamed, validate_seats
from companion.core.serialization import Json, decode
from companion.games.duet.setup import BOX_TOKENS, MAX_PLAYERS, SCORED_TOKENS, Mission, Setup
from companion.games.duet.state import SUDDEN_DEATH_POINTS, TEAM, TOKEN_POINTS, State, compute_score
from companion.i18n.translator import Translator

# Map coordinates are thousandths of its width and height, from the top left.
MAP_SIZE: Final = 1000
START_CITY: Final = "prague"
# Upper limits for maps from files: every city is drawn, and read aloud.
MAX_CITIES, MAX_ROUTES, MAX_ATTEMPTS = 60, 240, 2_000
# Latest valid time (the year 2200), in seconds since 1970.
_MAX_TIMESTAMP: Final = 7_258_118_400


@dataclass(frozen=True, slots=True)
class City:
    """A city. `name` is empty for the preset cities, whose names are in the catalogues."""

    id: str
    x: int
    y: int
    tokens: int | None = None
    mistakes: int | None = None
    name: str = ""

    @property
    def is_complete(self) -> bool:
        """True if all numbers of its mission are known."""
        return self.tokens is not None and self.mistakes is not None


@dataclass(frozen=True, slots=True)
class Attempt:
    """A finished mission, identified by the start time of its game."""

    city: str
    started: float
    ended: float
    won: bool
    points: int | None = None


Route = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Campaign:
    """A team's map.

    `players` are the team in its latest seating. The ends of a route are in alphabetical order. New maps
    and cities have globally unique ids.
    """

    id: str
    team: str
    players: tuple[str, ...] = ()
    cities: tuple[City, ...] = ()
    routes: tuple[Route, ...] = ()
    attempts: tuple[Attempt, ...] = ()


class Status(Enum):
    LOCKED = "locked"
    OPEN = "open"
    WON = "won"


@dataclass(frozen=True, slots=True)
class CityStanding:
    """Progress of a team in a city.

    `won_at` is its first win; `points` its best score, if any; `opened_by` the won cities next to it.
    """

    status: Status
    attempt_count: int = 0
    won_at: float | None = None
    points: int | None = None
    opened_by: tuple[str, ...] = ()


_PRESET_CITIES: Final = (
    City(START_CITY, 480, 366, 9, 9),
    City("berlin", 426, 236, 11, None),
    City("moscow", 815, 216, 8, 8),
    City("cairo", 636, 695, 9, 5),
    City("singapore", 850, 784, 6, 6),
    City("jakarta", 876, 887, 7, 7),
)
PRESET_CITY_IDS: Final = tuple(city.id for city in _PRESET_CITIES)


class BadMap(ProblemError):
    """The map would be invalid; it is unchanged."""


def new_campaign(id: str, team: str, players: Iterable[str] = ()) -> Campaign:
    """Return a new map with the cities and routes that are known."""
    routes = tuple(sorted(make_route(START_CITY, other) for other in ("berlin", "cairo", "moscow")))
    return Campaign(id, team, tuple(players), _PRESET_CITIES, routes)


def make_route(one: str, other: str) -> Route:
    return (one, other) if one < other else (other, one)


# -- queries ------------------------------------------------------------------------------------------------


def get_city(campaign: Campaign, id: str) -> City:
    """Return the city with this id. Raises KeyError if there is none."""
    return {city.id: city for city in campaign.cities}[id]


def neighbours(campaign: Campaign, id: str) -> tuple[str, ...]:
    """Return the cities that routes lead to from here."""
    return tuple(b if a == id else a for a, b in campaign.routes if id in (a, b))


def is_city_won(campaign: Campaign, id: str) -> bool:
    return any(attempt.won for attempt in campaign.attempts if attempt.city == id)


def city_standing(campaign: Campaign, id: str) -> CityStanding:
    """Return a city's progress. The first city is open from the beginning, others once a neighbour is won."""
    tries = [attempt for attempt in campaign.attempts if attempt.city == id]
    wins = sorted(attempt.ended for attempt in tries if attempt.won)
    points = [attempt.points for attempt in tries if attempt.won and attempt.points is not None]
    opened_by = tuple(other for other in neighbours(campaign, id) if is_city_won(campaign, other))
    unlocked = Status.OPEN if id == START_CITY or opened_by else Status.LOCKED
    status = Status.WON if wins else unlocked
    return CityStanding(status, len(tries), wins[0] if wins else None, max(points, default=None), opened_by)


def mission_problem(campaign: Campaign, id: str) -> Problem | None:
    """Return why the mission of this city cannot begin now, or None. A city that was won may be played
    again."""
    if city_standing(campaign, id).status is Status.LOCKED:
        return error("duet.map.problem.locked" if neighbours(campaign, id) else "duet.map.problem.no_route")
    if not get_city(campaign, id).is_complete:
        return error("duet.map.problem.number_missing")
    return None


def make_mission_setup(campaign: Campaign, id: str, setup: Setup) -> Setup:
    """Return the set-up of a city's mission, otherwise like `setup`. Raises `BadMap` if it cannot begin."""
    problem, city = mission_problem(campaign, id), get_city(campaign, id)
    if problem is not None or city.tokens is None:
        raise BadMap(problem or error("duet.map.problem.number_missing"))
    mission = Mission(campaign.id, city.id, city.name)
    return replace(setup, tokens=city.tokens, mistakes=city.mistakes, mission=mission)


# -- attempts -----------------------------------------------------------------------------------------------


def find_played_city(campaign: Campaign, setup: Setup, *, won: bool) -> str | None:
    """Return the city of this map that a game belongs to: that of its mission. A standard mission won by the
    team counts for the first city."""
    if setup.mission is not None:
        is_this_campaign = setup.mission.campaign == campaign.id
        return setup.mission.city if is_this_campaign and has_city(campaign, setup.mission.city) else None
    standard = setup.tokens == SCORED_TOKENS and setup.bystander_tokens == SCORED_TOKENS
    team = frozenset(campaign.players)
    same = team == frozenset(setup.players) and not any(map(is_unnamed, team))
    return START_CITY if won and standard and same and has_city(campaign, START_CITY) else None


def make_attempt(campaign: Campaign, state: State, started: float, ended: float) -> Attempt | None:
    """Return the attempt for a finished game, None if it does not belong to this map."""
    is_won = state.outcome is not None and state.outcome.winner == TEAM
    city = find_played_city(campaign, state.setup, won=is_won)
    if state.outcome is None or city is None:
        return None
    points = compute_score(state)
    return Attempt(city, started, ended, is_won, None if points is None else points.total)


def record_attempt(campaign: Campaign, started: float, attempt: Attempt | None) -> Campaign:
    """Replace the attempt of the game started at this time; None removes it, after an undo."""
    others = tuple(other for other in campaign.attempts if other.started != started)
    if attempt is None:
        return replace(campaign, attempts=others)
    # More than can be real: drop the oldest.
    return replace(campaign, attempts=tuple(sorted((*others, attempt), key=_attempt_order))[-MAX_ATTEMPTS:])


def _attempt_order(attempt: Attempt) -> tuple[float, float]:
    return attempt.ended, attempt.started


# -- changes ------------------------------------------------------------------------------------------------


def add_city(campaign: Campaign, city: City) -> Campaign:
    """Add a city. Raises `BadMap` if the map would be invalid, ValueError if the id is taken."""
    if len(campaign.cities) >= MAX_CITIES:
        raise BadMap(error("duet.map.problem.many_cities", most=MAX_CITIES))
    if has_city(campaign, city.id):
        raise ValueError(f"{city.id} is on the map already")
    return _validated(replace(campaign, cities=(*campaign.cities, city)))


def remove_city(campaign: Campaign, id: str) -> Campaign:
    """Remove a city with its routes and attempts. Raises `BadMap` for preset cities."""
    if id in PRESET_CITY_IDS:
        raise BadMap(error("duet.map.problem.known_city"))
    return replace(
        campaign,
        cities=tuple(city for city in campaign.cities if city.id != id),
        routes=tuple(ends for ends in campaign.routes if id not in ends),
        attempts=tuple(attempt for attempt in campaign.attempts if attempt.city != id),
    )


def replace_city(campaign: Campaign, city: City) -> Campaign:
    """Replace the city of the same id. Raises `BadMap` if the map would be invalid."""
    cities = tuple(city if other.id == city.id else other for other in campaign.cities)
    return _validated(replace(campaign, cities=cities))


def with_numbers(city: City, tokens: int | None, mistakes: int | None) -> City:
    """Set the mission numbers; mistakes are limited to the number of tokens."""
    if tokens is not None and mistakes is not None:
        mistakes = min(tokens, mistakes)
    return replace(city, tokens=tokens, mistakes=mistakes)


def with_position(city: City, x: int, y: int) -> City:
    """Move a city, clamped to the map."""
    return replace(city, x=min(MAP_SIZE, max(0, x)), y=min(MAP_SIZE, max(0, y)))


def toggle_route(campaign: Campaign, one: str, other: str) -> Campaign:
    """Add or remove the route between two cities. Raises `BadMap` if the map would be invalid."""
    if one == other:
        raise BadMap(error("duet.map.problem.same_city"))
    ends = make_route(one, other)
    if ends in campaign.routes:
        return replace(campaign, routes=tuple(existing for existing in campaign.routes if existing != ends))
    return _validated(replace(campaign, routes=tuple(sorted((*campaign.routes, ends)))))


def merge_campaigns(local: Campaign, incoming: Campaign) -> Campaign:
    """Merge another copy of a map: add its cities, routes, attempts and the numbers that are missing here. Of
    two ends of one game the later wins; for all other conflicts the local value wins."""
    local_ids = {city.id: _local_city_id(local, city) for city in incoming.cities}
    cities = {city.id: city for city in local.cities}
    for city in incoming.cities:
        id = local_ids[city.id]
        if id in cities:
            cities[id] = _fill_missing_numbers(cities[id], city)
        elif len(cities) < MAX_CITIES:
            cities[id] = city
    ids = cities.keys()
    routes = {make_route(local_ids[one], local_ids[other]) for one, other in incoming.routes}
    # Two incoming cities may map to one local city, and no route leads from a city to itself.
    new = sorted(ends for ends in routes.difference(local.routes) if ids >= {*ends} and ends[0] != ends[1])
    played = {
        attempt.started: replace(attempt, city=local_ids[attempt.city]) for attempt in incoming.attempts
    }
    for attempt in local.attempts:
        other = played.get(attempt.started)
        if other is None or other.ended <= attempt.ended:
            played[attempt.started] = attempt
    attempts = sorted((attempt for attempt in played.values() if attempt.city in ids), key=_attempt_order)
    return replace(
        local,
        players=local.players or incoming.players,
        cities=tuple(cities.values()),
        routes=tuple(sorted((*local.routes, *new)[:MAX_ROUTES])),
        attempts=tuple(attempts)[-MAX_ATTEMPTS:],
    )


def _local_city_id(local: Campaign, city: City) -> str:
    """Return the local id of an incoming city: that of a city with the same name, if it was added on both
    devices."""
    if has_city(local, city.id):
        return city.id
    return next((local_city.id for local_city in local.cities if _have_same_name(local_city, city)), city.id)


def _fill_missing_numbers(local_city: City, incoming_city: City) -> City:
    """Fill in missing numbers; unchanged if the result would be inconsistent: others would be guesses."""
    tokens = incoming_city.tokens if local_city.tokens is None else local_city.tokens
    mistakes = incoming_city.mistakes if local_city.mistakes is None else local_city.mistakes
    fitting = tokens is None or mistakes is None or mistakes <= tokens
    return replace(local_city, tokens=tokens, mistakes=mistakes) if fitting else local_city


# -- validation ---------------------------------------------------------------------------------------------


def validate_campaign(campaign: Campaign) -> tuple[Problem, ...]:
    """Return all errors of a map: one from a file may contain anything."""
    errors = [*name_problems(campaign.id), *name_problems(campaign.team)]
    if len(campaign.cities) > MAX_CITIES or len(campaign.routes) > MAX_ROUTES:
        errors.append(error("duet.map.problem.many_cities", most=MAX_CITIES))
    if len(campaign.attempts) > MAX_ATTEMPTS:
        errors.append(error("duet.map.problem.unreadable"))
    if errors:
        return tuple(errors)
    for city in campaign.cities:
        errors += _validate_city(city)
    ids = [city.id for city in campaign.cities]
    is_valid = (
        len(set(ids)) == len(ids)
        and START_CITY in ids
        and all(one in ids and other in ids and one < other for one, other in campaign.routes)
        and len(set(campaign.routes)) == len(campaign.routes)
        and all(attempt.city in ids for attempt in campaign.attempts)
        and len({attempt.started for attempt in campaign.attempts}) == len(campaign.attempts)
        and all(0 <= time <= _MAX_TIMESTAMP for each in campaign.attempts for time in _attempt_order(each))
        and all(map(_can_score, campaign.attempts))
        and not validate_seats(campaign.players, 0, MAX_PLAYERS)
    )
    if not is_valid:
        errors.append(error("duet.map.problem.unreadable"))
    for number, city in enumerate(campaign.cities):
        if any(_have_same_name(city, other) for other in campaign.cities[:number]):
            errors.append(error("duet.map.problem.name_taken", name=city.name))
    return tuple(errors)


def _can_score(attempt: Attempt) -> bool:
    """True if the points are possible: only wins score, at most as much as an untouched bank."""
    if attempt.points is None:
        return True
    return attempt.won and SUDDEN_DEATH_POINTS <= attempt.points <= TOKEN_POINTS * SCORED_TOKENS


def _validate_city(city: City) -> list[Problem]:
    errors = name_problems(city.id)
    if city.name or city.id not in PRESET_CITY_IDS:
        errors += name_problems(city.name)
    if city.tokens is not None and not 1 <= city.tokens <= BOX_TOKENS:
        errors.append(error("duet.problem.tokens_range", tokens=city.tokens, most=BOX_TOKENS))
    elif city.mistakes is not None and not 0 <= city.mistakes <= (city.tokens or BOX_TOKENS):
        tokens = city.tokens or BOX_TOKENS
        errors.append(error("duet.problem.mistakes_range", mistakes=city.mistakes, tokens=tokens))
    if not (0 <= city.x <= MAP_SIZE and 0 <= city.y <= MAP_SIZE):
        errors.append(error("duet.map.problem.unreadable"))
    return errors


def name_problems(name: str) -> list[Problem]:
    """Return what is wrong with the name of a team or a city."""
    if not name:
        return [error("duet.map.problem.name_empty")]
    if len(name) > MAX_NAME_LENGTH:
        return [error("app.problem.name_long", limit=MAX_NAME_LENGTH, length=len(name))]
    return [] if clean_name(name) == name else [error("duet.map.problem.unreadable")]


def _have_same_name(one: City, other: City) -> bool:
    return bool(one.name and other.name) and is_same_name(one.name, other.name)


def has_city(campaign: Campaign, id: str) -> bool:
    return any(city.id == id for city in campaign.cities)


def _validated(campaign: Campaign) -> Campaign:
    errors = validate_campaign(campaign)
    if errors:
        raise BadMap(errors[0])
    return campaign


def city_name(tr: Translator, id: str, name: str) -> str:
    """Return a city's own name, or the translated one of a preset city. A game may refer to a city that is
    not stored."""
    return name or tr(f"duet.city.{id}" if id in PRESET_CITY_IDS else "duet.city.unknown")


def numbers_text(tr: Translator, city: City) -> str:
    """Return a city's number of tokens and mistakes as text."""
    unknown = tr("duet.map.unknown")
    tokens = unknown if city.tokens is None else city.tokens
    mistakes = unknown if city.mistakes is None else city.mistakes
    return tr("duet.map.numbers", tokens=tokens, mistakes=mistakes)


def standing_text(tr: Translator, campaign: Campaign, city: City, day: str) -> str:
    """Return a team's progress in a city and the reason. `day` is the formatted day of its first win."""
    now, problem = city_standing(campaign, city.id), mission_problem(campaign, city.id)
    if now.status is Status.LOCKED and problem is not None:
        return tr.translate_problem(problem)
    parts = [tr("duet.map.open_first")]
    if now.status is Status.WON:
        parts = [tr("duet.map.won_on", day=day)]
        if now.points is not None:
            parts.append(tr("duet.summary.points", n=now.points))
    elif now.opened_by:
        others = (get_city(campaign, id) for id in now.opened_by)
        parts = [tr("duet.map.open_by", cities=tuple(city_name(tr, city.id, city.name) for city in others))]
    if now.attempt_count:
        parts.append(tr("duet.map.tried", n=now.attempt_count))
    return reduce(lambda list, item: tr("app.list.more", list=list, item=item), parts)


def short_standing_text(tr: Translator, campaign: Campaign, city: City) -> str:
    """Return a short form of the progress that fits on the map."""
    now = city_standing(campaign, city.id)
    if now.status is Status.WON and now.points is not None:
        points = tr("duet.summary.points", n=now.points)
        return tr("app.list.more", list=numbers_text(tr, city), item=points)
    if now.status is Status.WON or (now.status is Status.OPEN and not city.is_complete):
        return numbers_text(tr, city)
    return tr("duet.map.open") if now.status is Status.OPEN else ""


CAMPAIGN = CampaignDefinition(Campaign, validate_campaign, merge_campaigns)


# Area for a new city in thousandths of the map, clear of its edges and of the text at the bottom, and the
# preferred minimum distance from other cities.
_LEFT, _RIGHT, _TOP, _BOTTOM, _STEP = 120, MAP_SIZE - 120, 100, 680, 40
_MIN_DISTANCE: Final = 150


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A stored game: its start time and, if it is over, its end time and final state."""

    started: float
    ended: float | None = None
    state: State | None = None


class CityCount(NamedTuple):
    """Number of cities won, and of other open cities."""

    won: int
    open: int


def decode_campaign(record: Json) -> Campaign:
    """Decode a stored map. Raises `ProblemError` if it is invalid."""
    campaign = decode(Campaign, record, "campaign")
    for problem in validate_campaign(campaign):
        raise ProblemError(problem)
    return campaign


def record_games(campaign: Campaign, games: Iterable[PlayedGame]) -> Campaign:
    """Record the results of these games on the map; remove games that are no longer over."""
    for game in games:
        attempt = None
        if game.ended is not None and game.state is not None:
            attempt = make_attempt(campaign, game.state, game.started, game.ended)
        campaign = record_attempt(campaign, game.started, attempt)
    return campaign


def is_up_to_date(campaign: Campaign, started: float, ended: float | None) -> bool:
    """True if the map already has this game with this end time, which changes with every edit of the game."""
    recorded_end = next((attempt.ended for attempt in campaign.attempts if attempt.started == started), None)
    return recorded_end == ended


def find_by_team(campaigns: Iterable[Campaign], players: Sequence[str]) -> Campaign | None:
    """Find the map of exactly these players, in any order."""
    people = frozenset(players)
    return next((campaign for campaign in campaigns if frozenset(campaign.players) == people), None)


def make_team_name(tr: Translator, players: Sequence[str], campaigns: Iterable[Campaign]) -> str:
    """Return a team name: the players' names, or a number if they are unnamed, too long or taken."""
    existing_names = {campaign.team for campaign in campaigns}
    joined_names = clean_name(tr.join_items(players))
    is_named = bool(players) and not any(map(is_unnamed, players)) and len(joined_names) <= MAX_NAME_LENGTH
    if is_named and joined_names not in existing_names:
        return joined_names
    names = (clean_name(tr("duet.map.team.numbered", n=number)) for number in count(1))
    return next(name for name in names if name not in existing_names)


def count_cities(campaign: Campaign) -> CityCount:
    statuses = [city_standing(campaign, city.id).status for city in campaign.cities]
    return CityCount(statuses.count(Status.WON), statuses.count(Status.OPEN))


def cities_opened_by(campaign: Campaign, id: str) -> tuple[City, ...]:
    """Return the open cities that only a win of this one has opened."""
    return tuple(
        city
        for city in campaign.cities
        if (now := city_standing(campaign, city.id)).status is Status.OPEN and now.opened_by == (id,)
    )


def suggest_city(campaign: Campaign, last: str = "") -> str:
    """Return the city to select first: the last one played until it is won, then an open one, preferably
    opened by the last one and with complete numbers."""
    open_ids = [city.id for city in campaign.cities if city_standing(campaign, city.id).status is Status.OPEN]
    if last in open_ids:
        return last
    ready = [id for id in open_ids if mission_problem(campaign, id) is None]
    opened = [id for id in ready if last in city_standing(campaign, id).opened_by]
    return next(iter((*opened, *ready, *open_ids, START_CITY)))


def find_free_spot(campaign: Campaign) -> tuple[int, int]:
    """Return a position for a new city: as near to the middle as the minimum distance allows, else the freest
    one."""
    middle = ((_LEFT + _RIGHT) / 2, (_TOP + _BOTTOM) / 2)
    spots = [(x, y) for x in range(_LEFT, _RIGHT + 1, _STEP) for y in range(_TOP, _BOTTOM + 1, _STEP)]

    def distance_to_nearest(spot: tuple[int, int]) -> float:
        return min(hypot(city.x - spot[0], city.y - spot[1]) for city in campaign.cities)

    def distance_to_middle(spot: tuple[int, int]) -> float:
        return hypot(spot[0] - middle[0], spot[1] - middle[1])

    free = [spot for spot in spots if distance_to_nearest(spot) >= _MIN_DISTANCE]
    return min(free, key=distance_to_middle) if free else max(spots, key=distance_to_nearest)
