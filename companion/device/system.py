"""Which device this is, whether it can be seen, and in which language it speaks to its owner.

A phone's Java side, as far as every module here begins with it. To be called on Kivy's own thread: only
there are the classes of the app found; those of Android itself are found on any.

How the device looks to its owner: how large its letters are, and whether it is dark or light.

This program once more, for a part of its work that is best done in a process of its own.

A speech engine may hang or crash, and a window may take the whole program down with it: there they do so
alone. `companion/__main__.py` knows what each part is.

What can be felt. The only user of plyer.
"""

from __future__ import annotations

import locale
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
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


def activity() -> Any:
    """The app as Android knows it. Asked anew each time: Android may put another in its place."""
    from jnius import autoclass

    return autoclass("org.kivy.android.PythonActivity").mActivity


def system_service(name: str, class_name: str) -> Any:
    """A service of the system, by its name and the class it is of; raises LookupError where there is none."""
    from jnius import cast

    result = activity().getSystemService(name)
    if result is None:
        # To call a method of nothing would end the process, not raise.
        raise LookupError(name)
    return cast(class_name, result)


def api_level() -> int:
    from jnius import autoclass

    return int(autoclass("android.os.Build$VERSION").SDK_INT)


def null_to_none(value: Any) -> Any:
    """What Java gave to a listener of ours, or None: there Java's null comes as an object like any other, and
    to call a method of it would end the process."""
    from jnius import autoclass

    return None if value is None or autoclass("java.util.Objects").isNull(value) else value


def run_on_ui_thread(action: Callable[[], object]) -> None:
    """Have it done soon on the thread that alone may touch Android's views; what fails there does no harm."""
    task = _task_class()(action)
    # Java does not keep what Python made for it.
    _pending_tasks.add(task)
    try:
        activity().runOnUiThread(task)
    except Exception:
        _pending_tasks.discard(task)
        raise


_pending_tasks: set[Any] = set()


@cache
def _task_class() -> Any:
    from jnius import PythonJavaClass, java_method

    class Task(PythonJavaClass):
        __javainterfaces__ = ("java/lang/Runnable",)
        __javacontext__ = "app"

        def __init__(self, action: Callable[[], object]) -> None:
            super().__init__()
            self._act = action

        @java_method("()V")
        def run(self) -> None:
            # An exception would end the app: there it has nobody above it but Android.
            with suppress(Exception):
                self._act()
            _pending_tasks.discard(self)

    return Task


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


# Stands before the name of a part, and in no help: it is nothing for people.
_OPTION = "--alone"
ENGINE_PART, PROBE_PART = "engine", "probe"
# Where this package was found, for a process that starts somewhere else.
_PACKAGE_PARENT = str(Path(__file__).resolve().parents[2])


def part_command(part: str) -> tuple[str, ...]:
    """The command for this part."""
    if getattr(sys, "frozen", False):
        # A packed program stands in for the Python inside it, and does not know how to run a module.
        return packed_command(sys.executable, part)
    return (sys.executable, "-P", "-m", "companion", _OPTION, part)


def packed_command(program: str, part: str) -> tuple[str, ...]:
    """The same for a packed program, this one or another."""
    return (program, _OPTION, part)


def part_environment() -> dict[str, str]:
    """The environment in which that command finds what we found."""
    paths = filter(None, (_PACKAGE_PARENT, os.environ.get("PYTHONPATH")))
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


def parse_part(arguments: Sequence[str]) -> str | None:
    """The part that this very process was started for, if it was for one."""
    return arguments[1] if len(arguments) == 2 and arguments[0] == _OPTION else None


def vibrate(seconds: float) -> bool:
    """A short buzz, where there is a motor for it."""
    if not is_android():
        return False
    try:
        # plyer does not look whether there is one, and to ask it of nothing would end the process.
        if not system_service("vibrator", "android.os.Vibrator").hasVibrator():
            return False
        from plyer import vibrator

        vibrator.vibrate(seconds)
    except Exception:
        return False
    return True
