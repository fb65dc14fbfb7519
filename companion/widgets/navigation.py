"""Navigator: the stack of pages, with sheets and toasts above, kept inside the window's safe area.

The stack holds routes, functions that build a page, so pages are built on their first visit and can be
rebuilt after a change of language, theme or text size. `InsetsMonitor` polls the device for the insets of
bars, cut-outs and the keyboard, because there is no event when they change: after a rotation the new
values are known some frames later, and a keyboard animates. It polls only for a while, or during typing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import ceil
from typing import Any
from weakref import ReferenceType, ref

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import ScissorPop, ScissorPush
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.widgets.backdrop import Backdrop
from companion.widgets.buttons import SecondaryButton
from companion.widgets.icons import Icon
from companion.widgets.layout import Row
from companion.widgets.page import Page, Sheet, restore_states, save_states
from companion.widgets.shapes import RoundedBox
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import (
    MARGIN,
    MAX_COLUMN_WIDTH,
    RADIUS_CARD,
    SLIDE_SECONDS,
    look,
    motion_seconds,
)

Insets = tuple[float, float, float, float]
NO_INSETS: Insets = (0.0, 0.0, 0.0, 0.0)


def max_insets(one: Insets, other: Insets) -> Insets:
    """Return the larger inset for each side (left, top, right, bottom)."""
    left, top, right, bottom = map(max, one, other)
    return (left, top, right, bottom)


def rotate_insets(insets: Insets, rotation: int) -> Insets:
    """Return the insets for a window that is rotated counter-clockwise by multiples of 90 degrees."""
    quarters = rotation // 90 % 4
    left, top, right, bottom = (insets[place - quarters] for place in range(4))
    return (left, top, right, bottom)


Route = Callable[[], Page]


class Navigator(FloatLayout):
    # The focused text field, set by the field itself.
    typing = ObjectProperty(None, allownone=True)
    # A sheet is open or a field has focus: unsaved input that a rebuild would lose.
    busy = BooleanProperty(False)
    # Background colour of the current page, as the name of a palette role.
    ground = StringProperty("table")

    def __init__(self) -> None:
        super().__init__()
        self._backdrop = Backdrop()
        self._page_area = FloatLayout()
        self._overlay = FloatLayout()
        for part in (self._backdrop, self._page_area, self._overlay):
            self.add_widget(part)
        self._stack: list[tuple[Route, Page | None]] = []
        self._sheets: list[Sheet] = []
        # Scroll position and widget states of pages that are to be rebuilt.
        self._saved_states: dict[Route, tuple[float, tuple[object, ...]]] = {}
        # Page left by `push_over_sheets`, with the sheets that were open on it.
        self._suspended_sheets: tuple[Page, tuple[Sheet, ...]] | None = None
        self._clip = (ScissorPush(), ScissorPop())
        self._current: Page | None = None
        # Target of the last touch; a weak reference, so that a page that was left can be freed.
        self._last_touched: ReferenceType[Widget] | None = None
        self._bar_insets, self._keyboard_insets = NO_INSETS, NO_INSETS
        # Set at once, so that the first page is not laid out for a default size.
        self.size = Window.size

    @property
    def page(self) -> Page:
        if self._current is None:
            raise LookupError("no screen is shown yet")
        return self._current

    @property
    def route(self) -> Route:
        """The route of the current page; it stays the same when the page is rebuilt."""
        return self._stack[-1][0]

    @property
    def pages(self) -> Iterator[Page]:
        """The pages of the stack that have been built, the current one first."""
        return (page for _, page in reversed(self._stack) if page is not None)

    @property
    def depth(self) -> int:
        return len(self._stack)

    @property
    def sheet(self) -> Sheet | None:
        return self._sheets[-1] if self._sheets else None

    def set_insets(self, bars: Insets, keyboard: Insets = NO_INSETS) -> None:
        """Set the insets of bars and cut-outs, and those of the keyboard, which overlaps them."""
        if (bars, keyboard) != (self._bar_insets, self._keyboard_insets):
            self._bar_insets, self._keyboard_insets = bars, keyboard
            self._apply_insets()

    def on_size(self, *_: object) -> None:
        self._apply_insets()

    def _apply_insets(self) -> None:
        """Resize pages and overlay. With a sheet open, the keyboard insets apply only to the sheet."""
        above = max_insets(self._bar_insets, self._keyboard_insets)
        for part, insets in (
            (self._page_area, self._bar_insets if self._sheets else above),
            (self._overlay, above),
        ):
            left, top, right, bottom = insets
            part.size_hint = (None, None)
            part.pos = (self.x + left, self.y + bottom)
            part.size = (max(1.0, self.width - left - right), max(1.0, self.height - top - bottom))
        if self._current is not None and self._page_area.children == [self._current]:
            # During a slide animation the page gets its position at the end.
            self._current.x = self._page_area.x

    def on_typing(self, *_: object) -> None:
        self._update_busy()

    def _update_busy(self) -> None:
        self.busy = bool(self._sheets) or self.typing is not None

    def _end_typing(self) -> None:
        """Remove focus before navigating: the keyboard of a removed field would stay open."""
        if self.typing is not None:
            self.typing.focus = False

    # -- navigating ------------------------------------------------------------------------

    def push(self, route: Route) -> Page:
        """Push a new page and return it."""
        self._stack.append((route, None))
        return self._show_top(direction=1)

    def push_over_sheets(self, route: Route) -> Page:
        """Push a page over the open sheets; going back reopens them."""
        covered_page, sheets = self.page, tuple(self._sheets)
        while self._sheets:
            self.close_sheet()
        page = self.push(route)
        self._suspended_sheets = (covered_page, sheets) if sheets else None
        return page

    def replace(self, route: Route) -> Page:
        """Replace the current page, so that going back skips it."""
        self._stack.pop()
        return self.push(route)

    def reset_to(self, *routes: Route) -> Page:
        """Reset the stack to the first page followed by these routes, and show the last one.

        The pages between are built when the user goes back to them.
        """
        *between, last = routes
        self._stack[1:] = [(route, None) for route in between]
        return self.push(last)

    def go_back(self) -> bool:
        """Close the top sheet, else let the page handle it, else pop; False on the first page."""
        if self._sheets:
            self._sheets[-1].close()
            return True
        if self._current is not None and self._current.handle_back():
            return True
        return self.pop()

    def pop(self, count: int = 1) -> bool:
        """Pop `count` pages without asking them; False if there are not enough."""
        if len(self._stack) <= count:
            return False
        del self._stack[-count:]
        self._show_top(direction=-1)
        return True

    def pop_to(self, matches: Callable[[Route], bool]) -> bool:
        """Pop to the topmost page with a matching route; False if there is none."""
        for above, (route, _) in enumerate(reversed(self._stack)):
            if matches(route):
                if above:
                    self.pop(above)
                return True
        return False

    def remove(self, matches: Callable[[Route], bool]) -> None:
        """Remove all pages with a matching route, except the first page.

        If the current page is removed, its sheets are closed and the page below is shown.
        """
        first, *others = self._stack
        remaining = [first, *(other for other in others if not matches(other[0]))]
        is_top_unchanged = remaining[-1] is self._stack[-1]
        self._stack = remaining
        if not is_top_unchanged:
            while self._sheets:
                self.close_sheet()
            self._show_top(direction=-1)

    def go_home(self) -> None:
        if len(self._stack) > 1:
            del self._stack[1:]
            self._show_top(direction=-1)

    def rebuild(self) -> Page:
        """Rebuild all pages, for example after a change of language or theme."""
        while self._sheets:
            self.close_sheet()
        previous, self._saved_states = self._saved_states, {}
        for route, page in self._stack:
            if page is not None:
                self._saved_states[route] = (page.scroll.scroll_y, save_states(page))
            elif route in previous:
                self._saved_states[route] = previous[route]
        self._stack = [(route, None) for route, _ in self._stack]
        self.remove_widget(self._backdrop)
        self._backdrop = Backdrop()
        self.add_widget(self._backdrop, index=len(self.children))
        return self._show_top(direction=0)

    def update_saved_states(self, change: Callable[[object], object]) -> Callable[[], None]:
        """Apply `change` to the saved states of all pages; a page with a state of None is removed.

        Returns a callback that undoes the change for pages whose state is still the changed one.
        """
        changes: dict[Route, tuple[tuple[object, ...], tuple[object, ...]]] = {}
        for route, page in self._stack:
            before = self._state_of(route, page)
            after = tuple(map(change, before))
            if after != before:
                changes[route] = (before, after)
        removed = [
            route
            for route, change_pair in changes.items()
            if (None in change_pair[1]) > (None in change_pair[0])
        ]
        self.remove(lambda route: route in removed)
        self._restore_changed(
            {route: change_pair for route, change_pair in changes.items() if route not in removed}
        )

        def undo() -> None:
            self._restore_changed({route: (after, before) for route, (before, after) in changes.items()})

        return undo

    def _state_of(self, route: Route, page: Page | None) -> tuple[object, ...]:
        return save_states(page) if page is not None else self._saved_states.get(route, (1.0, ()))[1]

    def _restore_changed(self, changes: dict[Route, tuple[tuple[object, ...], tuple[object, ...]]]) -> None:
        for route, page in self._stack:
            before, after = changes.get(route, ((), ()))
            if not before or self._state_of(route, page) != before:
                continue
            if page is not None:
                restore_states(page, after)
            else:
                self._saved_states[route] = (self._saved_states[route][0], after)

    def _show_top(self, *, direction: int) -> Page:
        route, page = self._stack[-1]
        if page is None:
            page = route()
            self._stack[-1] = (route, page)
            self._restore_page(page, *self._saved_states.pop(route, (1.0, ())))
        previous = self._current
        self._current = page
        if previous is page:
            return page
        self._end_typing()
        if previous is not None:
            previous.is_inactive = True
            previous.leave()
        page.is_inactive = False
        self.ground = page.background
        Animation.cancel_all(page)
        # Pages slide horizontally only.
        page.x, page.pos_hint = self._page_area.x, {"y": 0}
        if page.parent is None:
            self._page_area.add_widget(page)
        page.enter()
        self._slide(previous, page, direction)
        self._reopen_sheets(page)
        return page

    def _reopen_sheets(self, page: Page) -> None:
        """Reopen suspended sheets if this is their page; drop them if it was removed from the stack."""
        if self._suspended_sheets is None:
            return
        covered_page, sheets = self._suspended_sheets
        if covered_page is page:
            self._suspended_sheets = None
            for sheet in sheets:
                self.open_sheet(sheet)
        elif all(other is not covered_page for other in self.pages):
            self._suspended_sheets = None

    def _restore_page(self, page: Page, scroll_y: float, states: tuple[object, ...]) -> None:
        """Restore widget states and scroll position of the page that this one replaces."""
        if states:
            restore_states(page, states)

        def scroll(_: float) -> None:
            page.scroll.scroll_y = scroll_y

        if scroll_y != 1:
            # The content has its height only after the next frame, so scroll after that.
            Clock.schedule_once(lambda _: Clock.schedule_once(scroll, 0), 0)

    def _slide(self, previous: Page | None, page: Page, direction: int) -> None:
        duration = motion_seconds(SLIDE_SECONDS)
        for stale in [child for child in self._page_area.children if child not in (previous, page)]:
            Animation.cancel_all(stale)
            self._page_area.remove_widget(stale)
        if previous is None:
            return
        if not duration or not direction:
            self._page_area.remove_widget(previous)
            return
        distance = direction * (-1 if look().rtl else 1) * self._page_area.width
        start = self._page_area.x
        page.x = start + distance
        leaving = Animation(x=start - distance, duration=duration, t="out_cubic")
        leaving.bind(on_complete=lambda *_: self._page_area.remove_widget(previous))
        leaving.start(previous)
        arriving = Animation(x=start, duration=duration, t="out_cubic")
        arriving.bind(on_complete=lambda *_: setattr(page, "x", self._page_area.x))
        arriving.start(page)

    # -- above the screens ---------------------------------------------------------------------

    def on_touch_down(self, touch: Any) -> bool:
        """Dispatch a touch, ignoring the second tap of a double tap if the first one opened something else.

        A page that the first tap opened may have a button at the same place.
        """
        before, self._last_touched = self._last_touched, ref(self.sheet or self.page)
        if touch.is_double_tap and before != self._last_touched:
            return True
        return bool(super().on_touch_down(touch))

    def open_sheet(self, sheet: Sheet) -> None:
        self._end_typing()
        sheet.is_inactive = False
        self._sheets.append(sheet)
        self._add_to_overlay(sheet)
        sheet.bind(hides=self._clip_page)
        self._apply_insets()
        self._clip_page()
        self._update_busy()

    def close_sheet(self) -> None:
        if self._sheets:
            self._end_typing()
            sheet = self._sheets.pop()
            sheet.is_inactive = True
            sheet.unbind(hides=self._clip_page)
            self._overlay.remove_widget(sheet)
            self._apply_insets()
            self._clip_page()
            self._update_busy()

    def _clip_page(self, *_: object) -> None:
        """Clip the page to the area not covered by a sheet (saves overdraw)."""
        hidden = max((sheet.hides for sheet in self._sheets), default=0)
        start, end = self._clip
        canvas = self._page_area.canvas
        if hidden:
            start.x, start.y = 0, hidden
            start.width, start.height = ceil(self.width), ceil(self.height)
        if bool(hidden) == (start in canvas.before.children):
            return
        if hidden:
            canvas.before.add(start)
            canvas.after.add(end)
        else:
            canvas.before.remove(start)
            canvas.after.remove(end)

    def add_overlay(self, widget: Widget) -> None:
        """Show a widget above pages and sheets that removes itself, such as a toast."""
        self._add_to_overlay(widget)

    def _add_to_overlay(self, widget: Widget) -> None:
        widget.pos_hint = {"x": 0, "y": 0}
        self._overlay.add_widget(widget)

    def remove_overlay(self, widget: Widget) -> None:
        self._overlay.remove_widget(widget)


_POLL_SECONDS = 0.1
# Polls after the last trigger: longer than a keyboard animation or a rotation takes.
_MAX_POLLS = 15


class InsetsMonitor:
    """Polls `read_insets`, which returns the insets of bars and of the keyboard, or None if unknown."""

    def __init__(self, navigator: Navigator, read_insets: Callable[[], tuple[Insets, Insets] | None]) -> None:
        self._navigator = navigator
        self.read_insets = read_insets
        self._polls_left = 0
        self._poll_event = Clock.schedule_interval(self._poll, _POLL_SECONDS)
        self._poll_event.cancel()
        # Android's views know their insets only after a frame.
        self._schedule_poll = Clock.create_trigger(self._poll, 0)
        navigator.bind(typing=self.start_polling)

    def start_polling(self, *_: object) -> None:
        """Poll for a while, because the insets may have changed or be about to."""
        self._polls_left = _MAX_POLLS
        self._schedule_poll()
        self._poll_event()

    def stop(self) -> None:
        self._schedule_poll.cancel()
        self._poll_event.cancel()

    def _poll(self, _: float) -> None:
        self._polls_left -= 1
        if self._polls_left <= 0 and self._navigator.typing is None:
            self._poll_event.cancel()
        result = self.read_insets()
        if result is not None:
            bars, keyboard = (rotate_insets(insets, Window.rotation) for insets in result)
            self._navigator.set_insets(bars, keyboard)


TOAST_SECONDS = 6.0


class _ToastLayer(AnchorLayout):
    """Overlay that lets touches through, except on the toast itself."""

    def on_touch_down(self, touch: object) -> bool:
        return any(child.dispatch("on_touch_down", touch) for child in self.children)


class Toaster:
    """Shows a short message above the main button, with an optional action such as undo.

    A new toast replaces the last.
    """

    def __init__(self, navigator: Navigator) -> None:
        self._navigator = navigator
        self._layer: _ToastLayer | None = None
        self._schedule_dismiss = Clock.create_trigger(lambda *_: self.dismiss(), TOAST_SECONDS)
        self._on_expired: Callable[[], object] | None = None
        self.text = ""

    def show(
        self,
        text: str,
        *,
        action_text: str = "",
        on_action: Callable[[], object] | None = None,
        on_expired: Callable[[], object] | None = None,
        is_problem: bool = False,
        icon: Icon = Icon.UNDO,
    ) -> None:
        """Show a toast; `icon` belongs to the action.

        `on_expired` is called when the toast disappears without its action having been used.
        """
        self.dismiss()
        self.text = text
        self._on_expired = on_expired
        row = Row(gap=12, padding=(dp(16), dp(10)), size_hint_x=None)
        RoundedBox(
            row, radius=RADIUS_CARD, background="evil_deep" if is_problem else "raised",
            border="evil" if is_problem else "rim", line_width=1.5,
        )  # fmt: skip
        if is_problem:
            row.add_widget(IconLabel(Icon.WARNING, 26, tone="evil"))
        row.add_widget(Text(text, max_lines=4))
        if on_action is not None:
            self.button: SecondaryButton | None = SecondaryButton(
                action_text,
                self._make_action(on_action),
                icon=icon,
                mirrored=icon is Icon.UNDO,
                outlined=True,
                size_hint_x=0.5,
            )
            row.add_widget(self.button)
        layer = _ToastLayer(anchor_x="center", anchor_y="bottom")

        def fit(*_: object) -> None:
            row.width = min(layer.width - dp(2 * MARGIN), dp(MAX_COLUMN_WIDTH))
            # Above the main button; with a keyboard open there is less height.
            layer.padding = (dp(MARGIN), 0, dp(MARGIN), min(dp(104), layer.height / 4))

        layer.size = self._navigator.size
        layer.bind(size=fit)
        fit()
        layer.add_widget(row)
        self._layer = layer
        self._navigator.add_overlay(layer)
        self._schedule_dismiss()

    def dismiss(self) -> None:
        self._schedule_dismiss.cancel()
        if self._layer is not None:
            self._navigator.remove_overlay(self._layer)
            self._layer = None
            self.text = ""
            callback, self._on_expired = self._on_expired, None
            if callback is not None:
                callback()

    def _make_action(self, on_action: Callable[[], object]) -> Callable[[], None]:
        def act() -> None:
            self._on_expired = None
            self.dismiss()
            on_action()

        return act
