"""The mission map widget: land, routes, and cities that can be tapped, joined and moved.

It is never mirrored: east is at the right in every language. `build_map_marks` turns a campaign into what is
drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from math import dist, hypot
from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.games.duet.campaign import (
    MAP_SIZE,
    Campaign,
    City,
    Status,
    city_name,
    city_standing,
    numbers_text,
    short_standing_text,
)
from companion.i18n.translator import Translator
from companion.screens.duet.map_land import get_land_texture
from companion.widgets.buttons import LONG_PRESS_SECONDS, LongPress
from companion.widgets.icons import Icon
from companion.widgets.layout import start_unsized
from companion.widgets.mesh_batch import MeshBatch, MeshLayers, Point, WidgetDrawing, arc, curve, dashes
from companion.widgets.pictures import LabelPoint, Rect, is_covered, place_labels
from companion.widgets.text_renderer import RenderedText, render_text
from companion.widgets.theme import look, theme_colour


class CityKind(Enum):
    WON = "won"
    OPEN = "open"
    LOCKED = "locked"
    MISSING = "missing"


# Colour of the text beside a city, by its kind.
TONES: Final = {
    CityKind.WON: "ink_2",
    CityKind.OPEN: "teal",
    CityKind.LOCKED: "ink_3",
    CityKind.MISSING: "ember",
}


@dataclass(frozen=True, slots=True)
class CityMark:
    """A city on the map. `inside` is the text on its disc if there is no icon; `name` can be read aloud."""

    id: str
    x: int
    y: int
    kind: CityKind
    name: str
    below: str
    inside: str


@dataclass(frozen=True, slots=True)
class RouteMark:
    """A route on the map, of the same kind as the city it leads to: WON joins two won cities; OPEN leads to a
    playable city, MISSING to one whose number is missing; LOCKED is any other route."""

    ends: tuple[str, str]
    kind: CityKind


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


def _route_kind(one: CityKind, other: CityKind) -> CityKind:
    if CityKind.WON not in (one, other):
        return CityKind.LOCKED
    return other if one is CityKind.WON else one


def draw_disc(
    discs: MeshBatch, marks: MeshBatch, kind: CityKind, x: float, y: float, across: float, density: float
) -> None:
    """Draw a city's disc and its icon, in pixels. The caller draws the numbers on it."""
    ground, edge = {
        CityKind.WON: ("teal", "table"),
        CityKind.OPEN: ("teal_deep", "teal"),
        CityKind.LOCKED: ("table", "rim"),
        CityKind.MISSING: ("ember_deep", "ember_deep"),
    }[kind]
    half = across / 2
    # A dark rim separates the disc from land and sea.
    discs.add_circle(x, y, across + 4 * density, theme_colour("table", 0.75))
    discs.add_circle(x, y, across, ground)
    line = max(1.5 * density, across * 0.075)
    if kind is CityKind.MISSING:
        count = 12
        for dash in range(count):
            part = arc((x, y), half - line / 2, dash / count, (dash + 0.55) / count, 4)
            marks.add_line(part, line, "ember")
    elif kind is not CityKind.WON:
        marks.add_circle(x, y, across, edge, line_width=line)
    if kind is CityKind.WON:
        marks.add_icon(Icon.CHECK, across * 0.62 / density, "on_accent", x, y)
    elif kind is CityKind.LOCKED:
        marks.add_icon(Icon.LOCK, across * 0.5 / density, "ink_2", x, y)


# In dp: diameter of a disc, diameter of the selected disc, touch radius, and touch slop.
_DISC_DP, _SELECTED_DP, _TOUCH_RADIUS_DP, _TOUCH_SLOP_DP = 38, 52, 28, 10
_ROUTE_DP, _CASING_DP = 3, 8
# Discs have their full size on maps of at least this height in dp; on lower maps they shrink down to this
# scale.
_FULL_SIZE_HEIGHT_DP, _MIN_SCALE = 440, 0.78
_NAME_SP, _BELOW_SP, _INSIDE_SP = 16, 14, 13
# Labels follow the user's text size up to this factor: a map has no room for more.
_MAX_LABEL_SCALE: Final = 1.3
_BEND: Final = 0.1
# Layers above the land, in drawing order.
_CASING, _ROUTES, _DISCS, _MARKS, _WORDS, _HALO, _LABELS = range(7)


