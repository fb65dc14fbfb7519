"""A game leafed through move by move: a table of its own that walks along the log, and each move in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.entry.steps import Step
from companion.games.manifest import Manifest
from companion.i18n.translator import Translator
from companion.table import AnyTable, Table

# A move as its game tells it: first in a sentence, then what else there is to say of it.
Told = Sequence[str]


def detached(table: AnyTable) -> AnyTable:
    """The same game for looking only: whatever is done to it, nothing that is kept changes."""
    return Table(table.game, table.setup, table.moves)


def walk_to(table: AnyTable, position: int) -> None:
    """Have so many moves made, or as many as there are."""
    while table.position > max(0, position):
        table.undo()
    while table.position < position and table.can_redo:
        table.redo()


def last_step(table: AnyTable) -> Step[Any, Any] | None:
    """The move that led to where the table stands; None at the beginning."""
    if not table.moves:
        return None
    before, after = table.states[-2:]
    return Step(table.position - 1, table.moves[-1], before, after)


def told(game: Manifest, tr: Translator, step: Step[Any, Any]) -> Told:
    """As the game itself tells it; nothing for one that does not."""
    own = game.find("entry", "moment")
    tell: Callable[[Translator, Step[Any, Any]], Told] | None = None if own is None else own.told
    return () if tell is None else tell(tr, step)
