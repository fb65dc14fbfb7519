"""How many sit round the table: numbered seats drawn round it, fewer and more on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.graphics import InstructionGroup
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.cards import RoundButton
from companion.widgets.icon_names import Icon
from companion.widgets.ring_geometry import seat_places
from companion.widgets.seat_marks import SeatLook, SeatMarks, SeatPlace
from companion.widgets.shapes import middle
from companion.widgets.table_top import TableTop
from companion.widgets.text import Text
from companion.widgets.theme import look

# In dp: a seat, the oval on which seats lie, how far from it the table begins, a button beside the number.
_SEAT = 38
_ACROSS, _UP = 138, 86
_TABLE = 33
_ASIDE = 62


class SeatCounter(Widget):
    """`caption` is what stands below the number; `on_change` is told the new one."""

    def __init__(
        self,
        count: int,
        fewest: int,
        most: int,
        on_change: Callable[[int], object],
        caption: Callable[[int], str],
        **options: Any,
    ) -> None:
        options.setdefault("size_hint_y", None)
        options.setdefault("height", dp(2 * _UP + _SEAT + 4))
        super().__init__(**options)
        self.count = count
        self._fewest, self._most = fewest, most
        self._on_change, self._caption = on_change, caption
        with self.canvas.before:
            self._table = TableTop()
            marks = InstructionGroup()
        self._marks = SeatMarks(marks)
        self.minus = RoundButton(Icon.MINUS, lambda: self._go(-1), outlined=True)
        self.plus = RoundButton(Icon.PLUS, lambda: self._go(1), outlined=True)
        self.number = Text("", weight=700, size_sp=36, smallest=20, most=1, grow="none", align="center")
        self.words = Text("", size_sp=16, smallest=9, most=1, grow="none", align="center", tone="ink_2")
        for part in (self.minus, self.plus, self.number, self.words):
            part.size_hint = (None, None)
            self.add_widget(part)
        place_soon = Clock.create_trigger(self._place, -1)
        self.bind(pos=place_soon, size=place_soon)
        self._show()

    def _go(self, step: int) -> None:
        count = min(self._most, max(self._fewest, self.count + step))
        if count != self.count:
            self.count = count
            self._show()
            self._place()
            self._on_change(count)

    def _show(self) -> None:
        self.number.content = look().digits(self.count)
        self.words.content = self._caption(self.count)
        self.minus.enabled = self.count > self._fewest
        self.plus.enabled = self.count < self._most

    def _place(self, *_: object) -> None:
        x, y = middle(self)
        rx, ry = max(dp(80), min(dp(_ACROSS), (self.width - dp(_SEAT)) / 2)), dp(_UP)
        tx, ty = rx - dp(_TABLE), ry - dp(_TABLE)
        self._table.show(x, y, tx, ty)
        places = seat_places(self.count, rx, ry)
        seats = [
            SeatPlace(SeatLook("", letter=look().digits(seat + 1)), x + across, y + up)
            for seat, (across, up) in enumerate(places)
        ]
        self._marks.show(seats, dp(_SEAT))
        aside = min(dp(_ASIDE), tx - dp(30))
        # Fewer is where reading begins.
        fewer = aside if look().rtl else -aside
        self.minus.center, self.plus.center = (x + fewer, y), (x - fewer, y)
        room = max(dp(20), 2 * aside - self.plus.width)
        self.number.size, self.words.size = (room, ty * 0.95), (room, ty * 0.45)
        self.number.center, self.words.center = (x, y + ty * 0.22), (x, y - ty * 0.45)
