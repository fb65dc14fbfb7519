"""A proposal that was never recorded, put in before one that was. No Kivy here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.entry import steps
from companion.entry.avalon.log import Entry, Step
from companion.games.avalon.moves import Move, Propose, Vote
from companion.games.game import IllegalMove, Problem
from companion.table import Dropped, Revision

if TYPE_CHECKING:
    from companion.entry.avalon.summary import AvalonTable


def blank(entry: Entry) -> Entry:
    """An entry just before this one, of which nothing is known but that it did not go."""
    number, before = entry.proposal.number, entry.proposal.before
    proposal: Step = steps.Step(number, Propose(()), before, before)
    refused: Step = steps.Step(number, Vote(approved=False), before, before)
    return Entry(proposal, (), before.quest or before.round, None, refused, None, ())


def inserted(table: AvalonTable, number: int, moves: Sequence[Move]) -> Revision[Move]:
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


def _refusal(table: AvalonTable, moves: Sequence[Move]) -> Problem | None:
    state = table.states[0]
    try:
        for move in moves:
            state = table.game.apply(state, move)
    except IllegalMove as refused:
        return refused.problem
    return None
