"""Options and set-up that each game defines for `companion night`."""

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

# More digits cannot be a number of players, and would create as many names.
_PLAYER_COUNT: Final = re.compile(r"\d{1,4}")


@dataclass(frozen=True, slots=True)
class Argument:
    """Option `--name` with the catalogue key of its help and further arguments for argparse."""

    name: str
    help_key: str
    settings: Mapping[str, Any] = field(default_factory=dict)

    @property
    def flag(self) -> str:
        return f"--{self.name.replace('_', '-')}"


@dataclass(frozen=True, slots=True)
class NightArguments:
    """Night arguments of a game. `parse_setup` returns the set-up and its problems; the roles are passed
    separately."""

    arguments: tuple[Argument, ...]
    parse_setup: Callable[[argparse.Namespace, list[str]], tuple[NightSetup, tuple[Problem, ...]]]


def arguments_by_game() -> Mapping[str, NightArguments]:
    """Return the night arguments of each game that has a night."""
    return {game: get_game(game).get_part(NightArguments) for game in list_night_games()}


def add_game_arguments(
    group: argparse._ArgumentGroup, tr: Translator, *, except_names: Collection[str] = ()
) -> None:
    """Add the options of all games, except those that a command defines itself."""
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
    """Return the roles of the command line. Raises `InvalidArguments` if the number of players is missing."""
    if not _PLAYER_COUNT.fullmatch(arguments.players or ""):
        raise InvalidArguments(
            error("app.cli.night.needs_players", fewest=game.min_players, most=game.max_players)
        )
    return [role.strip() for role in arguments.roles.split(",") if role.strip()]


def list_seat_names(arguments: argparse.Namespace) -> list[Json]:
    """Return a list of unnamed players."""
    return [*make_unnamed_seats(int(arguments.players))]


def check_choice(option: str, typed: str, value: str, choices: Sequence[str]) -> None:
    """Raise `InvalidArguments` if the value is not one of the choices."""
    if value not in choices:
        raise InvalidArguments(
            error("app.cli.night.unknown_value", option=option, given=typed, known=", ".join(choices))
        )
