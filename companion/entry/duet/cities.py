"""Names of the cities of a campaign map, and a team's progress in each as text."""

from __future__ import annotations

from functools import reduce

from companion.games.duet.campaign import (
    PRESET_CITY_IDS,
    Campaign,
    City,
    Status,
    city_standing,
    get_city,
    mission_problem,
)
from companion.i18n.translator import Translator


def city_name(tr: Translator, id: str, name: str) -> str:
    """Return a city's own name, or the translated name of a preset city.

    A game may refer to a city that is not stored.
    """
    if name:
        return name
    return tr(f"duet.city.{id}") if id in PRESET_CITY_IDS else tr("duet.city.unknown")


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
