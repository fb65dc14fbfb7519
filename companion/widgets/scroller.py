"""A scroll view that stands still when all fits and answers a tap at once.

Kivy's own holds a quick tap back for 0.2 s before its release reaches the button; at a table that feels
broken. Here the release follows the press immediately.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.effects.dampedscroll import DampedScrollEffect
from kivy.graphics import BindTexture
from kivy.metrics import dp
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.widgets.kivy_style import style_loaded_widgets
from companion.widgets.sizing import no_width_yet
from companion.widgets.theme import paint

style_loaded_widgets()

# A fling is reckoned in steps of this length at most.
_LONGEST_STEP = 0.05
# In dp, above and below a part that is kept in sight.
AROUND = 8
# What is noted of a touch that does not scroll.
_SPARED = "spared by the page"


class SteadyFling(DampedScrollEffect):
    """Goes on after a stalled frame as after any other.

    Kivy takes friction times the length of the frame: a frame of a third of a second and more turns the fling
    round and makes it faster, and the list is gone.
    """

    def update_velocity(self, dt: float) -> None:
        super().update_velocity(min(dt, _LONGEST_STEP))


class Scroller(ScrollView):
    """`spares` says of a point of the content whether a finger there moves something else than the page."""

    # Whether what is seen stays where it is while content below it grows.
    keeps_distance_from_top = False

    def __init__(self, content: Widget, **options: Any) -> None:
        self._ending = False
        self._held: Widget | None = None
        self.spares: Callable[[float, float], bool] = lambda _x, _y: False
        no_width_yet(options)
        super().__init__(
            do_scroll_x=False,
            bar_width=dp(3),
            bar_color=paint("rim", 0.8),
            bar_inactive_color=paint("rim", 0.25),
            scroll_distance=dp(12),
            effect_cls=SteadyFling,
            **options,
        )
        self.add_widget(content)
        self._content = content
        # Kivy's stencil and its bars, which are painted only where there is something to scroll.
        self._bounds = [
            (drawn, [part for part in drawn.children if not isinstance(part, BindTexture)])
            for drawn in (self.canvas.before, self.canvas.after)
        ]
        self.bind(height=self._hold_still)
        content.bind(height=self._hold_still)
        # After the frame in which a height changes: until then parts lie where they lay before.
        self._show_held = Clock.create_trigger(self._scroll_to_held, 0)
        self._hold_still()

    def _hold_still(self, *_: object) -> None:
        scrolls = self._content.height > self.height + 1
        if not scrolls:
            self.scroll_y = 1.0
        if scrolls != bool(self.canvas.before.children):
            self._bound(scrolls)
        self.do_scroll_y = scrolls
        if self._held is not None:
            self._show_held()

    @property
    def hidden_below(self) -> float:
        """How much of the content lies below what is seen; negative where it ends above the lower edge."""
        hidden = self._content.height - self.height
        return float(hidden * self.scroll_y if hidden > 0 else hidden)

    def _set_viewport_size(self, content: Widget, size: tuple[float, float]) -> None:
        before, after = self.viewport_size[1] - self.height, size[1] - self.height
        if self.keeps_distance_from_top and 0 <= self.scroll_y < 1 and before > 0 and after > 0:
            self.scroll_y = max(0.0, 1 - (1 - self.scroll_y) * before / after)
        super()._set_viewport_size(content, size)

    def update_from_scroll(self, *args: Any) -> None:
        super().update_from_scroll(*args)
        # On whole pixels: what is half a one off is torn, letters and round corners most of all.
        x, y = self.g_translate.xy
        if y != round(y):
            self.g_translate.xy = (x, round(y))

    def hold(self, part: Widget | None) -> None:
        """Keep this part of the content in sight, however little room there is; None: nothing any more."""
        self._held = part
        if part is not None:
            self._show_held()

    def _scroll_to_held(self, _: float) -> None:
        part = self._held
        if part is None or not self.do_scroll_y:
            return
        # With as much of what it belongs to as there is room for: what it is about, what is wrong with it.
        while part.parent is not self._content and part.parent.height + dp(2 * AROUND) <= self.height:
            part = part.parent
        self.scroll_to(part, padding=AROUND, animate=False)

    def _bound(self, bound: bool) -> None:
        """A stencil makes every pixel behind it take longer: most boards fit, and need none."""
        for drawn, parts in self._bounds:
            drawn.clear()
            for part in parts if bound else ():
                drawn.add(part)

    def on_touch_down(self, touch: Any) -> bool:
        if self.do_scroll_y and self.collide_point(*touch.pos) and self.spares(*self.to_local(*touch.pos)):
            # As if all fitted, until the finger is lifted.
            self.do_scroll_y = False
            touch.ud[_SPARED] = True
        return bool(super().on_touch_down(touch))

    def on_touch_up(self, touch: Any) -> bool:
        if touch.ud.pop(_SPARED, False):
            Clock.schedule_once(self._hold_still, 0)
        self._ending = True
        try:
            return bool(super().on_touch_up(touch))
        finally:
            self._ending = False

    def simulate_touch_down(self, touch: Any) -> bool:
        taken = bool(super().simulate_touch_down(touch))
        if self._ending:
            self._do_touch_up(touch)
        return taken
