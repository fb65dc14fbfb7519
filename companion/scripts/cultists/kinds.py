"""The steps of a night of Among Cultists, as its rules name them."""

from __future__ import annotations

from enum import Enum


class CueKind(Enum):
    CULTISTS_OPEN = "CULTISTS_OPEN"
    CULTISTS_CLOSE_COVER = "CULTISTS_CLOSE_COVER"
    CULTISTS_CLOSE = "CULTISTS_CLOSE"
    SEER_OPEN = "SEER_OPEN"
    SEER_CLOSE = "SEER_CLOSE"
