"""Where screens stand: a stack of routes, the screen on top, sheets and toasts above it.

A route is a function that builds its screen, so nothing is made before its first visit, and a change
of language, theme or text size just builds the screens anew.
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
from companion.widgets.keeping import kept_on, take_up_on
from companion.widgets.page import Page
from companion.widgets.sheet import Sheet
from companion.widgets.sides import NO_SIDES, Sides, wider
from companion.widgets.theme import SLIDE_SECONDS, look, seconds

Route = Callable[[], Page]


class Stage(FloatLayout):
    # The field that somebody types into, if any; it says so itself.
    typing = ObjectProperty(None, allownone=True)
    # A sheet is open, or somebody types: something is half done that a screen built anew would not know of.
    busy = BooleanProperty(False)
    # The colour that lies below the screen that is shown, by the name of its role.
    ground = StringProperty("table")

    def __init__(self) -> None:
        super().__init__()
        self._backdrop = Backdrop()
        self._area = FloatLayout()
        self._over = FloatLayout()
        for part in (self._backdrop, self._area, self._over):
            self.add_widget(part)
        self._stack: list[tuple[Route, Page | None]] = []
        self._sheets: list[Sheet] = []
        # Of screens that are to be built anew: how far they were scrolled, and what only they knew.
        self._kept: dict[Route, tuple[float, tuple[object, ...]]] = {}
        # A screen that was left to look something up, and the sheets that lay open on it.
        self._aside: tuple[Page, tuple[Sheet, ...]] | None = None
        self._in_sight = (ScissorPush(), ScissorPop())
        self._shown: Page | None = None
        # By the last finger; held weakly, for it may be left for good and shall be freed then.
        self._met: ReferenceType[Widget] | None = None
        self._bars, self._keyboard = NO_SIDES, NO_SIDES
        # Known from the start, so that the first screen is not laid out for a guess first.
        self.size = Window.size

    @property
    def page(self) -> Page:
        if self._shown is None:
            raise LookupError("no screen is shown yet")
        return self._shown

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

    def keep_clear(self, bars: Sides, keyboard: Sides = NO_SIDES) -> None:
        """Of bars and cut-outs, and of a keyboard that stands on the same edge as one of them."""
        if (bars, keyboard) != (self._bars, self._keyboard):
            self._bars, self._keyboard = bars, keyboard
            self._fit()

    def on_size(self, *_: object) -> None:
        self._fit()

    def _fit(self) -> None:
        """A screen behind a sheet stays as it is while somebody types there: the keyboard is the sheet's."""
        above = wider(self._bars, self._keyboard)
        for part, sides in ((self._area, self._bars if self._sheets else above), (self._over, above)):
            left, top, right, bottom = sides
            part.size_hint = (None, None)
            part.pos = (self.x + left, self.y + bottom)
            part.size = (max(1.0, self.width - left - right), max(1.0, self.height - top - bottom))
        if self._shown is not None and self._area.children == [self._shown]:
            # One that slides finds its place when it arrives.
            self._shown.x = self._area.x

    def on_typing(self, *_: object) -> None:
        self._weigh()

    def _weigh(self) -> None:
        self.busy = bool(self._sheets) or self.typing is not None

    def _end_typing(self) -> None:
        """Whoever walks on types no more: the keyboard of a field that is gone would stay."""
        if self.typing is not None:
            self.typing.focus = False

    # -- walking ---------------------------------------------------------------------------

    def go(self, route: Route) -> Page:
        """Walk on to a new screen."""
        self._stack.append((route, None))
        return self._show(direction=1)

    def look_up(self, route: Route) -> Page:
        """Walk on to a screen from which going back finds all as it was, sheets that lie open included."""
        below, sheets = self.page, tuple(self._sheets)
        while self._sheets:
            self.close_sheet()
        page = self.go(route)
        self._aside = (below, sheets) if sheets else None
        return page

    def swap(self, route: Route) -> Page:
        """Take the place of the present screen: going back skips it."""
        self._stack.pop()
        return self.go(route)

    def home_then(self, *routes: Route) -> Page:
        """Walk on to the last of these, from which going back leads over the others home, whatever the way
        here was; the others are built when somebody walks there."""
        *between, last = routes
        self._stack[1:] = [(route, None) for route in between]
        return self.go(last)

    def back(self) -> bool:
        """Close what is on top, else let the screen answer, else walk back; False at the first screen."""
        if self._sheets:
            self._sheets[-1].close()
            return True
        if self._shown is not None and self._shown.go_back():
            return True
        return self.leave()

    def leave(self, screens: int = 1) -> bool:
        """Walk back over so many screens without asking them; False at the first screen."""
        if len(self._stack) <= screens:
            return False
        del self._stack[-screens:]
        self._show(direction=-1)
        return True

    def back_to(self, wanted: Callable[[Route], bool]) -> bool:
        """Walk back to the last screen of such a route, or stay there; False if none lies below."""
        for above, (route, _) in enumerate(reversed(self._stack)):
            if wanted(route):
                if above:
                    self.leave(above)
                return True
        return False

    def take_out(self, wanted: Callable[[Route], bool]) -> None:
        """Nobody comes by a screen of such a route any more. If it is the one that is shown, its sheets are
        closed, and the one below is shown; the first screen stays in any case."""
        first, *others = self._stack
        left = [first, *(other for other in others if not wanted(other[0]))]
        shown = left[-1] is self._stack[-1]
        self._stack = left
        if not shown:
            while self._sheets:
                self.close_sheet()
            self._show(direction=-1)

    def home(self) -> None:
        if len(self._stack) > 1:
            del self._stack[1:]
            self._show(direction=-1)

    def rebuild(self) -> Page:
        """Build every screen anew, as after a change of language or theme."""
        while self._sheets:
            self.close_sheet()
        before, self._kept = self._kept, {}
        for route, built in self._stack:
            if built is not None:
                self._kept[route] = (built.scroll.scroll_y, kept_on(built))
            elif route in before:
                self._kept[route] = before[route]
        self._stack = [(route, None) for route, _ in self._stack]
        self.remove_widget(self._backdrop)
        self._backdrop = Backdrop()
        self.add_widget(self._backdrop, index=len(self.children))
        return self._show(direction=0)

    def change_kept(self, change: Callable[[object], object]) -> Callable[[], None]:
        """Have screens know something else in the place of what only they knew; one that is to know None is
        taken out. Returned is what takes it back where they still know it."""
        changes: dict[Route, tuple[tuple[object, ...], tuple[object, ...]]] = {}
        for route, built in self._stack:
            before = self._known(route, built)
            after = tuple(map(change, before))
            if after != before:
                changes[route] = (before, after)
        gone = [route for route, learnt in changes.items() if (None in learnt[1]) > (None in learnt[0])]
        self.take_out(lambda route: route in gone)
        self._learn({route: learnt for route, learnt in changes.items() if route not in gone})

        def take_back() -> None:
            self._learn({route: (after, before) for route, (before, after) in changes.items()})

        return take_back

    def _known(self, route: Route, built: Page | None) -> tuple[object, ...]:
        return kept_on(built) if built is not None else self._kept.get(route, (1.0, ()))[1]

    def _learn(self, changes: dict[Route, tuple[tuple[object, ...], tuple[object, ...]]]) -> None:
        for route, built in self._stack:
            before, after = changes.get(route, ((), ()))
            if not before or self._known(route, built) != before:
                continue
            if built is not None:
                take_up_on(built, after)
            else:
                self._kept[route] = (self._kept[route][0], after)

    def _show(self, *, direction: int) -> Page:
        route, page = self._stack[-1]
        if page is None:
            page = route()
            self._stack[-1] = (route, page)
            self._find_again(page, *self._kept.pop(route, (1.0, ())))
        left = self._shown
        self._shown = page
        if left is page:
            return page
        self._end_typing()
        if left is not None:
            left.gone = True
            left.leave()
        page.gone = False
        self.ground = page.ground
        Animation.cancel_all(page)
        # Only sideways does a page slide.
        page.x, page.pos_hint = self._area.x, {"y": 0}
        if page.parent is None:
            self._area.add_widget(page)
        page.enter()
        self._slide(left, page, direction)
        self._find_sheets(page)
        return page

    def _find_sheets(self, page: Page) -> None:
        """Those that were set aside, if this is where they lay; where nobody comes by any more they go."""
        if self._aside is None:
            return
        below, sheets = self._aside
        if below is page:
            self._aside = None
            for sheet in sheets:
                self.open_sheet(sheet)
        elif all(other is not below for other in self.pages):
            self._aside = None

    def _find_again(self, page: Page, scrolled: float, kept: tuple[object, ...]) -> None:
        """What was there on the screen before, if this one is built in its place."""
        if kept:
            take_up_on(page, kept)

        def scroll(_: float) -> None:
            page.scroll.scroll_y = scrolled

        if scrolled != 1:
            # The place can only be found again once the new screen has its heights: after the next frame.
            Clock.schedule_once(lambda _: Clock.schedule_once(scroll, 0), 0)

    def _slide(self, left: Page | None, page: Page, direction: int) -> None:
        duration = seconds(SLIDE_SECONDS)
        for stale in [child for child in self._area.children if child not in (left, page)]:
            Animation.cancel_all(stale)
            self._area.remove_widget(stale)
        if left is None:
            return
        if not duration or not direction:
            self._area.remove_widget(left)
            return
        way = direction * (-1 if look().rtl else 1) * self._area.width
        start = self._area.x
        page.x = start + way
        leaving = Animation(x=start - way, duration=duration, t="out_cubic")
        leaving.bind(on_complete=lambda *_: self._area.remove_widget(left))
        leaving.start(left)
        arriving = Animation(x=start, duration=duration, t="out_cubic")
        arriving.bind(on_complete=lambda *_: setattr(page, "x", self._area.x))
        arriving.start(page)

    # -- above the screens ---------------------------------------------------------------------

    def on_touch_down(self, touch: Any) -> bool:
        """Only what is shown is touched. The second of two quick taps is for whatever the first one met: a
        screen that the first one opened may have a button at the same place."""
        before, self._met = self._met, ref(self.sheet or self.page)
        if touch.is_double_tap and before != self._met:
            return True
        return bool(super().on_touch_down(touch))

    def open_sheet(self, sheet: Sheet) -> None:
        self._end_typing()
        sheet.gone = False
        self._sheets.append(sheet)
        self._lay(sheet)
        sheet.bind(hides=self._spare)
        self._fit()
        self._spare()
        self._weigh()

    def close_sheet(self) -> None:
        if self._sheets:
            self._end_typing()
            sheet = self._sheets.pop()
            sheet.gone = True
            sheet.unbind(hides=self._spare)
            self._over.remove_widget(sheet)
            self._fit()
            self._spare()
            self._weigh()

    def _spare(self, *_: object) -> None:
        """Of the screen only what a sheet leaves in sight is painted."""
        hidden = max((sheet.hides for sheet in self._sheets), default=0)
        start, end = self._in_sight
        drawn = self._area.canvas
        if hidden:
            start.x, start.y = 0, hidden
            start.width, start.height = ceil(self.width), ceil(self.height)
        if bool(hidden) == (start in drawn.before.children):
            return
        if hidden:
            drawn.before.add(start)
            drawn.after.add(end)
        else:
            drawn.before.remove(start)
            drawn.after.remove(end)

    def lay_over(self, widget: Widget) -> None:
        """Show something above screens and sheets that minds its own end, such as a toast."""
        self._lay(widget)

    def _lay(self, widget: Widget) -> None:
        widget.pos_hint = {"x": 0, "y": 0}
        self._over.add_widget(widget)

    def lift_off(self, widget: Widget) -> None:
        self._over.remove_widget(widget)
