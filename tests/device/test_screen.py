"""What lies over the window, asked of a phone of every age; whatever it fails to say does no harm."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest

from companion.device.display import read_window_insets
from tests.phone.jvm import Phone

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
def test_every_phone_is_asked_in_its_own_way(answers: dict[str, Any], case: str) -> None:
    _, right = CASES[case]
    assert answers[case] == (None if right is None else [list(sides) for sides in right])


def test_a_desktop_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANDROID_ARGUMENT", raising=False)
    assert read_window_insets() is None
