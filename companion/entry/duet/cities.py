"""What the cities of a mission map are called, and how a team stands with each, in words."""

from __future__ import annotations

from functools import reduce

from companion.games.duet.campaign import PRESET, Campaign, City, Status, city_of, standing, why_not
from companion.i18n.translator import Translator


def city_name(tr: Translator, id: str, name: str) -> str:
    """Its own name, or that of a city which every map has, as the language calls it. A game may be about a
    city that nobody here knows any more."""
    if name:
        return name
    return tr(f"duet.city.{id}") if id in PRESET else tr("duet.city.unknown")


def numbers(tr: Translator, city: City) -> str:
    """Its tokens, and how many of them lie bystander side up."""
    unknown = tr("duet.map.unknown")
    tokens = unknown if city.tokens is None else city.tokens
    mistakes = unknown if city.mistakes is None else city.mistakes
    return tr("duet.map.numbers", tokens=tokens, mistakes=mistakes)


def told(tr: Translator, campaign: Campaign, city: City, day: str) -> str:
    """How the team stands with a city, and why. `day` is that of its first win, in words."""
    now, wrong = standing(campaign, city.id), why_not(campaign, city.id)
    if now.status is Status.LOCKED and wrong is not None:
        return tr.problem(wrong)
    parts = [tr("duet.map.open_first")]
    if now.status is Status.WON:
        parts = [tr("duet.map.won_on", day=day)]
        if now.points is not None:
            parts.append(tr("duet.summary.points", n=now.points))
    elif now.opened_by:
        others = (city_of(campaign, id) for id in now.opened_by)
        parts = [tr("duet.map.open_by", cities=tuple(city_name(tr, city.id, city.name) for city in others))]
    if now.tried:
        parts.append(tr("duet.map.tried", n=now.tried))
    return reduce(lambda list, item: tr("app.list.more", list=list, item=item), parts)


def short(tr: Translator, campaign: Campaign, city: City) -> str:
    """The same in the few words that have room on the map."""
    now = standing(campaign, city.id)
    if now.status is Status.WON and now.points is not None:
        points = tr("duet.summary.points", n=now.points)
        return tr("app.list.more", list=numbers(tr, city), item=points)
    if now.status is Status.WON or (now.status is Status.OPEN and not city.complete):
        return numbers(tr, city)
    return tr("duet.map.open") if now.status is Status.OPEN else ""
