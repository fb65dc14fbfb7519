"""All views of the tour in order: those of the app itself, with those of each game between them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from companion.games.registry import list_games
from companion.scripts.script import NightSetup, NightStyle
from companion.tour import evenings, guides, shell, statistics
from companion.tour.view import View
from companion.tour.walk import Tour, find_tour_module


def all_views() -> tuple[View, ...]:
    game_modules = [find_tour_module(game) for game in list_games()]
    games_own = (view for views in game_modules if views for view in views.VIEWS)
    app_views = (*shell.FIRST_VIEWS, *games_own, *guides.views())
    return (*app_views, *evenings.VIEWS, *shell.LAST_VIEWS, *statistics.views())


def all_nights() -> Iterator[tuple[str, NightSetup, NightStyle]]:
    """Yield the nights to be rendered as audio: file name, set-up and style."""
    for game in list_games():
        views = find_tour_module(game)
        if views is not None and game.has_night:
            yield from getattr(views, "NIGHTS", ())


def take_screenshots(
    tour: Tour, folder: Path, *, language: str, only: Collection[str] = (), **settings: Any
) -> list[Path]:
    """Take the screenshots of all views, or only those named in `only`; return the image paths."""
    folder.mkdir(parents=True, exist_ok=True)
    tour.prepare(language=language, **settings)
    paths = []
    for view in all_views():
        if only and view.name not in only:
            continue
        tour.open_view(view.open)
        paths.append(tour.take_screenshot(folder / f"{language}-{view.name}.png"))
    return paths
