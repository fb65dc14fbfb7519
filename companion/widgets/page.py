"""Page: title bar, scrolling body and footer with the main action; and saving widget state on a rebuild."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import Any

from kivy.metrics import dp
from kivy.properties import BooleanProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.widgets.buttons import IconButton
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row, start_unsized
from companion.widgets.scrolling import SCROLL_MARGIN_DP, Scroller
from companion.widgets.text import HEADING, MUTED, Text
from companion.widgets.theme import MARGIN, MAX_COLUMN_WIDTH, field_height


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
