"""All pictures in the order of the walk: the shell's own, and between them those that each game brings."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from companion.games.registry import list_games
from companion.scripts.script import NightSetup, NightStyle
from companion.tour import evenings, guides, shell, statistics
from companion.tour.view import View
from companion.tour.walk import Tour


def all_views() -> tuple[View, ...]:
    game_modules = [game.find_part("tour") for game in list_games()]
    games_own = (view for views in game_modules if views for view in views.VIEWS)
    app_views = (*shell.FIRST_VIEWS, *games_own, *guides.views())
    return (*app_views, *evenings.VIEWS, *shell.LAST_VIEWS, *statistics.views())


def all_nights() -> Iterator[tuple[str, NightSetup, NightStyle]]:
    """The nights to be heard: the name of a file, the table, and how it is told."""
    for game in list_games():
        views = game.find_part("tour")
        if views is not None and game.has_night:
            yield from getattr(views, "NIGHTS", ())


def take_screenshots(
    tour: Tour, folder: Path, *, language: str, only: Collection[str] = (), **settings: Any
) -> list[Path]:
    """Walk through every screen, or only those of these names, in this language and look; returns the
    pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    tour.prepare(language=language, **settings)
    paths = []
    for view in all_views():
        if only and view.name not in only:
            continue
        tour.open_view(view.open)
        paths.append(tour.take_screenshot(folder / f"{language}-{view.name}.png"))
    return paths
