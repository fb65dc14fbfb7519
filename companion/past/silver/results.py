"""What can decide a game of Silver: whoever wins it is a player, not a side."""

from __future__ import annotations

from companion.games.silver.state import Reason
from companion.past.results import Result

RESULTS = tuple(Result(f"silver.over.{reason.value}", reason=reason.value) for reason in Reason)
