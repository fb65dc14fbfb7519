"""All pictures in the order of the walk: the shell's own, and between them those that each game brings."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from companion.games.shelf import games
from companion.scripts.cues import Style
from companion.scripts.nights import Seated
from companion.tour import evenings, guides, shell, statistics
from companion.tour.view import View
from companion.tour.walk import Tour


def every_view() -> tuple[View, ...]:
    brought = [game.find("tour") for game in games()]
    games_own = (view for views in brought if views for view in views.VIEWS)
    own = (*shell.FIRST, *games_own, *guides.views())
    return (*own, *evenings.VIEWS, *shell.LAST, *statistics.views())


def every_night() -> Iterator[tuple[str, Seated, Style]]:
    """The nights to be heard: the name of a file, the table, and how it is told."""
    for game in games():
        views = game.find("tour")
        if views is not None and game.night:
            yield from getattr(views, "NIGHTS", ())


def photograph(
    tour: Tour, folder: Path, *, language: str, only: Collection[str] = (), **settings: Any
) -> list[Path]:
    """Walk through every screen, or only those of these names, in this language and look; returns the
    pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    tour.settle(language=language, **settings)
    pictures = []
    for view in every_view():
        if only and view.name not in only:
            continue
        tour.show(view.go)
        pictures.append(tour.shoot(folder / f"{language}-{view.name}.png"))
    return pictures
