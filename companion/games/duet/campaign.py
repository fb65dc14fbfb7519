"""A team's map: cities and the routes between them, what each mission asks for, and what was won where.

Six cities and three routes are known; all else the table copies from the sheet in its box, and what nobody
has told is None, never a guess. A map is plain data: it is kept whole, sent as a file and read back strictly.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.games.duet.setup import BOX_TOKENS, MOST, SCORED_TOKENS, Mission, Setup
from companion.games.duet.state import SUDDEN_DEATH_POINTS, TEAM, TOKEN_POINTS, State, score
from companion.games.game import Problem, ProblemError, error, replace
from companion.games.seats import LONGEST_NAME, clean_name, same_name, seating_problems, unnamed

# Places on the map are counted in thousandths of its width and height, from the left and from the top.
WIDE: Final = 1000
HOME: Final = "prague"
# More than any map has; each is drawn, and named when all are read aloud.
MOST_CITIES, MOST_ROUTES, MOST_ATTEMPTS = 60, 240, 2_000
# Nothing was played later (the year 2200), in seconds since 1970.
_LATEST: Final = 7_258_118_400


@dataclass(frozen=True, slots=True)
class City:
    """`name` is empty for the cities that every map has: they are called as the language calls them."""

    id: str
    x: int
    y: int
    tokens: int | None = None
    mistakes: int | None = None
    name: str = ""

    @property
    def complete(self) -> bool:
        """Whether its mission can be laid out."""
        return self.tokens is not None and self.mistakes is not None


@dataclass(frozen=True, slots=True)
class Attempt:
    """A mission that was played to its end, known by the moment its game began."""

    city: str
    started: float
    ended: float
    won: bool
    points: int | None = None


Route = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Campaign:
    """`players` are the team, as it sat down last. A route has its ends in the order of their letters. What
    is new, a map or a city, has an id that no other device gives."""

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
class Standing:
    """How a team stands with a city. `won_at` is its first win; `points` its best score, where there is one;
    `opened_by` the won cities it is joined to."""

    status: Status
    tried: int = 0
    won_at: float | None = None
    points: int | None = None
    opened_by: tuple[str, ...] = ()


_KNOWN: Final = (
    City(HOME, 480, 366, 9, 9),
    City("berlin", 426, 236, 11, None),
    City("moscow", 815, 216, 8, 8),
    City("cairo", 636, 695, 9, 5),
    City("singapore", 850, 784, 6, 6),
    City("jakarta", 876, 887, 7, 7),
)
PRESET: Final = tuple(city.id for city in _KNOWN)


class BadMap(ProblemError):
    """The map cannot be so; it is as it was."""


def new_campaign(id: str, team: str, players: Iterable[str] = ()) -> Campaign:
    """The map as far as it is known to everybody."""
    routes = tuple(sorted(route(HOME, other) for other in ("berlin", "cairo", "moscow")))
    return Campaign(id, team, tuple(players), _KNOWN, routes)


def route(one: str, other: str) -> Route:
    return (one, other) if one < other else (other, one)


# -- reading it ---------------------------------------------------------------------------------------------


def city_of(campaign: Campaign, id: str) -> City:
    """Raises KeyError if there is none."""
    for city in campaign.cities:
        if city.id == id:
            return city
    raise KeyError(id)


def neighbours(campaign: Campaign, id: str) -> tuple[str, ...]:
    """The cities that routes lead to from here."""
    return tuple(b if a == id else a for a, b in campaign.routes if id in (a, b))


def won(campaign: Campaign, id: str) -> bool:
    return any(attempt.won for attempt in campaign.attempts if attempt.city == id)


def standing(campaign: Campaign, id: str) -> Standing:
    """The first city is open from the beginning, any other once one that it is joined to is won."""
    tries = [attempt for attempt in campaign.attempts if attempt.city == id]
    wins = sorted(attempt.ended for attempt in tries if attempt.won)
    points = [attempt.points for attempt in tries if attempt.won and attempt.points is not None]
    opened_by = tuple(other for other in neighbours(campaign, id) if won(campaign, other))
    reached = Status.OPEN if id == HOME or opened_by else Status.LOCKED
    status = Status.WON if wins else reached
    return Standing(status, len(tries), wins[0] if wins else None, max(points, default=None), opened_by)


def why_not(campaign: Campaign, id: str) -> Problem | None:
    """Why the mission of this city cannot begin now, or None. A city that was won may be played again."""
    if standing(campaign, id).status is Status.LOCKED:
        return error("duet.map.problem.locked" if neighbours(campaign, id) else "duet.map.problem.no_route")
    if not city_of(campaign, id).complete:
        return error("duet.map.problem.number_missing")
    return None


def mission_of(campaign: Campaign, id: str, setup: Setup) -> Setup:
    """The set-up of a city's mission, for these people and with all else as they had it. Raises `BadMap`."""
    wrong, city = why_not(campaign, id), city_of(campaign, id)
    if wrong is not None or city.tokens is None:
        raise BadMap(wrong or error("duet.map.problem.number_missing"))
    mission = Mission(campaign.id, city.id, city.name)
    return replace(setup, tokens=city.tokens, mistakes=city.mistakes, mission=mission)


