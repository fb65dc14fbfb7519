"""What a game makes of the command line of `companion night`: options of its own, and a set-up."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from companion.commands.command import WrongArguments, help_line
from companion.games.game import Problem, error
from companion.games.manifest import Manifest
from companion.games.records import Json
from companion.games.seats import seats_without_names
from companion.games.shelf import game_of
from companion.i18n.translator import Translator
from companion.scripts.nights import Seated, games_with_a_night

# More digits than this are no number of players, and would be as many names.
_COUNT: Final = re.compile(r"\d{1,4}")


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


def add_own_options(group: argparse._ArgumentGroup, tr: Translator, *, besides: Collection[str] = ()) -> None:
    """The options that games bring, but for those that a command has its own words for."""
    for options in options_by_game().values():
        for option in options.own:
            if option.name not in besides:
                group.add_argument(
                    option.flag, dest=option.name, help=help_line(tr, option.help), **option.told
                )


def roles_asked_for(arguments: argparse.Namespace, game: Manifest) -> list[str]:
    """Raises `WrongArguments` where it is not said how many play."""
    if not _COUNT.fullmatch(arguments.players or ""):
        raise WrongArguments(error("app.cli.night.needs_players", fewest=game.fewest, most=game.most))
    return [role.strip() for role in arguments.roles.split(",") if role.strip()]


def names(arguments: argparse.Namespace) -> list[Json]:
    """Players without names."""
    return [*seats_without_names(int(arguments.players))]


def one_of(option: str, given: str, meant: str, known: Sequence[str]) -> None:
    """Raises `WrongArguments` for a value that this option does not know."""
    if meant not in known:
        raise WrongArguments(
            error("app.cli.night.unknown_value", option=option, given=given, known=", ".join(known))
        )
