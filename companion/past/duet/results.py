"""Possible results of a mission of Codenames Duet."""

from __future__ import annotations

from companion.games.duet.state import TEAM
from companion.games.text import GameResult
from companion.statistics.query import NO_WINNER

RESULTS = (
    GameResult("duet.summary.won", winner=TEAM),
    GameResult("duet.summary.lost", winner=NO_WINNER),
)
