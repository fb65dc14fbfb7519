"""Player count control: a table with numbered seats and buttons for fewer and more."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, SmoothEllipse, SmoothLine
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.cards import RoundButton
from companion.widgets.icons import Icon
from companion.widgets.ring_geometry import seat_positions
from companion.widgets.seat_marks import SeatLook, SeatPlace, SeatRenderer
from companion.widgets.shapes import center_of
from companion.widgets.text import MUTED, NUMBER, Text
from companion.widgets.theme import look, theme_colour

# Length of an oval's straight segments in pixels: shorter ones make no visible difference but cost time.
_SEGMENT_PIXELS = 12


class TableTop:
    """A wooden table seen from above; draws into the canvas that is active on construction."""

    def __init__(self) -> None:
        Color(rgba=theme_colour("wood"))
        self._wood = SmoothEllipse()
        Color(rgba=theme_colour("wood_line"))
        self._grain = [SmoothLine(width=dp(0.75)) for _ in range(5)]
        Color(rgba=theme_colour("wood_rim"))
        self._rim = SmoothLine(width=dp(1.6), close=True)
        self._inner = SmoothLine(width=dp(0.6), close=True)

    def show(self, x: float, y: float, tx: float, ty: float) -> None:
        """Draw the oval with this centre and these half axes."""
        corners = max(48, ceil(4 * (tx + ty) / _SEGMENT_PIXELS))
        self._wood.segments = corners
        self._wood.pos, self._wood.size = (x - tx, y - ty), (2 * tx, 2 * ty)
        for line, gap in ((self._rim, 0.0), (self._inner, dp(7))):
            line.ellipse = (x - tx + gap, y - ty + gap, 2 * (tx - gap), 2 * (ty - gap), 0, 360, corners)
        for i, line in enumerate(self._grain):
            up = (i - 2) / 3
            half = (tx - dp(8)) * max(0.0, 1 - up * up) ** 0.5
            line.points = (x - half, y + up * (ty - dp(8)), x + half, y + up * (ty - dp(8)))


# In dp: seat diameter, half axes of the seats, gap between seats and table, offset of the buttons.
_SEAT_DP = 38
_RADIUS_X_DP, _RADIUS_Y_DP = 138, 86
_TABLE_GAP_DP = 33
_BUTTON_OFFSET_DP = 62


class SeatCounter(Widget):
    """Player count control; `caption` returns the text below the number, `on_change` gets the new count."""

    def __init__(
        self,
        count: int,
        min_count: int,
        max_count: int,
        on_change: Callable[[int], object],
        caption: Callable[[int], str],
        **options: Any,
    ) -> None:
        options.setdefault("size_hint_y", None)
        options.setdefault("height", dp(2 * _RADIUS_Y_DP + _SEAT_DP + 4))
        super().__init__(**options)
        self.count = count
        self._min_count, self._max_count = min_count, max_count
        self._on_change, self._caption = on_change, caption
        with self.canvas.before:
            self._table = TableTop()
            seats_group = InstructionGroup()
        self._seat_renderer = SeatRenderer(seats_group)
        self.minus = RoundButton(Icon.MINUS, lambda: self._change_by(-1), outlined=True)
        self.plus = RoundButton(Icon.PLUS, lambda: self._change_by(1), outlined=True)
        self.count_label = Text(
            "", NUMBER, size_sp=36, min_size=20, max_lines=1, autosize="none", align="center"
        )
        self.caption_label = Text("", MUTED, min_size=9, max_lines=1, autosize="none", align="center")
        for part in (self.minus, self.plus, self.count_label, self.caption_label):
            part.size_hint = (None, None)
            self.add_widget(part)
        schedule_layout = Clock.create_trigger(self._update_layout, -1)
        self.bind(pos=schedule_layout, size=schedule_layout)
        self._update_text()

    def _change_by(self, step: int) -> None:
        count = min(self._max_count, max(self._min_count, self.count + step))
        if count != self.count:
            self.count = count
            self._update_text()
            self._update_layout()
            self._on_change(count)

    def _update_text(self) -> None:
        self.count_label.content = look().digits(self.count)
        self.caption_label.content = self._caption(self.count)
        self.minus.enabled = self.count > self._min_count
        self.plus.enabled = self.count < self._max_count

    def _update_layout(self, *_: object) -> None:
        x, y = center_of(self)
        rx, ry = max(dp(80), min(dp(_RADIUS_X_DP), (self.width - dp(_SEAT_DP)) / 2)), dp(_RADIUS_Y_DP)
        tx, ty = rx - dp(_TABLE_GAP_DP), ry - dp(_TABLE_GAP_DP)
        self._table.show(x, y, tx, ty)
        places = seat_positions(self.count, rx, ry)
        seats = [
            SeatPlace(SeatLook("", letter=look().digits(seat + 1)), x + across, y + up)
            for seat, (across, up) in enumerate(places)
        ]
        self._seat_renderer.show(seats, dp(_SEAT_DP))
        offset = min(dp(_BUTTON_OFFSET_DP), tx - dp(30))
        # The minus button stands where reading starts.
        fewer = offset if look().rtl else -offset
        self.minus.center, self.plus.center = (x + fewer, y), (x - fewer, y)
        room = max(dp(20), 2 * offset - self.plus.width)
        self.count_label.size, self.caption_label.size = (room, ty * 0.95), (room, ty * 0.45)
        self.count_label.center, self.caption_label.center = (x, y + ty * 0.22), (x, y - ty * 0.45)
