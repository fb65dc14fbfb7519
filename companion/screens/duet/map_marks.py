"""A team's map as it is drawn: what each city and each route looks like, and what it is called."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.entry.duet.cities import city_name, numbers, short
from companion.games.duet.campaign import Campaign, City, Status, standing
from companion.i18n.translator import Translator
from companion.widgets.icon_names import Icon
from companion.widgets.strokes import Strokes, arc
from companion.widgets.theme import paint


class Kind(Enum):
    WON = "won"
    OPEN = "open"
    LOCKED = "locked"
    MISSING = "missing"


# Words beside a city, by how the team stands with it.
TONES: Final = {Kind.WON: "ink_2", Kind.OPEN: "teal", Kind.LOCKED: "ink_3", Kind.MISSING: "ember"}


class Way(Enum):
    """A route between two cities that are won, to one that can be played, to one that cannot yet for want of
    a number, and any other."""

    WON = "won"
    OPEN = "open"
    MISSING = "missing"
    LOCKED = "locked"


@dataclass(frozen=True, slots=True)
class CityMark:
    """A city on the map. `inside` stands on its disc where no mark does; `name` can be read aloud."""

    id: str
    x: int
    y: int
    kind: Kind
    name: str
    below: str
    inside: str


@dataclass(frozen=True, slots=True)
class RouteMark:
    ends: tuple[str, str]
    way: Way


@dataclass(frozen=True, slots=True)
class MapMarks:
    cities: tuple[CityMark, ...]
    routes: tuple[RouteMark, ...]

    def city(self, id: str) -> CityMark:
        return next(mark for mark in self.cities if mark.id == id)


def marks_of(tr: Translator, campaign: Campaign) -> MapMarks:
    kinds = {city.id: kind_of(campaign, city) for city in campaign.cities}
    cities = tuple(
        CityMark(
            *(city.id, city.x, city.y, kinds[city.id]),
            city_name(tr, city.id, city.name),
            short(tr, campaign, city),
            tr("duet.map.unknown") if kinds[city.id] is Kind.MISSING else numbers(tr, city),
        )
        for city in campaign.cities
    )
    routes = tuple(RouteMark(ends, _way(kinds[ends[0]], kinds[ends[1]])) for ends in campaign.routes)
    return MapMarks(cities, routes)


def kind_of(campaign: Campaign, city: City) -> Kind:
    status = standing(campaign, city.id).status
    if status is Status.WON:
        return Kind.WON
    if not city.complete:
        return Kind.MISSING
    return Kind.OPEN if status is Status.OPEN else Kind.LOCKED


def _way(one: Kind, other: Kind) -> Way:
    if Kind.WON not in (one, other):
        return Way.LOCKED
    beyond = other if one is Kind.WON else one
    return {Kind.WON: Way.WON, Kind.OPEN: Way.OPEN, Kind.MISSING: Way.MISSING}.get(beyond, Way.LOCKED)


def draw_disc(
    discs: Strokes, marks: Strokes, kind: Kind, x: float, y: float, across: float, density: float
) -> None:
    """A city's disc and the mark on it, in pixels; its numbers are written by whoever has them."""
    ground, edge = {
        Kind.WON: ("teal", "table"),
        Kind.OPEN: ("teal_deep", "teal"),
        Kind.LOCKED: ("table", "rim"),
        Kind.MISSING: ("ember_deep", "ember_deep"),
    }[kind]
    half = across / 2
    # A dark rim lifts it off land and sea.
    rim = 2 * density
    discs.box(
        x - half - rim, y - half - rim, across + 2 * rim, across + 2 * rim,
        radius=half + rim, tone=paint("table", 0.75),
    )  # fmt: skip
    discs.box(x - half, y - half, across, across, radius=half, tone=ground)
    line = max(1.5 * density, across * 0.075)
    if kind is Kind.MISSING:
        count = 12
        for dash in range(count):
            part = arc((x, y), half - line / 2, dash / count, (dash + 0.55) / count, 4)
            marks.line(part, line, "ember")
    elif kind is not Kind.WON:
        marks.box(x - half, y - half, across, across, radius=half, tone=edge, line=line)
    if kind is Kind.WON:
        marks.mark(Icon.CHECK, across * 0.62 / density, "on_accent", x, y)
    elif kind is Kind.LOCKED:
        marks.mark(Icon.LOCK, across * 0.5 / density, "ink_2", x, y)
