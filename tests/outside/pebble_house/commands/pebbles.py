"""Pebbles on the command line."""

from __future__ import annotations

import argparse

from companion.cli.night import Argument, NightArguments, list_seat_names
from companion.core.game import Problem
from companion.core.serialization import decode
from companion.scripts.script import NightSetup
from pebble_house.games.pebbles.rules import Setup, problems


def _setup(arguments: argparse.Namespace, _roles: list[str]) -> tuple[NightSetup, tuple[Problem, ...]]:
    heap = int(arguments.heap)
    setup = decode(Setup, {"players": list_seat_names(arguments), "heap": heap})
    return setup, problems(setup)


NIGHT_ARGUMENTS = NightArguments(
    (Argument("heap", "pebbles.cli.heap", {"metavar": "N", "default": "10"}),), _setup
)
