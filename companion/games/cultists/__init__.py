"""Among Cultists, for four to eight players."""

from companion.games.cultists.play import CULTISTS

__all__ = ["CULTISTS"]
