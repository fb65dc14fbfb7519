"""A game as the shell knows it, in one value: the rest follows from its parts and their names.

Every game has the same parts under the same names, in the folders `games`, `scripts`, `entry`, `screens` and
`tour` of its package: `games/<id>/play.py`, `screens/<id>/board.py` and so on. They are loaded when they are
needed, so that home does not pay for games that nobody opened.

The options of a set-up as people write them: in camelCase, or typed as NAME=VALUE on a command line.

People count seats and sides from 1, as the app tells them; records count them from 0.

What lies in a game's box, as data: each kind of piece, how many there are, and how it is drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Final, get_args, get_type_hints

from companion.core.game import Game, error
from companion.core.players import Seat
from companion.core.serialization import BadRecord, Json


@dataclass(frozen=True, slots=True)
class Emblem:
    """A game's picture: drawn marks one upon the other, each with its colour, on a disc within a ring."""

    background: str
    ring: str
    layers: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class GameDefinition:
    """`names` are what people call the game who write a record or a command by hand: the menus keep to one
    spelling, readers know them all. `accent` is one of the colours of the house.

    `package` is where the parts of the game are. Its sentences are the catalogues named `id`, among the
    house's own or in `catalogues` of that package; what home says of it is in the catalogue `app` there.
    """

    id: str
    min_players: int
    max_players: int
    names: tuple[str, ...]
    accent: str
    emblem: Emblem
    # The rules set no upper limit: `max_players` is what a table can hold.
    is_open_ended: bool = False
    has_night: bool = False
    package: str = "companion"

    @property
    def default_players(self) -> int:
        """How many play it where nobody has said how many."""
        return self.min_players if self.is_open_ended else (self.min_players + self.max_players) // 2

    def clamp_player_count(self, seats: int) -> int:
        """As many of these seats as the game takes, and no fewer than it needs."""
        return min(self.max_players, max(self.min_players, seats))

    @property
    def rules(self) -> Game[Any, Any, Any]:
        game: Game[Any, Any, Any] = self.load_part("games", "play").GAME
        return game

    def load_part(self, folder: str, name: str = "") -> ModuleType:
        """The game's module of this name, or all its modules of this folder. Raises ImportError."""
        return import_module(self._module_path(folder, name))

    def find_part(self, folder: str, name: str = "") -> ModuleType | None:
        """The same, or None where a game has no such part: not every game begins with a night."""
        try:
            spec = find_spec(self._module_path(folder, name))
        except ModuleNotFoundError:
            return None
        return None if spec is None else self.load_part(folder, name)

    def _module_path(self, folder: str, name: str) -> str:
        return ".".join(filter(None, (self.package, folder, self.id, name)))


_BOOLEANS: Final = {"true": True, "false": False}
_CAPITAL: Final = re.compile(r"(?<!^)(?=[A-Z])")


def normalize_options(setup: Json, *, values: bool = False) -> Json:
    """The record of a set-up with the names of its options in snake_case; with `values`, their words too."""
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
    """`NAME=VALUE` in record form; reading the set-up then checks it."""
    pairs = (item.partition("=") for item in items)
    return {name.strip(): _BOOLEANS.get(value.strip().lower(), value.strip()) for name, _, value in pairs}


def to_snake_case(name: str) -> str:
    """camelCase in snake_case."""
    return _CAPITAL.sub("_", name).lower()


def find_one_based_fields(setup_type: type, seats: int) -> dict[str, int]:
    """The fields of a set-up that hold a seat or a side, and how many of those a table of so many has."""
    hints = get_type_hints(setup_type, include_extras=True)
    return {name: count for name, hint in hints.items() if (count := _count_choices(hint, seats))}


def _count_choices(hint: Any, seats: int) -> int:
    """None of what is not counted."""
    if Seat in (hint, *get_args(hint)):
        return seats
    return len(hint) if isinstance(hint, type) and issubclass(hint, IntEnum) else 0


@dataclass(frozen=True, slots=True)
class Component:
    """A kind of piece, named in the catalogue under `<game>_guide.piece.<id>`, which takes the number `n`.

    `count` is how many the box holds; None where nobody could tell. `icon` is one of the drawn marks and
    `color` one of the colours of the house. `is_extra`: not in every box, as with a promotional card.
    """

    id: str
    count: int | None
    icon: str
    color: str = "ink_2"
    is_extra: bool = False


@dataclass(frozen=True, slots=True)
class ComponentCount:
    """So many of one kind, by its id."""

    id: str
    count: int
