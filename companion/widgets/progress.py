"""Progress and value widgets: bars, sliders, the countdown ring and the clock face.

Bars fill in reading direction (mirrored in Persian); the ring and the clock always run clockwise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, hypot, pi, sin
from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import Color, Ellipse, SmoothEllipse, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.icons import Icon
from companion.widgets.mesh_batch import MeshBatch, WidgetDrawing
from companion.widgets.palette import Tone
from companion.widgets.shapes import TRANSPARENT, Disc, center_of
from companion.widgets.text import DISPLAY, HEADING, MUTED, NUMBER, IconLabel, Text
from companion.widgets.theme import CANDLE, TOUCH_TARGET, Accent, look, theme_colour

_HEIGHT: Final = 10


class CompletionBar(Widget):
    def __init__(self, progress: float = 0.0, **options: Any) -> None:
        super().__init__(size_hint_y=None, height=dp(_HEIGHT), **options)
        self.progress = progress
        radius = [dp(_HEIGHT / 2)]
        with self.canvas:
            Color(rgba=theme_colour("groove"))
            self._track = SmoothRoundedRectangle(radius=radius)
            Color(rgba=theme_colour("candle_fill"))
            self._fill = SmoothRoundedRectangle(radius=radius)
        self.bind(pos=self._draw, size=self._draw)
        self._draw()

    def show(self, progress: float) -> None:
        """Set the progress, from 0 to 1; it never decreases."""
        progress = min(1.0, max(self.progress, progress))
        if progress != self.progress:
            self.progress = progress
            self._draw()

    def _draw(self, *_: object) -> None:
        self._track.pos, self._track.size = self.pos, self.size
        # At least as wide as high, because of the rounded ends.
        wide = max(self.height, self.width * self.progress) if self.progress else 0
        self._fill.size = (wide, self.height)
        self._fill.pos = (self.x + self.width - wide if look().rtl else self.x, self.y)


class StepBar(Widget):
    def __init__(
        self,
        steps: int,
        *,
        current: str = "candle_fill",
        past: str = "rim",
        upcoming: str = "raised",
        **options: Any,
    ) -> None:
        super().__init__(size_hint_y=None, height=dp(10), **options)
        self._tones = (past, current, upcoming)
        self._step = 0
        with self.canvas:
            self._parts = [(Color(), SmoothRoundedRectangle(radius=[dp(2)])) for _ in range(steps)]
        self.bind(pos=self._draw, size=self._draw)

    def show(self, step: int) -> None:
        """Highlight a step, counted from 1."""
        if step != self._step:
            self._step = step
            self._draw()

    def _draw(self, *_: object) -> None:
        count = len(self._parts)
        gap = min(dp(5), self.width / max(1, count) * 0.3)
        wide = (self.width - gap * (count - 1)) / max(1, count)
        for number, (colour, bar) in enumerate(self._parts, 1):
            place = count - number if look().rtl else number - 1
            tall = dp(8) if number == self._step else dp(4)
            colour.rgba = theme_colour(
                self._tones[0 if number < self._step else 1 if number == self._step else 2]
            )
            bar.pos = (self.x + place * (wide + gap), self.y + (self.height - tall) / 2)
            bar.size = (max(0.0, wide), tall)


class DragBar(Widget):
    """Base of bars that are tapped or dragged, starting where reading starts.

    `inset` is the distance in pixels between the widget's sides and the ends of the bar.
    """

    inset = 0.0

    def drag_to(self, ratio: float) -> None:
        """Handle a drag to `ratio` of the bar's length; may be below 0 or above 1."""
        raise NotImplementedError

    def end_drag(self) -> None:
        """Handle the end of a drag."""

    def on_touch_down(self, touch: Any) -> bool:
        if not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self._drag(touch)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        self._drag(touch)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self.end_drag()
        return True

    def _drag(self, touch: Any) -> None:
        ratio = (touch.x - self.x - self.inset) / max(1.0, self.width - 2 * self.inset)
        self.drag_to(1 - ratio if look().rtl else ratio)


