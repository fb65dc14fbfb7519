"""How a mission can end."""

from __future__ import annotations

from companion.games.duet.state import TEAM
from companion.past.results import Result
from companion.past.which import NOBODY

RESULTS = (
    Result("duet.summary.won", winner=TEAM),
    Result("duet.summary.lost", winner=NOBODY),
)
