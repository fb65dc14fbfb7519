"""Walks through every screen of the app and tells how much memory it holds then."""

from __future__ import annotations

from tools.bench.children.report import SIZE, resident, tell


def main() -> None:
    from companion.launch import prepare_kivy

    prepare_kivy(SIZE, off_screen=True)
    from companion.tour.views import every_view
    from companion.tour.walk import Tour

    with Tour(SIZE) as tour:
        tour.settle(language="en")
        views = every_view()
        for view in views:
            tour.show(view.go)
            tour.paint()
        tell(memory=resident(), screens=len(views))


main()
