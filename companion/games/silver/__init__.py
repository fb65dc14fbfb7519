"""Silver: two to four mayors, the lowest village scores best."""

from companion.games.silver.play import SILVER

__all__ = ["SILVER"]
