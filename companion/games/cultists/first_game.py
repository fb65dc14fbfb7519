"""Whether a set-up is a first game as in the rulebook."""

from __future__ import annotations

from companion.games.cultists.setup import Setup


def is_first_game(setup: Setup) -> bool:
    return setup.first_game
