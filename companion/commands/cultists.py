"""Among Cultists on the command line."""

from __future__ import annotations

import argparse

from companion.commands.night_options import Argument, NightArguments, list_seat_names
from companion.core.game import Problem, filter_blocking
from companion.scripts.script import NightSetup


def _parse_setup(arguments: argparse.Namespace, roles: list[str]) -> tuple[NightSetup, tuple[Problem, ...]]:
    # Imported lazily: argument parsing runs at every start, the rules are only needed by `night`.
    from companion.games.cultists.setup import SEER, problems, read_setup

    selected_roles = [*roles, *((SEER,) if arguments.seer and SEER not in roles else ())]
    setup = read_setup(
        {
            "players": list_seat_names(arguments),
            "roles": selected_roles or None,
            "automa": arguments.automa or None,
            "first_game": arguments.first_game,
        }
    )
    setup_problems = problems(setup)
    # The night only depends on the Seer. Whether a set of roles is balanced can be checked only if it is
    # given.
    return setup, setup_problems if roles else filter_blocking(setup_problems)


NIGHT_ARGUMENTS = NightArguments(
    tuple(
        Argument(name, f"app.cli.night.{name}", {"action": "store_true"})
        for name in ("seer", "automa", "first_game")
    ),
    _parse_setup,
)
