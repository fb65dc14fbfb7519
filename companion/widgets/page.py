"""Page: title bar, scrolling body and footer with the main action; and saving widget state on a rebuild.

Bottom sheet for one small choice; its close button, a tap beside it or the back key closes it.

Its content scrolls if necessary; a `footer`, such as the main button, stays visible.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
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
from companion.widgets.layout import Column, Row, start_unsized
from companion.widgets.scrolling import SCROLL_MARGIN_DP, Scroller
from companion.widgets.shapes import RoundedBox
from companion.widgets.text import HEADING, MUTED, TITLE, Text
from companion.widgets.theme import MARGIN, MAX_COLUMN_WIDTH, RADIUS_PRIMARY, field_height


class TitleBar(Row):
    """Title bar: back button, title with optional subtitle, and actions."""

    def __init__(
        self,
        title: str,
        subtitle: str = "",
        *,
        on_back: Callable[[], object] | None = None,
        back_icon: Icon = Icon.BACK,
        leading: Widget | None = None,
        actions: Sequence[Widget] = (),
        size: float = 22,
        max_lines: int = 1,
    ) -> None:
        super().__init__(gap=8, size_hint_y=None)
        self.back_button: IconButton | None = None
        if on_back is not None:
            self.back_button = IconButton(back_icon, on_back, mirrored=back_icon is Icon.BACK)
            self.add_widget(self.back_button)
        if leading is not None:
            self.add_widget(leading)
        self.title = Text(
            title, HEADING, size_sp=size, min_size=15, max_lines=max_lines, fallback_lines=2, keep_height=True
        )
        self.subtitle = Text(subtitle, MUTED, max_lines=2, fallback_lines=2)
        self._titles = Column(self.title, gap=0)
        if subtitle:
            self._titles.add_widget(self.subtitle)
        self.add_widget(self._titles)
        for tool in actions:
            self.add_widget(tool)

    def show(self, title: str, subtitle: str = "") -> None:
        self.title.content = title
        self.subtitle.content = subtitle
        if subtitle and self.subtitle.parent is None:
            self._titles.add_widget(self.subtitle)


class Page(BoxLayout):
    """Base of every page. Subclasses fill `body` and, if they have a main action, `footer`.

    `max_width_dp` limits the width of the content, so that lines stay readable on a tablet.
    """

    max_width_dp = MAX_COLUMN_WIDTH
    margin = MARGIN
    # Background colour, as the name of a palette role.
    background = "table"
    # Another page is shown, though this one may still be sliding out: its touch targets ignore releases.
    is_inactive = False
    # Shows stored data: the page is entered again when an import changes it.
    shows_stored_data = False
    # True while a field of this page has focus.
    typing = BooleanProperty(False)

    def __init__(self, bar: TitleBar | None = None, **options: Any) -> None:
        start_unsized(options)
        super().__init__(orientation="vertical", **options)
        self.bar = bar
        if bar is not None:
            bar.padding = (0, dp(8), 0, dp(8))
            self.add_widget(bar)
        self.body = Column(gap=12, padding=(dp(self.margin), dp(4), dp(self.margin), dp(16)))
        self.scroll = Scroller(self.body)
        self.add_widget(self.scroll)
        self.footer = Column(gap=8, padding=(dp(self.margin), dp(8), dp(self.margin), dp(20)))
        self.bind(width=self._update_margins, height=self._fit_to_keyboard, typing=self._fit_to_keyboard)
        self.footer.bind(height=self._fit_to_keyboard)

    def add_to_footer(self, *children: Widget) -> None:
        for child in children:
            self.footer.add_widget(child)
        self._update_margins()
        self._fit_to_keyboard()

    def set_footer(self, child: Widget) -> None:
        """Replace the content of the footer by this widget."""
        if self.footer.children != [child]:
            self.footer.clear_widgets()
            self.add_to_footer(child)

    def _update_margins(self, *_: object) -> None:
        side = max(dp(self.margin), (self.width - dp(self.max_width_dp)) / 2)
        for part in (self.body, self.footer):
            part.padding = (side, part.padding[1], side, part.padding[3])
        if self.bar is not None:
            icon_margin = dp(12) if self.bar.back_button else 0
            self.bar.padding = (side - icon_margin, self.bar.padding[1], side - dp(8), self.bar.padding[3])

    def _fit_to_keyboard(self, *_: object) -> None:
        """Hide the footer, and if necessary the title bar, where the keyboard leaves too little room."""
        min_height = field_height() + dp(2 * SCROLL_MARGIN_DP) if self.typing else -inf
        bar = self.bar.height if self.bar is not None else 0
        room = self.height - bar
        self._set_visible(self.footer, bool(self.footer.children) and room - self.footer.height >= min_height)
        if self.bar is not None:
            self._set_visible(self.bar, room >= min_height)

    def _set_visible(self, part: Widget, visible: bool) -> None:
        """Add or remove the title bar (at the top) or the footer (at the bottom)."""
        if visible and part.parent is None:
            self.add_widget(part, index=len(self.children) if part is self.bar else 0)
        elif not visible and part.parent is not None:
            self.remove_widget(part)

    def enter(self) -> None:
        """Called whenever the page is shown: refresh what may have changed meanwhile."""

    def leave(self) -> None:
        """Called before the page is covered or left."""

    def suspend(self) -> None:
        """Called when the app goes to the background."""

    def handle_back(self) -> bool:
        """Handle the back key; return True if the page handled it itself."""
        return False


class Stateful:
    """A widget with state that must survive a rebuild of its page, such as half-typed text."""

    def save_state(self) -> object:
        raise NotImplementedError

    def restore_state(self, state: Any) -> None:
        """Restore `state`, the result of `save_state` of the same widget on the previous page."""
        raise NotImplementedError


def save_states(page: Widget) -> tuple[object, ...]:
    return tuple(part.save_state() for part in _stateful_parts(page))


def restore_states(page: Widget, states: tuple[object, ...]) -> None:
    """Restore the widget states; if the number of stateful widgets differs, nothing is restored."""
    parts = _stateful_parts(page)
    if len(parts) == len(states):
        for part, state in zip(parts, states, strict=True):
            part.restore_state(state)


def _stateful_parts(page: Widget) -> list[Stateful]:
    return [part for part in page.walk(restrict=True) if isinstance(part, Stateful)]


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
