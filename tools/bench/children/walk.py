"""Walk through every screen of the app, resting on each, and report the memory in use at the end."""

from __future__ import annotations

import gc
import sys

from tools.bench.children.report import SIZE, on_painted, resident, tell

# In seconds, twice per screen: deferred work is done and animations have ended.
A_WHILE = 2.0


def main() -> None:
    # Hide fontTools: a dependency imports it if installed, as it is here for making icons, but no phone has
    # it.
    sys.modules["fontTools"] = None  # type: ignore[assignment]
    from companion.launch import prepare_kivy

    prepare_kivy(SIZE, off_screen=True)
    from kivy.clock import Clock
    from kivy.core.window import Window

    from tools.tour.views import all_views, prepare_tour
    from tools.tour.walk import Tour

    # Off-screen nothing waits for a frame, so without this pending draw commands and their data would pile
    # up.
    on_painted(Window, lambda: None)
    now, passed = Clock.time, 0.0
    Clock.time = lambda: now() + passed
    with Tour(SIZE) as tour:
        prepare_tour(tour, language="en")
        # Free the home page that was built before these settings; a normal start has no such page.
        gc.collect()
        tour.app.idle_gc.start()
        views = all_views()
        for view in views:
            tour.open_view(view.open)
            for _ in range(2):
                tour.paint_frame()
                passed += A_WHILE
            tour.paint_frame()
            # The app collects garbage while it is idle.
            tour.app.idle_gc.collect_now()
        tell(memory=resident(), screens=len(views))


main()
