"""Definition of a game (`GameDefinition`), parsing of set-up options, and the components in its box.

Options may be written in camelCase or as NAME=VALUE on a command line. Users count seats and sides from 1;
records count them from 0.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from importlib import import_module
from typing import Any, Final, TypeVar, get_args, get_type_hints

from companion.core.game import Game, Problem, error
from companion.core.players import Seat
from companion.core.serialization import BadRecord, Json


@dataclass(frozen=True, slots=True)
class Emblem:
    """Icon of a game: layers of icon-font glyphs, each with its colour, on a disc within a ring."""

    background: str
    ring: str
    layers: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class BoardGameGeekInfo:
    """How BoardGameGeek lists a game and how it is won; `bgg_id` and `year` are 0 if unknown."""

    name: str
    bgg_id: int = 0
    year: int = 0
    has_points: bool = False
    highest_wins: bool = True
    is_cooperative: bool = False
    has_teams: bool = False


@dataclass(frozen=True, slots=True)
class CampaignDefinition:
    """Campaign of a game: its type, the problems of one, and the merger of two copies."""

    campaign_type: type[Any]
    validate: Callable[[Any], tuple[Problem, ...]]
    merge: Callable[[Any, Any], Any]


PartT = TypeVar("PartT")


@dataclass(frozen=True, slots=True)
class GameDefinition:
    """Everything that the app knows of a game.

    `names` are the names accepted in hand-written records and commands; menus use one spelling. `accent` is
    a colour of the app's palette. `rules_path` and `parts` name objects as "module:name", imported on first
    use, so that the home screen does not load games that nobody opened. The key of a part is the name of its
    type: `NightDefinition`, `GameScreens` and so on. `marks` are the notepad marks of this game. Catalogues
    are named after `id` and are found among the app's own or in `catalogues` of `package`; the text for the
    home screen is in the catalogue `app` there.
    """

    id: str
    min_players: int
    max_players: int
    names: tuple[str, ...]
    accent: str
    emblem: Emblem
    rules_path: str
    parts: Mapping[str, str] = field(default_factory=dict, hash=False)
    # True if the rules set no upper limit: `max_players` is then the limit of the app.
    is_open_ended: bool = False
    has_night: bool = False
    has_lessons: bool = False
    marks: tuple[str, ...] = ()
    bgg_info: BoardGameGeekInfo | None = None
    package: str = "companion"

    @property
    def default_players(self) -> int:
        """Default player count."""
        return self.min_players if self.is_open_ended else (self.min_players + self.max_players) // 2

    def clamp_player_count(self, seats: int) -> int:
        """Clamp a player count to the limits of the game."""
        return min(self.max_players, max(self.min_players, seats))

    @property
    def rules(self) -> Game[Any, Any, Any]:
        game: Game[Any, Any, Any] = _import_object(self.rules_path)
        return game

    def has_part(self, part_type: type[object]) -> bool:
        return part_type.__name__ in self.parts

    def find_part(self, part_type: type[PartT]) -> PartT | None:
        """Return the part of this type; None if the game has none. Not every game has a night."""
        path = self.parts.get(part_type.__name__)
        part: PartT | None = None if path is None else _import_object(path)
        return part

    def get_part(self, part_type: type[PartT]) -> PartT:
        """Return the part of this type. Raises KeyError if the game has none."""
        part: PartT = _import_object(self.parts[part_type.__name__])
        return part


def _import_object(path: str) -> Any:
    """Import an object by its path, as "companion.games.avalon.rules:GAME"."""
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)


def load_lazily(path: str) -> Callable[..., Any]:
    """Return a function that imports the function or class of this path when it is called."""
    return lambda *args: _import_object(path)(*args)


_BOOLEANS: Final = {"true": True, "false": False}
_CAPITAL: Final = re.compile(r"(?<!^)(?=[A-Z])")


def normalize_options(setup: Json, *, values: bool = False) -> Json:
    """Convert the option names of a set-up record to snake_case; with `values`, their values too.

    Raises `BadRecord` if an option occurs twice.
    """
    if not isinstance(setup, dict) or not isinstance(setup.get("options"), dict):
        return setup
    options: dict[str, Json] = {}
    for key, value in setup["options"].items():
        name = to_snake_case(key)
        if name in options:
            raise BadRecord(error("app.problem.record_field_twice", place=f"setup.options.{key}"))
        options[name] = to_snake_case(value) if values and isinstance(value, str) else value
    return {**setup, "options": options}


def parse_options(items: Iterable[str]) -> dict[str, Json]:
    """Parse `NAME=VALUE` items to record form; the values are validated when the set-up is decoded."""
    pairs = (item.partition("=") for item in items)
    return {name.strip(): _BOOLEANS.get(value.strip().lower(), value.strip()) for name, _, value in pairs}


def to_snake_case(name: str) -> str:
    """Convert camelCase to snake_case."""
    return _CAPITAL.sub("_", name).lower()


def find_one_based_fields(setup_type: type, seats: int) -> dict[str, int]:
    """Return the set-up fields that hold a seat or a side, with the number of choices for `seats` seats."""
    hints = get_type_hints(setup_type, include_extras=True)
    return {name: count for name, hint in hints.items() if (count := _count_choices(hint, seats))}


def _count_choices(hint: Any, seats: int) -> int:
    """Return how many values a field of this type can have, 0 if it is not a seat or side."""
    if Seat in (hint, *get_args(hint)):
        return seats
    return len(hint) if isinstance(hint, type) and issubclass(hint, IntEnum) else 0


@dataclass(frozen=True, slots=True)
class Component:
    """A kind of piece, named in the catalogue under `<game>_guide.piece.<id>`, which takes the number `n`.

    `count` is the number in the box, None if unknown. `icon` is a name from the icon font and `color` a
    colour of the app's palette. `is_extra`: not in every box, such as a promotional card.
    """

    id: str
    count: int | None
    icon: str
    color: str = "ink_2"
    is_extra: bool = False


@dataclass(frozen=True, slots=True)
class ComponentCount:
    """The number of components of one kind."""

    id: str
    count: int
