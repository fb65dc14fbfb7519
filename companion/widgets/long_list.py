"""A list of any length inside a page that scrolls: only the rows in sight are widgets, and those that go out
of sight are the next ones to come in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.row_places import RowPlaces
from companion.widgets.scroller import Scroller
from companion.widgets.sizing import no_width_yet

W = TypeVar("W", bound=Widget)
# In dp, below each row and each heading.
GAP = 8
# So many rows come into sight with one picture; whoever jumps far sees the others a moment later.
_AT_ONCE = 2


class LongList(Widget):
    """Stands among the parts of what `scroll` holds. `rows` and `headings` are told which number to show; a
    heading, which row it stands above."""

    def __init__(self, scroll: Scroller, body: Widget, rows: Recycled[W], headings: Recycled[Widget]) -> None:
        options: dict[str, object] = {"size_hint_y": None, "height": 0}
        no_width_yet(options)
        super().__init__(**options)
        self._scroll, self._body = scroll, body
        self._rows, self._headings = rows, headings
        self._places = RowPlaces(0, (), 1.0, 1.0)
        # Before the next picture: whoever scrolls never sees a gap.
        self._place_soon = Clock.create_trigger(self._place, -1)
        self._go_on = Clock.create_trigger(self._place_next, 0)
        # The page comes first: to read a row can take a while when nothing of its kind was read before. What
        # is done in a frame is done before its picture, so it waits for the next but one.
        self._waits = 2
        for name in ("pos", "size"):
            self.fbind(name, self._place_soon)
        scroll.bind(scroll_y=self._place_soon, height=self._place_soon)
        body.bind(height=self._place_soon)

    def show(self, places: RowPlaces) -> None:
        """Other rows than before, or the same with something else in them."""
        self._places = places
        for kind in (self._rows, self._headings):
            kind.forget()
        self.height = places.height
        (self._go_on if self._waits else self._place_soon)()

    def _place_next(self, *_: object) -> None:
        self._waits = max(0, self._waits - 1)
        if self._waits:
            self._go_on()
        self._place()

    def _place(self, *_: object) -> None:
        if self.width < 1 or self._waits:
            return
        places = self._places
        seen = places.seen(*self._in_sight())
        self._rows.keep_only(seen, self, _AT_ONCE)
        self._headings.keep_only([row for row in seen if places.is_headed(row)], self)
        if len(self._rows.shown) < len(seen):
            self._go_on()
        top = self.y + self.height
        for row, widget in self._rows.shown.items():
            widget.size = (self.width, places.row - dp(GAP))
            widget.pos = (self.x, top - places.top(row) - widget.height)
        for row, widget in self._headings.shown.items():
            widget.size = (self.width, places.heading - dp(GAP))
            widget.pos = (self.x, top - places.top(row) + dp(GAP))

    def _in_sight(self) -> tuple[float, float]:
        """From where to where it is seen, counted from its top."""
        scroll, body = self._scroll, self._body
        hidden = max(0.0, body.height - scroll.height)
        before = (body.y + body.height) - (self.y + self.height)
        above = (1.0 - scroll.scroll_y) * hidden - before
        return above, above + scroll.height


class Recycled(Generic[W]):
    """Widgets of one kind: `make` makes one, `fill` has it show the thing of this number."""

    def __init__(self, make: Callable[[], W], fill: Callable[[W, int], object]) -> None:
        self._make, self._fill = make, fill
        self.shown: dict[int, W] = {}
        self._spare: list[W] = []
        self._stale = False

    def forget(self) -> None:
        """What they show is not what they shall show."""
        self._stale = True

    def keep_only(self, wanted: Sequence[int], holder: Widget, new: int | None = None) -> None:
        """Show these numbers and no others; no more than so many `new` ones."""
        free = [self.shown.pop(number) for number in list(self.shown) if number not in wanted]
        for number in wanted if self._stale else ():
            if number in self.shown:
                self._fill(self.shown[number], number)
        self._stale = False
        for number in [number for number in wanted if number not in self.shown][:new]:
            widget = self.shown[number] = self._taken(free, holder)
            self._fill(widget, number)
        for widget in free:
            holder.remove_widget(widget)
        self._spare += free

    def _taken(self, free: list[W], holder: Widget) -> W:
        if free:
            return free.pop()
        widget = self._spare.pop() if self._spare else self._make()
        holder.add_widget(widget)
        return widget
