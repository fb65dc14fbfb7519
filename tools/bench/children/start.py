"""Start the app as on a phone and report when the home page was painted.

start.py FOLDER FRAME, where FRAME is the number of the first frame that shows the complete home page. With 0
that number is searched: the first frame equal to the one after which the window no longer changes.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any

from tools.bench.children.report import SIZE, on_painted, picture, resident, tell

FRAMES_TO_REST = 12


def main(folder: Path, frame_number: int) -> None:
    moments = {"interpreter": time.monotonic()}
    from companion.launch import prepare_kivy

    prepare_kivy(SIZE, off_screen=True)
    moments["settings for Kivy"] = time.monotonic()
    from kivy.core.window import Window

    moments["Kivy and its window"] = time.monotonic()
    import companion.app

    moments["our modules"] = time.monotonic()
    composition: Any = companion.app
    open_store = composition.open_store

    def timed_open_store(*args: Any) -> Any:
        store = open_store(*args)
        moments["store"] = time.monotonic()
        return store

    composition.open_store = timed_open_store
    app = composition.open_app(folder)
    app.tr("app.title")
    moments["settings and catalogue"] = time.monotonic()
    build = app.build

    def timed_build() -> Any:
        root = build()
        moments["home built"] = time.monotonic()
        return root

    app.build = timed_build
    frames: list[bytes] = []
    modules: list[str] = []

    def painted() -> None:
        frames.append(b"" if frame_number else picture(Window))
        if not frame_number and len(frames) == 1:
            modules.extend(sorted(sys.modules))
        if frame_number and len(frames) == frame_number:
            moments["first frame"] = time.monotonic()
            work, memory = time.process_time(), resident()
            leave(moments=moments, work=work, memory=memory, modules=sorted(sys.modules))
        elif not frame_number and len(frames) == FRAMES_TO_REST:
            leave(frame=frames.index(frames[-1]) + 1, modules=modules)
        else:
            Window.canvas.ask_update()

    def leave(**facts: object) -> None:
        # Close the store as the app does when it stops, so that the next start finds the same files.
        app.store.close()
        tell(**facts)
        os._exit(0)

    on_painted(Window, painted)
    app.run()


main(Path(sys.argv[1]), int(sys.argv[2]))
