"""Win reasons of Silver; the winner is a player, not a side."""

from __future__ import annotations

from companion.games.silver.state import WinReason
from companion.games.text import GameResult

RESULTS = tuple(GameResult(f"silver.over.{reason.value}", reason=reason.value) for reason in WinReason)
