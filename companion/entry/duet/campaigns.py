"""Stored campaign maps: decoding, recording of games, and queries over the whole map."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final, NamedTuple

from companion.core.game import ProblemError
from companion.core.players import MAX_NAME_LENGTH, clean_name, is_unnamed
from companion.core.serialization import Json, decode
from companion.games.duet.campaign import (
    MAP_SIZE,
    START_CITY,
    Campaign,
    City,
    Status,
    city_standing,
    make_attempt,
    mission_problem,
    record_attempt,
    validate_campaign,
)
from companion.games.duet.state import State
from companion.i18n.translator import Translator

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
    numbers = (
        clean_name(tr("duet.map.team.numbered", n=number)) for number in range(1, len(existing_names) + 2)
    )
    return next(name for name in numbers if name not in existing_names)


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
    """Return the city to select first.

    The last one played until it is won, then an open one, preferably opened by the last one and with
    complete numbers.
    """
    open_ids = [city.id for city in campaign.cities if city_standing(campaign, city.id).status is Status.OPEN]
    if last in open_ids:
        return last
    ready = [id for id in open_ids if mission_problem(campaign, id) is None]
    opened = [id for id in ready if last in city_standing(campaign, id).opened_by]
    return next(iter((*opened, *ready, *open_ids, START_CITY)))


def find_free_spot(campaign: Campaign) -> tuple[int, int]:
    """Return a position for a new city.

    As near to the middle as the minimum distance allows, else the freest one.
    """
    middle = ((_LEFT + _RIGHT) / 2, (_TOP + _BOTTOM) / 2)
    spots = [(x, y) for x in range(_LEFT, _RIGHT + 1, _STEP) for y in range(_TOP, _BOTTOM + 1, _STEP)]

    def distance_to_nearest(spot: tuple[int, int]) -> float:
        return min(hypot(city.x - spot[0], city.y - spot[1]) for city in campaign.cities)

    def distance_to_middle(spot: tuple[int, int]) -> float:
        return hypot(spot[0] - middle[0], spot[1] - middle[1])

    free = [spot for spot in spots if distance_to_nearest(spot) >= _MIN_DISTANCE]
    return min(free, key=distance_to_middle) if free else max(spots, key=distance_to_nearest)
