"""A list of any length inside a page that scrolls: only the rows in sight are widgets, and those that go out
of sight are the next ones to come in.

Where the rows of a long list lie: reckoned, not measured, so that any of them is found at once. PURE.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.layout import start_unsized
from companion.widgets.scrolling import Scroller


@dataclass(frozen=True, slots=True)
class RowLayout:
    """So many rows of one height, above some of which (`heading_rows`, in order) stands a heading. All is
    counted from the top, in pixels; heights hold the gap below."""

    count: int
    heading_rows: tuple[int, ...]
    row_height: float
    heading_height: float

    @property
    def height(self) -> float:
        return self.count * self.row_height + len(self.heading_rows) * self.heading_height

    def row_top(self, row: int) -> float:
        """Where a row begins, below its heading if it has one."""
        return row * self.row_height + bisect_right(self.heading_rows, row) * self.heading_height

    def has_heading(self, row: int) -> bool:
        at = bisect_left(self.heading_rows, row)
        return at < len(self.heading_rows) and self.heading_rows[at] == row

    def section_end(self, row: int) -> int:
        """The row after the last one below the same heading."""
        at = bisect_right(self.heading_rows, row)
        return self.heading_rows[at] if at < len(self.heading_rows) else self.count

    def visible_rows(self, above: float, below: float) -> range:
        """The rows of which anything lies between these two, their headings included."""
        first = bisect_right(range(self.count), above, key=lambda row: self.row_top(row) + self.row_height)
        end = bisect_left(range(self.count), below, lo=first, key=lambda row: self._row_bottom(row - 1))
        return range(first, max(first, end))

    def _row_bottom(self, row: int) -> float:
        """Where what comes after it begins."""
        return self.row_top(row) + self.row_height if row >= 0 else 0.0


W = TypeVar("W", bound=Widget)
# In dp, below each row and each heading.
ROW_GAP_DP = 8
# So many rows come into sight with one picture; whoever jumps far sees the others a moment later.
_NEW_ROWS_PER_FRAME = 2


class VirtualList(Widget):
    """Stands among the parts of what `scroll` holds. `rows` and `headings` are told which number to show; a
    heading, which row it stands above."""

    def __init__(
        self, scroll: Scroller, body: Widget, rows: WidgetPool[W], headings: WidgetPool[Widget]
    ) -> None:
        options: dict[str, object] = {"size_hint_y": None, "height": 0}
        start_unsized(options)
        super().__init__(**options)
        self._scroll, self._body = scroll, body
        self._rows, self._headings = rows, headings
        self._layout = RowLayout(0, (), 1.0, 1.0)
        # Before the next picture: whoever scrolls never sees a gap.
        self._schedule_layout = Clock.create_trigger(self._update_rows, -1)
        self._schedule_next = Clock.create_trigger(self._layout_next, 0)
        # The page comes first: to read a row can take a while when nothing of its kind was read before. What
        # is done in a frame is done before its picture, so it waits for the next but one.
        self._frames_to_wait = 2
        for name in ("pos", "size"):
            self.fbind(name, self._schedule_layout)
        scroll.bind(scroll_y=self._schedule_layout, height=self._schedule_layout)
        body.bind(height=self._schedule_layout)

    def show(self, layout: RowLayout) -> None:
        """Other rows than before, or the same with something else in them."""
        self._layout = layout
        for kind in (self._rows, self._headings):
            kind.invalidate()
        self.height = layout.height
        (self._schedule_next if self._frames_to_wait else self._schedule_layout)()

    def _layout_next(self, *_: object) -> None:
        self._frames_to_wait = max(0, self._frames_to_wait - 1)
        if self._frames_to_wait:
            self._schedule_next()
        self._update_rows()

    def _update_rows(self, *_: object) -> None:
        if self.width < 1 or self._frames_to_wait:
            return
        layout = self._layout
        visible = layout.visible_rows(*self._visible_range())
        self._rows.show_only(visible, self, _NEW_ROWS_PER_FRAME)
        self._headings.show_only([row for row in visible if layout.has_heading(row)], self)
        if len(self._rows.active) < len(visible):
            self._schedule_next()
        top = self.y + self.height
        for row, widget in self._rows.active.items():
            widget.size = (self.width, layout.row_height - dp(ROW_GAP_DP))
            widget.pos = (self.x, top - layout.row_top(row) - widget.height)
        for row, widget in self._headings.active.items():
            widget.size = (self.width, layout.heading_height - dp(ROW_GAP_DP))
            widget.pos = (self.x, top - layout.row_top(row) + dp(ROW_GAP_DP))

    def _visible_range(self) -> tuple[float, float]:
        """From where to where it is seen, counted from its top."""
        scroll, body = self._scroll, self._body
        hidden = max(0.0, body.height - scroll.height)
        before = (body.y + body.height) - (self.y + self.height)
        above = (1.0 - scroll.scroll_y) * hidden - before
        return above, above + scroll.height


class WidgetPool(Generic[W]):
    """Widgets of one kind: `create` makes one, `update` has it show the thing of this number."""

    def __init__(self, create: Callable[[], W], update: Callable[[W, int], object]) -> None:
        self._create, self._update = create, update
        self.active: dict[int, W] = {}
        self._unused: list[W] = []
        self._is_stale = False

    def invalidate(self) -> None:
        """What they show is not what they shall show."""
        self._is_stale = True

    def show_only(self, indices: Sequence[int], parent: Widget, max_new: int | None = None) -> None:
        """Show these numbers and no others; no more than so many `max_new` ones."""
        free = [self.active.pop(index) for index in list(self.active) if index not in indices]
        for index in indices if self._is_stale else ():
            if index in self.active:
                self._update(self.active[index], index)
        self._is_stale = False
        for index in [index for index in indices if index not in self.active][:max_new]:
            widget = self.active[index] = self._acquire(free, parent)
            self._update(widget, index)
        for widget in free:
            parent.remove_widget(widget)
        self._unused += free

    def _acquire(self, free: list[W], parent: Widget) -> W:
        if free:
            return free.pop()
        widget = self._unused.pop() if self._unused else self._create()
        parent.add_widget(widget)
        return widget
