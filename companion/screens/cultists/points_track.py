"""Victory points: how many there are, and the track with the finger at the number that wins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.games.cultists.state import State
from companion.i18n.translator import Translator
from companion.screens.cultists.role_marks import SEA
from companion.widgets.buttons import Pressable
from companion.widgets.icons import Icon
from companion.widgets.mesh_batch import MeshBatch, WidgetDrawing, measure_text
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import look, sp

# Beyond the number that wins at the start, for the Gate can put the finger one farther.
_EXTRA_CELLS = 2
_FINGER_DP = 38
_GAP_DP = 3
_DIGITS_SP = 14
_CORNER_DP = 6


class PointsTrack(Pressable):
    """A tap leads to where points come from: the building."""

    def __init__(self, tr: Translator, state: State, on_tap: Callable[[], object]) -> None:
        cell = max(dp(26), sp(14) * 1.5)
        head = max(dp(_FINGER_DP), sp(36) * 1.2)
        super().__init__(
            on_tap, orientation="vertical", size_hint_y=None, height=head + cell + dp(2), spacing=dp(2)
        )
        self._tr = tr
        self._last = state.numbers.points + _EXTRA_CELLS
        self._values: tuple[int, int] | None = None
        self._head = Widget(size_hint_y=None, height=head)
        self.number = Text("", weight=700, size_sp=36, autosize="both")
        self.words = Text("", size_sp=18, tone="ink_2", min_size=9, max_lines=2, autosize="none")
        self._finger = IconLabel(Icon.POINTING_FINGER, _FINGER_DP, tone="candle")
        for part in (self.number, self.words, self._finger):
            part.size_hint = (None, None)
            self._head.add_widget(part)
        self.number.bind(size=self._place)
        self.cells = TrackCells(self._last, size_hint_y=None, height=cell)
        self.add_widget(self._head)
        self.add_widget(self.cells)
        self._head.bind(pos=self._place, size=self._place)
        self.bind(pos=self._place, width=self._place)

    def show(self, state: State) -> None:
        values = (state.points, state.target)
        if values == self._values:
            return
        self._values = values
        tr = self._tr
        self.number.content = tr.format_number(state.points)
        self.words.content = tr("cultists.board.of_points", n=state.target)
        self.cells.show(state.points, state.target)
        self._place()

    def _place(self, *_: object) -> None:
        if self._values is None:
            return
        head, gap = self._head, dp(10)
        finger = self.cells.cell_center_x(self._values[1])
        half = self._finger.width / 2
        self._finger.center = (finger, head.y + self._finger.height / 2)
        # The words take what is left between the number and the finger.
        self.number.y = head.y + (head.height - self.number.height) / 2
        if look().rtl:
            self.number.x = head.x + head.width - self.number.width
            left, right = finger + half + gap, self.number.x - gap
        else:
            self.number.x = head.x
            left, right = self.number.x + self.number.width + gap, finger - half - gap
        self.words.size = (max(1.0, right - left), head.height)
        self.words.pos = (left, head.y - sp(2))


class TrackCells(Widget):
    """One cell for each point, along the reading direction."""

    def __init__(self, last: int, **options: Any) -> None:
        super().__init__(**options)
        self._last = last
        self._points = self._target = -1
        self._drawing = WidgetDrawing(self)
        self.bind(size=self._draw)

    def show(self, points: int, target: int) -> None:
        self._points, self._target = points, target
        self._draw()

    def cell_center_x(self, cell: int) -> float:
        """Where a cell's middle lies across the screen."""
        step = (self.width + dp(_GAP_DP)) / (self._last + 1)
        offset = step * min(cell, self._last) + (step - dp(_GAP_DP)) / 2
        return float(self.x + (self.width - offset if look().rtl else offset))

    def _draw(self, *_: object) -> None:
        if self._target < 0 or self.width < 2:
            return
        stamps, digits = MeshBatch(), look().digits
        cell_width = max(1.0, (self.width + dp(_GAP_DP)) / (self._last + 1) - dp(_GAP_DP))
        room = cell_width - dp(2)
        # All in one size: the one in which the widest has room.
        widest = measure_text(digits(self._last), size=_DIGITS_SP, weight=700)
        size = _DIGITS_SP * min(1.0, room / widest)
        # More points than the track has cells end the game; the last cell stands for them.
        points, target = min(self._points, self._last), self._target
        places = [self.cell_center_x(cell) - self.x for cell in range(self._last + 1)]
        for cell, x in enumerate(places):
            ground = SEA.deep if 0 < cell < points else "raised"
            ground = SEA.fill if cell == points else "candle_deep" if cell == target else ground
            stamps.add_box(x - cell_width / 2, 0, cell_width, self.height, radius=dp(_CORNER_DP), tone=ground)
        if target <= self._last:
            x = places[target] - cell_width / 2
            stamps.add_box(
                x, 0, cell_width, self.height, radius=dp(_CORNER_DP), tone="candle", line_width=dp(2)
            )
        for cell, x in enumerate(places):
            is_marked = cell in (points, target)
            tone = SEA.on if cell == points else "candle" if cell == target else "ink_2"
            weight = 700 if is_marked else 400
            stamps.add_text(
                digits(cell), x, self.height / 2, size=size, max_width=room, weight=weight, tone=tone
            )
        self._drawing.show(stamps)
