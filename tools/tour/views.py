"""All views of the tour in order: those of the app itself, with those of each game between them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

from tools.tour import app_pages, game_nights, guides, statistics
from tools.tour.games import list_game_tours
from tools.tour.view import SampleNight, View
from tools.tour.walk import Tour


def all_views() -> tuple[View, ...]:
    game_views = (view for game_tour in list_game_tours() for view in game_tour.views)
    first_views = (*app_pages.FIRST_VIEWS, *game_views, *guides.views())
    return (*first_views, *game_nights.VIEWS, *app_pages.LAST_VIEWS, *statistics.views())


def all_nights() -> Iterator[SampleNight]:
    return (night for game_tour in list_game_tours() for night in game_tour.nights)


def prepare_tour(tour: Tour, *, language: str, names: Sequence[str] = (), **settings: Any) -> None:
    """Set language and look, and create the sample data, with `names` if given."""
    tour.set_up(language=language, names=names, **settings)
    for game_tour in list_game_tours():
        if game_tour.create_history is not None:
            game_tour.create_history(tour)


def take_screenshots(
    tour: Tour, folder: Path, *, language: str, only: Collection[str] = (), **settings: Any
) -> list[Path]:
    """Take the screenshots of all views, or only those named in `only`; return the image paths."""
    folder.mkdir(parents=True, exist_ok=True)
    prepare_tour(tour, language=language, **settings)
    paths = []
    for view in all_views():
        if only and view.name not in only:
            continue
        tour.open_view(view.open)
        paths.append(tour.take_screenshot(folder / f"{language}-{view.name}.png"))
    return paths
