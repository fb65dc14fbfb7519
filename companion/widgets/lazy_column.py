"""A column of a page whose parts are built when they come near what is seen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.widgets.layout import Column
from companion.widgets.scroller import Scroller

# Parts built between two frames: a few fill a phone, and a finger that scrolls is not held up.
_PARTS_PER_FRAME = 2


class LazyColumn(Column):
    """Holds what `set_parts` was given: at first what fills the screen, a screen more once the page is
    scrolled.

    It must be the last part of what `scroll` scrolls.
    """

    def __init__(self, scroll: Scroller, gap: float = 12) -> None:
        super().__init__(gap=gap)
        self._scroll = scroll
        self._parts: Iterator[Widget] = iter(())
        self.schedule_build = Clock.create_trigger(self._build_visible, 0)
        scroll.is_anchored_to_top = True
        scroll.bind(scroll_y=self.schedule_build, height=self.schedule_build)

    def set_parts(self, parts: Iterable[Widget], initial_count: int | None = 1) -> None:
        """Show these in place of those before, so many of them in this frame (None: all)."""
        self.clear_widgets()
        self._parts = iter(parts)
        self._build(initial_count)
        # In the frame after the next: before their first layout they have no heights.
        Clock.schedule_once(self.schedule_build, 0)

    def build_all(self) -> None:
        self._build(None)

    def _build(self, count: int | None) -> bool:
        added = False
        for part in islice(self._parts, count):
            self.add_widget(part)
            added = True
        return added

    def _build_visible(self, _: float) -> None:
        if self.get_root_window() is None:
            # The page was left: it asks again when it is entered.
            return
        scroll = self._scroll
        ahead = scroll.height if scroll.scroll_y < 1 else 0
        if scroll.content_below <= ahead and self._build(_PARTS_PER_FRAME):
            self.schedule_build()
