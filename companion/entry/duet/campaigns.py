"""A team's map as it is kept: what was played folded into it, and what it tells as a whole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final, NamedTuple

from companion.games.duet.campaign import (
    HOME,
    WIDE,
    Campaign,
    City,
    Status,
    attempt_of,
    problems,
    standing,
    why_not,
    written,
)
from companion.games.duet.state import State
from companion.games.game import ProblemError
from companion.games.records import Json, decode
from companion.games.seats import LONGEST_NAME, clean_name, unnamed
from companion.i18n.translator import Translator

# Where a new city may lie, in thousandths of the map: clear of its rim and of what stands at its foot, and so
# far from the others if that can be.
_LEFT, _RIGHT, _TOP, _FOOT, _STEP = 120, WIDE - 120, 100, 680, 40
_APART: Final = 150


@dataclass(frozen=True, slots=True)
class Played:
    """A game that is kept: when it began, and if it is over when it ended and how."""

    started: float
    ended: float | None = None
    state: State | None = None


class Count(NamedTuple):
    """How many cities are won, and how many of the others are open."""

    won: int
    open: int


def read(record: Json) -> Campaign:
    """A map as it is kept. Raises `ProblemError` for one that this version cannot read."""
    campaign = decode(Campaign, record, "campaign")
    for wrong in problems(campaign):
        raise ProblemError(wrong)
    return campaign


def settled(campaign: Campaign, games: Iterable[Played]) -> Campaign:
    """The map with the end of each of these games on it, and without those that are not over any more."""
    for game in games:
        attempt = None
        if game.ended is not None and game.state is not None:
            attempt = attempt_of(campaign, game.state, game.started, game.ended)
        campaign = written(campaign, game.started, attempt)
    return campaign


def is_written(campaign: Campaign, started: float, ended: float | None) -> bool:
    """Whether the map knows of the game that began then already as it is. It gets another end with every
    change that is made to it."""
    known = next((attempt.ended for attempt in campaign.attempts if attempt.started == started), None)
    return known == ended


def of_team(campaigns: Iterable[Campaign], players: Sequence[str]) -> Campaign | None:
    """The map of just these people, in whatever order they sit."""
    people = frozenset(players)
    return next((campaign for campaign in campaigns if frozenset(campaign.players) == people), None)


def team_name(tr: Translator, players: Sequence[str], campaigns: Iterable[Campaign]) -> str:
    """Their names, or a number where they have none, or more letters than a name may have."""
    taken = {campaign.team for campaign in campaigns}
    joined = clean_name(tr.join(players))
    named = bool(players) and not any(map(unnamed, players)) and len(joined) <= LONGEST_NAME
    if named and joined not in taken:
        return joined
    numbers = (clean_name(tr("duet.map.team.numbered", n=number)) for number in range(1, len(taken) + 2))
    return next(name for name in numbers if name not in taken)


def counted(campaign: Campaign) -> Count:
    found = [standing(campaign, city.id).status for city in campaign.cities]
    return Count(found.count(Status.WON), found.count(Status.OPEN))


def opened_by(campaign: Campaign, id: str) -> tuple[City, ...]:
    """The cities that a win of this one has opened and that wait to be won."""
    return tuple(
        city
        for city in campaign.cities
        if (now := standing(campaign, city.id)).status is Status.OPEN and now.opened_by == (id,)
    )


def suggested(campaign: Campaign, last: str = "") -> str:
    """The city to look at first: the one that was played last until it is won, then one that waits to be won,
    best one that it has opened and whose mission can be laid out."""
    waiting = [city.id for city in campaign.cities if standing(campaign, city.id).status is Status.OPEN]
    if last in waiting:
        return last
    ready = [id for id in waiting if why_not(campaign, id) is None]
    opened = [id for id in ready if last in standing(campaign, id).opened_by]
    return next(iter((*opened, *ready, *waiting, HOME)))


def free_spot(campaign: Campaign) -> tuple[int, int]:
    """A place for one more city: as near to the middle as the others leave it room, else where they leave it
    most."""
    middle = ((_LEFT + _RIGHT) / 2, (_TOP + _FOOT) / 2)
    spots = [(x, y) for x in range(_LEFT, _RIGHT + 1, _STEP) for y in range(_TOP, _FOOT + 1, _STEP)]

    def room(spot: tuple[int, int]) -> float:
        return min(hypot(city.x - spot[0], city.y - spot[1]) for city in campaign.cities)

    def aside(spot: tuple[int, int]) -> float:
        return hypot(spot[0] - middle[0], spot[1] - middle[1])

    free = [spot for spot in spots if room(spot) >= _APART]
    return min(free, key=aside) if free else max(spots, key=room)
