"""Starting the app: settings that Kivy wants before it is imported, and what to do without a display."""

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
from companion.core.game import ProblemError
from companion.device.system import device_language, has_display, is_android
from companion.i18n.languages import FALLBACK_LANGUAGE, LANGUAGES
from companion.i18n.translator import Translator
from companion.settings import default_language

if TYPE_CHECKING:
    from zipfile import ZipFile

# What `run` writes without a display, below the folder it was started in.
TOUR_FOLDER = Path("build", "tour")

_WINDOW_NAME = "table-companion"
_PHONE_WINDOW_SIZE = (412, 892)
# A phone of 390 by 844 dp at two pixels a dp.
_SCREENSHOT_SIZE = (780, 1688)
_SCREENSHOT_DENSITY = "2"


def run() -> int:
    """Open the app, or show it off-screen where nobody could see a window."""
    if has_display():
        prepare_kivy()
        from companion.app import main

        return main()
    return _run_off_screen()


def prepare_kivy(size: tuple[int, int] = _PHONE_WINDOW_SIZE, *, off_screen: bool = False) -> None:
    """Quiet, without Kivy's own command line, and with a window of this size (an off-screen one keeps it)."""
    # Almost all that a start makes is here to stay: to look through it again and again is 30 ms in vain.
    # Nor is what a large page makes looked through while it opens: `IdleGarbageCollector` does so once the
    # hand rests.
    gc.set_threshold(150_000, 20, 50)
    os.environ.setdefault("KIVY_NO_ARGS", "1")
    os.environ.setdefault("KIVY_NO_FILELOG", "1")
    # The one player that is everywhere and that we ask more of than Kivy does; GStreamer, which Kivy prefers
    # where it finds it, has crashed.
    os.environ.setdefault("KIVY_AUDIO", "sdl2")
    if not is_android():
        # Python's own logging: warnings reach the terminal, and Kivy leaves stderr alone.
        os.environ.setdefault("KIVY_LOG_MODE", "PYTHON")
        os.environ.setdefault("KIVY_CLIPBOARD", "sdl2")
        # What task bars call the window, and find its entry in the menus by; else it would be Python's name.
        for server in ("X11", "WAYLAND"):
            os.environ.setdefault(f"SDL_VIDEO_{server}_WMCLASS", _WINDOW_NAME)
        if not _can_use_kivy_folder():
            os.environ["KIVY_NO_CONFIG"] = "1"
    if off_screen:
        os.environ["SDL_VIDEODRIVER"] = "offscreen"
        os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    logging.getLogger("kivy").addFilter(_is_worth_logging)
    from kivy.config import Config

    # Nothing of this is written to Kivy's own file.
    Config.set("kivy", "exit_on_escape", "0")
    # Seen in task bars; a phone has the app's icon elsewhere, and not this file.
    icon = asset("app", "icon.png")
    Config.set("kivy", "window_icon", str(icon) if icon.is_file() and not off_screen else "")
    # Every shape is drawn soft at its edge already; asking the card to do it too would double each frame.
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
    # Kivy runs the garbage collector as its window opens, over everything that is loaded by then to stay.
    gc.freeze()


def _is_worth_logging(record: logging.LogRecord) -> bool:
    """SDL's clipboard needs no helper program; Kivy looks for some all the same and calls it critical. That
    it has found no settings of its own it tells whoever opens the app for the first time."""
    message = str(record.msg)
    return not any(
        words in message for words in ("Cutbuffer", "Older configuration", "Upgrading configuration")
    )


def _can_use_kivy_folder() -> bool:
    """Whether Kivy can keep its settings where it wants to. Imported without a home to put its folder in, it
    ends in a traceback; it can do without, but only if it is told."""
    folder = Path(os.environ.get("KIVY_HOME") or "~/.kivy")
    try:
        folder = folder.expanduser()
        for path in (folder, folder / "mods"):
            path.mkdir(exist_ok=True)
    except (OSError, RuntimeError):  # the latter if nobody knows a home of this user
        return False
    return os.access(folder, os.W_OK | os.X_OK)


@contextmanager
def _stub_unused_modules() -> Iterator[None]:
    """While Kivy is imported, let it find empty modules in place of those that it loads for features that we
    do not use, a tenth of a start.

    asyncio, with sockets and TLS, is for apps that run as a coroutine. filetype and zipfile are for pictures,
    and loaded with the first. ctypes.util runs a program to find the C library; None is this process, which
    has it loaded.
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
    """Let Kivy read an empty file in place of the rules of all its widgets, a fifth of its start.

    `companion.widgets.kivy_patches` has those read that we use.
    """
    import kivy
    import kivy.resources  # looks up Kivy's own folder, so it comes before the swap

    folder = kivy.kivy_data_dir
    kivy.kivy_data_dir = str(Path(__file__).parent / "widgets")
    try:
        import kivy.lang.builder
    finally:
        kivy.kivy_data_dir = folder


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
    """English, and whatever is read from the right: the others look like one of them."""
    return (FALLBACK_LANGUAGE.code, *(code for code, language in LANGUAGES.items() if language.rtl))


def _write_nights() -> Iterator[Path]:
    """The nights that games show as sound files, in both directions of reading."""
    from companion.narrator.narration import Narration
    from companion.narrator.night import NightOptions
    from companion.settings import BackgroundSound, VoicePreference
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
