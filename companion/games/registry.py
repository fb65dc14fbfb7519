"""Registry of the games.

A registered game appears on the home screen, in the history, on the command line, in the catalogue check
and in the tour; no other module lists the games.
"""

from __future__ import annotations

import unicodedata

from companion.core.definition import GameDefinition
from companion.games.avalon.definition import DEFINITION as AVALON
from companion.games.cultists.definition import DEFINITION as CULTISTS
from companion.games.duet.definition import DEFINITION as DUET
from companion.games.silver.definition import DEFINITION as SILVER

_REGISTRY: list[GameDefinition] = [AVALON, CULTISTS, SILVER, DUET]

# Arabic keyboards produce these two instead of the Persian letters that look the same.
_ARABIC_TO_PERSIAN = str.maketrans("يك", "یک")


def list_games() -> tuple[GameDefinition, ...]:
    return tuple(_REGISTRY)


def register_game(game: GameDefinition) -> None:
    """Register a game, from any package. Raises ValueError if the id is taken."""
    if game.id in {other.id for other in _REGISTRY}:
        raise ValueError(f"{game.id} is on the shelf already")
    _REGISTRY.append(game)


def unregister_game(game: GameDefinition) -> None:
    _REGISTRY.remove(game)


def get_game(game_id: str) -> GameDefinition:
    """Return the game with this id. Raises KeyError if there is none."""
    for game in _REGISTRY:
        if game.id == game_id:
            return game
    raise KeyError(game_id)


def game_for_setup(setup: object) -> GameDefinition:
    """Return the game of this set-up's type. Raises TypeError if there is none."""
    for game in _REGISTRY:
        if isinstance(setup, game.rules.setup_type):
            return game
    raise TypeError(f"no game has a set-up like {type(setup).__name__}")


def find_game_by_name(name: str) -> GameDefinition | None:
    """Find a game by id or name, ignoring case and spacing; None if there is none."""
    normalized = _normalize_name(name)
    return next(
        (game for game in _REGISTRY if normalized in map(_normalize_name, (game.id, *game.names))), None
    )


def _normalize_name(name: str) -> str:
    """Remove spelling differences from a name: case, spaces, half-spaces, Arabic letters."""
    plain = unicodedata.normalize("NFKC", name).casefold().translate(_ARABIC_TO_PERSIAN)
    return "".join(letter for letter in plain if letter.isalnum())
