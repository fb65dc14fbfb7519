"""A team's map as it is kept: what was played folded into it, and what it tells as a whole."""

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

# Where a new city may lie, in thousandths of the map: clear of its rim and of what stands at its foot, and so
# far from the others if that can be.
_LEFT, _RIGHT, _TOP, _BOTTOM, _STEP = 120, MAP_SIZE - 120, 100, 680, 40
_MIN_DISTANCE: Final = 150


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that is kept: when it began, and if it is over when it ended and how."""

    started: float
    ended: float | None = None
    state: State | None = None


class CityCount(NamedTuple):
    """How many cities are won, and how many of the others are open."""

    won: int
    open: int


def decode_campaign(record: Json) -> Campaign:
    """A map as it is kept. Raises `ProblemError` for one that this version cannot read."""
    campaign = decode(Campaign, record, "campaign")
    for problem in validate_campaign(campaign):
        raise ProblemError(problem)
    return campaign


def record_games(campaign: Campaign, games: Iterable[PlayedGame]) -> Campaign:
    """The map with the end of each of these games on it, and without those that are not over any more."""
    for game in games:
        attempt = None
        if game.ended is not None and game.state is not None:
            attempt = make_attempt(campaign, game.state, game.started, game.ended)
        campaign = record_attempt(campaign, game.started, attempt)
    return campaign


def is_up_to_date(campaign: Campaign, started: float, ended: float | None) -> bool:
    """Whether the map knows of the game that began then already as it is. It gets another end with every
    change that is made to it."""
    recorded_end = next((attempt.ended for attempt in campaign.attempts if attempt.started == started), None)
    return recorded_end == ended


def find_by_team(campaigns: Iterable[Campaign], players: Sequence[str]) -> Campaign | None:
    """The map of just these people, in whatever order they sit."""
    people = frozenset(players)
    return next((campaign for campaign in campaigns if frozenset(campaign.players) == people), None)


def make_team_name(tr: Translator, players: Sequence[str], campaigns: Iterable[Campaign]) -> str:
    """Their names, or a number where they have none, or more letters than a name may have."""
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
    """The cities that a win of this one has opened and that wait to be won."""
    return tuple(
        city
        for city in campaign.cities
        if (now := city_standing(campaign, city.id)).status is Status.OPEN and now.opened_by == (id,)
    )


def suggest_city(campaign: Campaign, last: str = "") -> str:
    """The city to look at first: the one that was played last until it is won, then one that waits to be won,
    best one that it has opened and whose mission can be laid out."""
    open_ids = [city.id for city in campaign.cities if city_standing(campaign, city.id).status is Status.OPEN]
    if last in open_ids:
        return last
    ready = [id for id in open_ids if mission_problem(campaign, id) is None]
    opened = [id for id in ready if last in city_standing(campaign, id).opened_by]
    return next(iter((*opened, *ready, *open_ids, START_CITY)))


def find_free_spot(campaign: Campaign) -> tuple[int, int]:
    """A place for one more city: as near to the middle as the others leave it room, else where they leave it
    most."""
    middle = ((_LEFT + _RIGHT) / 2, (_TOP + _BOTTOM) / 2)
    spots = [(x, y) for x in range(_LEFT, _RIGHT + 1, _STEP) for y in range(_TOP, _BOTTOM + 1, _STEP)]

    def distance_to_nearest(spot: tuple[int, int]) -> float:
        return min(hypot(city.x - spot[0], city.y - spot[1]) for city in campaign.cities)

    def distance_to_middle(spot: tuple[int, int]) -> float:
        return hypot(spot[0] - middle[0], spot[1] - middle[1])

    free = [spot for spot in spots if distance_to_nearest(spot) >= _MIN_DISTANCE]
    return min(free, key=distance_to_middle) if free else max(spots, key=distance_to_nearest)
