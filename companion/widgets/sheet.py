"""A card that rises from the bottom for one small choice; a tap beside it or back closes it.

What it holds scrolls if there is too much of it; a `footer`, such as its main button, stays in sight.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.properties import NumericProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.widgets.layout import Column
from companion.widgets.scroller import Scroller
from companion.widgets.shapes import Box
from companion.widgets.text import Text
from companion.widgets.theme import MARGIN, RADIUS_MAIN, WIDEST_COLUMN, paint

_VEIL = (0.0, 0.0, 0.0, 0.55)
# In dp: less than the margin of the screens.
_BESIDE = 8


class Sheet(AnchorLayout):
    # Pixels from the bottom of the window up to which nothing behind the sheet can be seen; 0: all of it.
    hides = NumericProperty(0)
    gone = False  # closed: no finger that is still down means it any more

    def __init__(
        self,
        title: str,
        *children: Widget,
        on_close: Callable[[], object],
        footer: Widget | None = None,
        **options: Any,
    ) -> None:
        super().__init__(
            anchor_x="center", anchor_y="bottom", padding=(dp(_BESIDE), dp(24), dp(_BESIDE), dp(8)), **options
        )
        self._on_close = on_close
        with self.canvas.before:
            Color(rgba=_VEIL)
            self._veil = Rectangle()
        self.content = Column(gap=10, padding=(dp(MARGIN), dp(18), dp(MARGIN), dp(18)))
        if title:
            self.content.add_widget(Text(title, face="title", size_sp=22))
        for child in children:
            self.content.add_widget(child)
        self.panel = BoxLayout(orientation="vertical", size_hint=(None, None))
        self.panel.add_widget(Scroller(self.content))
        self._footer = Column(padding=(dp(MARGIN), dp(8), dp(MARGIN), dp(18)))
        if footer is not None:
            self._footer.add_widget(footer)
            self.panel.add_widget(self._footer)
        Box(self.panel, radius=RADIUS_MAIN, ground=paint("plank"), edge=paint("rim"), line=1.5)
        self.add_widget(self.panel)
        self.bind(pos=self._follow, size=self._follow)
        self.content.bind(height=self._follow)
        self._footer.bind(height=self._follow)
        self.panel.bind(pos=self._cover, size=self._cover)

    def _follow(self, *_: object) -> None:
        self._veil.pos, self._veil.size = self.pos, self.size
        self.panel.width = min(self.width - 2 * dp(_BESIDE), dp(WIDEST_COLUMN))
        below = self._footer.height if self._footer.parent is not None else 0
        self.panel.height = min(self.content.height + below, self.height - dp(32))

    def _cover(self, *_: object) -> None:
        """Beside a panel as wide as the screen there is only the margin; its upper corners are round."""
        across = self.panel.width >= self.width - 2 * dp(_BESIDE)
        # Not by `top`: it lags behind while Kivy tells of a new height.
        top = self.panel.y + self.panel.height - dp(RADIUS_MAIN)
        self.hides = max(0, int(top)) if across else 0

    def close(self) -> None:
        """Whoever opened it is told: it was put away on purpose."""
        self._on_close()

    def on_touch_down(self, touch: Any) -> bool:
        if not self.panel.collide_point(*touch.pos):
            self.close()
            return True
        super().on_touch_down(touch)
        return True
