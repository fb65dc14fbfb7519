"""Virtual list: only visible rows are widgets, and widgets that scroll out of sight are recycled.

`RowLayout` computes row positions instead of measuring them, so any row is found at once; it is pure.
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
    """Positions of rows of equal height; the rows in `heading_rows` (sorted) have a heading above.

    All positions are in pixels from the top; heights include the gap below.
    """

    count: int
    heading_rows: tuple[int, ...]
    row_height: float
    heading_height: float

    @property
    def height(self) -> float:
        return self.count * self.row_height + len(self.heading_rows) * self.heading_height

    def row_top(self, row: int) -> float:
        """Return the top of a row, below its heading."""
        return row * self.row_height + bisect_right(self.heading_rows, row) * self.heading_height

    def has_heading(self, row: int) -> bool:
        at = bisect_left(self.heading_rows, row)
        return at < len(self.heading_rows) and self.heading_rows[at] == row

    def section_end(self, row: int) -> int:
        """Return the end of the row's section: the index after its last row."""
        at = bisect_right(self.heading_rows, row)
        return self.heading_rows[at] if at < len(self.heading_rows) else self.count

    def visible_rows(self, above: float, below: float) -> range:
        """Return the rows that intersect this range, including their headings."""
        first = bisect_right(range(self.count), above, key=lambda row: self.row_top(row) + self.row_height)
        end = bisect_left(range(self.count), below, lo=first, key=lambda row: self._row_bottom(row - 1))
        return range(first, max(first, end))

    def _row_bottom(self, row: int) -> float:
        """Return the bottom of a row, which is the top of what follows."""
        return self.row_top(row) + self.row_height if row >= 0 else 0.0


W = TypeVar("W", bound=Widget)
# In dp, below each row and each heading.
ROW_GAP_DP = 8
# New rows per frame; after a long jump the others appear a moment later.
_NEW_ROWS_PER_FRAME = 2


class VirtualList(Widget):
    """Virtual list inside the `body` of a `scroll` view.

    The pools `rows` and `headings` create and update the widgets; a heading has the index of its first row.
    """

    def __init__(
        self, scroll: Scroller, body: Widget, rows: WidgetPool[W], headings: WidgetPool[Widget]
    ) -> None:
        options: dict[str, object] = {"size_hint_y": None, "height": 0}
        start_unsized(options)
        super().__init__(**options)
        self._scroll, self._body = scroll, body
        self._rows, self._headings = rows, headings
        self._layout = RowLayout(0, (), 1.0, 1.0)
        # Before the next frame is painted, so that scrolling never shows a gap.
        self._schedule_layout = Clock.create_trigger(self._update_rows, -1)
        self._schedule_next = Clock.create_trigger(self._layout_next, 0)
        # Paint the page before the rows are loaded, because the first read can be slow. Work scheduled for a
        # frame runs before it is painted, hence two frames.
        self._frames_to_wait = 2
        for name in ("pos", "size"):
            self.fbind(name, self._schedule_layout)
        scroll.bind(scroll_y=self._schedule_layout, height=self._schedule_layout)
        body.bind(height=self._schedule_layout)

    def show(self, layout: RowLayout) -> None:
        """Show other rows, or the same rows with changed content."""
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
        """Return the visible range in pixels from the top of the list."""
        scroll, body = self._scroll, self._body
        hidden = max(0.0, body.height - scroll.height)
        before = (body.y + body.height) - (self.y + self.height)
        above = (1.0 - scroll.scroll_y) * hidden - before
        return above, above + scroll.height


class WidgetPool(Generic[W]):
    """Pool of recycled widgets: `create` makes one, `update` binds it to an index."""

    def __init__(self, create: Callable[[], W], update: Callable[[W, int], object]) -> None:
        self._create, self._update = create, update
        self.active: dict[int, W] = {}
        self._unused: list[W] = []
        self._is_stale = False

    def invalidate(self) -> None:
        """Update all active widgets at the next `show_only`."""
        self._is_stale = True

    def show_only(self, indices: Sequence[int], parent: Widget, max_new: int | None = None) -> None:
        """Show exactly these indices, adding at most `max_new` widgets (None: no limit)."""
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
