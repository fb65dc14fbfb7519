"""Edits that shift clues to the other side: keep such clues, without their giver. No Kivy here."""

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
    """Run a preview, but keep later clues whose giver is now on the wrong side; only the giver is removed.

    Sides alternate, so one turn more or fewer shifts every later clue. Raises what `preview` raises.
    """
    log, removed_givers = session, list[DroppedMove[Move]]()
    while True:
        revision = preview(log)
        # One at a time: later moves may no longer be dropped once this one stays.
        conflict = next(filter(_is_wrong_giver, revision.dropped_moves), None)
        if conflict is None:
            dropped = sorted((*revision.dropped_moves, *removed_givers), key=lambda each: each.move_index)
            return replace(revision, original_moves=session.moves, dropped_moves=tuple(dropped))
        moves = list(log.moves)
        moves[conflict.move_index] = replace(conflict.move, by=None)
        removed_givers.append(DroppedMove(conflict.move_index, Clue(by=conflict.move.by), conflict.problem))
        log = GameSession(session.game, session.setup, moves)


def _is_wrong_giver(item: DroppedMove[Move]) -> TypeGuard[DroppedMove[Clue]]:
    """True if a clue is dropped only because of its giver, and would not be empty without it."""
    move = item.move
    return (
        item.problem.code == _OTHER_SIDE_CODE and isinstance(move, Clue) and replace(move, by=None) != Clue()
    )
