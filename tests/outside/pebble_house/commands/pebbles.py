"""Pebbles on the command line."""

from __future__ import annotations

import argparse

from companion.commands.night_options import NightOptions, Option, names
from companion.games.game import Problem
from companion.games.records import decode
from companion.scripts.nights import Seated
from pebble_house.games.pebbles.setup import Setup, problems


def _setup(arguments: argparse.Namespace, _roles: list[str]) -> tuple[Seated, tuple[Problem, ...]]:
    heap = int(arguments.heap)
    setup = decode(Setup, {"players": names(arguments), "heap": heap})
    return setup, problems(setup)


NIGHT = NightOptions((Option("heap", "pebbles.cli.heap", {"metavar": "N", "default": "10"}),), _setup)
