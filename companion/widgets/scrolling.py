"""Scroll view and lazily built column.

Kivy's `ScrollView` delays the release of a quick tap by 0.2 s; `Scroller` forwards it immediately. It also
disables scrolling and clipping while everything fits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from kivy.clock import Clock
from kivy.effects.dampedscroll import DampedScrollEffect
from kivy.graphics import BindTexture
from kivy.metrics import dp
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.widgets.kivy_patches import load_imported_widget_rules
from companion.widgets.layout import Column, start_unsized
from companion.widgets.theme import theme_colour

load_imported_widget_rules()

# Maximum time step for the velocity of a fling.
_MAX_STEP_SECONDS = 0.05
# In dp, above and below a widget that is kept visible.
SCROLL_MARGIN_DP = 8
# Key in `touch.ud` of a touch that does not scroll.
_SCROLL_BLOCKED_KEY = "spared by the page"


class SteadyFling(DampedScrollEffect):
    """Scroll effect that survives stalled frames.

    Kivy multiplies friction by the frame time: after a frame of a third of a second or more the fling would
    reverse and accelerate.
    """

    def update_velocity(self, dt: float) -> None:
        super().update_velocity(min(dt, _MAX_STEP_SECONDS))


class Scroller(ScrollView):
    """Scroll view for a page's content.

    `blocks_scroll` is called with a point of the content; True means that a touch there must not scroll.
    """

    # Keep the visible part in place while content below it grows.
    is_anchored_to_top = False

    def __init__(self, content: Widget, **options: Any) -> None:
        self._is_ending_touch = False
        self._visible_part: Widget | None = None
        self.blocks_scroll: Callable[[float, float], bool] = lambda _x, _y: False
        start_unsized(options)
        super().__init__(
            do_scroll_x=False,
            bar_width=dp(3),
            bar_color=theme_colour("rim", 0.8),
            bar_inactive_color=theme_colour("rim", 0.25),
            scroll_distance=dp(12),
            effect_cls=SteadyFling,
            **options,
        )
        self.add_widget(content)
        self._content = content
        # Kivy's stencil and scroll bars, which are drawn only if there is something to scroll.
        self._clip_instructions = [
            (canvas, [part for part in canvas.children if not isinstance(part, BindTexture)])
            for canvas in (self.canvas.before, self.canvas.after)
        ]
        self.bind(height=self._update_scroll_axes)
        content.bind(height=self._update_scroll_axes)
        # In the next frame: in the frame of a height change the widgets are still in their old positions.
        self._schedule_scroll_to_part = Clock.create_trigger(self._scroll_to_part, 0)
        self._update_scroll_axes()

    def _update_scroll_axes(self, *_: object) -> None:
        can_scroll = self._content.height > self.height + 1
        if not can_scroll:
            self.scroll_y = 1.0
        if can_scroll != bool(self.canvas.before.children):
            self._set_clipping(can_scroll)
        self.do_scroll_y = can_scroll
        if self._visible_part is not None:
            self._schedule_scroll_to_part()

    @property
    def content_below(self) -> float:
        """The height of the content below the visible part; negative if it ends above the lower edge."""
        hidden = self._content.height - self.height
        return float(hidden * self.scroll_y if hidden > 0 else hidden)

    def _set_viewport_size(self, content: Widget, size: tuple[float, float]) -> None:
        before, after = self.viewport_size[1] - self.height, size[1] - self.height
        if self.is_anchored_to_top and 0 <= self.scroll_y < 1 and before > 0 and after > 0:
            self.scroll_y = max(0.0, 1 - (1 - self.scroll_y) * before / after)
        super()._set_viewport_size(content, size)

    def update_from_scroll(self, *args: Any) -> None:
        super().update_from_scroll(*args)
        # Whole pixels: with nearest filtering a fractional offset distorts text and rounded corners.
        x, y = self.g_translate.xy
        if y != round(y):
            self.g_translate.xy = (x, round(y))

    def keep_visible(self, part: Widget | None) -> None:
        """Keep this part of the content visible, for example above a keyboard; None to stop."""
        self._visible_part = part
        if part is not None:
            self._schedule_scroll_to_part()

    def _scroll_to_part(self, _: float) -> None:
        part = self._visible_part
        if part is None or not self.do_scroll_y:
            return
        # Show as much of the surrounding container as fits: its label and its problem.
        while (
            part.parent is not self._content and part.parent.height + dp(2 * SCROLL_MARGIN_DP) <= self.height
        ):
            part = part.parent
        self.scroll_to(part, padding=SCROLL_MARGIN_DP, animate=False)

    def _set_clipping(self, clipped: bool) -> None:
        """Enable or disable the stencil, which slows down every pixel; most boards fit without it."""
        for canvas, parts in self._clip_instructions:
            canvas.clear()
            for part in parts if clipped else ():
                canvas.add(part)

    def on_touch_down(self, touch: Any) -> bool:
        if (
            self.do_scroll_y
            and self.collide_point(*touch.pos)
            and self.blocks_scroll(*self.to_local(*touch.pos))
        ):
            # Disable scrolling until the touch ends.
            self.do_scroll_y = False
            touch.ud[_SCROLL_BLOCKED_KEY] = True
        return bool(super().on_touch_down(touch))

    def on_touch_up(self, touch: Any) -> bool:
        if touch.ud.pop(_SCROLL_BLOCKED_KEY, False):
            Clock.schedule_once(self._update_scroll_axes, 0)
        self._is_ending_touch = True
        try:
            return bool(super().on_touch_up(touch))
        finally:
            self._is_ending_touch = False

    def simulate_touch_down(self, touch: Any) -> bool:
        handled = bool(super().simulate_touch_down(touch))
        if self._is_ending_touch:
            self._do_touch_up(touch)
        return handled


# Parts built per frame: a few fill a phone's screen, and scrolling stays smooth.
_PARTS_PER_FRAME = 2


class LazyColumn(Column):
    """Column built on demand: at first to fill the screen, once scrolled one screen height ahead.

    It must be the last widget in the content of `scroll`.
    """

    def __init__(self, scroll: Scroller, gap: float = 12) -> None:
        super().__init__(gap=gap)
        self._scroll = scroll
        self._parts: Iterator[Widget] = iter(())
        self.schedule_build = Clock.create_trigger(self._build_visible, 0)
        scroll.is_anchored_to_top = True
        scroll.bind(scroll_y=self.schedule_build, height=self.schedule_build)

    def set_parts(self, parts: Iterable[Widget], initial_count: int | None = 1) -> None:
        """Replace the parts and build the first `initial_count` of them now (None: all)."""
        self.clear_widgets()
        self._parts = iter(parts)
        self._build(initial_count)
        # Two frames later: before their first layout the parts have no heights.
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
            # The page is not shown; it schedules the build again when it is entered.
            return
        scroll = self._scroll
        ahead = scroll.height if scroll.scroll_y < 1 else 0
        if scroll.content_below <= ahead and self._build(_PARTS_PER_FRAME):
            self.schedule_build()
