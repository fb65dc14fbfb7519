"""Shelves once read from the table's own board, remembered for the games to come."""

from __future__ import annotations

from companion.entry.memory import Memory
from companion.games.cultists.building import KNOWN_SHELVES, known_shelves, shelf_fits
from companion.games.cultists.moves import ShelfValue, Shelves
from companion.games.cultists.state import State

_SHELVES = "cultists-shelves"


def keep(memory: Memory, state: State) -> None:
    """What this game knows, beside what only earlier ones did."""
    memory.keep_in_mind(Shelves((*known_shelves(state).shelves, *remembered(memory, state))), _SHELVES)


def remembered(memory: Memory, state: State) -> tuple[ShelfValue, ...]:
    """What an earlier game read from the board and this one does not know yet."""
    kept = memory.recall(Shelves, _SHELVES)
    known = {shelf.shelf for shelf in state.library if shelf.books is not None}
    known.update(shelf.shelf for shelf in KNOWN_SHELVES)
    named = [shelf.shelf for shelf in state.library]
    return tuple(
        value
        for value in (kept.shelves if kept is not None else ())
        if value.shelf not in known and shelf_fits(value.shelf, named)
    )
