"""How dark the night screen is at a moment. It follows fingers and time alone, never the steps of the night:
whoever peeks at the light on the ceiling learns nothing."""

from __future__ import annotations

from typing import Final

# After a touch there is light to read by for so long; then it goes by itself, slowly.
BRIGHT_SECONDS: Final = 5.0
FADE_SECONDS: Final = 1.0
# How much of the light is taken away. What is left of the spoken line is three times as light as its ground.
DIM_OPACITY: Final = 0.6
BLACK_OPACITY: Final = 1.0
# A screen has no more shades than these.
_SHADES: Final = 255


class Dimmer:
    """`is_black` is the black page, which a finger asks for and takes away."""

    def __init__(self, now: float) -> None:
        self._touched_at = now
        self.is_black = False

    def touch(self, now: float) -> None:
        self._touched_at = now
        self.is_black = False

    def go_black(self) -> None:
        self.is_black = True

    def get_opacity(self, now: float) -> float:
        """0 is all the light there is, 1 none."""
        if self.is_black:
            return BLACK_OPACITY
        dark_for = now - self._touched_at - BRIGHT_SECONDS
        opacity = DIM_OPACITY * min(1.0, max(0.0, dark_for / FADE_SECONDS))
        return round(opacity * _SHADES) / _SHADES

    def is_fading(self, now: float) -> bool:
        """Whether the light is going just now."""
        return not self.is_black and 0.0 <= now - self._touched_at - BRIGHT_SECONDS < FADE_SECONDS
