"""The window as the device has it: kept lit, and clear of cut-outs, bars and the keyboard.

What lies over the window at its edges, in pixels. Pure: the phone only brings the numbers.

Android tells how far bars and keyboard reach into the window; the app draws on a surface that may begin
below a bar already. What both leave out would be left out twice, so it is reckoned for the surface here.

The bars of the system above and below the app, in the colour of what is shown between them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.device.system import activity, api_level, is_android, run_on_ui_thread


class EdgeInsets(NamedTuple):
    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0


class WindowRect(NamedTuple):
    """Where something lies in the window, from its upper left corner."""

    x: float
    y: float
    width: float
    height: float


class WindowInsets(NamedTuple):
    """Bars, cut-outs and the strip where a swipe is the system's are always there; the keyboard is not, and
    stands on the same edge as the lower bar."""

    bars: EdgeInsets = EdgeInsets()
    keyboard: EdgeInsets = EdgeInsets()


def surface_insets(insets: EdgeInsets, window: tuple[float, float], surface: WindowRect) -> EdgeInsets:
    """As much of what covers the edges of the window as covers the surface in it."""
    width, height = window
    margins = EdgeInsets(
        surface.x, surface.y, width - surface.x - surface.width, height - surface.y - surface.height
    )
    return EdgeInsets(*(max(0.0, inset - margin) for inset, margin in zip(insets, margins, strict=True)))


def max_insets(one: EdgeInsets, other: EdgeInsets) -> EdgeInsets:
    """On each edge whatever reaches further: a cut-out lies within a bar, not beside it."""
    return EdgeInsets(*map(max, one, other))


def to_window_insets(
    bars: EdgeInsets, keyboard: float, window: tuple[float, float], surface: WindowRect
) -> WindowInsets:
    """`keyboard` is how far it reaches up from the lower edge of the window, the bar below it included."""
    keyboard_insets = EdgeInsets(bottom=keyboard) if keyboard > bars.bottom else EdgeInsets()
    return WindowInsets(
        surface_insets(bars, window, surface), surface_insets(keyboard_insets, window, surface)
    )


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


# Since then an Android lets the app draw below its bars, has the newer way to say what stands on them, and
# can draw the lower one's marks dark.
_EDGE_TO_EDGE_API, _INSETS_CONTROLLER_API, _DARK_NAVIGATION_API = 35, 30, 26
# Of `WindowInsetsController`: dark marks above, dark marks below.
_LIGHT_BARS = 0x8 | 0x10
# The same of `View` in older ones.
_LIGHT_STATUS_FLAG, _LIGHT_NAVIGATION_FLAG = 0x2000, 0x10
# Of `WindowManager.LayoutParams`: the bars have the colours they are given. Java reads both as negative.
_DRAWS_BARS_FLAG, _BLACK = -0x80000000, -0x1000000
# Of red, green and blue together: every ground of ours is clearly darker or clearly lighter.
_LIGHTNESS_THRESHOLD = 3 * 255 / 2


def set_bar_color(color: Sequence[float]) -> bool:
    """Let the bars be of this colour (red, green and blue, 0 to 1) where they are not seen through, and their
    marks dark on a light ground and light on a dark one. False where there are none."""
    if not is_android():
        return False
    try:
        window, level = activity().getWindow(), api_level()
        run_on_ui_thread(lambda: _apply_bar_color(window, level, color))
    except Exception:
        return False
    return True


def _apply_bar_color(window: Any, level: int, color: Sequence[float]) -> None:
    red, green, blue = (round(part * 255) for part in color[:3])
    is_light = red + green + blue > _LIGHTNESS_THRESHOLD
    if level < _EDGE_TO_EDGE_API:
        argb = _BLACK + (red << 16 | green << 8 | blue)
        window.addFlags(_DRAWS_BARS_FLAG)
        window.setStatusBarColor(argb)
        window.setNavigationBarColor(_BLACK if is_light and level < _DARK_NAVIGATION_API else argb)
    if level >= _INSETS_CONTROLLER_API:
        controller = window.getInsetsController()
        if controller is not None:
            controller.setSystemBarsAppearance(_LIGHT_BARS if is_light else 0, _LIGHT_BARS)
        return
    light_flags = _LIGHT_STATUS_FLAG | (_LIGHT_NAVIGATION_FLAG if level >= _DARK_NAVIGATION_API else 0)
    decor = window.getDecorView()
    other_flags = decor.getSystemUiVisibility() & ~light_flags
    decor.setSystemUiVisibility(other_flags | light_flags if is_light else other_flags)
