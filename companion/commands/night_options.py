"""What a game makes of the command line of `companion night`: options of its own, and a set-up."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from companion.commands.command import WrongArguments
from companion.games.game import Problem, error
from companion.games.records import Json
from companion.games.seats import seats_without_names
from companion.games.shelf import game_of
from companion.scripts.nights import Seated, games_with_a_night

# More digits than this are no number of players, and would be as many names.
COUNT: Final = re.compile(r"\d{1,4}")


@dataclass(frozen=True, slots=True)
class Option:
    """`--name`, the catalogue key of its help, and what argparse is told of it beside that."""

    name: str
    help: str
    told: Mapping[str, Any] = field(default_factory=dict)

    @property
    def flag(self) -> str:
        return f"--{self.name.replace('_', '-')}"


@dataclass(frozen=True, slots=True)
class NightOptions:
    """`setup` returns the set-up, and what is wrong or unwise about it; the roles are given apart."""

    own: tuple[Option, ...]
    setup: Callable[[argparse.Namespace, list[str]], tuple[Seated, tuple[Problem, ...]]]


def options_by_game() -> Mapping[str, NightOptions]:
    """What each game that has a night asks of the command line."""
    return {game: game_of(game).part("commands").NIGHT for game in games_with_a_night()}


def names(arguments: argparse.Namespace) -> list[Json]:
    """Players without names."""
    return [*seats_without_names(int(arguments.players))]


def one_of(option: str, given: str, meant: str, known: Sequence[str]) -> None:
    """Raises `WrongArguments` for a value that this option does not know."""
    if meant not in known:
        raise WrongArguments(
            error("app.cli.night.unknown_value", option=option, given=given, known=", ".join(known))
        )
