"""On a tablet or in a large window everything is drawn larger, to be read from a metre away."""

from __future__ import annotations

from kivy.core.window import Window
from kivy.metrics import Metrics

# A screen whose shorter side has more dp than this is drawn larger, up to a limit.
_MIN_SCALED_DP = 640
_MAX_SCALE = 1.6
# Less than this is not worth building every screen anew.
_MIN_CHANGE = 0.02


class UiScale:
    def __init__(self) -> None:
        self._device_density = Metrics.density

    def fit_to_window(self) -> bool:
        """Follow the window's size; True if the scale changed."""
        shorter = min(Window.size) / self._device_density
        density = self._device_density * min(_MAX_SCALE, max(1.0, shorter / _MIN_SCALED_DP))
        if abs(density - Metrics.density) < _MIN_CHANGE:
            return False
        Metrics.density = density
        return True

    def reset(self) -> None:
        # Kivy measures every widget anew, even if it is told the density that it has.
        if Metrics.density != self._device_density:
            Metrics.density = self._device_density
