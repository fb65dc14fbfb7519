"""Where screens stand: a stack of routes, the screen on top, sheets and toasts above it.

A route is a function that builds its screen, so nothing is made before its first visit, and a change
of language, theme or text size just builds the screens anew.

What is to be kept clear at the sides of the window: pixels at left, top, right and bottom.

Keeps the screens clear of bars, cut-outs and the keyboard, wherever the device has them just now.

Nobody tells when they change: a phone that is turned knows its new ones some frames later, and a keyboard
rises for as long as it likes. So they are asked for again and again, but only for a while, or while
somebody types.
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
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.widgets.backdrop import Backdrop
from companion.widgets.page import Page, restore_states, save_states
from companion.widgets.sheet import Sheet
from companion.widgets.theme import SLIDE_SECONDS, look, motion_seconds

Insets = tuple[float, float, float, float]
NO_INSETS: Insets = (0.0, 0.0, 0.0, 0.0)


def max_insets(one: Insets, other: Insets) -> Insets:
    """On each side whichever takes more."""
    left, top, right, bottom = map(max, one, other)
    return (left, top, right, bottom)


def rotate_insets(insets: Insets, rotation: int) -> Insets:
    """As they lie for a picture that is turned in its window, by quarters to the left."""
    quarters = rotation // 90 % 4
    left, top, right, bottom = (insets[place - quarters] for place in range(4))
    return (left, top, right, bottom)


Route = Callable[[], Page]


class Navigator(FloatLayout):
    # The field that somebody types into, if any; it says so itself.
    typing = ObjectProperty(None, allownone=True)
    # A sheet is open, or somebody types: something is half done that a screen built anew would not know of.
    busy = BooleanProperty(False)
    # The colour that lies below the screen that is shown, by the name of its role.
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
        # Of screens that are to be built anew: how far they were scrolled, and what only they knew.
        self._saved_states: dict[Route, tuple[float, tuple[object, ...]]] = {}
        # A screen that was left to look something up, and the sheets that lay open on it.
        self._suspended_sheets: tuple[Page, tuple[Sheet, ...]] | None = None
        self._clip = (ScissorPush(), ScissorPop())
        self._current: Page | None = None
        # By the last finger; held weakly, for it may be left for good and shall be freed then.
        self._last_touched: ReferenceType[Widget] | None = None
        self._bar_insets, self._keyboard_insets = NO_INSETS, NO_INSETS
        # Known from the start, so that the first screen is not laid out for a guess first.
        self.size = Window.size

    @property
    def page(self) -> Page:
        if self._current is None:
            raise LookupError("no screen is shown yet")
        return self._current

    @property
    def route(self) -> Route:
        """What built the screen: the same throughout a visit, however often it is built anew."""
        return self._stack[-1][0]

    @property
    def pages(self) -> Iterator[Page]:
        """The screens that lie on each other, the one that is shown first; none that nobody has seen yet."""
        return (page for _, page in reversed(self._stack) if page is not None)

    @property
    def depth(self) -> int:
        return len(self._stack)

    @property
    def sheet(self) -> Sheet | None:
        return self._sheets[-1] if self._sheets else None

    def set_insets(self, bars: Insets, keyboard: Insets = NO_INSETS) -> None:
        """Of bars and cut-outs, and of a keyboard that stands on the same edge as one of them."""
        if (bars, keyboard) != (self._bar_insets, self._keyboard_insets):
            self._bar_insets, self._keyboard_insets = bars, keyboard
            self._apply_insets()

    def on_size(self, *_: object) -> None:
        self._apply_insets()

    def _apply_insets(self) -> None:
        """A screen behind a sheet stays as it is while somebody types there: the keyboard is the sheet's."""
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
            # One that slides finds its place when it arrives.
            self._current.x = self._page_area.x

    def on_typing(self, *_: object) -> None:
        self._update_busy()

    def _update_busy(self) -> None:
        self.busy = bool(self._sheets) or self.typing is not None

    def _end_typing(self) -> None:
        """Whoever walks on types no more: the keyboard of a field that is gone would stay."""
        if self.typing is not None:
            self.typing.focus = False

    # -- walking ---------------------------------------------------------------------------

    def push(self, route: Route) -> Page:
        """Walk on to a new screen."""
        self._stack.append((route, None))
        return self._show_top(direction=1)

    def push_over_sheets(self, route: Route) -> Page:
        """Walk on to a screen from which going back finds all as it was, sheets that lie open included."""
        covered_page, sheets = self.page, tuple(self._sheets)
        while self._sheets:
            self.close_sheet()
        page = self.push(route)
        self._suspended_sheets = (covered_page, sheets) if sheets else None
        return page

    def replace(self, route: Route) -> Page:
        """Take the place of the present screen: going back skips it."""
        self._stack.pop()
        return self.push(route)

    def reset_to(self, *routes: Route) -> Page:
        """Walk on to the last of these, from which going back leads over the others home, whatever the way
        here was; the others are built when somebody walks there."""
        *between, last = routes
        self._stack[1:] = [(route, None) for route in between]
        return self.push(last)

    def go_back(self) -> bool:
        """Close what is on top, else let the screen answer, else walk back; False at the first screen."""
        if self._sheets:
            self._sheets[-1].close()
            return True
        if self._current is not None and self._current.handle_back():
            return True
        return self.pop()

    def pop(self, count: int = 1) -> bool:
        """Walk back over so many screens without asking them; False at the first screen."""
        if len(self._stack) <= count:
            return False
        del self._stack[-count:]
        self._show_top(direction=-1)
        return True

    def pop_to(self, matches: Callable[[Route], bool]) -> bool:
        """Walk back to the last screen of such a route, or stay there; False if none lies below."""
        for above, (route, _) in enumerate(reversed(self._stack)):
            if matches(route):
                if above:
                    self.pop(above)
                return True
        return False

    def remove(self, matches: Callable[[Route], bool]) -> None:
        """Nobody comes by a screen of such a route any more. If it is the one that is shown, its sheets are
        closed, and the one below is shown; the first screen stays in any case."""
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
        """Build every screen anew, as after a change of language or theme."""
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
        """Have screens know something else in the place of what only they knew; one that is to know None is
        taken out. Returned is what takes it back where they still know it."""
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
        # Only sideways does a page slide.
        page.x, page.pos_hint = self._page_area.x, {"y": 0}
        if page.parent is None:
            self._page_area.add_widget(page)
        page.enter()
        self._slide(previous, page, direction)
        self._reopen_sheets(page)
        return page

    def _reopen_sheets(self, page: Page) -> None:
        """Those that were set aside, if this is where they lay; where nobody comes by any more they go."""
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
        """What was there on the screen before, if this one is built in its place."""
        if states:
            restore_states(page, states)

        def scroll(_: float) -> None:
            page.scroll.scroll_y = scroll_y

        if scroll_y != 1:
            # The place can only be found again once the new screen has its heights: after the next frame.
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
        """Only what is shown is touched. The second of two quick taps is for whatever the first one met: a
        screen that the first one opened may have a button at the same place."""
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
        """Of the screen only what a sheet leaves in sight is painted."""
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
        """Show something above screens and sheets that minds its own end, such as a toast."""
        self._add_to_overlay(widget)

    def _add_to_overlay(self, widget: Widget) -> None:
        widget.pos_hint = {"x": 0, "y": 0}
        self._overlay.add_widget(widget)

    def remove_overlay(self, widget: Widget) -> None:
        self._overlay.remove_widget(widget)


_POLL_SECONDS = 0.1
# So often after the last reason to ask: longer than a keyboard takes to rise or a phone to be turned.
_MAX_POLLS = 15


class InsetsMonitor:
    """`read_insets` says what bars cover and what the keyboard does, or None if the device does not say."""

    def __init__(self, navigator: Navigator, read_insets: Callable[[], tuple[Insets, Insets] | None]) -> None:
        self._navigator = navigator
        self.read_insets = read_insets
        self._polls_left = 0
        self._poll_event = Clock.schedule_interval(self._poll, _POLL_SECONDS)
        self._poll_event.cancel()
        # Android's views know what covers them only after a frame.
        self._schedule_poll = Clock.create_trigger(self._poll, 0)
        navigator.bind(typing=self.start_polling)

    def start_polling(self, *_: object) -> None:
        """It may have changed, or be about to."""
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
