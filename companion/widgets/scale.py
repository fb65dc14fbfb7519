"""On a tablet or in a large window everything is drawn larger, to be read from a metre away."""

from __future__ import annotations

from kivy.core.window import Window
from kivy.metrics import Metrics

# A screen whose shorter side has more dp than this is drawn larger, up to a limit.
_UNSCALED = 640
_LARGEST = 1.6
# Less than this is not worth building every screen anew.
_NOTICED = 0.02


class Scale:
    def __init__(self) -> None:
        self._device = Metrics.density

    def fit(self) -> bool:
        """Follow the window's size; True if the scale changed."""
        shorter = min(Window.size) / self._device
        density = self._device * min(_LARGEST, max(1.0, shorter / _UNSCALED))
        if abs(density - Metrics.density) < _NOTICED:
            return False
        Metrics.density = density
        return True

    def restore(self) -> None:
        # Kivy measures every widget anew, even if it is told the density that it has.
        if Metrics.density != self._device:
            Metrics.density = self._device
