"""The bars of the system go with the ground of the app: in their colour if they have one, in their marks."""

from __future__ import annotations

import pytest

from companion.device import system
from companion.device.display import set_bar_color
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


def test_marks_are_dark_on_a_light_ground_and_light_on_a_dark_one(phone: Phone) -> None:
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


def test_a_phone_that_refuses_does_no_harm(phone: Phone) -> None:
    assert phone(refused) == [True, True, False, False, 0, 0]


def test_a_desktop_has_no_bars_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANDROID_ARGUMENT", raising=False)
    assert not set_bar_color(LIGHT)
