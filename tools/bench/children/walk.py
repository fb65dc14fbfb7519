"""Walks through every screen of the app, as somebody does who looks at each for a while, and tells how much
memory it holds then."""

from __future__ import annotations

import gc
import sys

from tools.bench.children.report import SIZE, on_painted, resident, tell

# In seconds, twice on every screen: what waits is done, what moves has come to rest.
A_WHILE = 2.0


def main() -> None:
    # A library of ours loads this where it finds it, as here, where icons are made: no phone has it.
    sys.modules["fontTools"] = None  # type: ignore[assignment]
    from companion.launch import prepare_kivy

    prepare_kivy(SIZE, off_screen=True)
    from kivy.clock import Clock
    from kivy.core.window import Window

    from companion.tour.views import all_views
    from companion.tour.walk import Tour

    # Off-screen nobody waits for a frame: what is left to paint, with all it needs, would pile up.
    on_painted(Window, lambda: None)
    now, passed = Clock.time, 0.0
    Clock.time = lambda: now() + passed
    with Tour(SIZE) as tour:
        tour.prepare(language="en")
        # The home that stood before these settings, which no start has.
        gc.collect()
        tour.app.idle_gc.start()
        views = all_views()
        for view in views:
            tour.open_view(view.open)
            for _ in range(2):
                tour.paint_frame()
                passed += A_WHILE
            tour.paint_frame()
            # As the app does when nobody touches it.
            tour.app.idle_gc.collect_now()
        tell(memory=resident(), screens=len(views))


main()
