"""Window insets and system bars of phones of every API level."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest

from companion.device import system
from companion.device.display import (
    EdgeInsets,
    WindowInsets,
    WindowRect,
    max_insets,
    read_window_insets,
    set_bar_color,
    to_window_insets,
)
from tests.phone.jvm import Phone

LIGHT, DARK = (0xF4 / 255, 0xEA / 255, 0xDB / 255, 1.0), (0x19 / 255, 0x0F / 255, 0x09 / 255, 1.0)
# Dark marks, in the newer way and in the older one; a flag of somebody else's.
BOTH, ABOVE, BELOW, ANOTHER = 24, 0x2000, 0x10, 0x4


def dressed(levels: list[int]) -> list[object]:
    """On each of these Androids in a light theme and then in a dark one."""
    from jnius import autoclass

    window, view = autoclass("android.view.Window"), autoclass("android.view.View")
    autoclass("android.app.Activity").patient = True
    found: list[object] = []
    for level in levels:
        autoclass("android.os.Build$VERSION").SDK_INT = level
        window.appearance, view.visibility, window.flags = 0, ANOTHER, 0
        window.statusBar = window.navigationBar = 0
        for ground in (LIGHT, DARK):
            done = set_bar_color(ground)
            colours = [window.statusBar & 0xFFFFFF, window.navigationBar & 0xFFFFFF, window.flags < 0]
            found.append([done, window.appearance, view.visibility, *colours])
    # Nothing is held on to that has been done.
    return [*found, len(system._pending_tasks)]


def refused() -> list[object]:
    from jnius import autoclass

    window, activity = autoclass("android.view.Window"), autoclass("android.app.Activity")
    activity.patient, window.controlled = True, False
    without_controller = set_bar_color(LIGHT)
    # A failure on the other thread, whose window is gone by then.
    activity.window = None
    without_window = set_bar_color(LIGHT)
    activity.refusing = True
    gone = set_bar_color(LIGHT)
    autoclass("org.kivy.android.PythonActivity").mActivity = None
    return [
        without_controller,
        without_window,
        gone,
        set_bar_color(LIGHT),
        window.appearance,
        len(system._pending_tasks),
    ]


def test_bar_icons_are_dark_on_a_light_colour_and_light_on_a_dark_one(phone: Phone) -> None:
    light, dark = 0xF4EADB, 0x190F09
    assert phone(dressed, [36, 30, 29, 24]) == [
        # The newest draws no bar of its own.
        [True, BOTH, ANOTHER, 0, 0, False],
        [True, 0, ANOTHER, 0, 0, False],
        [True, BOTH, ANOTHER, light, light, True],
        [True, 0, ANOTHER, dark, dark, True],
        [True, 0, ANOTHER | ABOVE | BELOW, light, light, True],
        [True, 0, ANOTHER, dark, dark, True],
        # The oldest cannot draw dark marks below: its lower bar stays black.
        [True, 0, ANOTHER | ABOVE, light, 0, True],
        [True, 0, ANOTHER, dark, dark, True],
        0,
    ]


def test_exceptions_of_the_phone_are_suppressed(phone: Phone) -> None:
    assert phone(refused) == [True, True, False, False, 0, 0]


def test_a_desktop_has_no_bars_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANDROID_ARGUMENT", raising=False)
    assert not set_bar_color(LIGHT)


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
def test_bars_are_subtracted_once(
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
def test_the_keyboard_is_measured_from_the_edge_of_the_surface(
    height: float, surface: WindowRect, over: float
) -> None:
    assert to_window_insets(EdgeInsets(0, 80, 0, 144), height, UPRIGHT, surface).keyboard == EdgeInsets(
        bottom=over
    )


def test_a_cutout_inside_a_bar_adds_nothing() -> None:
    assert max_insets(EdgeInsets(0, 80, 0, 144), EdgeInsets(90, 60, 0, 0)) == EdgeInsets(90, 80, 0, 144)


BARS, KEYBOARD, GESTURES, CUT_OUT = "7", "8", "32", "128"
Sides = tuple[int, int, int, int]
NOTHING: Sides = (0, 0, 0, 0)
NO_KINDS: Mapping[str, Sides] = {}
WIDTH, HEIGHT = 1080, 2400


class Case(NamedTuple):
    """A phone whose window is all of the app's, unless it says otherwise."""

    level: int = 36
    # By kind, as newer phones tell them.
    kinds: Mapping[str, Sides] = NO_KINDS
    # As older ones do: bars, the lower one without a keyboard, the cut-out, and where what is seen ends.
    system: Sides = NOTHING
    stable: int = 144
    cut_out: Sides | None = None
    seen: int = HEIGHT
    # Where the window lies on the screen and the surface in the window, and how high they are.
    window: tuple[int, int] = (0, HEIGHT)
    surface: tuple[int, int] | None = None
    missing: str = ""