class MapMode(Enum):
    """What a touch on the map does: select a city, join two of them, or move one."""

    CHOOSE = "choose"
    JOIN = "join"
    MOVE = "move"


class MissionMap(Widget):
    """The map of a campaign.

    `on_choose` receives the tapped city, `on_join` two cities to be joined or separated, `on_move` a city
    and its new position. In `MapMode.CHOOSE` too, a long press starts to move a city and calls `on_drag`.
    """

    def __init__(
        self,
        on_choose: Callable[[str], object] = lambda _: None,
        on_join: Callable[[str, str], object] = lambda *_: None,
        on_move: Callable[[str, int, int], object] = lambda *_: None,
        on_drag: Callable[[], object] = lambda: None,
        **options: Any,
    ) -> None:
        start_unsized(options)
        super().__init__(**options)
        self._on_choose, self._on_join, self._on_move, self._on_drag = on_choose, on_join, on_move, on_drag
        self._marks = MapMarks((), ())
        self._selected = ""
        self.mode = MapMode.CHOOSE
        # The city where a new route starts, and the city under the finger.
        self.route_start: str | None = None
        self._touched_city: str | None = None
        self._is_dragging = False
        # Position of the finger that draws a route or moves a city, in pixels relative to the map.
        self._finger: Point | None = None
        self._legend: Widget | None = None
        # Height in pixels that is covered at the bottom: no label is placed there.
        self.covered_height = 0.0
        with self.canvas:
            self._tint = Color(1, 1, 1, 1)
            self._land = Rectangle(size=(0, 0))
        self._drawing = WidgetDrawing(self)
        self._press = LongPress(LONG_PRESS_SECONDS, self._start_drag)
        # The size changes several times during layout: draw the land only for the last size.
        self._schedule_draw = Clock.create_trigger(self._draw_all, -1)
        self.bind(size=self._schedule_draw, pos=self._follow)
        self._schedule_draw()

    def show(self, marks: MapMarks, selected: str) -> None:
        if (marks, selected) != (self._marks, self._selected):
            self._marks, self._selected = marks, selected
            self._draw()

    def set_mode(self, mode: MapMode) -> None:
        """Set the mode and cancel an unfinished route."""
        self.mode, self.route_start = mode, None
        self._draw()

    def avoid_legend(self, legend: Widget | None) -> None:
        """Place labels outside the legend where possible."""
        if legend is not self._legend:
            self._legend = legend
            if legend is not None:
                legend.bind(pos=self._schedule_draw, size=self._schedule_draw)
            self._schedule_draw()

    def city_position(self, id: str) -> Point:
        """Return the centre of a city, in window pixels."""
        x, y = self._position(self._marks.city(id))
        return (self.x + x, self.y + y)

    # -- drawing --------------------------------------------------------------------------------------------

    def _follow(self, *_: object) -> None:
        self._land.pos = (round(self.x), round(self.y))

    def _draw_all(self, *_: object) -> None:
        width, height = round(self.width), round(self.height)
        if width < dp(40) or height < dp(40):
            self._land.size = (0, 0)
            return
        if self._land.size != (width, height):
            self._land.texture = get_land_texture(width, height)
            self._land.size = (width, height)
        self._follow()
        self._draw()

    def _position(self, mark: CityMark) -> Point:
        if self._is_dragging and mark.id == self._touched_city and self._finger is not None:
            return self._finger
        return (self.width * mark.x / MAP_SIZE, self.height * (1 - mark.y / MAP_SIZE))

    def _diameter(self, mark: CityMark) -> float:
        """Return the diameter of a city's disc, smaller on low maps; the touch radius stays the same."""
        scale = min(1.0, max(_MIN_SCALE, self.height / dp(_FULL_SIZE_HEIGHT_DP)))
        return float(dp(_SELECTED_DP if mark.id == self._selected else _DISC_DP) * scale)

    def _draw(self) -> None:
        if not self._land.size[0]:
            return
        layers = MeshLayers()
        for route in self._marks.routes:
            self._draw_route(layers, route)
        if self.route_start is not None and self._finger is not None:
            start = self._position(self._marks.city(self.route_start))
            layers.get(_CASING).add_line((start, self._finger), dp(_CASING_DP), theme_colour("table", 0.7))
            layers.get(_ROUTES).add_line((start, self._finger), dp(_ROUTE_DP), "candle")
        # Draw the selected city last, above those that it may cover.
        for mark in sorted(self._marks.cities, key=lambda mark: mark.id == self._selected):
            self._draw_city(layers, mark)
        self._draw_labels(layers)
        self._drawing.show(layers)

    def _draw_route(self, layers: MeshLayers, route: RouteMark) -> None:
        line = self._route_line(route)
        layers.get(_CASING).add_line(line, dp(_CASING_DP), theme_colour("table", 0.7))
        if route.kind is CityKind.WON:
            layers.get(_ROUTES).add_line(line, dp(_ROUTE_DP), "teal")
        elif route.kind is CityKind.OPEN:
            for dash in dashes(line, dp(11), dp(8)):
                layers.get(_ROUTES).add_line(dash, dp(_ROUTE_DP), "teal")
        else:
            tone = "ember" if route.kind is CityKind.MISSING else "rim"
            for dot in dashes(line, dp(1.5), dp(8)):
                layers.get(_ROUTES).add_line(dot, dp(_ROUTE_DP), tone)

    def _route_line(self, route: RouteMark) -> list[Point]:
        one, other = (self._position(self._marks.city(id)) for id in route.ends)
        return curve(one, other, _BEND)

    def _draw_city(self, layers: MeshLayers, mark: CityMark) -> None:
        (x, y), diameter = self._position(mark), self._diameter(mark)
        if mark.id in (self._selected, self.route_start):
            tone = "ember" if mark.kind is CityKind.MISSING else "teal"
            if mark.id == self.route_start:
                tone = "candle"
            layers.get(_DISCS).add_circle(x, y, diameter + dp(10), theme_colour("table", 0.75))
            layers.get(_DISCS).add_circle(x, y, diameter + dp(10), tone, line_width=dp(2))
        draw_disc(layers.get(_DISCS), layers.get(_MARKS), mark.kind, x, y, diameter, dp(1))
        if mark.kind in (CityKind.OPEN, CityKind.MISSING):
            size = _INSIDE_SP * diameter / dp(_DISC_DP)
            tone = "ink" if mark.kind is CityKind.OPEN else "ember"
            factor = 1.4 if mark.kind is CityKind.MISSING else 1.0
            layers.get(_WORDS).add_rendered(
                self._render_text(mark.inside, "text", size * factor, 700), tone, x, y
            )

    def _draw_labels(self, layers: MeshLayers) -> None:
        """Draw the labels.

        The selected city is placed first, then won and open cities, so they get the best positions.
        """
        rank = {CityKind.WON: 1, CityKind.OPEN: 1, CityKind.MISSING: 2, CityKind.LOCKED: 3}
        cities = sorted(self._marks.cities, key=lambda mark: mark.id != self._selected and rank[mark.kind])
        labels = [self._build_label(mark) for mark in cities]
        marks = [
            LabelPoint(*self._position(city), self._diameter(city) / 2 + dp(3), _label_size(label))
            for city, label in zip(cities, labels, strict=True)
        ]
        frames = self._place_labels(marks)
        # If both lines do not fit, show only the name.
        for number, city in enumerate(cities):
            if city.id != self._selected and is_covered(frames[number], marks, frames):
                labels[number] = labels[number][:1]
                marks[number] = replace(marks[number], label_size=_label_size(labels[number]))
        frames = self._place_labels(marks)
        for city, label, mark, frame in zip(cities, labels, marks, frames, strict=True):
            self._draw_label(layers, label, TONES[city.kind], mark, frame)

    def _place_labels(self, marks: list[LabelPoint]) -> list[Rect]:
        rim = dp(6)
        low = rim + self.covered_height
        room = Rect(rim, low, self.width - 2 * rim, self.height - low - rim)
        others = [
            Rect(x - dp(_ROUTE_DP), y - dp(_ROUTE_DP), dp(2 * _ROUTE_DP), dp(2 * _ROUTE_DP))
            for route in self._marks.routes
            for x, y in self._route_line(route)
        ]
        if self._legend is not None:
            (x, y), (width, height) = self._legend.pos, self._legend.size
            others.append(Rect(x - self.x, y - self.y, width, height))
        return place_labels(marks, room, gap=dp(5), others=others)

    def _build_label(self, mark: CityMark) -> list[RenderedText]:
        scale = min(look().text_scale, _MAX_LABEL_SCALE)
        label = [self._render_text(mark.name, "title", _NAME_SP * scale, 700)]
        if mark.below:
            label.append(self._render_text(mark.below, "text", _BELOW_SP * scale, 500))
        return label

    def _render_text(self, words: str, face: str, size: float, weight: int) -> RenderedText:
        return render_text(
            words, face, weight, max(1, round(dp(size))), width=None, align="center", rtl=look().rtl
        )

    def _draw_label(
        self, layers: MeshLayers, label: list[RenderedText], tone: str, mark: LabelPoint, frame: Rect
    ) -> None:
        top = frame.y + frame.height
        for block, ink in zip(label, ("ink", tone), strict=False):
            # Align the text towards its city.
            if frame.x >= mark.x:
                x = frame.x + block.width / 2
            elif frame.x + frame.width <= mark.x:
                x = frame.x + frame.width - block.width / 2
            else:
                x = frame.x + frame.width / 2
            y = top - block.height / 2
            layers.get(_HALO).add_outline(block, "table", x, y)
            layers.get(_LABELS).add_rendered(block, ink, x, y)
            top -= block.height

    # -- touches --------------------------------------------------------------------------------------------

    def _city_at(self, touch: Any) -> str | None:
        """Return the nearest city within the touch radius."""
        x, y = touch.x - self.x, touch.y - self.y
        distances = {mark.id: dist(self._position(mark), (x, y)) for mark in self._marks.cities}
        nearest = min(distances, key=distances.__getitem__, default=None)
        return nearest if nearest is not None and distances[nearest] <= dp(_TOUCH_RADIUS_DP) else None

    def on_touch_down(self, touch: Any) -> bool:
        if super().on_touch_down(touch):
            return True
        city = self._city_at(touch) if self.collide_point(*touch.pos) else None
        if city is None or self._touched_city is not None:
            return False
        touch.grab(self)
        self._touched_city = city
        if self.mode is MapMode.CHOOSE:
            self._press.start()
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        is_still = hypot(touch.x - touch.ox, touch.y - touch.oy) < dp(_TOUCH_SLOP_DP)
        if is_still and self._finger is None:
            return True
        self._press.cancel()
        if self._is_dragging or self.mode is MapMode.MOVE:
            self._is_dragging = True
            self._follow_finger(touch)
        elif self.mode is MapMode.JOIN:
            self.route_start = self._touched_city
            self._follow_finger(touch)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        self._press.cancel()
        city, finger, was_dragging = self._touched_city, self._finger, self._is_dragging
        self._touched_city = self._finger = None
        self._is_dragging = False
        if city is None:
            return True
        if was_dragging:
            if finger is not None:
                x, y = finger
                self._on_move(city, round(MAP_SIZE * x / self.width), round(MAP_SIZE * (1 - y / self.height)))
        elif finger is not None:
            # A route was dragged from a city to another one, or to nowhere.
            goal, start = self._city_at(touch), self.route_start
            self.route_start = None
            if goal is not None and start is not None and goal != start:
                self._on_join(start, goal)
        elif self._city_at(touch) == city:
            self._tap(city)
        self._draw()
        return True

    def _tap(self, city: str) -> None:
        if self.mode is not MapMode.JOIN:
            self._on_choose(city)
        elif self.route_start in (None, city):
            self.route_start = None if self.route_start == city else city
        else:
            start, self.route_start = self.route_start, None
            self._on_join(start or city, city)

    def _start_drag(self) -> None:
        """Start to move the city after a long press."""
        self._is_dragging = True
        self._on_drag()

    def _follow_finger(self, touch: Any) -> None:
        # Limit the position so that the whole disc stays visible and can be touched again.
        rim = dp(_DISC_DP) / 2
        x = min(self.width - rim, max(rim, touch.x - self.x))
        y = min(self.height - rim, max(rim + self.covered_height, touch.y - self.y))
        self._finger = (x, y)
        self._draw()


def _label_size(label: list[RenderedText]) -> tuple[float, float]:
    return (max(block.width for block in label), sum(block.height for block in label))