CELL_COUNT: Final = 12
# Step size when dragging.
_STEP_PERCENT: Final = 5
_CELL_HEIGHT: Final = 14


def percent_at(ratio: float, min_percent: int = 0) -> int:
    """Return the percentage for a position on the bar, rounded to the step size."""
    return max(min_percent, min(100, round(100 * ratio / _STEP_PERCENT) * _STEP_PERCENT))


def lit_cell_count(percent: int) -> int:
    """Return the number of lit cells; at least one if `percent` is above 0."""
    return max(1 if percent > 0 else 0, round(CELL_COUNT * percent / 100))


class LevelBar(DragBar):
    """Level slider made of cells; `on_move` gets each level during a drag, `on_release` the final one."""

    def __init__(
        self,
        percent: int,
        on_move: Callable[[int], object],
        on_release: Callable[[int], object],
        *,
        min_percent: int = 0,
        tone: str = "candle_fill",
        **options: Any,
    ) -> None:
        super().__init__(size_hint_y=None, height=dp(TOUCH_TARGET), **options)
        self.percent = percent
        self._on_move, self._on_release = on_move, on_release
        self._min_percent = min_percent
        self._tone = tone
        with self.canvas:
            self._cells = [(Color(), SmoothRoundedRectangle(radius=[dp(3)])) for _ in range(CELL_COUNT)]
        self.bind(pos=self._draw, size=self._draw)
        self._draw()

    def show(self, percent: int, tone: str) -> None:
        if (percent, tone) != (self.percent, self._tone):
            self.percent, self._tone = percent, tone
            self._draw()

    def _draw(self, *_: object) -> None:
        lit_count = lit_cell_count(self.percent)
        slot = self.width / CELL_COUNT
        for number, (colour, cell) in enumerate(self._cells):
            place = CELL_COUNT - 1 - number if look().rtl else number
            colour.rgba = theme_colour(self._tone if number < lit_count else "groove")
            cell.pos = (self.x + (place + 0.15) * slot, self.y + (self.height - dp(_CELL_HEIGHT)) / 2)
            cell.size = (slot * 0.7, dp(_CELL_HEIGHT))

    # -- dragging -------------------------------------------------------------------------------------------

    def drag_to(self, ratio: float) -> None:
        percent = percent_at(ratio, self._min_percent)
        if percent != self.percent:
            self.percent = percent
            self._draw()
            self._on_move(percent)

    def end_drag(self) -> None:
        self._on_release(self.percent)


# In dp: height of the line, diameters of the knob and of the dots at marked moments.
_LINE_DP: Final = 6
_KNOB_DP: Final = 22
_DOT_DP: Final = 10


def moment_at(ratio: float, last: int) -> int:
    """Return the index of the moment nearest to a position on the bar."""
    return max(0, min(last, round(ratio * last)))


