"""Open the app on a folder and report how long the home and history pages take to show, in milliseconds.

pages.py FOLDER ROUNDS goes ROUNDS times from home to the history and back.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

from tools.bench.children.finger import never_wait_for_a_tick
from tools.bench.children.report import SIZE, on_painted, tell

# One for the page itself, one for what it defers until it is visible.
FRAMES = 2


def main(folder: Path, rounds: int) -> None:
    never_wait_for_a_tick()
    from companion.launch import prepare_kivy

    prepare_kivy(SIZE, off_screen=True)
    from kivy.base import EventLoop
    from kivy.core.window import Window

    from companion.app import open_app
    from companion.screens.history.history_page import HistoryListPage

    app = open_app(folder)
    EventLoop.ensure_window()
    app._run_prepare()
    EventLoop.start()
    on_painted(Window, lambda: None)
    app.change_settings(less_motion=True)
    EventLoop.idle()
    samples: dict[str, dict[str, list[float]]] = {
        page: {"milliseconds": [], "work": []} for page in ("history", "home")
    }

    def measure(page: str, open_page: Callable[[], object]) -> None:
        began, work = time.perf_counter(), time.process_time()
        open_page()
        for _ in range(FRAMES):
            EventLoop.idle()
        samples[page]["work"].append((time.process_time() - work) * 1000)
        samples[page]["milliseconds"].append((time.perf_counter() - began) * 1000)

    for _ in range(rounds):
        measure("history", lambda: app.push(HistoryListPage))
        measure("home", app.navigator.go_home)
    tell(**samples)
    app.stop()


main(Path(sys.argv[1]), int(sys.argv[2]))
