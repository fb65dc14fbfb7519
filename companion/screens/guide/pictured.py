"""A page with the picture of a table that stays in sight: above what scrolls, or beside it where there is
more width than height."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.screens.scene_picture import ScenePicture
from companion.scripts.scenes import HEIGHT, WIDTH
from companion.widgets.layout import Column
from companion.widgets.page import Page
from companion.widgets.step_bar import StepBar
from companion.widgets.theme import TWO_PANES_WIDTH, look

# Above the rows the picture may take so much of the page's height, and of what bar and footer leave; beside
# them so much of the width.
_MAX_PAGE_RATIO, _MAX_REMAINING_RATIO, _MAX_WIDTH_RATIO = 0.42, 0.56, 0.5
# Of enlarged letters, the picture makes room for more than so much.
_MAX_TEXT_SCALE = 1.15
_GAP_DP = 12


class PicturePage(Page):
    """A subclass hands in its picture, and a bar that stands above it."""

    max_width_dp = 1040

    def set_picture(self, picture: ScenePicture, bar: StepBar | None = None) -> None:
        """To be called once, when the page is made."""
        self.picture = picture
        self._above = Column(*(() if bar is None else (bar,)), picture, gap=6)
        self._desk = BoxLayout(orientation="vertical")
        self.remove_widget(self.scroll)
        self._desk.add_widget(self._above)
        self._desk.add_widget(self.scroll)
        self.add_widget(self._desk, index=len(self.children) - (self.bar is not None))
        self._desk.bind(size=self._arrange)
        self.body.padding = (*self.body.padding[:1], dp(_GAP_DP), *self.body.padding[2:])
        self._update_margins()

    @property
    def is_side_by_side(self) -> bool:
        """Whether picture and rows stand side by side."""
        return bool(self.width >= dp(TWO_PANES_WIDTH) or self.width > self.height)

    def _update_margins(self, *args: object) -> None:
        super()._update_margins(*args)
        if hasattr(self, "_desk"):
            self._arrange()

    def _arrange(self, *_: object) -> None:
        is_side_by_side, desk = self.is_side_by_side, self._desk
        desk.orientation = "horizontal" if is_side_by_side else "vertical"
        order = [self._above, self.scroll]
        if is_side_by_side and look().rtl:
            order.reverse()
        if desk.children != order[::-1]:
            desk.clear_widgets()
            for part in order:
                desk.add_widget(part)
        side, gap = max(dp(self.margin), (self.width - dp(self.max_width_dp)) / 2), dp(_GAP_DP)
        ends = [side, gap] if is_side_by_side else [side, side]
        if is_side_by_side and look().rtl:
            ends.reverse()
        self._above.padding = (ends[0], dp(2), ends[1], 0)
        self._above.pos_hint = {"top": 1} if is_side_by_side else {}
        across = ends[::-1] if is_side_by_side else ends
        self.body.padding = (across[0], dp(2) if is_side_by_side else gap, across[1], self.body.padding[3])
        remaining = desk.height - sum(part.height + dp(6) for part in self._above.children[1:])
        part = min(self.height * _MAX_PAGE_RATIO, remaining * _MAX_REMAINING_RATIO) * min(
            1.0, _MAX_TEXT_SCALE / look().text_scale
        )
        max_height = max(dp(96), remaining - gap if is_side_by_side else part)
        self.picture.set_max_height(max_height)
        self._above.size_hint_x = None if is_side_by_side else 1
        if is_side_by_side:
            self._above.width = min(desk.width * _MAX_WIDTH_RATIO, sum(ends) + max_height * WIDTH / HEIGHT)

    def scroll_to_widget(self, part: Widget) -> None:
        """Into sight, if it is not there."""
        if self.scroll.do_scroll_y:
            self.scroll.scroll_to(part, padding=dp(24), animate=False)

    def add_to_footer(self, *children: Widget) -> None:
        super().add_to_footer(*children)
        if hasattr(self, "_desk"):
            self._arrange()
