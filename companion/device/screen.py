"""The window as the device has it: kept lit, and clear of cut-outs and bars."""

from __future__ import annotations

from typing import Any

from companion.device.java import activity
from companion.device.machine import is_android


def keep_awake(window: Any, awake: bool) -> None:
    """Hold the screen lit (SDL asks the system; no permission needed)."""
    window.allow_screensaver = not awake


def safe_area() -> tuple[float, float, float, float]:
    """Pixels to keep clear at left, top, right and bottom: cut-outs and system bars."""
    if not is_android():
        return (0.0, 0.0, 0.0, 0.0)
    try:
        insets = activity().getWindow().getDecorView().getRootWindowInsets()
        if insets is None:
            return (0.0, 0.0, 0.0, 0.0)
        return (
            float(insets.getSystemWindowInsetLeft()),
            float(insets.getSystemWindowInsetTop()),
            float(insets.getSystemWindowInsetRight()),
            float(insets.getSystemWindowInsetBottom()),
        )
    except Exception:
        return (0.0, 0.0, 0.0, 0.0)
