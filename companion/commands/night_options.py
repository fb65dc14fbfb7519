"""What a game makes of the command line of `companion night`: options of its own, and a set-up."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from companion.commands.command import InvalidArguments, format_help
from companion.core.definition import GameDefinition
from companion.core.game import Problem, error
from companion.core.players import make_unnamed_seats
from companion.core.serialization import Json
from companion.games.registry import get_game
from companion.i18n.translator import Translator
from companion.scripts.script import NightSetup, list_night_games

# More digits than this are no number of players, and would be as many names.
_PLAYER_COUNT: Final = re.compile(r"\d{1,4}")


@dataclass(frozen=True, slots=True)
class Argument:
    """`--name`, the catalogue key of its help, and what argparse is told of it beside that."""

    name: str
    help_key: str
    settings: Mapping[str, Any] = field(default_factory=dict)

    @property
    def flag(self) -> str:
        return f"--{self.name.replace('_', '-')}"


@dataclass(frozen=True, slots=True)
class NightArguments:
    """`parse_setup` returns the set-up, and what is wrong or unwise about it; the roles are given apart."""

    arguments: tuple[Argument, ...]
    parse_setup: Callable[[argparse.Namespace, list[str]], tuple[NightSetup, tuple[Problem, ...]]]


def arguments_by_game() -> Mapping[str, NightArguments]:
    """What each game that has a night asks of the command line."""
    return {game: get_game(game).load_part("commands").NIGHT_ARGUMENTS for game in list_night_games()}


def add_game_arguments(
    group: argparse._ArgumentGroup, tr: Translator, *, except_names: Collection[str] = ()
) -> None:
    """The options that games bring, but for those that a command has its own words for."""
    for night_arguments in arguments_by_game().values():
        for argument in night_arguments.arguments:
            if argument.name not in except_names:
                group.add_argument(
                    argument.flag,
                    dest=argument.name,
                    help=format_help(tr, argument.help_key),
                    **argument.settings,
                )


def parse_roles(arguments: argparse.Namespace, game: GameDefinition) -> list[str]:
    """Raises `InvalidArguments` where it is not said how many play."""
    if not _PLAYER_COUNT.fullmatch(arguments.players or ""):
        raise InvalidArguments(
            error("app.cli.night.needs_players", fewest=game.min_players, most=game.max_players)
        )
    return [role.strip() for role in arguments.roles.split(",") if role.strip()]


def list_seat_names(arguments: argparse.Namespace) -> list[Json]:
    """Players without names."""
    return [*make_unnamed_seats(int(arguments.players))]


def check_choice(option: str, typed: str, value: str, choices: Sequence[str]) -> None:
    """Raises `InvalidArguments` for a value that this option does not know."""
    if value not in choices:
        raise InvalidArguments(
            error("app.cli.night.unknown_value", option=option, given=typed, known=", ".join(choices))
        )
