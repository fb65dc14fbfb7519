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
from companion.widgets.shapes import TRANSPARENT, Disc, center_of
from companion.widgets.stamps import MeshBatch, WidgetDrawing
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import CANDLE, Accent, theme_colour

# In parts of the face's width.
_RIM, _FIELD, _HUB = 1.0, 0.79, 0.325
_NUMERALS, _SLOTS = 0.446, 0.301
_SLOT, _CURRENT_SLOT = 0.139, 0.169
# The drawing's own width in dp, in which lines and letters are told.
_DESIGN_WIDTH_DP = 332
_ARC_WIDTH, _HAND_WIDTH = 4.0, 6.0


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
        self._current_hour = 0
        # Many things ask for it at once; the large discs are drawn for the last of their sizes only.
        self._schedule_layout = Clock.create_trigger(self._update_layout, -1)
        self._pressed_hour: int | None = None
        self._rim = _make_disc(background="plank", border="groove", covered_share=_FIELD)
        self._field = _make_disc(background="table", border="groove")
        self._lines = Widget(size_hint=(None, None))
        with self._lines.canvas:
            self._arc_tint = Color(rgba=TRANSPARENT)
            self._arc = SmoothLine()
            self._hand_tint = Color(rgba=TRANSPARENT)
            self._hand = SmoothLine()
        # Smooth lines have no round ends of their own.
        self._arc_ends = [_make_disc(background=accent.line) for _ in range(2)]
        self._discs = Widget(size_hint=(None, None))
        self._drawing = WidgetDrawing(self._discs)
        self._slots = [HourSlot(accent) for _ in numerals]
        self._hub = _make_disc(background=accent.deep, border=accent.line)
        self.hour_label = Text(
            "",
            face="title",
            size_sp=48,
            min_size=10,
            max_lines=1,
            autosize="none",
            align="center",
            scaled=False,
        )
        self.caption = Text(
            "",
            size_sp=16,
            min_size=8,
            max_lines=1,
            autosize="none",
            align="center",
            tone="ink_2",
            scaled=False,
        )
        self._numerals = [
            Text(numeral, face="title", size_sp=18, autosize="both", scaled=False) for numeral in numerals
        ]
        for part in (
            *(self._rim, self._field, self._lines, *self._arc_ends, self._discs, *self._slots, self._hub),
            *(self.hour_label, self.caption, *self._numerals),
        ):
            part.size_hint = (None, None)
            self.add_widget(part)
        for numeral in self._numerals:
            numeral.bind(size=self._schedule_layout)
        self.bind(pos=self._schedule_layout, size=self._schedule_layout)

    def show(self, current: int, icons: Sequence[Icon | None], hour: str, caption: str) -> None:
        """The hour that is on, counted from 1, and what lies at each."""
        self.hour_label.content, self.caption.content = hour, caption
        changed = [
            slot.show(icon, current=number == current)
            for number, (slot, icon) in enumerate(zip(self._slots, icons, strict=True), 1)
        ]
        if current != self._current_hour:
            self._current_hour = current
            for number, numeral in enumerate(self._numerals, 1):
                numeral.set_tone(
                    self._accent.line if number == current else "ink" if number < current else "ink_2"
                )
            self._schedule_layout()
        elif any(changed):
            self._draw_slots()

    # -- drawing --------------------------------------------------------------------------------------------

    def _point_at(self, hour: int, radius_share: float) -> tuple[float, float]:
        """A point at this hour, `radius_share` of the face's width away from its middle."""
        x, y = center_of(self)
        turn = 2 * pi * (hour - 1) / len(self._slots)
        radius = radius_share * self._diameter
        return (x + radius * sin(turn), y + radius * cos(turn))

    @property
    def _diameter(self) -> float:
        return float(max(1.0, min(self.size)))

    def _update_layout(self, *_: object) -> None:
        x, y = center_of(self)
        diameter = self._diameter
        scale = diameter / dp(_DESIGN_WIDTH_DP)
        for disc, part in ((self._rim, _RIM), (self._field, _FIELD), (self._hub, _HUB)):
            disc.size = (diameter * part, diameter * part)
            disc.pos = (x - diameter * part / 2, y - diameter * part / 2)
        for number, (slot, numeral) in enumerate(zip(self._slots, self._numerals, strict=True), 1):
            slot.resize(diameter * (_CURRENT_SLOT if number == self._current_hour else _SLOT))
            slot.move_to(*self._point_at(number, _SLOTS))
            numeral.size_sp = max(8.0, 18 * scale)
            numeral.center = self._point_at(number, _NUMERALS)
        wide = diameter * _HUB * 0.86
        self.hour_label.size_sp, self.caption.size_sp = max(10.0, 50 * scale), max(8.0, 16 * scale)
        self.hour_label.size, self.caption.size = (wide, diameter * 0.16), (wide * 0.8, diameter * 0.07)
        self.hour_label.center, self.caption.center = (x, y + diameter * 0.028), (x, y - diameter * 0.085)
        self._draw_lines(scale)
        self._draw_slots()

    def _draw_slots(self) -> None:
        """Their discs, all at once."""
        batch = MeshBatch()
        for slot in self._slots:
            slot.draw(batch)
        self._drawing.show(batch)

    def _draw_lines(self, scale: float) -> None:
        has_hand = self._current_hour > 0
        self._arc_tint.rgba = self._hand_tint.rgba = (
            theme_colour(self._accent.line) if has_hand else TRANSPARENT
        )
        angle = 360 * max(0, self._current_hour - 1) / len(self._slots)
        # An arc of nothing would be a whole circle.
        self._arc_tint.a = 1.0 if angle else 0.0
        x, y = center_of(self)
        wide = dp(_ARC_WIDTH) * scale if angle else 0.0
        for end, hour in zip(self._arc_ends, (1, self._current_hour), strict=True):
            end_x, end_y = self._point_at(hour, _FIELD / 2)
            end.pos, end.size = (end_x - wide / 2, end_y - wide / 2), (wide, wide)
        if angle:
            self._arc.width = wide / 2
            self._arc.circle = (x, y, self._diameter * _FIELD / 2, 0, angle)
        if has_hand:
            self._hand.width = dp(_HAND_WIDTH) / 2 * scale
            self._hand.points = (
                *self._point_at(self._current_hour, _HUB / 2),
                *self._point_at(self._current_hour, _SLOTS - _CURRENT_SLOT / 2),
            )

    # -- taps -----------------------------------------------------------------------------------------------

    def _hour_at(self, touch: Any) -> int | None:
        """The hour under a finger, 0 for the hub."""
        x, y = center_of(self)
        if hypot(touch.x - x, touch.y - y) <= max(self._diameter * _HUB / 2, dp(24)):
            return 0 if self._on_hub is not None else None
        if self._on_hour is None:
            return None
        reach = max(self._diameter * _CURRENT_SLOT / 2, dp(24))
        for number, slot in enumerate(self._slots, 1):
            point = self._point_at(number, _SLOTS)
            if slot.icon is not None and hypot(touch.x - point[0], touch.y - point[1]) <= reach:
                return number
        return None

    def on_touch_down(self, touch: Any) -> bool:
        self._pressed_hour = self._hour_at(touch)
        if self._pressed_hour is None:
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        pressed_hour, self._pressed_hour = self._pressed_hour, None
        if pressed_hour is not None and self._hour_at(touch) == pressed_hour:
            if pressed_hour == 0 and self._on_hub is not None:
                self._on_hub()
            elif self._on_hour is not None:
                self._on_hour(pressed_hour)
        return True


