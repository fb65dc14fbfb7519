"""Lets the app run as on a table and tells what it costs: at rest, during a night, and while a night waits.

battery.py FOLDER WHAT, where WHAT is `rest`, `night`, `paused`, or `bare` for a Kivy app of one
label. Kivy's own main loop runs; another thread looks at the counters of the process before and after.
"""

from __future__ import annotations

import os
import resource
import sys
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path

from tools.bench.children.report import SIZE, tell

PLAYERS = ("Ada", "Bruno", "Chloe", "Dario", "Elena")
# Home has come to rest by then, with all that a start does later.
START_SECONDS = 3.0
# A whole step of a night and more: lines, and waits with their ring.
MEASURED_SECONDS = {"rest": 10.0, "bare": 10.0, "night": 20.0, "paused": 10.0}
LOOKED_AT_EVERY_SECONDS = 0.1
# A night that waits says so, is dimmed, and falls silent.
SILENT_AFTER_SECONDS = 16.0


def run(folder: Path, what: str) -> None:
    # Mesa's own threads would hide what painting costs, and add to it.
    os.environ["LP_NUM_THREADS"] = "0"
    if what == "bare":
        _run_bare()
    else:
        _run_app(folder, what)


def _run_bare() -> None:
    from kivy.config import Config

    for option, value in (("width", SIZE[0]), ("height", SIZE[1]), ("multisamples", 0)):
        Config.set("graphics", option, str(value))
    from kivy.app import App
    from kivy.clock import Clock
    from kivy.uix.label import Label

    class BareApp(App):
        def build(self) -> Label:
            return Label(text="Table Companion")

    Clock.schedule_once(lambda _: _measure("bare"), START_SECONDS)
    BareApp().run()


def _run_app(folder: Path, what: str) -> None:
    os.environ["COMPANION_DATA"] = str(folder)
    from companion.launch import prepare_kivy

    prepare_kivy(SIZE, off_screen=True)
    from kivy.app import App
    from kivy.clock import Clock

    from companion.app import main

    def begin() -> None:
        from companion.games.avalon.setup import Setup
        from companion.games.registry import get_game
        from companion.scripts.coach import record_manual_style

        app = App.get_running_app()
        # The rain would keep the loudspeaker busy for as long as the night waits.
        app.change_settings(language="en", narration="en", voice="builtin", bed="off")
        # A first game would be told with reasons: longer lines, and so fewer steps of the ring.
        record_manual_style(app, get_game("avalon"))
        app.speech.start_night(Setup(PLAYERS))
        wait_for_first_line()

    def wait_for_first_line() -> None:
        """A bell and a count come before it."""
        page = App.get_running_app().navigator.page
        if page.player.mode.name != "PLAYING":
            after(LOOKED_AT_EVERY_SECONDS, wait_for_first_line)
        elif what == "night":
            measure()
        else:
            page.handle_back()
            after(SILENT_AFTER_SECONDS, measure)

    def measure() -> None:
        expected = {"rest": "HomePage"}.get(what, "NightPage")
        if type(App.get_running_app().navigator.page).__name__ != expected:
            raise RuntimeError("another page is on the screen")
        _measure(what)

    def after(seconds: float, step: Callable[[], None]) -> None:
        Clock.schedule_once(lambda _: _end_on_failure(step), seconds)

    after(START_SECONDS, measure if what == "rest" else begin)
    main()


def _end_on_failure(step: Callable[[], None]) -> None:
    """The app itself would go on."""
    try:
        step()
    except Exception:
        traceback.print_exc()
        os._exit(1)


def _measure(what: str) -> None:
    from kivy.core.window import Window

    frames = 0
    show = Window.flip

    def flip() -> None:
        nonlocal frames
        frames += 1
        show()

    Window.flip = flip

    def count() -> None:
        before, began = resource.getrusage(resource.RUSAGE_SELF), time.monotonic()
        painted = frames
        time.sleep(MEASURED_SECONDS[what])
        after, seconds = resource.getrusage(resource.RUSAGE_SELF), time.monotonic() - began
        work = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        tell(
            work=work / seconds,
            frames=(frames - painted) / seconds,
            wake_ups=(after.ru_nvcsw - before.ru_nvcsw) / seconds,
            threads=threading.active_count() - 1,
        )
        os._exit(0)

    threading.Thread(target=count, daemon=True).start()


run(Path(sys.argv[1]), sys.argv[2])