class TimelineBar(DragBar):
    """Slider over the moments 0 to `last`; `on_move` gets every new moment during a drag."""

    def __init__(
        self, on_move: Callable[[int], object], *, tone: str = "candle_fill", **options: Any
    ) -> None:
        options.setdefault("size_hint_y", None)
        options.setdefault("height", dp(TOUCH_TARGET))
        super().__init__(**options)
        self._on_move, self._tone = on_move, tone
        self.inset = dp(_KNOB_DP) / 2
        self.moment = self.last = 0
        self._marked: tuple[int, ...] = ()
        with self.canvas:
            Color(rgba=theme_colour("groove"))
            self._line = SmoothRoundedRectangle(radius=[dp(_LINE_DP / 2)])
            Color(rgba=theme_colour(tone))
            self._past_line = SmoothRoundedRectangle(radius=[dp(_LINE_DP / 2)])
        self.bind(pos=self._draw, size=self._draw)

    def show(self, moment: int, last: int, marked: Sequence[int] = ()) -> None:
        """Show the current moment; `marked` moments get a dot."""
        state = (moment, last, tuple(marked))
        if state != (self.moment, self.last, self._marked):
            self.moment, self.last, self._marked = state
            self._draw()

    def _draw(self, *_: object) -> None:
        low = self.y + (self.height - dp(_LINE_DP)) / 2
        start, end = self.x + dp(_KNOB_DP) / 2, self.x + self.width - dp(_KNOB_DP) / 2
        self._line.pos, self._line.size = (start, low), (max(0.0, end - start), dp(_LINE_DP))
        here = self._x_of(self.moment)
        left, right = (here, end) if look().rtl else (start, here)
        self._past_line.pos, self._past_line.size = (left, low), (max(0.0, right - left), dp(_LINE_DP))
        self.canvas.after.clear()
        with self.canvas.after:
            for moment in self._marked:
                # The dots are larger than the line, so that they are not marked by colour alone.
                self._draw_disc(self._x_of(moment), _DOT_DP, "ink")
            self._draw_disc(here, _KNOB_DP, self._tone)
            if self.moment in self._marked:
                self._draw_disc(here, _DOT_DP, "table")

    def _draw_disc(self, x: float, diameter: float, tone: str) -> None:
        Color(rgba=theme_colour(tone))
        y = self.y + self.height / 2
        Ellipse(pos=(x - dp(diameter) / 2, y - dp(diameter) / 2), size=(dp(diameter), dp(diameter)))

    def _x_of(self, moment: int) -> float:
        ratio = moment / self.last if self.last else 0.0
        room = self.width - dp(_KNOB_DP)
        return float(self.x + dp(_KNOB_DP) / 2 + room * (1 - ratio if look().rtl else ratio))

    # -- dragging -------------------------------------------------------------------------------------------

    def drag_to(self, ratio: float) -> None:
        moment = moment_at(ratio, self.last)
        if moment != self.moment:
            self._on_move(moment)


class CountdownRing(Widget):
    """Countdown ring that drains clockwise; `themed` uses the current theme instead of the night colours."""

    def __init__(self, diameter: float = 178, *, themed: bool = False, **options: Any) -> None:
        super().__init__(size_hint=(None, None), size=(dp(diameter), dp(diameter)), **options)
        self._remaining = 0.0
        with self.canvas.before:
            Color(rgba=theme_colour("raised" if themed else "night_groove"))
            self._groove = SmoothLine(width=dp(4.5), close=True)
            self._tint = Color(rgba=theme_colour("candle_fill", 0))
            self._arc = SmoothLine(width=dp(4.5), cap="round")
            self._flame = Color(rgba=theme_colour("candle_fill" if themed else "flame", 0))
            self._spark = SmoothEllipse(size=(dp(17), dp(17)))
        self.count_label = Text(
            "", NUMBER, size_sp=66, min_size=16, align="center", autosize="none", scaled=False, max_lines=1
        )
        tone = "ink_2" if themed else "night_ink"
        self.label = Text("", align="center", tone=tone, autosize="none", min_size=8, max_lines=2)
        for part in (self.count_label, self.label):
            part.size_hint = (None, None)
            self.add_widget(part)
        self.count_label.color = theme_colour("ink" if themed else "night_line")
        self.bind(pos=self._update_layout, size=self._update_layout)
        self._update_layout()

    def show(self, remaining: float, count: str, label: str) -> None:
        """Show the remaining share of the time (0 to 1), the count and its label."""
        remaining = min(1.0, max(0.0, remaining))
        self.count_label.content = count
        self.label.content = label
        if remaining != self._remaining:
            self._remaining = remaining
            self._draw()

    def _update_layout(self, *_: object) -> None:
        x, y = center_of(self)
        diameter = self.width
        self.count_label.size = (diameter * 0.8, diameter * 0.42)
        self.count_label.center = (x, y + diameter * 0.07)
        self.label.size = (diameter * 0.66, diameter * 0.22)
        self.label.center = (x, y - diameter * 0.23)
        self._groove.circle = (x, y, diameter / 2 - dp(5))
        self._draw()

    def _draw(self) -> None:
        is_visible = self._remaining > 0
        self._tint.a = self._flame.a = 1.0 if is_visible else 0.0
        if not is_visible:
            return
        x, y = center_of(self)
        radius = self.width / 2 - dp(5)
        end = 360 * self._remaining
        self._arc.circle = (x, y, radius, 0, end)
        angle = end * pi / 180
        spark = dp(17)
        self._spark.pos = (x + radius * sin(angle) - spark / 2, y + radius * cos(angle) - spark / 2)


