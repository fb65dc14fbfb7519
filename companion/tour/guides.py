"""Learning a game: its guide ticked and read aloud, its introduction, the box and packing up, for every game
that has them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.entry import guide_ticks
from companion.games.manifest import Manifest
from companion.games.shelf import games
from companion.screens.guide.box import BoxPage
from companion.screens.guide.packing import PackingPage
from companion.screens.guide.page import GuidePage
from companion.screens.guide.reading import ReadingPage
from companion.screens.intro import IntroPage
from companion.screens.learn import LearnPage
from companion.scripts.guides import parts_of
from companion.tour.view import View
from companion.tour.walk import Tour


def learn(tour: Tour) -> None:
    tour.app.visit(LearnPage)


def setup_of(tour: Tour, game: Manifest) -> Any:
    """A table of middling size, as it is usual."""
    players = tour.names[: game.seatable(max(game.usual, 4))]
    usual = game.find("entry", "usual")
    if usual is None:
        return game.rules.setup_type(players)
    return usual.prepared(players, tour.app, lambda _: 0)


def guide(tour: Tour, game: Manifest, part: int) -> None:
    """A part of the guide with its first step done."""
    setup = setup_of(tour, game)
    steps = guide_ticks.steps_for(game, setup)
    parts = parts_of(steps)
    at = parts[min(part, len(parts) - 1)]
    # What was done before is done; the first step of this part as well.
    here = [step.id for step in steps if step.part == at]
    before = [step.id for step in steps if parts.index(step.part) < parts.index(at)]
    guide_ticks.game_begins(tour.app, game)
    ticks = guide_ticks.open_ticks(tour.app, game, setup)
    for step in (*before, *here[: len(here) > 1]):
        ticks = guide_ticks.with_done(ticks, steps, step)
    guide_ticks.keep(tour.app, game, guide_ticks.in_part(ticks, at))
    tour.app.visit(GuidePage, setup)


def reading(tour: Tour, game: Manifest) -> None:
    """Held, so that no picture differs."""
    guide(tour, game, 1)
    tour.app.visit(ReadingPage, setup_of(tour, game))
    tour.app.stage.page.suspend()


def intro(tour: Tour, game: Manifest) -> None:
    """In its third chapter."""
    tour.app.visit(IntroPage, game)
    page = tour.app.stage.page
    for _ in range(2):
        page.later.on_release()
    page.suspend()


def packing(tour: Tour, game: Manifest) -> None:
    tour.app.visit(PackingPage, setup_of(tour, game))
    tour.app.stage.page.tick_next()


def box(tour: Tour, game: Manifest) -> None:
    tour.app.visit(BoxPage, game)


def views() -> tuple[View, ...]:
    found = [View("learn", learn)]

    def add(game: Manifest, name: str, go: Callable[..., None], **options: Any) -> None:
        found.append(View(f"{game.id}-{name}", partial(go, game=game, **options)))

    for game in games():
        if game.find("scripts", "guide") is not None:
            add(game, "guide", guide, part=0)
            add(game, "guide-later", guide, part=1)
            add(game, "reading", reading)
            add(game, "packing", packing)
        if game.find("scripts", "intro") is not None:
            add(game, "intro", intro)
        if game.find("games", "box") is not None:
            add(game, "box", box)
    return tuple(found)