# -- what was played ----------------------------------------------------------------------------------------


def city_played(campaign: Campaign, setup: Setup, *, won: bool) -> str | None:
    """The city of this map that a game was about: the one it was set out for. A standard mission won by the
    team, wherever it was begun, is a win of the first city."""
    if setup.mission is not None:
        known = setup.mission.campaign == campaign.id
        return setup.mission.city if known and _has(campaign, setup.mission.city) else None
    standard = setup.tokens == SCORED_TOKENS and setup.bystander_tokens == SCORED_TOKENS
    team = frozenset(campaign.players)
    same = team == frozenset(setup.players) and not any(map(unnamed, team))
    return HOME if won and standard and same and _has(campaign, HOME) else None


def attempt_of(campaign: Campaign, state: State, started: float, ended: float) -> Attempt | None:
    """What a game that is over is to this map; None if it is nothing to it."""
    if state.outcome is None:
        return None
    victory = state.outcome.winner == TEAM
    city = city_played(campaign, state.setup, won=victory)
    points = score(state)
    if city is None:
        return None
    return Attempt(city, started, ended, victory, None if points is None else points.total)


def written(campaign: Campaign, started: float, attempt: Attempt | None) -> Campaign:
    """The map after the game that began then: with its end, or without it if that was taken back."""
    others = tuple(other for other in campaign.attempts if other.started != started)
    if attempt is None:
        return replace(campaign, attempts=others)
    # Too many to be real: the oldest go.
    return replace(campaign, attempts=tuple(sorted((*others, attempt), key=_moment))[-MOST_ATTEMPTS:])


def _moment(attempt: Attempt) -> tuple[float, float]:
    return attempt.ended, attempt.started


# -- changing it --------------------------------------------------------------------------------------------


def with_city(campaign: Campaign, city: City) -> Campaign:
    """One more city. Raises `BadMap`."""
    if len(campaign.cities) >= MOST_CITIES:
        raise BadMap(error("duet.map.problem.many_cities", most=MOST_CITIES))
    if _has(campaign, city.id):
        raise ValueError(f"{city.id} is on the map already")
    return _checked(replace(campaign, cities=(*campaign.cities, city)))


def without_city(campaign: Campaign, id: str) -> Campaign:
    """Without a city that the table has added, its routes and what was tried there. Those that every map has
    stay. Raises `BadMap`."""
    if id in PRESET:
        raise BadMap(error("duet.map.problem.known_city"))
    return replace(
        campaign,
        cities=tuple(city for city in campaign.cities if city.id != id),
        routes=tuple(ends for ends in campaign.routes if id not in ends),
        attempts=tuple(attempt for attempt in campaign.attempts if attempt.city != id),
    )


def changed(campaign: Campaign, city: City) -> Campaign:
    """With this in the place of the city of the same id. Raises `BadMap`."""
    cities = tuple(city if other.id == city.id else other for other in campaign.cities)
    return _checked(replace(campaign, cities=cities))


def numbered(city: City, tokens: int | None, mistakes: int | None) -> City:
    """With these numbers: never more mistakes than tokens."""
    if tokens is not None and mistakes is not None:
        mistakes = min(tokens, mistakes)
    return replace(city, tokens=tokens, mistakes=mistakes)


def moved(city: City, x: int, y: int) -> City:
    """To this place, or the nearest one on the map."""
    return replace(city, x=min(WIDE, max(0, x)), y=min(WIDE, max(0, y)))


def toggled(campaign: Campaign, one: str, other: str) -> Campaign:
    """With the route between these two, or without it if there is one. Raises `BadMap`."""
    if one == other:
        raise BadMap(error("duet.map.problem.same_city"))
    ends = route(one, other)
    if ends in campaign.routes:
        return replace(campaign, routes=tuple(kept for kept in campaign.routes if kept != ends))
    return _checked(replace(campaign, routes=tuple(sorted((*campaign.routes, ends)))))


