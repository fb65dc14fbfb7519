"""The bars of the system above and below the app, in the colour of what is shown between them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.device.java import activity, api_level, run_on_ui_thread
from companion.device.machine import is_android

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
