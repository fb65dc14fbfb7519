"""Avalon on the command line."""

from __future__ import annotations

import argparse
from dataclasses import fields

from companion.commands.night_options import Argument, NightArguments, check_choice, list_seat_names
from companion.core.definition import parse_options, to_snake_case
from companion.core.game import Problem
from companion.scripts.script import NightSetup


def _parse_setup(arguments: argparse.Namespace, roles: list[str]) -> tuple[NightSetup, tuple[Problem, ...]]:
    # Imported lazily: argument parsing runs at every start, the rules are only needed by `night`.
    from companion.games.avalon.setup import Lancelot, Options, problems, read_setup

    variant = (arguments.lancelot or "off").lower()
    check_choice("--lancelot", arguments.lancelot, variant, ("off", *(member.value for member in Lancelot)))
    options = parse_options(arguments.option)
    known_options = [field.name for field in fields(Options)]
    for name in options:
        check_choice("--option", name, to_snake_case(name), known_options)
    setup = read_setup(
        {
            "players": list_seat_names(arguments),
            "roles": [*roles],
            "lancelot": None if variant == "off" else variant,
            "options": options,
        }
    )
    return setup, problems(setup)


NIGHT_ARGUMENTS = NightArguments(
    (
        Argument("lancelot", "app.cli.night.lancelot", {"metavar": "off|v1|v2|v3"}),
        Argument(
            "option", "app.cli.night.option", {"metavar": "NAME=VALUE", "action": "append", "default": []}
        ),
    ),
    _parse_setup,
)
