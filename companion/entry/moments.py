"""A game leafed through move by move: a table of its own that walks along the log, and each move in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.entry.steps import Step
from companion.games.manifest import GameDefinition
from companion.i18n.translator import Translator
from companion.table import AnySession, GameSession

# A move as its game tells it: first in a sentence, then what else there is to say of it.
MoveText = Sequence[str]


def make_detached_copy(session: AnySession) -> AnySession:
    """The same game for looking only: whatever is done to it, nothing that is kept changes."""
    return GameSession(session.game, session.setup, session.moves)


def move_to(session: AnySession, move_count: int) -> None:
    """Have so many moves made, or as many as there are."""
    while session.move_count > max(0, move_count):
        session.undo()
    while session.move_count < move_count and session.can_redo:
        session.redo()


def get_last_step(session: AnySession) -> Step[Any, Any] | None:
    """The move that led to where the table stands; None at the beginning."""
    if not session.moves:
        return None
    before, after = session.states[-2:]
    return Step(session.move_count - 1, session.moves[-1], before, after)


def describe_move(game: GameDefinition, tr: Translator, step: Step[Any, Any]) -> MoveText:
    """As the game itself tells it; nothing for one that does not."""
    part = game.find_part("entry", "moment")
    describe: Callable[[Translator, Step[Any, Any]], MoveText] | None = (
        None if part is None else part.describe_move
    )
    return () if describe is None else describe(tr, step)
