"""Among Cultists on the command line."""

from __future__ import annotations

import argparse

from companion.commands.night_options import NightOptions, Option, names
from companion.games.game import Problem, blocking
from companion.scripts.nights import Seated


def _setup(arguments: argparse.Namespace, roles: list[str]) -> tuple[Seated, tuple[Problem, ...]]:
    # The options are offered at every start of the app; only a night asks for the rules.
    from companion.games.cultists.roles import SEER
    from companion.games.cultists.setup import problems, read_setup

    chosen = [*roles, *((SEER,) if arguments.seer and SEER not in roles else ())]
    setup = read_setup(
        {
            "players": names(arguments),
            "roles": chosen or None,
            "automa": arguments.automa or None,
            "first_game": arguments.first_game,
        }
    )
    found = problems(setup)
    # The night asks for the Seer only. Whether a set is balanced can be told once it is named.
    return setup, found if roles else blocking(found)


NIGHT = NightOptions(
    tuple(
        Option(name, f"app.cli.night.{name}", {"action": "store_true"})
        for name in ("seer", "automa", "first_game")
    ),
    _setup,
)
