"""Bottom sheet for one small choice; its close button, a tap beside it or the back key closes it.

Its content scrolls if necessary; a `footer`, such as the main button, stays visible.
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
from companion.widgets.text import TITLE, Text
from companion.widgets.theme import MARGIN, MAX_COLUMN_WIDTH, RADIUS_PRIMARY, field_height

_SCRIM_COLOUR = (0.0, 0.0, 0.0, 0.55)
# In dp: less than the page margin.
_SIDE_MARGIN_DP = 8
# In dp: part of the page visible above the sheet, padding below its content, and the height below which
# both are reduced because the keyboard leaves little room.
_TOP_MARGIN_DP, _BOTTOM_PADDING_DP, _LOW_HEIGHT_DP = 24, 18, 260


class Sheet(AnchorLayout):
    # Height in pixels, from the bottom of the window, that fully covers the page; 0 if nothing is.
    hides = NumericProperty(0)
    is_inactive = False  # closed: touch targets ignore the release of a touch that is still down
    # True while a field of this sheet has focus.
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
            # Less padding, because the close button has some of its own.
            above, below = dp(8), 0
            title = Text(title, TITLE)
        # Align the cross itself, not its larger touch target, with the content's edge.
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
        RoundedBox(self.panel, radius=RADIUS_PRIMARY, background="plank", border="rim", line_width=1.5)
        self.add_widget(self.panel)
        self.bind(pos=self._update_layout, size=self._update_layout, typing=self._update_layout)
        for part in (self._header, self.content, self._footer):
            part.bind(height=self._update_layout)
        self.panel.bind(pos=self._update_hidden_height, size=self._update_hidden_height)

    def _update_layout(self, *_: object) -> None:
        # The scrim also covers the insets that the sheet avoids.
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
        """Add or remove the title, which is hidden if a field would not be fully visible."""
        if visible and self._header.parent is None:
            self.panel.add_widget(self._header, index=len(self.panel.children))
        elif not visible and self._header.parent is not None:
            self.panel.remove_widget(self._header)

    def _update_hidden_height(self, *_: object) -> None:
        """Update `hides`: a panel of full width covers the page up to its rounded corners."""
        across = self.panel.width >= self.width - 2 * dp(_SIDE_MARGIN_DP)
        # Not `top`: it is outdated while Kivy dispatches a change of `height`.
        top = self.panel.y + self.panel.height - dp(RADIUS_PRIMARY)
        self.hides = max(0, int(top)) if across else 0

    def close(self) -> None:
        """Close the sheet by the user's choice, through the `on_close` callback."""
        self._on_close()

    def on_touch_down(self, touch: Any) -> bool:
        if not self.panel.collide_point(*touch.pos):
            self.close()
            return True
        super().on_touch_down(touch)
        return True
