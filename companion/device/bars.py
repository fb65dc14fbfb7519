"""The bars of the system above and below the app, in the colour of what is shown between them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.device.java import activity, api_level, on_ui_thread
from companion.device.machine import is_android

# Since then an Android lets the app draw below its bars, has the newer way to say what stands on them, and
# can draw the lower one's marks dark.
_EDGE_TO_EDGE, _CONTROLLED, _DARK_MARKS_BELOW = 35, 30, 26
# Of `WindowInsetsController`: dark marks above, dark marks below.
_APPEARANCE = 0x8 | 0x10
# The same of `View` in older ones.
_FLAG_ABOVE, _FLAG_BELOW = 0x2000, 0x10
# Of `WindowManager.LayoutParams`: the bars have the colours they are given. Java reads both as negative.
_DRAWS_BARS, _BLACK = -0x80000000, -0x1000000
# Of red, green and blue together: every ground of ours is clearly darker or clearly lighter.
_HALFWAY = 3 * 255 / 2


def dress_bars(ground: Sequence[float]) -> bool:
    """Let the bars be of this colour (red, green and blue, 0 to 1) where they are not seen through, and their
    marks dark on a light ground and light on a dark one. False where there are none."""
    if not is_android():
        return False
    try:
        window, level = activity().getWindow(), api_level()
        on_ui_thread(lambda: _dress(window, level, ground))
    except Exception:
        return False
    return True


def _dress(window: Any, level: int, ground: Sequence[float]) -> None:
    red, green, blue = (round(part * 255) for part in ground[:3])
    light = red + green + blue > _HALFWAY
    if level < _EDGE_TO_EDGE:
        colour = _BLACK + (red << 16 | green << 8 | blue)
        window.addFlags(_DRAWS_BARS)
        window.setStatusBarColor(colour)
        window.setNavigationBarColor(_BLACK if light and level < _DARK_MARKS_BELOW else colour)
    if level >= _CONTROLLED:
        controller = window.getInsetsController()
        if controller is not None:
            controller.setSystemBarsAppearance(_APPEARANCE if light else 0, _APPEARANCE)
        return
    marks = _FLAG_ABOVE | (_FLAG_BELOW if level >= _DARK_MARKS_BELOW else 0)
    decor = window.getDecorView()
    others = decor.getSystemUiVisibility() & ~marks
    decor.setSystemUiVisibility(others | marks if light else others)
