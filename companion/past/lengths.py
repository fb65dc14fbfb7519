"""How long a game was played: the time between its moves, without the nights that lay between."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from companion.i18n.translator import Translator

# In seconds. A table that makes no move for longer has put the game aside; so much of it counts.
MAX_MOVE_SECONDS: Final = 3_600.0


def compute_played_seconds(started: float, move_times: Sequence[float]) -> float | None:
    """From its start to its last move, given when each was made; None where no time has passed at all, as for
    a game that was read in."""
    times = (started, *move_times)
    played = sum(min(max(0.0, later - earlier), MAX_MOVE_SECONDS) for earlier, later in pairwise(times))
    return played or None


def format_hours_minutes(tr: Translator, seconds: float) -> str:
    """In hours and minutes; no more than a minute is one."""
    hours, minutes = divmod(max(1, round(seconds / 60)), 60)
    if hours and minutes:
        return tr("evenings.length.both", hours=hours, minutes=minutes)
    return tr("evenings.length.hours", n=hours) if hours else tr("evenings.length.minutes", n=minutes)
