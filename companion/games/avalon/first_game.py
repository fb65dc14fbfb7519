"""Whether a set-up uses the cards that the rules give for a first game."""

from __future__ import annotations

from companion.games.avalon.setup import Setup


def is_first_game(setup: Setup) -> bool:
    return not setup.roles and setup.lancelot is None