def joined(ours: Campaign, theirs: Campaign) -> Campaign:
    """Our map with what another copy of it knows more: cities, numbers that are missing here, routes and what
    was played; of one game the later end. Where both say something else, ours stays."""
    called = {city.id: _called_here(ours, city) for city in theirs.cities}
    cities = {city.id: city for city in ours.cities}
    for city in theirs.cities:
        mine = cities.get(called[city.id])
        if mine is not None or len(cities) < MOST_CITIES:
            cities[called[city.id]] = city if mine is None else _filled(mine, city)
    ids = cities.keys()
    routes = {route(called[one], called[other]) for one, other in theirs.routes}
    # Two cities of theirs may be one of ours, and no route leads from a city to itself.
    new = sorted(ends for ends in routes.difference(ours.routes) if ids >= {*ends} and ends[0] != ends[1])
    played = {attempt.started: replace(attempt, city=called[attempt.city]) for attempt in theirs.attempts}
    for attempt in ours.attempts:
        other = played.get(attempt.started)
        if other is None or other.ended <= attempt.ended:
            played[attempt.started] = attempt
    attempts = sorted((attempt for attempt in played.values() if attempt.city in ids), key=_moment)
    return replace(
        ours,
        players=ours.players or theirs.players,
        cities=tuple(cities.values()),
        routes=tuple(sorted((*ours.routes, *new)[:MOST_ROUTES])),
        attempts=tuple(attempts)[-MOST_ATTEMPTS:],
    )


def _called_here(ours: Campaign, city: City) -> str:
    """The id that a city of another copy has on our map: that of its namesake, if it was added on both."""
    if _has(ours, city.id):
        return city.id
    return next((mine.id for mine in ours.cities if _namesakes(mine, city)), city.id)


def _filled(mine: City, other: City) -> City:
    """Its numbers where ours are missing; all as it was where they do not go together, for a third number
    would be one that nobody told."""
    tokens = other.tokens if mine.tokens is None else mine.tokens
    mistakes = other.mistakes if mine.mistakes is None else mine.mistakes
    fitting = tokens is None or mistakes is None or mistakes <= tokens
    return replace(mine, tokens=tokens, mistakes=mistakes) if fitting else mine


# -- what a map may be --------------------------------------------------------------------------------------


def problems(campaign: Campaign) -> tuple[Problem, ...]:
    """All that is wrong with a map: one from a file may hold anything."""
    found = [*_name_problems(campaign.id), *_name_problems(campaign.team)]
    if len(campaign.cities) > MOST_CITIES or len(campaign.routes) > MOST_ROUTES:
        found.append(error("duet.map.problem.many_cities", most=MOST_CITIES))
    if len(campaign.attempts) > MOST_ATTEMPTS:
        found.append(error("duet.map.problem.unreadable"))
    if found:
        return tuple(found)
    for city in campaign.cities:
        found += _city_problems(city)
    ids = [city.id for city in campaign.cities]
    sound = (
        len(set(ids)) == len(ids)
        and HOME in ids
        and all(one in ids and other in ids and one < other for one, other in campaign.routes)
        and len(set(campaign.routes)) == len(campaign.routes)
        and all(attempt.city in ids for attempt in campaign.attempts)
        and len({attempt.started for attempt in campaign.attempts}) == len(campaign.attempts)
        and all(0 <= moment <= _LATEST for attempt in campaign.attempts for moment in _moment(attempt))
        and all(_can_score(attempt) for attempt in campaign.attempts)
        and not seating_problems(campaign.players, 0, MOST)
    )
    if not sound:
        found.append(error("duet.map.problem.unreadable"))
    for number, city in enumerate(campaign.cities):
        if any(_namesakes(city, other) for other in campaign.cities[:number]):
            found.append(error("duet.map.problem.name_taken", name=city.name))
    return tuple(found)


def _can_score(attempt: Attempt) -> bool:
    """Only a win is worth points, and none is worth more than a bank that nobody touched."""
    if attempt.points is None:
        return True
    return attempt.won and SUDDEN_DEATH_POINTS <= attempt.points <= TOKEN_POINTS * SCORED_TOKENS


def _city_problems(city: City) -> list[Problem]:
    found = _name_problems(city.id)
    if city.name or city.id not in PRESET:
        found += _name_problems(city.name)
    if city.tokens is not None and not 1 <= city.tokens <= BOX_TOKENS:
        found.append(error("duet.problem.tokens_range", tokens=city.tokens, most=BOX_TOKENS))
    elif city.mistakes is not None and not 0 <= city.mistakes <= (city.tokens or BOX_TOKENS):
        tokens = city.tokens or BOX_TOKENS
        found.append(error("duet.problem.mistakes_range", mistakes=city.mistakes, tokens=tokens))
    if not (0 <= city.x <= WIDE and 0 <= city.y <= WIDE):
        found.append(error("duet.map.problem.unreadable"))
    return found


def _name_problems(name: str) -> list[Problem]:
    if not name:
        return [error("duet.map.problem.name_empty")]
    if len(name) > LONGEST_NAME:
        return [error("app.problem.name_long", limit=LONGEST_NAME, length=len(name))]
    return [] if clean_name(name) == name else [error("duet.map.problem.unreadable")]


def _namesakes(one: City, other: City) -> bool:
    return bool(one.name and other.name) and same_name(one.name, other.name)


def _has(campaign: Campaign, id: str) -> bool:
    return any(city.id == id for city in campaign.cities)


def _checked(campaign: Campaign) -> Campaign:
    wrong = problems(campaign)
    if wrong:
        raise BadMap(wrong[0])
    return campaign
