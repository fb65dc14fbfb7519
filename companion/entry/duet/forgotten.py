"""A turn that was never recorded, as it stands before anything is known of it. No Kivy here."""

from __future__ import annotations

from companion.entry.duet.log import End, Turn
from companion.entry.duet.summary import DuetTable


def blank(table: DuetTable, turn: Turn) -> Turn | None:
    """A turn just before this one, of which nothing is known but who gives the clue at that moment. None
    before sudden death: it begins where no token is left that a turn could have cost."""
    if turn.giver is None:
        return None
    return Turn(
        number=turn.number,
        giver=table.states[turn.first].giver,
        clue=None,
        first=turn.first,
        # It holds no move at all.
        last=turn.first - 1,
        guesses=(),
        brought=0,
        ended=End.UNDER_WAY,
        fined=False,
        paid=0,
        open=None,
        told=False,
    )
