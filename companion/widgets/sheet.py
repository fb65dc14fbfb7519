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

from companion.widgets.buttons import IconButton
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.scrolling import Scroller
from companion.widgets.shapes import RoundedBox
from companion.widgets.text import Text
from companion.widgets.theme import MARGIN, MAX_COLUMN_WIDTH, RADIUS_PRIMARY, field_height, theme_colour

_SCRIM_COLOUR = (0.0, 0.0, 0.0, 0.55)
# In dp: less than the margin of the screens.
_SIDE_MARGIN_DP = 8
# In dp: what is seen of the screen above, and the space below all that the sheet holds; where a keyboard
# leaves less room than the last, every line counts.
_TOP_MARGIN_DP, _BOTTOM_PADDING_DP, _LOW_HEIGHT_DP = 24, 18, 260


class Sheet(AnchorLayout):
    # Pixels from the bottom of the window up to which nothing behind the sheet can be seen; 0: all of it.
    hides = NumericProperty(0)
    is_inactive = False  # closed: no finger that is still down means it any more
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
            Color(rgba=_SCRIM_COLOUR)
            self._scrim = Rectangle()
        self.content = Column(gap=10)
        for child in children:
            self.content.add_widget(child)
        self.close_button = IconButton(Icon.CLOSE, on_close, tone="ink_2")
        above, below = dp(14), dp(8)
        if isinstance(title, str):
            # Lower than the cross, which has air of its own.
            above, below = dp(8), 0
            title = Text(title, face="title", size_sp=22, pos_hint={"center_y": 0.5})
        # The cross is as wide as a finger, its lines stand where the content ends.
        self._header = Row(
            title, self.close_button, gap=8, padding=(dp(MARGIN), above, dp(MARGIN - 12), below)
        )
        self.panel = BoxLayout(orientation="vertical", size_hint=(None, None))
        self.panel.add_widget(self._header)
        self.panel.add_widget(Scroller(self.content))
        self._footer = Column(padding=(dp(MARGIN), dp(8), dp(MARGIN), dp(18)))
        if footer is not None:
            self._footer.add_widget(footer)
            self.panel.add_widget(self._footer)
        RoundedBox(
            self.panel,
            radius=RADIUS_PRIMARY,
            background=theme_colour("plank"),
            border=theme_colour("rim"),
            line_width=1.5,
        )
        self.add_widget(self.panel)
        self.bind(pos=self._update_layout, size=self._update_layout, typing=self._update_layout)
        for part in (self._header, self.content, self._footer):
            part.bind(height=self._update_layout)
        self.panel.bind(pos=self._update_hidden_height, size=self._update_hidden_height)

    def _update_layout(self, *_: object) -> None:
        # Over the bars and cut-outs too, which the sheet itself keeps clear of.
        self._scrim.size = Window.size
        low = self.height < dp(_LOW_HEIGHT_DP)
        above, below = (
            dp(_SIDE_MARGIN_DP if low else _TOP_MARGIN_DP),
            dp(_SIDE_MARGIN_DP if low else _BOTTOM_PADDING_DP),
        )
        self.padding = (dp(_SIDE_MARGIN_DP), above, dp(_SIDE_MARGIN_DP), dp(_SIDE_MARGIN_DP))
        max_height = self.height - above - dp(_SIDE_MARGIN_DP)
        has_title = not self.typing or self._header.height + field_height() + dp(2) + below <= max_height
        self._set_title_visible(has_title)
        self.content.padding = (dp(MARGIN), dp(2) if has_title else below, dp(MARGIN), below)
        fixed_height = sum(part.height for part in (self._header, self._footer) if part.parent is not None)
        self.panel.width = min(self.width - 2 * dp(_SIDE_MARGIN_DP), dp(MAX_COLUMN_WIDTH))
        self.panel.height = min(self.content.height + fixed_height, max_height)

    def _set_title_visible(self, visible: bool) -> None:
        """The title, which gives way to a field that would not be seen whole."""
        if visible and self._header.parent is None:
            self.panel.add_widget(self._header, index=len(self.panel.children))
        elif not visible and self._header.parent is not None:
            self.panel.remove_widget(self._header)

    def _update_hidden_height(self, *_: object) -> None:
        """Beside a panel as wide as the screen there is only the margin; its upper corners are round."""
        across = self.panel.width >= self.width - 2 * dp(_SIDE_MARGIN_DP)
        # Not by `top`: it lags behind while Kivy tells of a new height.
        top = self.panel.y + self.panel.height - dp(RADIUS_PRIMARY)
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
