"""Window of the device: keeping the screen on, insets of cut-outs, bars and keyboard in pixels, and the
colour of Android's system bars.

Android reports insets relative to the window, but the app draws on a surface that may already begin below a
bar. To subtract nothing twice, they are converted to insets of the surface.
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
    """Rectangle in the window, from its upper left corner."""

    x: float
    y: float
    width: float
    height: float


class WindowInsets(NamedTuple):
    """Insets of the window. Bars, cut-outs and gesture areas are permanent; the keyboard is not, and shares
    its edge with the lower bar."""

    bars: EdgeInsets = EdgeInsets()
    keyboard: EdgeInsets = EdgeInsets()


def surface_insets(insets: EdgeInsets, window: tuple[float, float], surface: WindowRect) -> EdgeInsets:
    """Convert insets of the window to insets of the surface in it."""
    width, height = window
    margins = EdgeInsets(
        surface.x, surface.y, width - surface.x - surface.width, height - surface.y - surface.height
    )
    return EdgeInsets(*(max(0.0, inset - margin) for inset, margin in zip(insets, margins, strict=True)))


def max_insets(one: EdgeInsets, other: EdgeInsets) -> EdgeInsets:
    """Return the larger inset of each edge: a cut-out is inside a bar, not beside it."""
    return EdgeInsets(*map(max, one, other))


def to_window_insets(
    bars: EdgeInsets, keyboard: float, window: tuple[float, float], surface: WindowRect
) -> WindowInsets:
    """Return the insets of the surface; `keyboard` is its height including the bar below it."""
    keyboard_insets = EdgeInsets(bottom=keyboard) if keyboard > bars.bottom else EdgeInsets()
    return WindowInsets(
        surface_insets(bars, window, surface), surface_insets(keyboard_insets, window, surface)
    )


# API levels since which Android reports bars, cut-outs and keyboard separately, and since which it has
# cut-outs.
_TYPED_INSETS_API, _CUTOUT_API = 30, 28


def set_keep_awake(window: Any, stay_on: bool) -> None:
    """Keep the screen on (through SDL; no permission needed)."""
    window.allow_screensaver = not stay_on


def read_window_insets() -> WindowInsets | None:
    """Return the current insets; None if they are unknown or not known yet."""
    if not is_android():
        return None
    try:
        current_activity = activity()
        decor = current_activity.getWindow().getDecorView()
        insets = decor.getRootWindowInsets()
        if insets is None:
            # A window that is not shown yet has none.
            return None
        read_insets = _read_typed_insets if api_level() >= _TYPED_INSETS_API else _read_legacy_insets
        bars, keyboard = read_insets(decor, insets)
        window = (decor.getWidth(), decor.getHeight())
        return to_window_insets(bars, keyboard, window, _surface_rect(current_activity, window))
    except Exception:
        return None


def _surface_rect(current_activity: Any, window: tuple[int, int]) -> WindowRect:
    """Return the rectangle of SDL's surface; the whole window before it exists."""
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
    """Return bars and keyboard height on an older Android, which may include the keyboard in the bars or only
    exclude it from the visible area."""
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
        edges = (getattr(cutout, f"getSafeInset{edge}")() for edge in ("Left", "Top", "Right", "Bottom"))
        bars = max_insets(bars, EdgeInsets(*edges))
    visible_frame, location = autoclass("android.graphics.Rect")(), [0, 0]
    decor.getWindowVisibleDisplayFrame(visible_frame)
    decor.getLocationOnScreen(location)
    return bars, max(bottom_inset, location[1] + decor.getHeight() - visible_frame.bottom)


# API levels since which the app draws below the bars, since which `WindowInsetsController` exists, and since
# which the icons of the navigation bar can be dark.
_EDGE_TO_EDGE_API, _INSETS_CONTROLLER_API, _DARK_NAVIGATION_API = 35, 30, 26
# Of `WindowInsetsController`: dark icons on the upper and on the lower bar.
_LIGHT_BARS = 0x8 | 0x10
# The same flags of `View` in older versions.
_LIGHT_STATUS_FLAG, _LIGHT_NAVIGATION_FLAG = 0x2000, 0x10
# Of `WindowManager.LayoutParams`: the bars have the colours that are set. Java reads both as negative.
_DRAWS_BARS_FLAG, _BLACK = -0x80000000, -0x1000000
# Threshold for the sum of red, green and blue: every background of ours is clearly darker or clearly lighter.
_LIGHTNESS_THRESHOLD = 3 * 255 / 2


def set_bar_color(color: Sequence[float]) -> bool:
    """Set the colour of the system bars (red, green and blue, 0 to 1) where they are opaque, with dark icons
    on a light colour and light ones on a dark colour. Return False if there are no bars."""
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
