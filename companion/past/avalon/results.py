"""Possible results of a game of Avalon."""

from __future__ import annotations

from companion.games.avalon.setup import Side
from companion.games.text import GameResult

RESULTS = (
    GameResult("avalon.board.wins.good", winner=Side.GOOD.value),
    GameResult("avalon.board.wins.evil", winner=Side.EVIL.value),
)
