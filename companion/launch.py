"""Start of the app: configures Kivy before it is imported."""

from __future__ import annotations

import gc
import logging
import os
import sys
from pathlib import Path

from companion import asset
from companion.device.system import device_language, has_display, is_android
from companion.i18n.translator import Translator
from companion.settings import default_language

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
    from companion.widgets.kivy_patches import patch_imports

    with patch_imports():
        import kivy.core.image  # noqa: F401
    # Kivy runs the garbage collector when its window opens; freezing exempts all permanent objects.
    gc.freeze()


def _is_worth_logging(record: logging.LogRecord) -> bool:
    """Return False for false alarms of Kivy: a missing clipboard helper, and a first start."""
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
