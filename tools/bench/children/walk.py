"""Walks through every screen of the app and tells how much memory it holds then."""

from __future__ import annotations

from tools.bench.children.report import SIZE, on_painted, resident, tell


def main() -> None:
    from companion.launch import prepare_kivy

    prepare_kivy(SIZE, off_screen=True)
    from kivy.core.window import Window

    from companion.tour import VIEWS, Tour

    # Off-screen nobody waits for a frame: what is left to paint, with all it needs, would pile up.
    on_painted(Window, lambda: None)
    with Tour(SIZE) as tour:
        tour.settle(language="en")
        for view in VIEWS:
            tour.show(view)
            tour.paint()
        tell(memory=resident(), screens=len(VIEWS))


main()
