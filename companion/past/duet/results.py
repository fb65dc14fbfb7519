"""How a mission can end."""

from __future__ import annotations

from companion.games.duet.state import TEAM
from companion.past.results import GameResult
from companion.past.which import NO_WINNER

RESULTS = (
    GameResult("duet.summary.won", winner=TEAM),
    GameResult("duet.summary.lost", winner=NO_WINNER),
)
