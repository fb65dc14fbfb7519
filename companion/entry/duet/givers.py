"""Who gave a clue, where a change of the past hands the clue to the other side. No Kivy here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeGuard

from companion.entry.duet.summary import DuetTable
from companion.games.duet.moves import Clue, Move
from companion.table import Dropped, Revision, Table

_OTHER_SIDE = "clue_by_other_side"


def eased(table: DuetTable, revise: Callable[[DuetTable], Revision[Move]]) -> Revision[Move]:
    """The same revision, in which a later clue is not dropped because its giver sits on the other side now:
    it stays, and only who gave it is.

    Sides take turns, so one turn more or fewer hands every later clue over. Raises what `revise` raises.
    """
    log, lost = table, list[Dropped[Move]]()
    while True:
        revision = revise(log)
        # One at a time: what is dropped after it may be another matter when it stays.
        found = next(filter(_gives_too_much, revision.dropped), None)
        if found is None:
            dropped = sorted((*revision.dropped, *lost), key=lambda each: each.number)
            return replace(revision, revised=table.moves, dropped=tuple(dropped))
        moves = list(log.moves)
        moves[found.number] = replace(found.move, by=None)
        lost.append(Dropped(found.number, Clue(by=found.move.by), found.problem))
        log = Table(table.game, table.setup, moves)


def _gives_too_much(lost: Dropped[Move]) -> TypeGuard[Dropped[Clue]]:
    """Whether all of a clue would go for its giver alone, and something is left of it without."""
    move = lost.move
    return lost.problem.code == _OTHER_SIDE and isinstance(move, Clue) and replace(move, by=None) != Clue()
