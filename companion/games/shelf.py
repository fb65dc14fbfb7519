"""The games of this house as light data: enough for a home screen, without loading any rules."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.game import Game

Engine = Callable[[], Game[Any, Any, Any]]


def _avalon() -> Game[Any, Any, Any]:
    from companion.games.avalon import AVALON

    return AVALON


def _cultists() -> Game[Any, Any, Any]:
    from companion.games.cultists import CULTISTS

    return CULTISTS


def _silver() -> Game[Any, Any, Any]:
    from companion.games.silver import SILVER

    return SILVER


def _duet() -> Game[Any, Any, Any]:
    from companion.games.duet import DUET

    return DUET


@dataclass(frozen=True, slots=True)
class Shelved:
    """A game on the shelf. `engine` loads its rules; None while the app cannot keep its score yet.

    `names` are what people call it who write a record or a command by hand: the menus keep to one spelling,
    readers know them all. `open_ended`: the rules set no upper limit, and `most` is what a table can hold.
    """

    id: str
    fewest: int
    most: int
    engine: Engine | None = None
    names: tuple[str, ...] = ()
    open_ended: bool = False


SHELF = (
    Shelved("avalon", 5, 10, _avalon, ("The Resistance: Avalon", "آوالون", "اولون")),
    Shelved("cultists", 4, 8, _cultists, ("Among Cultists", "میان فرقه‌گراها")),
    Shelved("silver", 2, 4, _silver, ("Silver Amulet", "سیلور")),
    Shelved(
        "duet", 2, 12, _duet, ("Codenames Duet", "Nome in Codice Duetto", "کدنیمز دوئت"), open_ended=True
    ),
)
# Keyboards for Arabic write these two for the Persian letters that look the same.
_PERSIAN = str.maketrans("يك", "یک")
ENGINES: Mapping[str, Engine] = {game.id: game.engine for game in SHELF if game.engine is not None}


def engine_of(game_id: str) -> Game[Any, Any, Any]:
    """The rules of a game, loaded on first use. Raises KeyError if there are none."""
    return ENGINES[game_id]()


def game_named(name: str) -> str | None:
    """The id of the game that is called so, in whatever case and spacing; None if no game is."""
    wanted = _folded(name)
    return next((game.id for game in SHELF if wanted in map(_folded, (game.id, *game.names))), None)


def _folded(name: str) -> str:
    """A name without what people write in different ways: case, spaces, half-spaces, Arabic letters."""
    plain = unicodedata.normalize("NFKC", name).casefold().translate(_PERSIAN)
    return "".join(letter for letter in plain if letter.isalnum())
