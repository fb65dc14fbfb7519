"""The least a Kivy app can be: one label, in a window of our size. Tells when its first frame was painted.

With an argument its window is also as plain as ours: no icon of Kivy's, no multisampling.
"""

from __future__ import annotations

import os
import sys
import time

from tools.bench.children.report import SIZE, on_painted, resident, tell


def main(plain: bool) -> None:
    from kivy.config import Config

    Config.set("graphics", "width", str(SIZE[0]))
    Config.set("graphics", "height", str(SIZE[1]))
    if plain:
        Config.set("graphics", "multisamples", "0")
        Config.set("kivy", "window_icon", "")
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


main(len(sys.argv) > 1)
