"""Basics of the device: platform, language, font scale, dark mode, access to Android's Java classes,
subprocesses of this program, vibration, and the interface for exchanging files with the user and other apps.

Call the Java functions on Kivy's thread: only there are the classes of the app found; those of Android itself
are found on any thread. A speech engine may hang or crash, and opening a window may crash the program, so
they run in a subprocess; `companion/__main__.py` knows what each part is. This is the only user of plyer.
"""

from __future__ import annotations

import locale
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Protocol

from companion.core.game import Problem


def is_android() -> bool:
    return "ANDROID_ARGUMENT" in os.environ or hasattr(sys, "getandroidapilevel")


def has_display() -> bool:
    """True if a window is visible: always on a phone, Windows or macOS, by environment elsewhere."""
    if is_android() or sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def device_language() -> str:
    """Return the language of the device, such as `fa_IR`; empty if it is unknown."""
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
    """Return the Android activity. Query it again each time: Android may replace it."""
    from jnius import autoclass

    return autoclass("org.kivy.android.PythonActivity").mActivity


def system_service(name: str, class_name: str) -> Any:
    """Return a system service by its name and class. Raises LookupError if there is none."""
    from jnius import cast

    result = activity().getSystemService(name)
    if result is None:
        # Calling a method of a null object would crash the process instead of raising.
        raise LookupError(name)
    return cast(class_name, result)


def api_level() -> int:
    from jnius import autoclass

    return int(autoclass("android.os.Build$VERSION").SDK_INT)


def null_to_none(value: Any) -> Any:
    """Return the argument that Java passed to a listener, or None for Java's null: there it arrives as an
    object, and calling one of its methods would crash the process."""
    from jnius import autoclass

    return None if value is None or autoclass("java.util.Objects").isNull(value) else value


def java_listener(interface: str, method: str, signature: str, callback: Callable[..., object]) -> Any:
    """Return a Java object with an interface of one method; Python frees it without a Python reference."""
    from jnius import PythonJavaClass, java_method

    def call(_: object, *args: Any) -> None:
        callback(*args)

    members = {
        "__javainterfaces__": (interface,),
        "__javacontext__": "app",
        method: java_method(signature)(call),
    }
    return type("Listener", (PythonJavaClass,), members)()


_pending_tasks: set[Any] = set()


def run_on_ui_thread(action: Callable[[], object]) -> None:
    """Schedule the action on Android's UI thread, which alone may use views; exceptions are suppressed."""

    def run() -> None:
        # An uncaught exception on Android's thread would end the app.
        with suppress(Exception):
            action()
        _pending_tasks.discard(task)

    task = java_listener("java/lang/Runnable", "run", "()V", run)
    _pending_tasks.add(task)
    try:
        activity().runOnUiThread(task)
    except Exception:
        _pending_tasks.discard(task)
        raise


# Of Android's `Configuration.uiMode`: the mask and its two values.
_NIGHT_MASK, _DAY, _NIGHT = 0x30, 0x10, 0x20
# Time-out for a desktop whose settings do not respond.
_TIMEOUT_SECONDS = 2.0


def font_scale() -> float | None:
    """Return the font scale of the device, 1.0 being normal; None if it is unknown."""
    if not is_android():
        return None
    try:
        return float(activity().getResources().getConfiguration().fontScale)
    except Exception:
        return None


def is_dark() -> bool | None:
    """Return True if the device is in dark mode; None if that is unknown. A phone answers at once; a desktop
    may need a subprocess, so do not wait for it on the main thread."""
    if is_android():
        return _phone_is_dark()
    if sys.platform == "win32":
        return _windows_is_dark()
    if sys.platform == "darwin":
        # macOS has this setting only in dark mode.
        output = _run_and_read("defaults", "read", "-g", "AppleInterfaceStyle")
        return None if output is None else output == "Dark"
    if "GNOME" not in os.environ.get("XDG_CURRENT_DESKTOP", ""):
        # Other desktops have the same setting, but may ignore it.
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
    """Return the output of a program, empty if it fails; None if it does not exist or times out."""
    import subprocess

    try:
        process = subprocess.run(command, capture_output=True, text=True, timeout=_TIMEOUT_SECONDS)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
    return process.stdout.strip()


