"""Avalon on the command line."""

from __future__ import annotations

import argparse
from dataclasses import fields

from companion.commands.night_options import NightOptions, Option, names, one_of
from companion.games.game import Problem
from companion.games.options import in_record, options_from_text
from companion.scripts.nights import Seated


def _setup(arguments: argparse.Namespace, roles: list[str]) -> tuple[Seated, tuple[Problem, ...]]:
    # The options are offered at every start of the app; only a night asks for the rules.
    from companion.games.avalon.setup import Lancelot, Options, problems, read_setup

    variant = (arguments.lancelot or "off").lower()
    one_of("--lancelot", arguments.lancelot, variant, ("off", *(known.value for known in Lancelot)))
    options = options_from_text(arguments.option)
    known_options = [field.name for field in fields(Options)]
    for name in options:
        one_of("--option", name, in_record(name), known_options)
    setup = read_setup(
        {
            "players": names(arguments),
            "roles": [*roles],
            "lancelot": None if variant == "off" else variant,
            "options": options,
        }
    )
    return setup, problems(setup)


NIGHT = NightOptions(
    (
        Option("lancelot", "app.cli.night.lancelot", {"metavar": "off|v1|v2|v3"}),
        Option(
            "option", "app.cli.night.option", {"metavar": "NAME=VALUE", "action": "append", "default": []}
        ),
    ),
    _setup,
)
