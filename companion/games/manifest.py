"""A game as the shell knows it, in one value: the rest follows from its parts and their names.

Every game has the same parts under the same names, in the folders `games`, `scripts`, `entry`, `screens` and
`tour` of its package: `games/<id>/play.py`, `screens/<id>/board.py` and so on. They are loaded when they are
needed, so that home does not pay for games that nobody opened.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from companion.games.game import Game


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
