"""How a game of Among Cultists can end."""

from __future__ import annotations

from companion.games.cultists.roles import Side
from companion.past.results import Result

RESULTS = (
    Result("cultists.outcome.investigators", winner=Side.INVESTIGATORS.value),
    Result("cultists.outcome.cultists", winner=Side.CULTISTS.value),
)
