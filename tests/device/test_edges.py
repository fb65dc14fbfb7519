"""Bars, cut-outs and the keyboard are counted once, however much of the window the app's surface fills."""

from __future__ import annotations

import pytest

from companion.device.display import (
    EdgeInsets,
    WindowInsets,
    WindowRect,
    max_insets,
    to_window_insets,
)

UPRIGHT, LYING = (1080, 2400), (2400, 1080)
ALL_UPRIGHT, ALL_LYING = WindowRect(0, 0, *UPRIGHT), WindowRect(0, 0, *LYING)

# What Android says of the window, where the surface lies in it, and what is left to keep clear.
TABLE = {
    "edge to edge, three buttons": (
        EdgeInsets(0, 80, 0, 144),
        UPRIGHT,
        ALL_UPRIGHT,
        EdgeInsets(0, 80, 0, 144),
    ),
    "edge to edge, gestures": (EdgeInsets(0, 80, 0, 72), UPRIGHT, ALL_UPRIGHT, EdgeInsets(0, 80, 0, 72)),
    "lying, cut-out left, buttons right": (
        EdgeInsets(90, 60, 144),
        LYING,
        ALL_LYING,
        EdgeInsets(90, 60, 144),
    ),
    "lying the other way": (EdgeInsets(144, 60, 90, 0), LYING, ALL_LYING, EdgeInsets(144, 60, 90, 0)),
    "upside down": (EdgeInsets(0, 66, 0, 144), UPRIGHT, ALL_UPRIGHT, EdgeInsets(0, 66, 0, 144)),
    "the surface ends at the bars": (
        EdgeInsets(0, 80, 0, 144),
        UPRIGHT,
        WindowRect(0, 80, 1080, 2176),
        EdgeInsets(),
    ),
    "only the upper bar is left out": (
        *(EdgeInsets(0, 80, 0, 144), UPRIGHT),
        *(WindowRect(0, 80, 1080, 2320), EdgeInsets(bottom=144)),
    ),
    "a surface that ends within the bar": (
        *(EdgeInsets(0, 80, 0, 144), UPRIGHT),
        *(WindowRect(0, 50, 1080, 2306), EdgeInsets(0, 30, 0, 100)),
    ),
    "lying beside the cut-out": (
        *(EdgeInsets(left=90, bottom=60), LYING),
        *(WindowRect(90, 0, 2310, 1080), EdgeInsets(bottom=60)),
    ),
    "the upper half of a split screen": (
        *(EdgeInsets(top=80), (1080, 1190)),
        *(WindowRect(0, 0, 1080, 1190), EdgeInsets(top=80)),
    ),
    "the lower half of a split screen": (
        *(EdgeInsets(bottom=144), (1080, 1190)),
        *(WindowRect(0, 0, 1080, 1190), EdgeInsets(bottom=144)),
    ),
    "a window without bars": (EdgeInsets(), (800, 600), WindowRect(0, 0, 800, 600), EdgeInsets()),
}


@pytest.mark.parametrize(("told", "window", "surface", "left"), TABLE.values(), ids=TABLE)
def test_bars_are_counted_once(
    told: EdgeInsets, window: tuple[float, float], surface: WindowRect, left: EdgeInsets
) -> None:
    assert to_window_insets(told, 0, window, surface) == WindowInsets(left, EdgeInsets())


@pytest.mark.parametrize(
    ("height", "surface", "over"),
    [
        (900, ALL_UPRIGHT, 900),
        # The bar alone is no keyboard.
        (144, ALL_UPRIGHT, 0),
        (0, ALL_UPRIGHT, 0),
        # Where Android has made the surface smaller already, nothing is left to be done.
        (900, WindowRect(0, 80, 1080, 1420), 0),
        (900, WindowRect(0, 80, 1080, 2176), 756),
    ],
)
def test_the_keyboard_is_counted_from_the_end_of_the_surface(
    height: float, surface: WindowRect, over: float
) -> None:
    assert to_window_insets(EdgeInsets(0, 80, 0, 144), height, UPRIGHT, surface).keyboard == EdgeInsets(
        bottom=over
    )


def test_a_cut_out_within_a_bar_takes_no_room_of_its_own() -> None:
    assert max_insets(EdgeInsets(0, 80, 0, 144), EdgeInsets(90, 60, 0, 0)) == EdgeInsets(90, 80, 0, 144)
