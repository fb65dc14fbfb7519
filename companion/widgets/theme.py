"""Theme: current palette, reading direction and text size, standard dimensions, and the UI scale.

Pages are rebuilt when the look changes, so widgets read it on construction and need no bindings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from kivy.core.window import Window
from kivy.metrics import Metrics, dp

from companion.widgets.palette import DARK, Palette, Rgba, Tone, rgba


@dataclass(frozen=True, slots=True)
class Look:
    palette: Palette = DARK
    rtl: bool = False
    text_scale: float = 1.0
    less_motion: bool = False
    # Formats a number in the digits of the menu language.
    digits: Callable[[int], str] = str


class Accent(NamedTuple):
    """Accent colours of a game: for text and lines, fill, text on the fill, and dark background."""

    line: str
    fill: str
    on: str
    deep: str


CANDLE = Accent("candle", "candle_fill", "on_candle", "candle_deep")
ACCENTS = {
    "candle": CANDLE,
    "sea": Accent("sea", "sea", "on_accent", "sea_deep"),
    "moon": Accent("moon", "moon", "on_accent", "moon_deep"),
    "teal": Accent("teal", "teal", "on_accent", "teal_deep"),
}

_look = Look()


def look() -> Look:
    return _look


def set_look(new_look: Look) -> None:
    global _look
    _look = new_look


@contextmanager
def use_dark_palette() -> Iterator[None]:
    """Build widgets in the dark palette in every theme: bright ones would light up faces at night."""
    previous = _look
    set_look(replace(previous, palette=DARK))
    try:
        yield
    finally:
        set_look(previous)


@lru_cache(maxsize=512)
def _theme_colour(code: str, alpha: float) -> Rgba:
    return rgba(code, alpha)


def theme_colour(name: str, alpha: float = 1.0) -> Rgba:
    """Return a colour of the current theme by its palette role."""
    return _theme_colour(getattr(_look.palette, name), alpha)


def tone_colour(tone: Tone) -> Rgba:
    return theme_colour(tone) if isinstance(tone, str) else tone


def sp(size: float) -> float:
    """Return a text size in pixels, scaled by the user's text size setting."""
    return float(dp(size)) * _look.text_scale


def field_height() -> float:
    """Return the height of a text field in pixels."""
    return max(float(dp(56)), sp(18) * 2.6)


# Dimensions in dp, durations in seconds.
MARGIN = 20
TOUCH_TARGET = 48
PRIMARY_HEIGHT = 64
SECONDARY_HEIGHT = 56
RADIUS_CELL = 12
RADIUS_CHIP = 14
RADIUS_CARD = 16
RADIUS_PRIMARY = 20
MAX_COLUMN_WIDTH = 560
# From this width on a page may show two panes side by side.
TWO_PANES_WIDTH = 720

PRESS_SECONDS = 0.06
SLIDE_SECONDS = 0.22


def motion_seconds(duration: float) -> float:
    """Return the duration of an animation, 0 with the less-motion setting."""
    return 0.0 if _look.less_motion else duration


# Windows whose shorter side exceeds this many dp (tablets) are scaled up, to be read from a metre away.
_MIN_SCALED_DP = 640
_MAX_SCALE = 1.6
# Smaller changes do not justify rebuilding all pages.
_MIN_CHANGE = 0.02


class UiScale:
    def __init__(self) -> None:
        self._device_density = Metrics.density

    def fit_to_window(self) -> bool:
        """Adapt the density to the window's size; return True if it changed."""
        shorter = min(Window.size) / self._device_density
        density = self._device_density * min(_MAX_SCALE, max(1.0, shorter / _MIN_SCALED_DP))
        if abs(density - Metrics.density) < _MIN_CHANGE:
            return False
        Metrics.density = density
        return True

    def reset(self) -> None:
        # Setting the density makes Kivy recompute every widget, even if it is unchanged.
        if Metrics.density != self._device_density:
            Metrics.density = self._device_density
