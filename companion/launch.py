"""Start of the app: configures Kivy before it is imported."""

from __future__ import annotations

import gc
import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any, BinaryIO

from companion.assets import asset
from companion.device.system import device_language, has_display, is_android
from companion.i18n.translator import Translator
from companion.settings import default_language

if TYPE_CHECKING:
    from zipfile import ZipFile

_WINDOW_NAME = "table-companion"
_PHONE_WINDOW_SIZE = (412, 892)


def run() -> int:
    """Open the app. Without a display, a checkout takes screenshots instead."""
    if has_display():
        prepare_kivy()
        from companion.app import main

        return main()
    tr = Translator(default_language(os.environ.get("COMPANION_LANGUAGE") or device_language()))
    try:
        from tools.tour.off_screen import draw_app
    except ModuleNotFoundError:
        print(tr("app.cli.no_display"), file=sys.stderr)
        return 1
    return draw_app(tr, prepare_kivy)


def prepare_kivy(size: tuple[int, int] = _PHONE_WINDOW_SIZE, *, off_screen: bool = False) -> None:
    """Configure Kivy: quiet, without its own command line, with this window size (fixed if off-screen)."""
    # Almost all objects of a start are permanent: collecting them again and again would waste 30 ms. While a
    # large page opens there is no collection either: `IdleGarbageCollector` runs when the user is idle.
    gc.set_threshold(150_000, 20, 50)
    os.environ.setdefault("KIVY_NO_ARGS", "1")
    os.environ.setdefault("KIVY_NO_FILELOG", "1")
    # The only audio provider on all platforms, and the one this app needs; GStreamer, which Kivy prefers, has
    # crashed.
    os.environ.setdefault("KIVY_AUDIO", "sdl2")
    if not is_android():
        # Use Python's own logging: warnings reach the terminal, and Kivy does not redirect stderr.
        os.environ.setdefault("KIVY_LOG_MODE", "PYTHON")
        os.environ.setdefault("KIVY_CLIPBOARD", "sdl2")
        # Window class, used by task bars for the name and the menu entry; otherwise it would be Python's.
        for server in ("X11", "WAYLAND"):
            os.environ.setdefault(f"SDL_VIDEO_{server}_WMCLASS", _WINDOW_NAME)
        if not _can_use_kivy_folder():
            os.environ["KIVY_NO_CONFIG"] = "1"
    if off_screen:
        os.environ["SDL_VIDEODRIVER"] = "offscreen"
        os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    logging.getLogger("kivy").addFilter(_is_worth_logging)
    from kivy.config import Config

    # Set in memory only, not written to Kivy's config file.
    Config.set("kivy", "exit_on_escape", "0")
    # Shown in task bars; Android has the app's icon elsewhere and does not ship this file.
    icon = asset("app", "icon.png")
    Config.set("kivy", "window_icon", str(icon) if icon.is_file() and not off_screen else "")
    # Every shape is drawn with soft edges already; multisampling would double the cost of each frame.
    Config.set("graphics", "multisamples", "0")
    if not is_android():
        Config.set("input", "mouse", "mouse,disable_multitouch")
        Config.set("graphics", "width", str(size[0]))
        Config.set("graphics", "height", str(size[1]))
        Config.set("graphics", "minimum_width", "320")
        Config.set("graphics", "minimum_height", "320")
    with _stub_unused_modules():
        _skip_kivy_style()
        import kivy.core.image  # noqa: F401
    # Kivy runs the garbage collector when its window opens; freezing exempts all permanent objects.
    gc.freeze()


def _is_worth_logging(record: logging.LogRecord) -> bool:
    """Return False for two false alarms of Kivy: a missing clipboard helper (SDL's clipboard needs none), and
    missing settings at the first start."""
    message = str(record.msg)
    return not any(
        words in message for words in ("Cutbuffer", "Older configuration", "Upgrading configuration")
    )


def _can_use_kivy_folder() -> bool:
    """True if Kivy can write to its settings folder. Importing Kivy without a home folder fails with a
    traceback unless it is configured to do without."""
    folder = Path(os.environ.get("KIVY_HOME") or "~/.kivy")
    try:
        folder = folder.expanduser()
        for path in (folder, folder / "mods"):
            path.mkdir(exist_ok=True)
    except (OSError, RuntimeError):  # RuntimeError: the user has no home folder
        return False
    return os.access(folder, os.W_OK | os.X_OK)


@contextmanager
def _stub_unused_modules() -> Iterator[None]:
    """Context manager that replaces modules which Kivy imports for unused features by stubs; saves a tenth of
    the start-up time.

    asyncio, with sockets and TLS, is for apps that run as a coroutine. filetype and zipfile are for images,
    and loaded with the first one. ctypes.util runs a program to find the C library; None is this process,
    which has loaded it already.
    """
    stubs: dict[str, dict[str, object]] = {
        "asyncio": {"wait_for": None, "Event": lambda: SimpleNamespace(set=bool)},
        "filetype": {"guess_extension": _guess_extension},
        "zipfile": {"ZipFile": _open_zip},
    }
    if sys.platform == "linux" and not is_android():
        stubs["ctypes.util"] = {"find_library": lambda name: None}
    missing = stubs.keys() - sys.modules.keys()
    for name in missing:
        sys.modules[name] = ModuleType(name)
        vars(sys.modules[name]).update(stubs[name])
    try:
        yield
    finally:
        for name in missing:
            del sys.modules[name]


def _guess_extension(file: str) -> Any:
    from filetype import guess_extension

    return guess_extension(file)


def _open_zip(file: BinaryIO) -> ZipFile:
    from zipfile import ZipFile

    return ZipFile(file)


def _skip_kivy_style() -> None:
    """Let Kivy load an empty file instead of the rules for all its widgets; saves a fifth of the start-up
    time.

    `companion.widgets.kivy_patches` loads the rules that are used.
    """
    import kivy
    import kivy.resources  # finds Kivy's own folder, so it comes before the swap

    folder = kivy.kivy_data_dir
    kivy.kivy_data_dir = str(Path(__file__).parent / "widgets")
    try:
        import kivy.lang.builder
    finally:
        kivy.kivy_data_dir = folder
