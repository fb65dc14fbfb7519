"""A card that rises from the bottom for one small choice; its cross, a tap beside it or back closes it.

What it holds scrolls if there is too much of it; a `footer`, such as its main button, stays in sight.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.core.window import Window
from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.scroller import Scroller
from companion.widgets.shapes import Box
from companion.widgets.tap import IconButton
from companion.widgets.text import Text
from companion.widgets.theme import MARGIN, RADIUS_MAIN, WIDEST_COLUMN, field_height, paint

_VEIL = (0.0, 0.0, 0.0, 0.55)
# In dp: less than the margin of the screens.
_BESIDE = 8
# In dp: what is seen of the screen above, and the space below all that the sheet holds; where a keyboard
# leaves less room than the last, every line counts.
_ABOVE, _BELOW, _LOW = 24, 18, 260


class Sheet(AnchorLayout):
    # Pixels from the bottom of the window up to which nothing behind the sheet can be seen; 0: all of it.
    hides = NumericProperty(0)
    gone = False  # closed: no finger that is still down means it any more
    # Somebody types into a field of this sheet.
    typing = BooleanProperty(False)

    def __init__(
        self,
        title: str | Widget,
        *children: Widget,
        on_close: Callable[[], object],
        footer: Widget | None = None,
        **options: Any,
    ) -> None:
        super().__init__(anchor_x="center", anchor_y="bottom", **options)
        self._on_close = on_close
        with self.canvas.before:
            Color(rgba=_VEIL)
            self._veil = Rectangle()
        self.content = Column(gap=10)
        for child in children:
            self.content.add_widget(child)
        self.cross = IconButton(Icon.CLOSE, on_close, tone="ink_2")
        above, below = dp(14), dp(8)
        if isinstance(title, str):
            # Lower than the cross, which has air of its own.
            above, below = dp(8), 0
            title = Text(title, face="title", size_sp=22, pos_hint={"center_y": 0.5})
        # The cross is as wide as a finger, its lines stand where the content ends.
        self._head = Row(title, self.cross, gap=8, padding=(dp(MARGIN), above, dp(MARGIN - 12), below))
        self.panel = BoxLayout(orientation="vertical", size_hint=(None, None))
        self.panel.add_widget(self._head)
        self.panel.add_widget(Scroller(self.content))
        self._footer = Column(padding=(dp(MARGIN), dp(8), dp(MARGIN), dp(18)))
        if footer is not None:
            self._footer.add_widget(footer)
            self.panel.add_widget(self._footer)
        Box(self.panel, radius=RADIUS_MAIN, ground=paint("plank"), edge=paint("rim"), line=1.5)
        self.add_widget(self.panel)
        self.bind(pos=self._follow, size=self._follow, typing=self._follow)
        for part in (self._head, self.content, self._footer):
            part.bind(height=self._follow)
        self.panel.bind(pos=self._cover, size=self._cover)

    def _follow(self, *_: object) -> None:
        # Over the bars and cut-outs too, which the sheet itself keeps clear of.
        self._veil.size = Window.size
        low = self.height < dp(_LOW)
        above, below = dp(_BESIDE if low else _ABOVE), dp(_BESIDE if low else _BELOW)
        self.padding = (dp(_BESIDE), above, dp(_BESIDE), dp(_BESIDE))
        most = self.height - above - dp(_BESIDE)
        titled = not self.typing or self._head.height + field_height() + dp(2) + below <= most
        self._stand(titled)
        self.content.padding = (dp(MARGIN), dp(2) if titled else below, dp(MARGIN), below)
        beside = sum(part.height for part in (self._head, self._footer) if part.parent is not None)
        self.panel.width = min(self.width - 2 * dp(_BESIDE), dp(WIDEST_COLUMN))
        self.panel.height = min(self.content.height + beside, most)

    def _stand(self, stands: bool) -> None:
        """The title, which gives way to a field that would not be seen whole."""
        if stands and self._head.parent is None:
            self.panel.add_widget(self._head, index=len(self.panel.children))
        elif not stands and self._head.parent is not None:
            self.panel.remove_widget(self._head)

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
