"""Learning pages of every game that has them: guided set-up, introduction, box contents and packing up."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.core.definition import GameDefinition
from companion.core.resume_state import SetupDefaults
from companion.games.registry import list_games
from companion.screens.learn.guide_page import BoxPage, GuidePage, PackingPage
from companion.screens.learn.learn_page import IntroPage, LearnPage
from companion.screens.learn.reader import GuideReadAloudPage
from companion.scripts import coach
from companion.scripts.teaching import GuideDefinition, Intro, list_parts
from tools.tour.view import View
from tools.tour.walk import Tour


def learn(tour: Tour) -> None:
    tour.app.push(LearnPage)


def default_setup(tour: Tour, game: GameDefinition) -> Any:
    """Return the game's default set-up for an average number of players."""
    players = tour.names[: game.clamp_player_count(max(game.default_players, 4))]
    defaults = game.find_part(SetupDefaults)
    if defaults is None:
        return game.rules.setup_type(players)
    return defaults.prepare_setup(players, tour.app, lambda _: 0)


def guide(tour: Tour, game: GameDefinition, part: int) -> None:
    """Open a part of the guided set-up with its first step done."""
    setup = default_setup(tour, game)
    steps = coach.make_guide_steps(game, setup)
    parts = list_parts(steps)
    at = parts[min(part, len(parts) - 1)]
    # The parts before are done, and the first step of this part.
    here = [step.id for step in steps if step.part == at]
    before = [step.id for step in steps if parts.index(step.part) < parts.index(at)]
    coach.mark_game_started(tour.app, game)
    ticks = coach.open_progress(tour.app, game, setup)
    for step in (*before, *here[: len(here) > 1]):
        ticks = coach.mark_done(ticks, steps, step)
    coach.save_progress(tour.app, game, coach.set_part(ticks, at))
    tour.app.push(GuidePage, setup)


def reading(tour: Tour, game: GameDefinition) -> None:
    """Open the guide's read-aloud page, paused so that every screenshot is the same."""
    guide(tour, game, 1)
    tour.app.push(GuideReadAloudPage, default_setup(tour, game))
    tour.app.navigator.page.suspend()


def intro(tour: Tour, game: GameDefinition) -> None:
    """Open the introduction at its third chapter."""
    tour.app.push(IntroPage, game)
    page = tour.app.navigator.page
    for _ in range(2):
        page.next_button.on_release()
    page.suspend()


def packing(tour: Tour, game: GameDefinition) -> None:
    tour.app.push(PackingPage, default_setup(tour, game))
    tour.app.navigator.page.tick_next()


def box(tour: Tour, game: GameDefinition) -> None:
    tour.app.push(BoxPage, game)


def views() -> tuple[View, ...]:
    result = [View("learn", learn)]

    def add(game: GameDefinition, name: str, go: Callable[..., None], **options: Any) -> None:
        result.append(View(f"{game.id}-{name}", partial(go, game=game, **options)))

    for game in list_games():
        if game.has_part(GuideDefinition):
            add(game, "guide", guide, part=0)
            add(game, "guide-later", guide, part=1)
            add(game, "reading", reading)
            add(game, "packing", packing)
            add(game, "box", box)
        if game.has_part(Intro):
            add(game, "intro", intro)
    return tuple(result)
