"""A team's map as it is drawn: what each city and each route looks like, and what it is called."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.entry.duet.cities import city_name, numbers_text, short_standing_text
from companion.games.duet.campaign import Campaign, City, Status, city_standing
from companion.i18n.translator import Translator
from companion.widgets.icons import Icon
from companion.widgets.mesh_batch import LineBatch, arc
from companion.widgets.theme import theme_colour


class CityKind(Enum):
    WON = "won"
    OPEN = "open"
    LOCKED = "locked"
    MISSING = "missing"


# Words beside a city, by how the team stands with it.
TONES: Final = {
    CityKind.WON: "ink_2",
    CityKind.OPEN: "teal",
    CityKind.LOCKED: "ink_3",
    CityKind.MISSING: "ember",
}


class RouteKind(Enum):
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
    kind: CityKind
    name: str
    below: str
    inside: str


@dataclass(frozen=True, slots=True)
class RouteMark:
    ends: tuple[str, str]
    kind: RouteKind


@dataclass(frozen=True, slots=True)
class MapMarks:
    cities: tuple[CityMark, ...]
    routes: tuple[RouteMark, ...]

    def city(self, id: str) -> CityMark:
        return next(mark for mark in self.cities if mark.id == id)


def build_map_marks(tr: Translator, campaign: Campaign) -> MapMarks:
    kinds = {city.id: city_kind(campaign, city) for city in campaign.cities}
    cities = tuple(
        CityMark(
            *(city.id, city.x, city.y, kinds[city.id]),
            city_name(tr, city.id, city.name),
            short_standing_text(tr, campaign, city),
            tr("duet.map.unknown") if kinds[city.id] is CityKind.MISSING else numbers_text(tr, city),
        )
        for city in campaign.cities
    )
    routes = tuple(RouteMark(ends, _route_kind(kinds[ends[0]], kinds[ends[1]])) for ends in campaign.routes)
    return MapMarks(cities, routes)


def city_kind(campaign: Campaign, city: City) -> CityKind:
    status = city_standing(campaign, city.id).status
    if status is Status.WON:
        return CityKind.WON
    if not city.is_complete:
        return CityKind.MISSING
    return CityKind.OPEN if status is Status.OPEN else CityKind.LOCKED


def _route_kind(one: CityKind, other: CityKind) -> RouteKind:
    if CityKind.WON not in (one, other):
        return RouteKind.LOCKED
    beyond = other if one is CityKind.WON else one
    return {
        CityKind.WON: RouteKind.WON,
        CityKind.OPEN: RouteKind.OPEN,
        CityKind.MISSING: RouteKind.MISSING,
    }.get(beyond, RouteKind.LOCKED)


def draw_disc(
    discs: LineBatch, marks: LineBatch, kind: CityKind, x: float, y: float, across: float, density: float
) -> None:
    """A city's disc and the mark on it, in pixels; its numbers are written by whoever has them."""
    ground, edge = {
        CityKind.WON: ("teal", "table"),
        CityKind.OPEN: ("teal_deep", "teal"),
        CityKind.LOCKED: ("table", "rim"),
        CityKind.MISSING: ("ember_deep", "ember_deep"),
    }[kind]
    half = across / 2
    # A dark rim lifts it off land and sea.
    rim = 2 * density
    discs.add_box(
        x - half - rim, y - half - rim, across + 2 * rim, across + 2 * rim,
        radius=half + rim, tone=theme_colour("table", 0.75),
    )  # fmt: skip
    discs.add_box(x - half, y - half, across, across, radius=half, tone=ground)
    line = max(1.5 * density, across * 0.075)
    if kind is CityKind.MISSING:
        count = 12
        for dash in range(count):
            part = arc((x, y), half - line / 2, dash / count, (dash + 0.55) / count, 4)
            marks.add_line(part, line, "ember")
    elif kind is not CityKind.WON:
        marks.add_box(x - half, y - half, across, across, radius=half, tone=edge, line_width=line)
    if kind is CityKind.WON:
        marks.add_icon(Icon.CHECK, across * 0.62 / density, "on_accent", x, y)
    elif kind is CityKind.LOCKED:
        marks.add_icon(Icon.LOCK, across * 0.5 / density, "ink_2", x, y)
