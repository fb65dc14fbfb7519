"""Walks through every screen of the app, as somebody does who looks at each for a while, and tells how much
memory it holds then."""

from __future__ import annotations

from tools.bench.children.report import SIZE, on_painted, resident, tell


def main() -> None:
    from companion.launch import prepare_kivy

    prepare_kivy(SIZE, off_screen=True)
    from kivy.core.window import Window

    from companion.tour.views import every_view
    from companion.tour.walk import Tour

    # Off-screen nobody waits for a frame: what is left to paint, with all it needs, would pile up.
    on_painted(Window, lambda: None)
    with Tour(SIZE) as tour:
        tour.settle(language="en")
        tour.app.sweeping.begin()
        views = every_view()
        for view in views:
            tour.show(view.go)
            tour.paint()
            tour.app.sweeping.sweep()
        tell(memory=resident(), screens=len(views))


main()
