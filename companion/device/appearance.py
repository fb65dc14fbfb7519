"""How the device looks to its owner: how large its letters are, and whether it is dark or light."""

from __future__ import annotations

import os
import sys

from companion.device.java import activity
from companion.device.machine import is_android

# Of Android's `Configuration.uiMode`: where the answer stands, and both answers.
_NIGHT_MASK, _DAY, _NIGHT = 0x30, 0x10, 0x20
# A desktop whose settings do not answer by then keeps them to itself.
_TIMEOUT_SECONDS = 2.0


def font_scale() -> float | None:
    """How large the owner wants letters, 1.0 being usual; None where the device does not say."""
    if not is_android():
        return None
    try:
        return float(activity().getResources().getConfiguration().fontScale)
    except Exception:
        return None


def is_dark() -> bool | None:
    """Whether the device is dark just now; None where it does not say. A phone answers at once; a desktop
    may have to be asked by a program of its own, which nobody should wait for."""
    if is_android():
        return _phone_is_dark()
    if sys.platform == "win32":
        return _windows_is_dark()
    if sys.platform == "darwin":
        # There the setting is only written down while it is dark.
        output = _run_and_read("defaults", "read", "-g", "AppleInterfaceStyle")
        return None if output is None else output == "Dark"
    if "GNOME" not in os.environ.get("XDG_CURRENT_DESKTOP", ""):
        # Others have the same setting, and heed it or not.
        return None
    output = _run_and_read("gsettings", "get", "org.gnome.desktop.interface", "color-scheme")
    return output == "'prefer-dark'" if output else None


def _phone_is_dark() -> bool | None:
    try:
        mode = activity().getResources().getConfiguration().uiMode & _NIGHT_MASK
    except Exception:
        return None
    return {_DAY: False, _NIGHT: True}.get(mode)


if sys.platform == "win32":

    def _windows_is_dark() -> bool | None:
        import winreg

        path = r"Software\Microsoft\Windows\CurrentVersion\Themes\Personalize"
        try:
            with winreg.OpenKey(winreg.HKEY_CURRENT_USER, path) as key:
                return not winreg.QueryValueEx(key, "AppsUseLightTheme")[0]
        except OSError:
            return None


def _run_and_read(*command: str) -> str | None:
    """What a program of the desktop prints, nothing if it fails; None if there is none, or it hangs."""
    import subprocess

    try:
        process = subprocess.run(command, capture_output=True, text=True, timeout=_TIMEOUT_SECONDS)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
    return process.stdout.strip()
