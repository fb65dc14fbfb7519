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
from companion.widgets.shapes import RoundedBox
from companion.widgets.text import Text
from companion.widgets.theme import RADIUS_PRIMARY, TWO_PANES_WIDTH, look, theme_colour

# In parts of its width, how high the map may be; the land was drawn for something between.
_MIN_MAP_RATIO, _MAX_MAP_RATIO = 0.82, 1.5
# The part of the screen's height that it may take in any case.
_MAX_HEIGHT_RATIO: Final = 0.7
# Beside the panel: the part of the screen that the map gets at the most.
_MAX_WIDTH_RATIO: Final = 0.62
# In dp: how far the panel lies on the map, and how large a map must be for its legend.
_OVERLAP_DP, _MIN_LEGEND_MAP_DP = 10, (330, 380)


class Banner(Row):
    """What a finger does on the map, and the way out of it."""

    def __init__(self, done_text: str, on_done: Callable[[], object]) -> None:
        super().__init__(gap=8, padding=(dp(16), dp(14)), size_hint=(None, None))
        self._words = Text("", pos_hint={"center_y": 0.5})
        self.done_button = Chip(done_text, on_done, hug=True, outlined=True, pos_hint={"center_y": 0.5})
        self.add_widget(self._words)
        self.add_widget(self.done_button)
        RoundedBox(
            self,
            radius=RADIUS_PRIMARY,
            background=theme_colour("raised"),
            border=theme_colour("rim"),
            line_width=1.5,
        )

    def show_text(self, words: str) -> None:
        self._words.content = words


class MapLayout(Widget):
    """The map, and what belongs to the chosen city: below it like a sheet, or beside it if there is room."""

    def __init__(
        self,
        tr: Translator,
        mission_map: MissionMap,
        side: Widget,
        *,
        panel_height: Callable[[], float],
        panel_body: Any,
    ) -> None:
        super().__init__()
        self._map, self._side, self._panel_height, self._panel_body = (
            mission_map,
            side,
            panel_height,
            panel_body,
        )
        # For a screen of which size it was decided how high the map is, and how high: it does not follow all
        # the words of the panel, for its land would have to be drawn anew.
        self._cached_height: tuple[tuple[float, float], float] | None = None
        self._overlay: Widget | None = None
        self._map_legend, self._panel_legend = Legend(tr, upright=True), Legend(tr, upright=False)
        self.add_widget(mission_map)
        self.add_widget(side)
        self.schedule_arrange = Clock.create_trigger(self._arrange, -1)
        self.bind(pos=self.schedule_arrange, size=self.schedule_arrange)
        self._map_legend.bind(height=self.schedule_arrange)

    def set_overlay(self, part: Widget | None) -> None:
        """Over the head of the panel for a while, where it covers no city; None: not any more."""
        if self._overlay is not None:
            self.remove_widget(self._overlay)
        self._overlay = part
        if part is not None:
            self.add_widget(part)
            part.bind(height=self.schedule_arrange)
        self.schedule_arrange()

    def _arrange(self, *_: object) -> None:
        width, height = self.size
        if width < 1 or height < 1:
            return
        is_wide = width >= dp(TWO_PANES_WIDTH) or width > 1.15 * height
        self._side.padding = (0, dp(10), 0, 0 if is_wide else dp(RADIUS_PRIMARY))
        self._map.covered_height = 0 if is_wide else dp(_OVERLAP_DP)
        if is_wide:
            self._place_side_by_side(width, height)
        elif self._cached_height is not None and self._cached_height[0] == (width, height):
            self._place_stacked(width, height, self._cached_height[1])
        else:
            # Once it has its width, the panel finds its height in the frames that follow.
            self._place_stacked(width, height, 0)
            Clock.schedule_once(lambda _: Clock.schedule_once(self._measure_height, 0), 0)
            return
        self._place_legend()
        self._place_overlay()

    def _measure_height(self, _: float) -> None:
        width, height = self.size
        free = height - self._panel_height() - dp(10 - _OVERLAP_DP)
        map_height = min(
            width * _MAX_MAP_RATIO, max(width * _MIN_MAP_RATIO, free), height * _MAX_HEIGHT_RATIO
        )
        self._cached_height = ((width, height), round(map_height))
        self._arrange()

    def _place_side_by_side(self, width: float, height: float) -> None:
        map_width = round(min(width * _MAX_WIDTH_RATIO, height / _MIN_MAP_RATIO))
        map_x, side_x = self.x, self.x + map_width + dp(12)
        if look().rtl:
            map_x, side_x = self.x + width - map_width, self.x + dp(8)
        self._set_bounds(self._map, map_x, self.y, map_width, height)
        self._set_bounds(self._side, side_x, self.y + dp(8), width - map_width - dp(20), height - dp(16))

    def _place_stacked(self, width: float, height: float, map_height: float) -> None:
        self._set_bounds(self._map, self.x, self.y + height - map_height, width, map_height)
        # Its lower corners and the lines at its sides lie beyond the screen.
        line, below = dp(1), dp(RADIUS_PRIMARY)
        side_height = height - map_height + dp(_OVERLAP_DP) + below
        self._set_bounds(self._side, self.x - line, self.y - below, width + 2 * line, side_height)

    def _set_bounds(self, part: Widget, x: float, y: float, width: float, height: float) -> None:
        part.pos, part.size = (x, y), (max(1.0, width), max(1.0, height))

    def _place_legend(self) -> None:
        """On the map if that is large enough, else at the end of the panel."""
        min_width, min_height = map(dp, _MIN_LEGEND_MAP_DP)
        fits = self._map.width >= min_width and self._map.height >= min_height and look().text_scale <= 1.3
        for legend, holder, is_visible in (
            (self._map_legend, self, fits),
            (self._panel_legend, self._panel_body, not fits),
        ):
            if is_visible and legend.parent is None:
                holder.add_widget(legend)
            elif not is_visible and legend.parent is not None:
                holder.remove_widget(legend)
        self._map.avoid_legend(self._map_legend if fits else None)
        self._map_legend.pos = (self._map.x + dp(12), self._map.y + dp(_OVERLAP_DP + 12))

    def _place_overlay(self) -> None:
        if self._overlay is not None:
            side, margin = self._side, dp(8)
            self._overlay.width = side.width - 2 * margin
            self._overlay.pos = (side.x + margin, side.y + side.height - margin - self._overlay.height)
