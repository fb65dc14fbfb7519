"""A clock face whose hours are slots: a mark lies at every hour that is over, the hand points at this one.

It is a real clock: it runs clockwise in every language. Its hub and its hours can be tapped.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, hypot, pi, sin
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, SmoothLine
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.icon_names import Icon
from companion.widgets.shapes import CLEAR, Disc, middle
from companion.widgets.stamps import Drawing, Stamps
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import CANDLE, Accent, paint

# In parts of the face's width.
_RIM, _FIELD, _HUB = 1.0, 0.79, 0.325
_NUMERALS, _SLOTS = 0.446, 0.301
_SLOT, _NOW = 0.139, 0.169
# The drawing's own width in dp, in which lines and letters are told.
_DRAWN = 332
_LINE, _HAND = 4.0, 6.0


class ClockFace(Widget):
    """As many hours as there are `numerals`, the first one at the top."""

    def __init__(
        self,
        numerals: Sequence[str],
        *,
        accent: Accent = CANDLE,
        on_hub: Callable[[], object] | None = None,
        on_hour: Callable[[int], object] | None = None,
        **options: Any,
    ) -> None:
        super().__init__(**options)
        self._accent = accent
        self._on_hub, self._on_hour = on_hub, on_hour
        self._now = 0
        # Many things ask for it at once; the large discs are drawn for the last of their sizes only.
        self._place_soon = Clock.create_trigger(self._place, -1)
        self._held: int | None = None
        self._rim = _plate(ground="plank", edge="groove", covered=_FIELD)
        self._field = _plate(ground="table", edge="groove")
        self._lines = Widget(size_hint=(None, None))
        with self._lines.canvas:
            self._arc_tint = Color(rgba=CLEAR)
            self._arc = SmoothLine()
            self._hand_tint = Color(rgba=CLEAR)
            self._hand = SmoothLine()
        # Smooth lines have no round ends of their own.
        self._ends = [_plate(ground=accent.line) for _ in range(2)]
        self._discs = Widget(size_hint=(None, None))
        self._drawing = Drawing(self._discs)
        self._slots = [Slot(accent) for _ in numerals]
        self._hub = _plate(ground=accent.deep, edge=accent.line)
        self.hour = Text(
            "", face="title", size_sp=48, smallest=10, most=1, grow="none", align="center", scaled=False
        )
        self.below = Text(
            "", size_sp=16, smallest=8, most=1, grow="none", align="center", tone="ink_2", scaled=False
        )
        self._numerals = [
            Text(numeral, face="title", size_sp=18, grow="both", scaled=False) for numeral in numerals
        ]
        for part in (
            *(self._rim, self._field, self._lines, *self._ends, self._discs, *self._slots, self._hub),
            *(self.hour, self.below, *self._numerals),
        ):
            part.size_hint = (None, None)
            self.add_widget(part)
        for numeral in self._numerals:
            numeral.bind(size=self._place_soon)
        self.bind(pos=self._place_soon, size=self._place_soon)

    def show(self, now: int, marks: Sequence[Icon | None], hour: str, below: str) -> None:
        """The hour that is on, counted from 1, and what lies at each."""
        self.hour.content, self.below.content = hour, below
        changed = [
            slot.show(mark, now=number == now)
            for number, (slot, mark) in enumerate(zip(self._slots, marks, strict=True), 1)
        ]
        if now != self._now:
            self._now = now
            for number, numeral in enumerate(self._numerals, 1):
                numeral.set_tone(self._accent.line if number == now else "ink" if number < now else "ink_2")
            self._place_soon()
        elif any(changed):
            self._draw_slots()

    # -- drawing --------------------------------------------------------------------------------------------

    def _at(self, hour: int, part: float) -> tuple[float, float]:
        """A point at this hour, `part` of the face's width away from its middle."""
        x, y = middle(self)
        turn = 2 * pi * (hour - 1) / len(self._slots)
        away = part * self._across
        return (x + away * sin(turn), y + away * cos(turn))

    @property
    def _across(self) -> float:
        return float(max(1.0, min(self.size)))

    def _place(self, *_: object) -> None:
        x, y = middle(self)
        across = self._across
        scale = across / dp(_DRAWN)
        for plate, part in ((self._rim, _RIM), (self._field, _FIELD), (self._hub, _HUB)):
            plate.size = (across * part, across * part)
            plate.pos = (x - across * part / 2, y - across * part / 2)
        for number, (slot, numeral) in enumerate(zip(self._slots, self._numerals, strict=True), 1):
            slot.resize(across * (_NOW if number == self._now else _SLOT))
            slot.move(*self._at(number, _SLOTS))
            numeral.size_sp = max(8.0, 18 * scale)
            numeral.center = self._at(number, _NUMERALS)
        wide = across * _HUB * 0.86
        self.hour.size_sp, self.below.size_sp = max(10.0, 50 * scale), max(8.0, 16 * scale)
        self.hour.size, self.below.size = (wide, across * 0.16), (wide * 0.8, across * 0.07)
        self.hour.center, self.below.center = (x, y + across * 0.028), (x, y - across * 0.085)
        self._draw_lines(scale)
        self._draw_slots()

    def _draw_slots(self) -> None:
        """Their discs, all at once."""
        stamps = Stamps()
        for slot in self._slots:
            slot.draw(stamps)
        self._drawing.show(stamps)

    def _draw_lines(self, scale: float) -> None:
        shown = self._now > 0
        self._arc_tint.rgba = self._hand_tint.rgba = paint(self._accent.line) if shown else CLEAR
        turned = 360 * max(0, self._now - 1) / len(self._slots)
        # An arc of nothing would be a whole circle.
        self._arc_tint.a = 1.0 if turned else 0.0
        x, y = middle(self)
        wide = dp(_LINE) * scale if turned else 0.0
        for end, hour in zip(self._ends, (1, self._now), strict=True):
            end_x, end_y = self._at(hour, _FIELD / 2)
            end.pos, end.size = (end_x - wide / 2, end_y - wide / 2), (wide, wide)
        if turned:
            self._arc.width = wide / 2
            self._arc.circle = (x, y, self._across * _FIELD / 2, 0, turned)
        if shown:
            self._hand.width = dp(_HAND) / 2 * scale
            self._hand.points = (*self._at(self._now, _HUB / 2), *self._at(self._now, _SLOTS - _NOW / 2))

    # -- taps -----------------------------------------------------------------------------------------------

    def _touched(self, touch: Any) -> int | None:
        """The hour under a finger, 0 for the hub."""
        x, y = middle(self)
        if hypot(touch.x - x, touch.y - y) <= max(self._across * _HUB / 2, dp(24)):
            return 0 if self._on_hub is not None else None
        if self._on_hour is None:
            return None
        reach = max(self._across * _NOW / 2, dp(24))
        for number, slot in enumerate(self._slots, 1):
            place = self._at(number, _SLOTS)
            if slot.mark is not None and hypot(touch.x - place[0], touch.y - place[1]) <= reach:
                return number
        return None

    def on_touch_down(self, touch: Any) -> bool:
        self._held = self._touched(touch)
        if self._held is None:
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        held, self._held = self._held, None
        if held is not None and self._touched(touch) == held:
            if held == 0 and self._on_hub is not None:
                self._on_hub()
            elif self._on_hour is not None:
                self._on_hour(held)
        return True