# Hidden option that precedes the name of a part; it is not meant for users.
_OPTION = "--alone"
ENGINE_PART, PROBE_PART = "engine", "probe"
# The folder of this package, for a subprocess with another working directory.
_PACKAGE_PARENT = str(Path(__file__).resolve().parents[2])


def part_command(part: str) -> tuple[str, ...]:
    if getattr(sys, "frozen", False):
        # A packed program replaces the Python in it and cannot run a module.
        return packed_command(sys.executable, part)
    return (sys.executable, "-P", "-m", "companion", _OPTION, part)


def packed_command(program: str, part: str) -> tuple[str, ...]:
    return (program, _OPTION, part)


def part_environment() -> dict[str, str]:
    """Return an environment in which the subprocess finds the same modules."""
    paths = filter(None, (_PACKAGE_PARENT, os.environ.get("PYTHONPATH")))
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


def parse_part(arguments: Sequence[str]) -> str | None:
    """Return the part that this process was started for, if any."""
    return arguments[1] if len(arguments) == 2 and arguments[0] == _OPTION else None


def vibrate(seconds: float) -> bool:
    """Vibrate, if the device has a motor; return True on success."""
    if not is_android():
        return False
    try:
        # plyer does not check whether there is a vibrator, and a call to null would crash the process.
        if not system_service("vibrator", "android.os.Vibrator").hasVibrator():
            return False
        from plyer import vibrator

        vibrator.vibrate(seconds)
    except Exception:
        return False
    return True


class Reader(Protocol):
    def read(self, max_bytes: int, /) -> bytes: ...


class FileSource(Protocol):
    """File from outside, usable on any thread. Raises `ProblemError` if it cannot be read."""

    def describe(self) -> tuple[str, int | None]:
        """Return name and size in bytes as claimed by the source. Neither needs to be true."""

    def open(self) -> AbstractContextManager[Reader]: ...


@dataclass(frozen=True, slots=True)
class IncomingLink:
    """Share link that opened the app; it contains the whole game."""

    text: str


class SaveLocation(Enum):
    """Where a file was saved: in the phone's downloads, where the user chose, or in a folder of ours that is
    then shown because there is no file dialog."""

    DOWNLOADS = "downloads"
    USER_LOCATION = "chosen"
    APP_FOLDER = "ours"


@dataclass(frozen=True, slots=True)
class SavedFile:
    location: SaveLocation
    path_or_name: str


class NoFileDialog(Exception):
    """There is no file dialog on this device; files have to be imported another way."""


class FileExchange(Protocol):
    """File exchange of a device. Call it on the main thread, which also runs the callbacks; they get None if
    the user cancelled."""

    @property
    def can_share(self) -> bool:
        """True if files can be shared with other apps."""

    def share(self, path: Path, mime_type: str) -> None:
        """Share a file with an app that the user chooses. Raises `ProblemError`."""

    def share_text(self, text: str) -> None:
        """Share a text with an app that the user chooses. Raises `ProblemError`."""

    def save(
        self, path: Path, mime_type: str, callback: Callable[[SavedFile | Problem | None], object]
    ) -> None:
        """Save a copy where the user can find it."""

    def choose_file(self, callback: Callable[[FileSource | Problem | None], object]) -> None:
        """Let the user choose a file. Raises `NoFileDialog` or `ProblemError`."""

    def watch_incoming(self, callback: Callable[[FileSource | IncomingLink], object]) -> None:
        """Pass every file and link from other apps to the callback, also the one that started this app."""

    def show_folder(self, folder: Path) -> None:
        """Open a folder in the system's file manager, if there is one."""

    def close(self) -> None: ...
