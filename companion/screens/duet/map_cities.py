"""The mission map itself: land, routes, and cities that can be tapped, joined and moved.

It is never mirrored: east lies at the right in every language.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from math import hypot
from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.games.duet.campaign import WIDE
from companion.screens.duet.map_land import land
from companion.screens.duet.map_marks import TONES, CityMark, Kind, MapMarks, RouteMark, Way, draw_disc
from companion.widgets.halo import Halos
from companion.widgets.held_tap import HOLD_SECONDS
from companion.widgets.label_places import Frame, Mark, covered, placed
from companion.widgets.long_press import LongPress
from companion.widgets.sizing import no_width_yet
from companion.widgets.stamps import Drawing, Stamps
from companion.widgets.strokes import Point, Strokes, curve, dashes
from companion.widgets.theme import look, paint
from companion.widgets.typeset import Block, set_text

# In dp: a disc, the one that is chosen, the reach of a finger, and how far it may tremble.
_DISC, _CHOSEN, _REACH, _STILL = 38, 52, 28, 10
_ROUTE, _CASING = 3, 8
# From this height on, in dp, discs are as large as that, and so much smaller they may be.
_FULL, _SMALLEST = 440, 0.78
_NAME, _BELOW, _INSIDE = 16, 14, 13
# Labels grow with the text size as far as a map has room for them.
_LARGEST_LABELS: Final = 1.3
_BEND: Final = 0.1


class Doing(Enum):
    """What a finger does on the map: choose a city, join two of them, or move one."""

    CHOOSE = "choose"
    JOIN = "join"
    MOVE = "move"


class MissionMap(Widget):
    """`on_choose` gets the city that was tapped, `on_join` two that are to be joined or parted, `on_move` one
    and its new place. A city that is held long enough can be moved at any time; `on_lift` tells of it."""

    def __init__(
        self,
        on_choose: Callable[[str], object] = lambda _: None,
        on_join: Callable[[str, str], object] = lambda *_: None,
        on_move: Callable[[str, int, int], object] = lambda *_: None,
        on_lift: Callable[[], object] = lambda: None,
        **options: Any,
    ) -> None:
        no_width_yet(options)
        super().__init__(**options)
        self._on_choose, self._on_join, self._on_move, self._on_lift = on_choose, on_join, on_move, on_lift
        self._marks = MapMarks((), ())
        self._chosen = ""
        self.doing = Doing.CHOOSE
        # The city that a route is to begin at, and the one under a finger.
        self.joining: str | None = None
        self._touched: str | None = None
        self._lifted = False
        # Where the finger is that draws a route or moves a city, in pixels of the map.
        self._finger: Point | None = None
        self._legend: Widget | None = None
        # So many pixels at its foot are covered: no label stands there.
        self.hidden = 0.0
        with self.canvas:
            self._tint = Color(1, 1, 1, 1)
            self._land = Rectangle(size=(0, 0))
        self._drawing = Drawing(self)
        self._press = LongPress(HOLD_SECONDS, self._lift)
        # Sizes come in steps while a screen is laid out, and the land is drawn for the last one only.
        self._draw_soon = Clock.create_trigger(self._draw_all, -1)
        self.bind(size=self._draw_soon, pos=self._follow)
        self._draw_soon()

    def show(self, marks: MapMarks, chosen: str) -> None:
        if (marks, chosen) != (self._marks, self._chosen):
            self._marks, self._chosen = marks, chosen
            self._draw()

    def do(self, doing: Doing) -> None:
        """From now on, until it is told otherwise."""
        self.doing, self.joining = doing, None
        self._draw()

    def keep_clear_of(self, legend: Widget | None) -> None:
        """Labels do, where they can, of what stands on the map."""
        if legend is not self._legend:
            self._legend = legend
            if legend is not None:
                legend.bind(pos=self._draw_soon, size=self._draw_soon)
            self._draw_soon()

    def place_of(self, id: str) -> Point:
        """The middle of a city, in pixels of the window."""
        x, y = self._place(self._marks.city(id))
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
            self._land.texture = land(width, height)
            self._land.size = (width, height)
        self._follow()
        self._draw()

    def _place(self, mark: CityMark) -> Point:
        if self._lifted and mark.id == self._touched and self._finger is not None:
            return self._finger
        return (self.width * mark.x / WIDE, self.height * (1 - mark.y / WIDE))

    def _across(self, mark: CityMark) -> float:
        """Where a map is low, discs are smaller; a finger reaches as far as ever."""
        scale = min(1.0, max(_SMALLEST, self.height / dp(_FULL)))
        return float(dp(_CHOSEN if mark.id == self._chosen else _DISC) * scale)

    def _draw(self) -> None:
        if not self._land.size[0]:
            return
        drawn = _Drawn()
        for route in self._marks.routes:
            self._draw_route(drawn, route)
        if self.joining is not None and self._finger is not None:
            start = self._place(self._marks.city(self.joining))
            drawn.casing.line((start, self._finger), dp(_CASING), paint("table", 0.7))
            drawn.routes.line((start, self._finger), dp(_ROUTE), "candle")
        # The chosen one lies above those that it may cover.
        for mark in sorted(self._marks.cities, key=lambda mark: mark.id == self._chosen):
            self._draw_city(drawn, mark)
        self._draw_labels(drawn)
        self._drawing.show(drawn)

    def _draw_route(self, drawn: _Drawn, route: RouteMark) -> None:
        line = self._line(route)
        drawn.casing.line(line, dp(_CASING), paint("table", 0.7))
        if route.way is Way.WON:
            drawn.routes.line(line, dp(_ROUTE), "teal")
        elif route.way is Way.OPEN:
            for dash in dashes(line, dp(11), dp(8)):
                drawn.routes.line(dash, dp(_ROUTE), "teal")
        else:
            tone = "ember" if route.way is Way.MISSING else "rim"
            for dot in dashes(line, dp(1.5), dp(8)):
                drawn.routes.line(dot, dp(_ROUTE), tone)

    def _line(self, route: RouteMark) -> list[Point]:
        one, other = (self._place(self._marks.city(id)) for id in route.ends)
        return curve(one, other, _BEND)

    def _draw_city(self, drawn: _Drawn, mark: CityMark) -> None:
        (x, y), across = self._place(mark), self._across(mark)
        if mark.id in (self._chosen, self.joining):
            tone = "candle" if mark.id == self.joining else "ember" if mark.kind is Kind.MISSING else "teal"
            wide = across + dp(10)
            drawn.discs.box(
                x - wide / 2, y - wide / 2, wide, wide, radius=wide / 2, tone=paint("table", 0.75)
            )
            drawn.discs.box(x - wide / 2, y - wide / 2, wide, wide, radius=wide / 2, tone=tone, line=dp(2))
        draw_disc(drawn.discs, drawn.marks, mark.kind, x, y, across, dp(1))
        if mark.kind in (Kind.OPEN, Kind.MISSING):
            size = _INSIDE * across / dp(_DISC)
            tone = "ink" if mark.kind is Kind.OPEN else "ember"
            factor = 1.4 if mark.kind is Kind.MISSING else 1.0
            drawn.words.picture(self._set(mark.inside, "text", size * factor, 700), tone, x, y)

    def _draw_labels(self, drawn: _Drawn) -> None:
        """Those of the chosen city first, then of cities that are won or open: they get the best places."""
        rank = {Kind.WON: 1, Kind.OPEN: 1, Kind.MISSING: 2, Kind.LOCKED: 3}
        cities = sorted(
            self._marks.cities, key=lambda mark: 0 if mark.id == self._chosen else rank[mark.kind]
        )
        labels = [self._label(mark) for mark in cities]
        marks = [
            Mark(*self._place(city), self._across(city) / 2 + dp(3), _size_of(label))
            for city, label in zip(cities, labels, strict=True)
        ]
        frames = self._placed(marks)
        # Where there is no room for both lines, the name comes first.
        for number, city in enumerate(cities):
            if city.id != self._chosen and covered(frames[number], marks, frames):
                labels[number] = labels[number][:1]
                x, y, radius = marks[number].x, marks[number].y, marks[number].radius
                marks[number] = Mark(x, y, radius, _size_of(labels[number]))
        frames = self._placed(marks)
        for city, label, mark, frame in zip(cities, labels, marks, frames, strict=True):
            self._draw_label(drawn, label, TONES[city.kind], mark, frame)

    def _placed(self, marks: list[Mark]) -> list[Frame]:
        rim = dp(6)
        low = rim + self.hidden
        room = Frame(rim, low, self.width - 2 * rim, self.height - low - rim)
        others = [
            Frame(x - dp(_ROUTE), y - dp(_ROUTE), dp(2 * _ROUTE), dp(2 * _ROUTE))
            for route in self._marks.routes
            for x, y in self._line(route)
        ]
        if self._legend is not None:
            (x, y), (width, height) = self._legend.pos, self._legend.size
            others.append(Frame(x - self.x, y - self.y, width, height))
        return placed(marks, room, gap=dp(5), others=others)

    def _label(self, mark: CityMark) -> list[Block]:
        scale = min(look().text_scale, _LARGEST_LABELS)
        label = [self._set(mark.name, "title", _NAME * scale, 700)]
        if mark.below:
            label.append(self._set(mark.below, "text", _BELOW * scale, 500))
        return label

    def _set(self, words: str, face: str, size: float, weight: int) -> Block:
        return set_text(
            words, face, weight, max(1, round(dp(size))), width=None, align="center", rtl=look().rtl
        )

    def _draw_label(self, drawn: _Drawn, label: list[Block], tone: str, mark: Mark, frame: Frame) -> None:
        top = frame.y + frame.height
        for block, ink in zip(label, ("ink", tone), strict=False):
            # Towards the city that it belongs to.
            if frame.x >= mark.x:
                x = frame.x + block.width / 2
            elif frame.x + frame.width <= mark.x:
                x = frame.x + frame.width - block.width / 2
            else:
                x = frame.x + frame.width / 2
            y = top - block.height / 2
            drawn.halo.around(block, "table", x, y)
            drawn.labels.picture(block, ink, x, y)
            top -= block.height

    # -- touches --------------------------------------------------------------------------------------------

    def _city_at(self, touch: Any) -> str | None:
        """The nearest city that a finger can mean."""
        x, y = touch.x - self.x, touch.y - self.y
        far = {
            mark.id: hypot(x - at[0], y - at[1]) for mark in self._marks.cities if (at := self._place(mark))
        }
        near = [(away, id) for id, away in far.items() if away <= dp(_REACH)]
        return min(near)[1] if near else None

    def on_touch_down(self, touch: Any) -> bool:
        if super().on_touch_down(touch):
            return True
        city = self._city_at(touch) if self.collide_point(*touch.pos) else None
        if city is None or self._touched is not None:
            return False
        touch.grab(self)
        self._touched = city
        if self.doing is Doing.CHOOSE:
            self._press.begin()
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        trembles = hypot(touch.x - touch.ox, touch.y - touch.oy) < dp(_STILL)
        if trembles and self._finger is None:
            return True
        self._press.end()
        if self._lifted or self.doing is Doing.MOVE:
            self._lifted = True
            self._follow_finger(touch)
        elif self.doing is Doing.JOIN:
            self.joining = self._touched
            self._follow_finger(touch)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        self._press.end()
        city, finger, lifted = self._touched, self._finger, self._lifted
        self._touched = self._finger = None
        self._lifted = False
        if city is None:
            return True
        if lifted:
            if finger is not None:
                x, y = finger
                self._on_move(city, round(WIDE * x / self.width), round(WIDE * (1 - y / self.height)))
        elif finger is not None:
            # A route was drawn from disc to disc, or into nowhere.
            goal, start = self._city_at(touch), self.joining
            self.joining = None
            if goal is not None and start is not None and goal != start:
                self._on_join(start, goal)
        elif self._city_at(touch) == city:
            self._tap(city)
        self._draw()
        return True

    def _tap(self, city: str) -> None:
        if self.doing is not Doing.JOIN:
            self._on_choose(city)
        elif self.joining in (None, city):
            self.joining = None if self.joining == city else city
        else:
            start, self.joining = self.joining, None
            self._on_join(start or city, city)

    def _lift(self) -> None:
        """The finger has stayed long enough: from now on the city goes with it."""
        self._lifted = True
        self._on_lift()

    def _follow_finger(self, touch: Any) -> None:
        # As far as its disc is seen whole, and can be found again.
        rim = dp(_DISC) / 2
        x = min(self.width - rim, max(rim, touch.x - self.x))
        y = min(self.height - rim, max(rim + self.hidden, touch.y - self.y))
        self._finger = (x, y)
        self._draw()


def _size_of(label: list[Block]) -> tuple[float, float]:
    return (max(block.width for block in label), sum(block.height for block in label))


class _Drawn:
    """What lies on the land, from below to above."""

    def __init__(self) -> None:
        self.casing, self.routes = Strokes(), Strokes()
        self.discs, self.marks, self.words = Strokes(), Strokes(), Strokes()
        self.halo, self.labels = Halos(), Stamps()

    def draw(self, group: InstructionGroup) -> None:
        for part in (self.casing, self.routes, self.discs, self.marks, self.words, self.halo, self.labels):
            part.draw(group)
