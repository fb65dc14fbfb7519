"""Walks through every screen of the app and tells how much memory it holds then."""

from __future__ import annotations

from tools.bench.children.report import SIZE, resident, tell


def main() -> None:
    from companion.launch import prepare_kivy

    prepare_kivy(SIZE, off_screen=True)
    from companion.tour import VIEWS, Tour

    with Tour(SIZE) as tour:
        tour.settle(language="en")
        for view in VIEWS:
            tour.show(view)
            tour.paint()
        tell(memory=resident(), screens=len(VIEWS))


main()
