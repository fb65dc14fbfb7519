"""Shelves once read from the table's own board, remembered for the games to come."""

from __future__ import annotations

from companion.core.resume import Memory
from companion.games.cultists.building import KNOWN_SHELVES, is_valid_bookshelf_name, known_shelves
from companion.games.cultists.moves import ShelfValue, Shelves
from companion.games.cultists.state import State

_SHELVES = "cultists-shelves"


def save_shelves(memory: Memory, state: State) -> None:
    """What this game knows, beside what only earlier ones did."""
    memory.remember(Shelves((*known_shelves(state).shelves, *recall_shelves(memory, state))), _SHELVES)


def recall_shelves(memory: Memory, state: State) -> tuple[ShelfValue, ...]:
    """What an earlier game read from the board and this one does not know yet."""
    saved = memory.recall(Shelves, _SHELVES)
    known_names = {shelf.shelf for shelf in state.library if shelf.books is not None}
    known_names.update(shelf.shelf for shelf in KNOWN_SHELVES)
    used_names = [shelf.shelf for shelf in state.library]
    return tuple(
        value
        for value in (saved.shelves if saved is not None else ())
        if value.shelf not in known_names and is_valid_bookshelf_name(value.shelf, used_names)
    )
