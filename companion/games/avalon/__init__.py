"""The Resistance: Avalon, for five to ten players."""

from companion.games.avalon.play import AVALON

__all__ = ["AVALON"]