class Slot(Widget):
    """An hour's place: empty to come, with a mark once something lies there, filled while it is on."""

    def __init__(self, accent: Accent) -> None:
        super().__init__(size_hint=(None, None))
        self._accent = accent
        self.mark: Icon | None = None
        self._now = False
        self._glyph = Glyph(Icon.RING, 10)
        self._glyph.content = ""
        self._glyph.bind(size=self._centre)
        self.add_widget(self._glyph)
        self.bind(pos=self._centre, size=self._centre)

    def show(self, mark: Icon | None, *, now: bool) -> bool:
        """Whether that is something new."""
        if (mark, now) == (self.mark, self._now):
            return False
        self.mark, self._now = mark, now
        self._glyph.content = mark.value if mark is not None else ""
        self._glyph.set_tone(self._accent.on if now else self._accent.line)
        return True

    def draw(self, stamps: Stamps) -> None:
        """Its disc, in pixels of the window."""
        accent, lies = self._accent, self.mark is not None
        (x, y), (wide, high) = self.pos, self.size
        if self._now or lies:
            tone = accent.fill if self._now and lies else accent.deep
            stamps.box(x, y, wide, high, radius=wide / 2, tone=tone)
        edge = accent.line if self._now or lies else "groove"
        stamps.box(x, y, wide, high, radius=wide / 2, tone=edge, line=dp(2))

    def resize(self, across: float) -> None:
        if across != self.width:
            self.size = (across, across)
            self._glyph.size_sp = max(4.0, across * 0.54 / dp(1))

    def move(self, x: float, y: float) -> None:
        self.pos = (x - self.width / 2, y - self.height / 2)

    def _centre(self, *_: object) -> None:
        self._glyph.center = middle(self)


def _plate(ground: str, edge: str | None = None, covered: float = 0.0) -> Widget:
    widget = Widget(size_hint=(None, None))
    rim = CLEAR if edge is None else paint(edge)
    Disc(widget, ground=paint(ground), edge=rim, line=2, covered=covered)
    return widget
