"""How a mission map and what belongs to the chosen city share the screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.i18n.translator import Translator
from companion.screens.duet.map_cities import MissionMap
from companion.screens.duet.map_sheet import Legend
from companion.widgets.cards import Chip
from companion.widgets.layout import Row
from companion.widgets.shapes import Box
from companion.widgets.text import Text
from companion.widgets.theme import RADIUS_MAIN, TWO_PANES, look, paint

# In parts of its width, how high the map may be; the land was drawn for something between.
_LOWEST, _HIGHEST = 0.82, 1.5
# The part of the screen's height that it may take in any case.
_MOST: Final = 0.7
# Beside the panel: the part of the screen that the map gets at the most.
_WIDEST: Final = 0.62
# In dp: how far the panel lies on the map, and how large a map must be for its legend.
_OVERLAP, _FOR_LEGEND = 10, (330, 380)


class Banner(Row):
    """What a finger does on the map, and the way out of it."""

    def __init__(self, done: str, on_done: Callable[[], object]) -> None:
        super().__init__(gap=8, padding=(dp(16), dp(14)), size_hint=(None, None))
        self._words = Text("", pos_hint={"center_y": 0.5})
        self.done = Chip(done, on_done, hug=True, outlined=True, pos_hint={"center_y": 0.5})
        self.add_widget(self._words)
        self.add_widget(self.done)
        Box(self, radius=RADIUS_MAIN, ground=paint("raised"), edge=paint("rim"), line=1.5)

    def tell(self, words: str) -> None:
        self._words.content = words


class Halves(Widget):
    """The map, and what belongs to the chosen city: below it like a sheet, or beside it if there is room."""

    def __init__(
        self, tr: Translator, upper: MissionMap, side: Widget, *, needed: Callable[[], float], below: Any
    ) -> None:
        super().__init__()
        self._map, self._side, self._needed, self._below = upper, side, needed, below
        # For a screen of which size it was decided how high the map is, and how high: it does not follow all
        # the words of the panel, for its land would have to be drawn anew.
        self._decided: tuple[tuple[float, float], float] | None = None
        self._over: Widget | None = None
        self._on_map, self._in_panel = Legend(tr, upright=True), Legend(tr, upright=False)
        self.add_widget(upper)
        self.add_widget(side)
        self.arrange_soon = Clock.create_trigger(self._arrange, -1)
        self.bind(pos=self.arrange_soon, size=self.arrange_soon)
        self._on_map.bind(height=self.arrange_soon)

    def lay_over(self, part: Widget | None) -> None:
        """Over the head of the panel for a while, where it covers no city; None: not any more."""
        if self._over is not None:
            self.remove_widget(self._over)
        self._over = part
        if part is not None:
            self.add_widget(part)
            part.bind(height=self.arrange_soon)
        self.arrange_soon()

    def _arrange(self, *_: object) -> None:
        width, height = self.size
        if width < 1 or height < 1:
            return
        beside = width >= dp(TWO_PANES) or width > 1.15 * height
        self._side.padding = (0, dp(10), 0, 0 if beside else dp(RADIUS_MAIN))
        self._map.hidden = 0 if beside else dp(_OVERLAP)
        if beside:
            self._set_beside(width, height)
        elif self._decided is not None and self._decided[0] == (width, height):
            self._set_below(width, height, self._decided[1])
        else:
            # Once it has its width, the panel finds its height in the frames that follow.
            self._set_below(width, height, 0)
            Clock.schedule_once(lambda _: Clock.schedule_once(self._decide, 0), 0)
            return
        self._lay_legend()
        self._lay_over()

    def _decide(self, _: float) -> None:
        width, height = self.size
        free = height - self._needed() - dp(10 - _OVERLAP)
        tall = min(width * _HIGHEST, max(width * _LOWEST, free), height * _MOST)
        self._decided = ((width, height), round(tall))
        self._arrange()

    def _set_beside(self, width: float, height: float) -> None:
        wide = round(min(width * _WIDEST, height / _LOWEST))
        start, beside = self.x, self.x + wide + dp(12)
        if look().rtl:
            start, beside = self.x + width - wide, self.x + dp(8)
        self._put(self._map, start, self.y, wide, height)
        self._put(self._side, beside, self.y + dp(8), width - wide - dp(20), height - dp(16))

    def _set_below(self, width: float, height: float, tall: float) -> None:
        self._put(self._map, self.x, self.y + height - tall, width, tall)
        # Its lower corners and the lines at its sides lie beyond the screen.
        line, below = dp(1), dp(RADIUS_MAIN)
        high = height - tall + dp(_OVERLAP) + below
        self._put(self._side, self.x - line, self.y - below, width + 2 * line, high)

    def _put(self, part: Widget, x: float, y: float, width: float, height: float) -> None:
        part.pos, part.size = (x, y), (max(1.0, width), max(1.0, height))

    def _lay_legend(self) -> None:
        """On the map if that is large enough, else at the end of the panel."""
        wide, high = map(dp, _FOR_LEGEND)
        fits = self._map.width >= wide and self._map.height >= high and look().text_scale <= 1.3
        for legend, holder, here in ((self._on_map, self, fits), (self._in_panel, self._below, not fits)):
            if here and legend.parent is None:
                holder.add_widget(legend)
            elif not here and legend.parent is not None:
                holder.remove_widget(legend)
        self._map.keep_clear_of(self._on_map if fits else None)
        self._on_map.pos = (self._map.x + dp(12), self._map.y + dp(_OVERLAP + 12))

    def _lay_over(self) -> None:
        if self._over is not None:
            side, aside = self._side, dp(8)
            self._over.width = side.width - 2 * aside
            self._over.pos = (side.x + aside, side.y + side.height - aside - self._over.height)
