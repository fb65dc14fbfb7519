"""The one thing anybody does."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Take:
    pebbles: int


Move = Take
MOVE_TYPES = {"take": Take}
