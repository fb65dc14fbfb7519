"""Shelf values that were read from the board, remembered for later games."""

from __future__ import annotations

from companion.core.resume_state import Memory
from companion.games.cultists.building import KNOWN_SHELVES, is_valid_bookshelf_name, known_shelves
from companion.games.cultists.moves import ShelfValue, Shelves
from companion.games.cultists.state import State

_SHELVES = "cultists-shelves"


def save_shelves(memory: Memory, state: State) -> None:
    """Store the values known in this game together with those from earlier games."""
    memory.remember(Shelves((*known_shelves(state).shelves, *recall_shelves(memory, state))), _SHELVES)


def recall_shelves(memory: Memory, state: State) -> tuple[ShelfValue, ...]:
    """Return the remembered values that are unknown in this game."""
    saved = memory.recall(Shelves, _SHELVES)
    known_names = {shelf.shelf for shelf in state.library if shelf.books is not None}
    known_names.update(shelf.shelf for shelf in KNOWN_SHELVES)
    used_names = [shelf.shelf for shelf in state.library]
    return tuple(
        value
        for value in (saved.shelves if saved is not None else ())
        if value.shelf not in known_names and is_valid_bookshelf_name(value.shelf, used_names)
    )
