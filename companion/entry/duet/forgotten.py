"""A missing turn as a placeholder in the history. No Kivy here."""

from __future__ import annotations

from companion.entry.duet.log import Turn, TurnEnd
from companion.entry.duet.summary import DuetTable


def missing_turn(session: DuetTable, turn: Turn) -> Turn | None:
    """Return a placeholder for a turn just before this one, with only the giver known.

    None before sudden death, which begins when no token is left for another turn.
    """
    if turn.giver is None:
        return None
    return Turn(
        number=turn.number,
        giver=session.states[turn.first_move_index].giver,
        clue=None,
        first_move_index=turn.first_move_index,
        # The range of moves is empty.
        last_move_index=turn.first_move_index - 1,
        guesses=(),
        agents_found=0,
        end=TurnEnd.UNDER_WAY,
        is_fined=False,
        tokens_spent=0,
        open_words=None,
        has_events=False,
    )
