"""How everything looks now: palette, reading direction and text size, chosen once for the whole app.

Screens are built anew when the look changes, so a widget reads it while it is being built and
needs no bindings.

The colours of both themes, as named in the look's tokens. Pure data: tests check contrast on it.

On a tablet or in a large window everything is drawn larger, to be read from a metre away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from kivy.core.window import Window
from kivy.metrics import Metrics, dp

from companion.widgets.palette import DARK, Palette, Rgba, rgba


@dataclass(frozen=True, slots=True)
class Look:
    palette: Palette = DARK
    rtl: bool = False
    text_scale: float = 1.0
    less_motion: bool = False
    # Writes a number in the digits of the menu language.
    digits: Callable[[int], str] = str


class Accent(NamedTuple):
    """The colours that may stand for a game: as text and line, as fill, words on the fill, deep ground."""

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
    """What is built meanwhile is dark in every theme: a bright card would light up everybody's face."""
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
    """A colour of the current theme by the name of its role."""
    return _theme_colour(getattr(_look.palette, name), alpha)


def sp(size: float) -> float:
    """A text size in pixels, with the reader's own text size."""
    return float(dp(size)) * _look.text_scale


def field_height() -> float:
    """Of a line that is typed into, in pixels."""
    return max(float(dp(56)), sp(18) * 2.6)


# Spaces, sizes and times of the look, in dp and seconds.
MARGIN = 20
TOUCH_TARGET = 48
PRIMARY_HEIGHT = 64
SECONDARY_HEIGHT = 56
RADIUS_CELL = 12
RADIUS_CHIP = 14
RADIUS_CARD = 16
RADIUS_PRIMARY = 20
MAX_COLUMN_WIDTH = 560
# From this width on a screen may set its parts side by side.
TWO_PANES_WIDTH = 720

PRESS_SECONDS = 0.06
FLIP_SECONDS = 0.12
SLIDE_SECONDS = 0.22


def motion_seconds(duration: float) -> float:
    """A motion's length, or none where the reader asked for less motion."""
    return 0.0 if _look.less_motion else duration


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
