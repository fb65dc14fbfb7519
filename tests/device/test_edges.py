"""Bars, cut-outs and the keyboard are counted once, however much of the window the app's surface fills."""

from __future__ import annotations

import pytest

from companion.device.edges import Covered, Edges, Place, larger, reckoned

UPRIGHT, LYING = (1080, 2400), (2400, 1080)
ALL_UPRIGHT, ALL_LYING = Place(0, 0, *UPRIGHT), Place(0, 0, *LYING)

# What Android says of the window, where the surface lies in it, and what is left to keep clear.
TABLE = {
    "edge to edge, three buttons": (Edges(0, 80, 0, 144), UPRIGHT, ALL_UPRIGHT, Edges(0, 80, 0, 144)),
    "edge to edge, gestures": (Edges(0, 80, 0, 72), UPRIGHT, ALL_UPRIGHT, Edges(0, 80, 0, 72)),
    "lying, cut-out left, buttons right": (Edges(90, 60, 144), LYING, ALL_LYING, Edges(90, 60, 144)),
    "lying the other way": (Edges(144, 60, 90, 0), LYING, ALL_LYING, Edges(144, 60, 90, 0)),
    "upside down": (Edges(0, 66, 0, 144), UPRIGHT, ALL_UPRIGHT, Edges(0, 66, 0, 144)),
    "the surface ends at the bars": (Edges(0, 80, 0, 144), UPRIGHT, Place(0, 80, 1080, 2176), Edges()),
    "only the upper bar is left out": (
        *(Edges(0, 80, 0, 144), UPRIGHT),
        *(Place(0, 80, 1080, 2320), Edges(bottom=144)),
    ),
    "a surface that ends within the bar": (
        *(Edges(0, 80, 0, 144), UPRIGHT),
        *(Place(0, 50, 1080, 2306), Edges(0, 30, 0, 100)),
    ),
    "lying beside the cut-out": (
        *(Edges(left=90, bottom=60), LYING),
        *(Place(90, 0, 2310, 1080), Edges(bottom=60)),
    ),
    "the upper half of a split screen": (
        *(Edges(top=80), (1080, 1190)),
        *(Place(0, 0, 1080, 1190), Edges(top=80)),
    ),
    "the lower half of a split screen": (
        *(Edges(bottom=144), (1080, 1190)),
        *(Place(0, 0, 1080, 1190), Edges(bottom=144)),
    ),
    "a window without bars": (Edges(), (800, 600), Place(0, 0, 800, 600), Edges()),
}


@pytest.mark.parametrize(("told", "window", "surface", "left"), TABLE.values(), ids=TABLE)
def test_bars_are_counted_once(told: Edges, window: tuple[float, float], surface: Place, left: Edges) -> None:
    assert reckoned(told, 0, window, surface) == Covered(left, Edges())


@pytest.mark.parametrize(
    ("height", "surface", "over"),
    [
        (900, ALL_UPRIGHT, 900),
        # The bar alone is no keyboard.
        (144, ALL_UPRIGHT, 0),
        (0, ALL_UPRIGHT, 0),
        # Where Android has made the surface smaller already, nothing is left to be done.
        (900, Place(0, 80, 1080, 1420), 0),
        (900, Place(0, 80, 1080, 2176), 756),
    ],
)
def test_the_keyboard_is_counted_from_the_end_of_the_surface(
    height: float, surface: Place, over: float
) -> None:
    assert reckoned(Edges(0, 80, 0, 144), height, UPRIGHT, surface).keyboard == Edges(bottom=over)


def test_a_cut_out_within_a_bar_takes_no_room_of_its_own() -> None:
    assert larger(Edges(0, 80, 0, 144), Edges(90, 60, 0, 0)) == Edges(90, 80, 0, 144)
