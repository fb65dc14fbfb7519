"""A phone's volume: read and set through its own API, and quietly unknown everywhere else."""

from __future__ import annotations

import sys
import types

import pytest

from companion import device


class AudioManager:
    """The Java side, as far as it is called."""

    def __init__(self, step: int, steps: int = 15) -> None:
        self.step, self.steps = step, steps

    def getStreamVolume(self, stream: int) -> int:
        return self.step if stream == 3 else -1

    def getStreamMaxVolume(self, stream: int) -> int:
        return self.steps if stream == 3 else -1

    def setStreamVolume(self, stream: int, step: int, flags: int) -> None:
        if not 0 <= step <= self.steps or flags:
            raise RuntimeError("SecurityException: not while nobody is to be disturbed")
        self.step = step


@pytest.fixture
def phone(monkeypatch: pytest.MonkeyPatch) -> AudioManager:
    audio = AudioManager(5)
    activity = types.SimpleNamespace(getSystemService={"audio": audio}.__getitem__)
    android, jnius = types.ModuleType("android"), types.ModuleType("jnius")
    vars(android).update(mActivity=activity)
    vars(jnius).update(cast=lambda name, found: found if name == "android.media.AudioManager" else None)
    monkeypatch.setitem(sys.modules, "android", android)
    monkeypatch.setitem(sys.modules, "jnius", jnius)
    monkeypatch.setenv("ANDROID_ARGUMENT", "")
    return audio


def test_a_phone_says_how_loud_it_plays_in_percent(phone: AudioManager) -> None:
    assert device.media_volume() == 33
    phone.step = 0
    assert device.media_volume() == 0


@pytest.mark.parametrize(
    ("steps", "percent", "step"), [(15, 70, 11), (25, 70, 18), (15, 100, 15), (15, 0, 0)]
)
def test_turned_up_it_is_at_least_as_loud_as_was_asked(
    phone: AudioManager, steps: int, percent: int, step: int
) -> None:
    phone.steps = steps
    assert device.set_media_volume(percent)
    assert phone.step == step


def test_a_phone_that_refuses_stays_as_it_is(phone: AudioManager) -> None:
    assert not device.set_media_volume(200)
    assert phone.step == 5


def test_a_phone_without_the_api_says_nothing(phone: AudioManager) -> None:
    phone.steps = 0
    assert device.media_volume() is None


def test_a_desktop_says_nothing_and_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANDROID_ARGUMENT", raising=False)
    assert device.media_volume() is None
    assert not device.set_media_volume(70)
