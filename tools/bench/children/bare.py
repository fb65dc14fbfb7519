"""Baseline: the smallest Kivy app, one label. Reports when its first frame was painted."""

from __future__ import annotations

import os
import time

from tools.bench.children.report import SIZE, on_painted, resident, tell


def main() -> None:
    from kivy.config import Config

    Config.set("graphics", "width", str(SIZE[0]))
    Config.set("graphics", "height", str(SIZE[1]))
    from kivy.app import App
    from kivy.core.window import Window
    from kivy.uix.label import Label

    class BareApp(App):
        def build(self) -> Label:
            return Label(text="Table Companion")

    def painted() -> None:
        tell(painted=time.monotonic(), work=time.process_time(), memory=resident())
        os._exit(0)

    on_painted(Window, painted)
    BareApp().run()


main()
