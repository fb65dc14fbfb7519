"""Which device this is, whether it can be seen, and in which language it speaks to its owner."""

from __future__ import annotations

import locale
import os
import sys


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