class HourSlot(Widget):
    """An hour's place: empty to come, with a mark once something lies there, filled while it is on."""

    def __init__(self, accent: Accent) -> None:
        super().__init__(size_hint=(None, None))
        self._accent = accent
        self.icon: Icon | None = None
        self._is_current = False
        self._icon_label = IconLabel(Icon.RING, 10)
        self._icon_label.content = ""
        self._icon_label.bind(size=self._center_icon)
        self.add_widget(self._icon_label)
        self.bind(pos=self._center_icon, size=self._center_icon)

    def show(self, icon: Icon | None, *, current: bool) -> bool:
        """Whether that is something new."""
        if (icon, current) == (self.icon, self._is_current):
            return False
        self.icon, self._is_current = icon, current
        self._icon_label.content = icon.value if icon is not None else ""
        self._icon_label.set_tone(self._accent.on if current else self._accent.line)
        return True

    def draw(self, batch: MeshBatch) -> None:
        """Its disc, in pixels of the window."""
        accent, has_icon = self._accent, self.icon is not None
        (x, y), (wide, high) = self.pos, self.size
        if self._is_current or has_icon:
            tone = accent.fill if self._is_current and has_icon else accent.deep
            batch.add_box(x, y, wide, high, radius=wide / 2, tone=tone)
        edge = accent.line if self._is_current or has_icon else "groove"
        batch.add_box(x, y, wide, high, radius=wide / 2, tone=edge, line_width=dp(2))

    def resize(self, diameter: float) -> None:
        if diameter != self.width:
            self.size = (diameter, diameter)
            self._icon_label.size_sp = max(4.0, diameter * 0.54 / dp(1))

    def move_to(self, x: float, y: float) -> None:
        self.pos = (x - self.width / 2, y - self.height / 2)

    def _center_icon(self, *_: object) -> None:
        self._icon_label.center = center_of(self)


def _make_disc(background: str, border: str | None = None, covered_share: float = 0.0) -> Widget:
    widget = Widget(size_hint=(None, None))
    border_colour = TRANSPARENT if border is None else theme_colour(border)
    Disc(
        widget,
        background=theme_colour(background),
        border=border_colour,
        line_width=2,
        covered_share=covered_share,
    )
    return widget