# As shares of the face's width.
_RIM, _FIELD, _HUB = 1.0, 0.79, 0.325
_NUMERALS, _SLOTS = 0.446, 0.301
_SLOT, _CURRENT_SLOT = 0.139, 0.169
# Design width in dp, to which line widths and font sizes below refer.
_DESIGN_WIDTH_DP = 332
_ARC_WIDTH, _HAND_WIDTH = 4.0, 6.0


class ClockFace(Widget):
    """Clock face with one hour per numeral, the first at the top.

    Past hours show an icon, the hand points at the current hour. The hub and the hours can be tapped.
    """

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
        # Coalesce layout requests: the large discs are drawn only for the final size.
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
        # SmoothLine has no round caps, so the ends of the arc are discs.
        self._arc_ends = [_make_disc(background=accent.line) for _ in range(2)]
        self._discs = Widget(size_hint=(None, None))
        self._drawing = WidgetDrawing(self._discs)
        self._slots = [HourSlot(accent) for _ in numerals]
        self._hub = _make_disc(background=accent.deep, border=accent.line)
        self.hour_label = Text(
            "", DISPLAY, size_sp=48, min_size=10, max_lines=1, autosize="none", scaled=False
        )
        self.caption = Text("", MUTED, min_size=8, max_lines=1, autosize="none", align="center", scaled=False)
        self._numerals = [
            Text(numeral, HEADING, size_sp=18, autosize="both", scaled=False) for numeral in numerals
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
        """Show the numeral that the hand points at (from 1; 0: none) and the icon beside each numeral."""
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
        """Return the point of an hour at this distance from the centre, as a share of the face's width."""
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
        """Draw the discs of all slots in one batch."""
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
        # An arc with equal start and end angle would be drawn as a full circle.
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
        """Return the hour at the touch, 0 for the hub, None for neither."""
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
    """Slot of an hour: an outline while upcoming, with an icon afterwards, filled while current."""

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
        """Update icon and state; return True if anything changed."""
        if (icon, current) == (self.icon, self._is_current):
            return False
        self.icon, self._is_current = icon, current
        self._icon_label.content = icon.value if icon is not None else ""
        self._icon_label.set_tone(self._accent.on if current else self._accent.line)
        return True

    def draw(self, batch: MeshBatch) -> None:
        """Draw the disc, in window pixels."""
        accent, has_icon = self._accent, self.icon is not None
        x, y = center_of(self)
        if self._is_current or has_icon:
            tone = accent.fill if self._is_current and has_icon else accent.deep
            batch.add_circle(x, y, self.width, tone)
        edge = accent.line if self._is_current or has_icon else "groove"
        batch.add_circle(x, y, self.width, edge, line_width=dp(2))

    def resize(self, diameter: float) -> None:
        if diameter != self.width:
            self.size = (diameter, diameter)
            self._icon_label.size_sp = max(4.0, diameter * 0.54 / dp(1))

    def move_to(self, x: float, y: float) -> None:
        self.pos = (x - self.width / 2, y - self.height / 2)

    def _center_icon(self, *_: object) -> None:
        self._icon_label.center = center_of(self)


def _make_disc(background: Tone, border: Tone = TRANSPARENT, covered_share: float = 0.0) -> Widget:
    widget = Widget(size_hint=(None, None))
    Disc(widget, background=background, border=border, line_width=2, covered_share=covered_share)
    return widget
