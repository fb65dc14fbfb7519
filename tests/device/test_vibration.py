"""A buzz, on phones old and new, through plyer; nothing at all where there is no motor."""

from __future__ import annotations

import sys
import types

import pytest

from companion.device.system import vibrate
from tests.phone.jvm import Phone


def felt(level: int) -> list[object]:
    """By a phone that has not even the service, then no motor, then no leave, then all of it."""
    from jnius import autoclass

    # As python-for-android builds it, for plyer to find the activity by.
    android = types.ModuleType("android")
    vars(android).update(config=types.SimpleNamespace(JAVA_NAMESPACE="org.kivy.android"))
    sys.modules["android"] = android
    autoclass("android.os.Build$VERSION").SDK_INT = level
    services = autoclass("android.content.Context").services
    vibrator, system = autoclass("android.os.Vibrator"), autoclass("android.os.Vibrator$SystemVibrator")
    done = [vibrate(0.08)]
    services.put("vibrator", system(False))
    done.append(vibrate(0.08))
    services.put("vibrator", system(True))
    vibrator.permitted = False
    done.append(vibrate(0.08))
    vibrator.permitted = True
    done += [vibrate(0.08), vibrate(0.4)]
    return [*done, list(vibrator.buzzes.toArray())]


@pytest.mark.parametrize(
    ("level", "buzzes"), [(25, ["for 80", "for 400"]), (36, ["once for 80", "once for 400"])]
)
def test_a_phone_buzzes_if_it_can_and_may(phone: Phone, level: int, buzzes: list[str]) -> None:
    assert phone(felt, level) == [False, False, False, True, True, buzzes]


def test_a_desktop_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANDROID_ARGUMENT", raising=False)
    assert not vibrate(0.1)
