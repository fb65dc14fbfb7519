"""Start of the app: configures Kivy before it is imported, and falls back to screenshots without a
display."""

from __future__ import annotations

import gc
import logging
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from companion.assets import asset
from companion.core.game import ProblemError
from companion.device.system import device_language, has_display, is_android
from companion.i18n.languages import FALLBACK_LANGUAGE, LANGUAGES
from companion.i18n.translator import Translator
from companion.settings import BackgroundSound, VoicePreference, default_language

if TYPE_CHECKING:
    pass

# Output folder of `run` without a display, below the working directory.
TOUR_FOLDER = Path("build", "tour")

_WINDOW_NAME = "table-companion"
_PHONE_WINDOW_SIZE = (412, 892)
# A phone of 390 by 844 dp at two pixels per dp.
_SCREENSHOT_SIZE = (780, 1688)
_SCREENSHOT_DENSITY = "2"


def run() -> int:
    """Open the app, or render it off-screen if there is no display."""
    if has_display():
        prepare_kivy()
        from companion.app import main

        return main()
    return _run_off_screen()


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


def _run_off_screen() -> int:
    tr = Translator(default_language(os.environ.get("COMPANION_LANGUAGE") or device_language()))
    print(tr("app.tour.no_display"), flush=True)
    os.environ.setdefault("KIVY_METRICS_DENSITY", _SCREENSHOT_DENSITY)
    prepare_kivy(_SCREENSHOT_SIZE, off_screen=True)
    from companion.tour.views import take_screenshots
    from companion.tour.walk import Tour

    try:
        count = 0
        with Tour(_SCREENSHOT_SIZE) as tour:
            for code in dict.fromkeys((tr.code, *_sample_languages())):
                count += len(take_screenshots(tour, TOUR_FOLDER, language=code))
        print(tr("app.tour.pictures", n=count, folder=str(TOUR_FOLDER.absolute())), flush=True)
        for path in _write_nights():
            print(tr("app.tour.night", file=str(path.absolute())), flush=True)
    except (OSError, ProblemError) as failure:
        why = tr.translate_problem(failure.problem) if isinstance(failure, ProblemError) else str(failure)
        print(tr("app.tour.failed", why=why), file=sys.stderr)
        return 1
    return 0


def _sample_languages() -> tuple[str, ...]:
    """Return English and all right-to-left languages: the other languages look like English."""
    return (FALLBACK_LANGUAGE.code, *(code for code, language in LANGUAGES.items() if language.rtl))


def _write_nights() -> Iterator[Path]:
    """Write the nights of all games as audio files, in a left-to-right and the right-to-left languages."""
    from companion.narrator.narration import Narration
    from companion.narrator.night import NightOptions
    from companion.tour.views import all_nights

    narration = Narration(TOUR_FOLDER)
    for name, setup, style in all_nights():
        for code in _sample_languages():
            path = TOUR_FOLDER.parent / f"{name}-{code}.wav"
            night = narration.render_night(
                setup, NightOptions(style, languages=(code,)), VoicePreference.BUILTIN
            )
            narration.write_wav(night, path, BackgroundSound.RAIN)
            yield path
