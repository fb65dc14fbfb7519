"""The window as the device has it: kept lit, and clear of cut-outs, bars and the keyboard."""

from __future__ import annotations

from typing import Any

from companion.device.edges import Covered, Edges, Place, larger, reckoned
from companion.device.java import activity, api_level
from companion.device.machine import is_android

# Since then an Android tells bars, cut-outs and the keyboard apart; since the other it has cut-outs at all.
_TOLD_APART, _CUT_OUTS = 30, 28


def keep_awake(window: Any, awake: bool) -> None:
    """Hold the screen lit (SDL asks the system; no permission needed)."""
    window.allow_screensaver = not awake


def covered() -> Covered | None:
    """What lies over the app just now; None where the device does not say, or not yet."""
    if not is_android():
        return None
    try:
        phone = activity()
        decor = phone.getWindow().getDecorView()
        insets = decor.getRootWindowInsets()
        if insets is None:
            # Of a window that is not shown yet.
            return None
        ask = _told_apart if api_level() >= _TOLD_APART else _told_together
        bars, keyboard = ask(decor, insets)
        window = (decor.getWidth(), decor.getHeight())
        return reckoned(bars, keyboard, window, _surface(phone, window))
    except Exception:
        return None


def _surface(phone: Any, window: tuple[int, int]) -> Place:
    """Where SDL draws; all of the window as long as it does not yet."""
    view = phone.getSurface()
    if view is None or not view.getWidth():
        return Place(0, 0, *window)
    place = [0, 0]
    view.getLocationInWindow(place)
    x, y = place
    return Place(x, y, view.getWidth(), view.getHeight())


def _told_apart(_: Any, insets: Any) -> tuple[Edges, float]:
    from jnius import autoclass

    kinds = autoclass("android.view.WindowInsets$Type")
    bars = insets.getInsets(kinds.systemBars() | kinds.displayCutout() | kinds.mandatorySystemGestures())
    return Edges(bars.left, bars.top, bars.right, bars.bottom), insets.getInsets(kinds.ime()).bottom


def _told_together(decor: Any, insets: Any) -> tuple[Edges, float]:
    """An older Android may count the keyboard among the bars, or only leave it out of what can be seen."""
    from jnius import autoclass

    below = insets.getSystemWindowInsetBottom()
    bars = Edges(
        insets.getSystemWindowInsetLeft(),
        insets.getSystemWindowInsetTop(),
        insets.getSystemWindowInsetRight(),
        min(below, insets.getStableInsetBottom()),
    )
    cut_out = insets.getDisplayCutout() if api_level() >= _CUT_OUTS else None
    if cut_out is not None:
        bars = larger(
            bars,
            Edges(
                cut_out.getSafeInsetLeft(),
                cut_out.getSafeInsetTop(),
                cut_out.getSafeInsetRight(),
                cut_out.getSafeInsetBottom(),
            ),
        )
    seen, place = autoclass("android.graphics.Rect")(), [0, 0]
    decor.getWindowVisibleDisplayFrame(seen)
    decor.getLocationOnScreen(place)
    return bars, max(below, place[1] + decor.getHeight() - seen.bottom)
