"""The phone or desktop the app runs on: keep awake, vibrate, volume, safe area. The only user of plyer.

Everything here may be missing on some machine; then it quietly does nothing and says so in its result.
"""

from __future__ import annotations

import locale
import os
import sys
from math import ceil
from typing import Any


def is_android() -> bool:
    return "ANDROID_ARGUMENT" in os.environ or hasattr(sys, "getandroidapilevel")


def has_display() -> bool:
    """Whether a window can be seen: always on a phone, Windows or macOS, by environment elsewhere."""
    if is_android() or sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def device_language() -> str:
    """The language the device speaks to its owner, such as `fa_IR`; empty if it does not say."""
    if is_android():
        try:
            from jnius import autoclass

            return str(autoclass("java.util.Locale").getDefault().toLanguageTag()).replace("-", "_")
        except Exception:
            return ""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return os.environ[name]
    try:
        return locale.getlocale()[0] or ""
    except ValueError:
        return ""


def keep_awake(window: Any, awake: bool) -> None:
    """Hold the screen lit (SDL asks the system; no permission needed)."""
    window.allow_screensaver = not awake


def vibrate(seconds: float) -> bool:
    """A short buzz, where there is a motor for it."""
    if not is_android():
        return False
    try:
        from plyer import vibrator

        vibrator.vibrate(seconds)
    except Exception:
        return False
    return True


# Android's `AudioManager.STREAM_MUSIC`: the volume that its keys change.
_MEDIA = 3


def _audio() -> Any:
    from jnius import cast

    from android import mActivity

    return cast("android.media.AudioManager", mActivity.getSystemService("audio"))


def media_volume() -> int | None:
    """How loud the device plays, in percent; None where it does not say."""
    if not is_android():
        return None
    try:
        audio = _audio()
        loud, loudest = int(audio.getStreamVolume(_MEDIA)), int(audio.getStreamMaxVolume(_MEDIA))
        return round(100 * loud / loudest)
    except Exception:
        return None


def set_media_volume(percent: int) -> bool:
    """Set it, to the nearest step that is not below; a device that must not be disturbed may refuse."""
    if not is_android():
        return False
    try:
        audio = _audio()
        audio.setStreamVolume(_MEDIA, ceil(audio.getStreamMaxVolume(_MEDIA) * percent / 100), 0)
    except Exception:
        return False
    return True


def safe_area() -> tuple[float, float, float, float]:
    """Pixels to keep clear at left, top, right and bottom: cut-outs and system bars."""
    if not is_android():
        return (0.0, 0.0, 0.0, 0.0)
    try:
        from android import mActivity

        insets = mActivity.getWindow().getDecorView().getRootWindowInsets()
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
