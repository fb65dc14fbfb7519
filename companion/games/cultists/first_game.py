"""Whether a table plays a first game, as the rulebook has it."""

from __future__ import annotations

from companion.games.cultists.setup import Setup


def is_first_game(setup: Setup) -> bool:
    return setup.first_game
