"""A turn that was never recorded, as it stands before anything is known of it. No Kivy here."""

from __future__ import annotations

from companion.entry.duet.log import Turn, TurnEnd
from companion.entry.duet.summary import DuetTable


def missing_turn(session: DuetTable, turn: Turn) -> Turn | None:
    """A turn just before this one, of which nothing is known but who gives the clue at that moment. None
    before sudden death: it begins where no token is left that a turn could have cost."""
    if turn.giver is None:
        return None
    return Turn(
        number=turn.number,
        giver=session.states[turn.first_move_index].giver,
        clue=None,
        first_move_index=turn.first_move_index,
        # It holds no move at all.
        last_move_index=turn.first_move_index - 1,
        guesses=(),
        agents_found=0,
        end=TurnEnd.UNDER_WAY,
        is_fined=False,
        tokens_spent=0,
        open_words=None,
        has_events=False,
    )