def told(cases: list[list[Any]]) -> list[Any]:
    """One phone after the other, in a JVM for all of them."""
    return [_told(Case(*case)) for case in cases]


def _told(case: Case) -> Any:
    from jnius import autoclass

    activity, python_activity = (
        autoclass("android.app.Activity"),
        autoclass("org.kivy.android.PythonActivity"),
    )
    insets, window_insets = autoclass("android.graphics.Insets"), autoclass("android.view.WindowInsets")
    window, view = autoclass("android.view.Window"), autoclass("android.view.View")
    autoclass("android.os.Build$VERSION").SDK_INT = case.level
    window.decor, python_activity.surface = view(), autoclass("android.view.SurfaceView")()
    view.windowY, height = case.window
    for each, (y, high) in (
        (window.decor, (0, height)),
        (python_activity.surface, case.surface or (0, height)),
    ):
        each.y, each.width, each.height = y, WIDTH, high
    view.visibleBottom = case.seen
    window_insets.covered.clear()
    for kind, sides in case.kinds.items():
        window_insets.covered.put(int(kind), insets.of(*sides))
    window_insets.system, window_insets.stableBottom = insets.of(*case.system), case.stable
    window_insets.cutout = None if case.cut_out is None else insets.of(*case.cut_out)
    activity.window, view.insets, view.broken = window(), window_insets(), case.missing == "view"
    kept = python_activity.mActivity
    if case.missing == "insets":
        view.insets = None
    elif case.missing == "surface":
        python_activity.surface = None
    elif case.missing == "window":
        activity.window = None
    elif case.missing == "activity":
        python_activity.mActivity = None
    try:
        return read_window_insets()
    finally:
        python_activity.mActivity = kept


NEW_BARS: dict[str, Sides] = {BARS: (0, 80, 0, 60), CUT_OUT: (0, 96, 0, 0), GESTURES: (0, 80, 0, 84)}
OLD_BARS: Sides = (0, 72, 0, 144)
# What the phone is like, and what it then says of the bars and of the keyboard.
CASES: dict[str, tuple[Case, tuple[Sides, Sides] | None]] = {
    "bars, cut-out and gestures are one": (Case(kinds=NEW_BARS), ((0, 96, 0, 84), NOTHING)),
    "the keyboard is another": (
        Case(kinds={**NEW_BARS, KEYBOARD: (0, 0, 0, 900)}),
        ((0, 96, 0, 84), (0, 0, 0, 900)),
    ),
    "the first that tells them apart": (
        Case(30, kinds={**NEW_BARS, KEYBOARD: (0, 0, 0, 900)}),
        ((0, 96, 0, 84), (0, 0, 0, 900)),
    ),
    "older, with its bars": (Case(24, system=OLD_BARS, seen=2256), (OLD_BARS, NOTHING)),
    "older, its keyboard not to be seen": (
        Case(24, system=OLD_BARS, seen=1500),
        (OLD_BARS, (0, 0, 0, 900)),
    ),
    "older, its keyboard among the bars": (
        Case(24, system=(0, 72, 0, 900), seen=2256),
        (OLD_BARS, (0, 0, 0, 900)),
    ),
    "the first with a cut-out": (
        Case(28, system=OLD_BARS, cut_out=(0, 96, 0, 0), seen=2256),
        ((0, 96, 0, 144), NOTHING),
    ),
    "older without a cut-out": (Case(29, system=OLD_BARS, seen=2256), (OLD_BARS, NOTHING)),
    "older, the lower half of a split screen": (
        Case(29, window=(1000, 1400), seen=1500),
        (NOTHING, (0, 0, 0, 900)),
    ),
    "a surface between the bars": (Case(kinds={BARS: (0, 80, 0, 144)}, surface=(80, 2176)), (NOTHING,) * 2),
    "a surface that is not there yet": (Case(kinds=NEW_BARS, missing="surface"), ((0, 96, 0, 84), NOTHING)),
    "a window that is not shown yet": (Case(kinds=NEW_BARS, missing="insets"), None),
    "no window": (Case(kinds=NEW_BARS, missing="window"), None),
    "no activity": (Case(kinds=NEW_BARS, missing="activity"), None),
    "a view that is gone": (Case(kinds=NEW_BARS, missing="view"), None),
}


@pytest.fixture(scope="module")
def answers(phone: Phone) -> dict[str, Any]:
    return dict(zip(CASES, phone(told, [case for case, _ in CASES.values()]), strict=True))


@pytest.mark.parametrize("case", CASES)
def test_insets_are_read_on_every_api_level(answers: dict[str, Any], case: str) -> None:
    _, right = CASES[case]
    assert answers[case] == (None if right is None else [list(sides) for sides in right])


def test_a_desktop_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANDROID_ARGUMENT", raising=False)
    assert read_window_insets() is None
