"""Possible results of a game of Among Cultists."""

from __future__ import annotations

from companion.games.cultists.setup import Side
from companion.games.text import GameResult

RESULTS = (
    GameResult("cultists.outcome.investigators", winner=Side.INVESTIGATORS.value),
    GameResult("cultists.outcome.cultists", winner=Side.CULTISTS.value),
)
