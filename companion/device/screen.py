"""The window as the device has it: kept lit, and clear of cut-outs, bars and the keyboard."""

from __future__ import annotations

from typing import Any

from companion.device.edges import EdgeInsets, WindowInsets, WindowRect, max_insets, to_window_insets
from companion.device.java import activity, api_level
from companion.device.machine import is_android

# Since then an Android tells bars, cut-outs and the keyboard apart; since the other it has cut-outs at all.
_TYPED_INSETS_API, _CUTOUT_API = 30, 28


def set_keep_awake(window: Any, stay_on: bool) -> None:
    """Hold the screen lit (SDL asks the system; no permission needed)."""
    window.allow_screensaver = not stay_on


def read_window_insets() -> WindowInsets | None:
    """What lies over the app just now; None where the device does not say, or not yet."""
    if not is_android():
        return None
    try:
        current_activity = activity()
        decor = current_activity.getWindow().getDecorView()
        insets = decor.getRootWindowInsets()
        if insets is None:
            # Of a window that is not shown yet.
            return None
        read_insets = _read_typed_insets if api_level() >= _TYPED_INSETS_API else _read_legacy_insets
        bars, keyboard = read_insets(decor, insets)
        window = (decor.getWidth(), decor.getHeight())
        return to_window_insets(bars, keyboard, window, _surface_rect(current_activity, window))
    except Exception:
        return None


def _surface_rect(current_activity: Any, window: tuple[int, int]) -> WindowRect:
    """Where SDL draws; all of the window as long as it does not yet."""
    view = current_activity.getSurface()
    if view is None or not view.getWidth():
        return WindowRect(0, 0, *window)
    location = [0, 0]
    view.getLocationInWindow(location)
    x, y = location
    return WindowRect(x, y, view.getWidth(), view.getHeight())


def _read_typed_insets(_: Any, insets: Any) -> tuple[EdgeInsets, float]:
    from jnius import autoclass

    types = autoclass("android.view.WindowInsets$Type")
    bars = insets.getInsets(types.systemBars() | types.displayCutout() | types.mandatorySystemGestures())
    return EdgeInsets(bars.left, bars.top, bars.right, bars.bottom), insets.getInsets(types.ime()).bottom


def _read_legacy_insets(decor: Any, insets: Any) -> tuple[EdgeInsets, float]:
    """An older Android may count the keyboard among the bars, or only leave it out of what can be seen."""
    from jnius import autoclass

    bottom_inset = insets.getSystemWindowInsetBottom()
    bars = EdgeInsets(
        insets.getSystemWindowInsetLeft(),
        insets.getSystemWindowInsetTop(),
        insets.getSystemWindowInsetRight(),
        min(bottom_inset, insets.getStableInsetBottom()),
    )
    cutout = insets.getDisplayCutout() if api_level() >= _CUTOUT_API else None
    if cutout is not None:
        bars = max_insets(
            bars,
            EdgeInsets(
                cutout.getSafeInsetLeft(),
                cutout.getSafeInsetTop(),
                cutout.getSafeInsetRight(),
                cutout.getSafeInsetBottom(),
            ),
        )
    visible_frame, location = autoclass("android.graphics.Rect")(), [0, 0]
    decor.getWindowVisibleDisplayFrame(visible_frame)
    decor.getLocationOnScreen(location)
    return bars, max(bottom_inset, location[1] + decor.getHeight() - visible_frame.bottom)
