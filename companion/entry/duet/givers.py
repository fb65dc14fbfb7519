"""Who gave a clue, where a change of the past hands the clue to the other side. No Kivy here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeGuard

from companion.core.session import DroppedMove, GameSession, LogEdit
from companion.entry.duet.summary import DuetTable
from companion.games.duet.state import Clue, Move

_OTHER_SIDE_CODE = "clue_by_other_side"


def preview_without_givers(
    session: DuetTable, preview: Callable[[DuetTable], LogEdit[Move]]
) -> LogEdit[Move]:
    """The same revision, in which a later clue is not dropped because its giver sits on the other side now:
    it stays, and only who gave it is.

    Sides take turns, so one turn more or fewer hands every later clue over. Raises what `preview` raises.
    """
    log, removed_givers = session, list[DroppedMove[Move]]()
    while True:
        revision = preview(log)
        # One at a time: what is dropped after it may be another matter when it stays.
        conflict = next(filter(_is_wrong_giver, revision.dropped_moves), None)
        if conflict is None:
            dropped = sorted((*revision.dropped_moves, *removed_givers), key=lambda each: each.move_index)
            return replace(revision, original_moves=session.moves, dropped_moves=tuple(dropped))
        moves = list(log.moves)
        moves[conflict.move_index] = replace(conflict.move, by=None)
        removed_givers.append(DroppedMove(conflict.move_index, Clue(by=conflict.move.by), conflict.problem))
        log = GameSession(session.game, session.setup, moves)


def _is_wrong_giver(item: DroppedMove[Move]) -> TypeGuard[DroppedMove[Clue]]:
    """Whether all of a clue would go for its giver alone, and something is left of it without."""
    move = item.move
    return (
        item.problem.code == _OTHER_SIDE_CODE and isinstance(move, Clue) and replace(move, by=None) != Clue()
    )
