"""The list of games. A game that stands on it is on the home screen, in the history, on the command line, in
the catalogue check and in the tour; nothing else names the games."""

from __future__ import annotations

import unicodedata

from companion.games.avalon.manifest import MANIFEST as AVALON
from companion.games.cultists.manifest import MANIFEST as CULTISTS
from companion.games.duet.manifest import MANIFEST as DUET
from companion.games.manifest import Manifest
from companion.games.silver.manifest import MANIFEST as SILVER

_SHELF: list[Manifest] = [AVALON, CULTISTS, SILVER, DUET]

# Keyboards for Arabic write these two for the Persian letters that look the same.
_PERSIAN = str.maketrans("يك", "یک")


def games() -> tuple[Manifest, ...]:
    return tuple(_SHELF)


def put_on_shelf(game: Manifest) -> None:
    """One more game, whatever package it comes from."""
    if game.id in {other.id for other in _SHELF}:
        raise ValueError(f"{game.id} is on the shelf already")
    _SHELF.append(game)


def take_off_shelf(game: Manifest) -> None:
    _SHELF.remove(game)


def game_of(game_id: str) -> Manifest:
    """Raises KeyError if there is no such game."""
    for game in _SHELF:
        if game.id == game_id:
            return game
    raise KeyError(game_id)


def game_for(setup: object) -> Manifest:
    """The game that this set-up is for. Raises TypeError if it is for none."""
    for game in _SHELF:
        if isinstance(setup, game.rules.setup_type):
            return game
    raise TypeError(f"no game has a set-up like {type(setup).__name__}")


def game_named(name: str) -> Manifest | None:
    """The game that is called so, in whatever case and spacing; None if no game is."""
    wanted = _folded(name)
    return next((game for game in _SHELF if wanted in map(_folded, (game.id, *game.names))), None)


def _folded(name: str) -> str:
    """A name without what people write in different ways: case, spaces, half-spaces, Arabic letters."""
    plain = unicodedata.normalize("NFKC", name).casefold().translate(_PERSIAN)
    return "".join(letter for letter in plain if letter.isalnum())
