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
from companion.widgets.theme import TWO_PANES, look

# Above the rows the picture may take so much of the page's height, and of what bar and footer leave; beside
# them so much of the width.
_OF_PAGE, _OF_REST, _BESIDE = 0.42, 0.56, 0.5
# Of enlarged letters, the picture makes room for more than so much.
_ENLARGED = 1.15
_AIR = 12


class Pictured(Page):
    """A subclass hands in its picture, and a bar that stands above it."""

    widest = 1040

    def picture_with(self, picture: ScenePicture, bar: StepBar | None = None) -> None:
        """To be called once, when the page is made."""
        self.picture = picture
        self._above = Column(*(() if bar is None else (bar,)), picture, gap=6)
        self._desk = BoxLayout(orientation="vertical")
        self.remove_widget(self.scroll)
        self._desk.add_widget(self._above)
        self._desk.add_widget(self.scroll)
        self.add_widget(self._desk, index=len(self.children) - (self.bar is not None))
        self._desk.bind(size=self._arrange)
        self.body.padding = (*self.body.padding[:1], dp(_AIR), *self.body.padding[2:])
        self._centre()

    @property
    def beside(self) -> bool:
        """Whether picture and rows stand side by side."""
        return bool(self.width >= dp(TWO_PANES) or self.width > self.height)

    def _centre(self, *args: object) -> None:
        super()._centre(*args)
        if hasattr(self, "_desk"):
            self._arrange()

    def _arrange(self, *_: object) -> None:
        beside, desk = self.beside, self._desk
        desk.orientation = "horizontal" if beside else "vertical"
        order = [self._above, self.scroll]
        if beside and look().rtl:
            order.reverse()
        if desk.children != order[::-1]:
            desk.clear_widgets()
            for part in order:
                desk.add_widget(part)
        side, air = max(dp(self.margin), (self.width - dp(self.widest)) / 2), dp(_AIR)
        ends = [side, air] if beside else [side, side]
        if beside and look().rtl:
            ends.reverse()
        self._above.padding = (ends[0], dp(2), ends[1], 0)
        self._above.pos_hint = {"top": 1} if beside else {}
        across = ends[::-1] if beside else ends
        self.body.padding = (across[0], dp(2) if beside else air, across[1], self.body.padding[3])
        rest = desk.height - sum(part.height + dp(6) for part in self._above.children[1:])
        part = min(self.height * _OF_PAGE, rest * _OF_REST) * min(1.0, _ENLARGED / look().text_scale)
        highest = max(dp(96), rest - air if beside else part)
        self.picture.limit(highest)
        self._above.size_hint_x = None if beside else 1
        if beside:
            self._above.width = min(desk.width * _BESIDE, sum(ends) + highest * WIDTH / HEIGHT)

    def bring(self, part: Widget) -> None:
        """Into sight, if it is not there."""
        if self.scroll.do_scroll_y:
            self.scroll.scroll_to(part, padding=dp(24), animate=False)

    def with_footer(self, *children: Widget) -> None:
        super().with_footer(*children)
        if hasattr(self, "_desk"):
            self._arrange()
