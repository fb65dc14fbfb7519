"""Run the app at rest, during a night or with a paused night, and report its processor time and wake-ups.

battery.py FOLDER WHAT, where WHAT is `rest`, `night`, `paused`, or `bare` for a Kivy app of one label. Kivy's
own main loop runs; a second thread reads the counters of the process before and after.
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
# By then the home page is idle and all deferred start-up work is done.
START_SECONDS = 3.0
# The night is measured for more than one whole step: lines, and waits with their ring.
MEASURED_SECONDS = {"rest": 10.0, "bare": 10.0, "night": 20.0, "paused": 10.0}
LOOKED_AT_EVERY_SECONDS = 0.1
# A paused night announces the pause, dims the screen and then falls silent.
SILENT_AFTER_SECONDS = 16.0


def run(folder: Path, activity: str) -> None:
    # Mesa's own threads would hide the cost of painting, and add to it.
    os.environ["LP_NUM_THREADS"] = "0"
    if activity == "bare":
        _run_bare()
    else:
        _run_app(folder, activity)


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


def _run_app(folder: Path, activity: str) -> None:
    os.environ["COMPANION_DATA"] = str(folder)
    from companion.launch import prepare_kivy

    prepare_kivy(SIZE, off_screen=True)
    from kivy.app import App
    from kivy.clock import Clock

    from companion.app import main

    def begin() -> None:
        from companion.games.avalon.setup import Setup
        from companion.games.registry import get_game
        from companion.scripts.coach import set_manual_style

        app = App.get_running_app()
        # The background sound would keep audio output busy while the night is paused.
        app.change_settings(language="en", narration="en", voice="builtin", bed="off")
        # The coach's reasons in a first game make lines longer, so that fewer ring steps are measured.
        set_manual_style(app, get_game("avalon"), is_manual=True)
        app.speech.start_night(Setup(PLAYERS))
        wait_for_first_line()

    def wait_for_first_line() -> None:
        """Poll until the bell and the countdown are over and the night plays."""
        page = App.get_running_app().navigator.page
        if page.player.mode.name != "PLAYING":
            after(LOOKED_AT_EVERY_SECONDS, wait_for_first_line)
        elif activity == "night":
            measure()
        else:
            page.handle_back()
            after(SILENT_AFTER_SECONDS, measure)

    def measure() -> None:
        expected = {"rest": "HomePage"}.get(activity, "NightPage")
        if type(App.get_running_app().navigator.page).__name__ != expected:
            raise RuntimeError("another page is on the screen")
        _measure(activity)

    def after(seconds: float, step: Callable[[], None]) -> None:
        Clock.schedule_once(lambda _: _end_on_failure(step), seconds)

    after(START_SECONDS, measure if activity == "rest" else begin)
    main()


def _end_on_failure(step: Callable[[], None]) -> None:
    """Run a step and end the process if it raises: the app itself would keep running."""
    try:
        step()
    except Exception:
        traceback.print_exc()
        os._exit(1)


def _measure(activity: str) -> None:
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
        time.sleep(MEASURED_SECONDS[activity])
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
