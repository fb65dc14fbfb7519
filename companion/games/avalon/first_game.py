"""Whether a table plays with the cards that the box gives to a first game."""

from __future__ import annotations

from companion.games.avalon.setup import Setup


def is_first_game(setup: Setup) -> bool:
    return not setup.roles and setup.lancelot is None
