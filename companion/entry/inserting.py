"""Moves that were never recorded, put in before one that was. No Kivy here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.games.game import IllegalMove, MoveT, Problem, SetupT, StateT
from companion.table import Dropped, Revision, Table


def inserted(table: Table[SetupT, StateT, MoveT], number: int, moves: Sequence[MoveT]) -> Revision[MoveT]:
    """The log with these moves before the one of this number.

    What no longer fits is dropped, the move of that number as well as those after it. Raises `IllegalMove` if
    the rules refuse one of the new moves themselves.
    """
    log = table.moves
    if number > 0:
        # Behind the move before it, which stays as it is: so only the new ones can be refused outright.
        return table.revise({number - 1: (log[number - 1], *moves)})
    refusal = _refusal(table, (*moves, log[0]))
    if refusal is None:
        return table.revise({0: (*moves, log[0])})
    revision = table.revise({0: tuple(moves)})
    return replace(revision, dropped=(Dropped(0, log[0], refusal), *revision.dropped))


def _refusal(table: Table[SetupT, StateT, MoveT], moves: Sequence[MoveT]) -> Problem | None:
    state = table.states[0]
    try:
        for move in moves:
            state = table.game.apply(state, move)
    except IllegalMove as refused:
        return refused.problem
    return None
