"""A phone's volume: read and set through its own API, and quietly unknown everywhere else."""

from __future__ import annotations

import pytest

from companion.device.loudspeaker import get_media_volume, set_media_volume
from tests.cases import sample
from tests.phone.jvm import Phone


def turned(steps: int, percent: int) -> list[object]:
    from jnius import autoclass

    audio = autoclass("android.media.AudioManager")
    autoclass("android.content.Context").services.put("audio", audio())
    audio.step, audio.steps = 5, steps
    before = get_media_volume()
    return [before, set_media_volume(percent), audio.step]


def loudness_without_a_service() -> list[object]:
    return [get_media_volume(), set_media_volume(70)]


@pytest.mark.parametrize(
    ("steps", "percent", "before", "step"),
    sample([(15, 70, 33, 11), (15, 0, 33, 0), (25, 70, 20, 18), (15, 100, 33, 15)], 2),
)
def test_turned_up_it_is_at_least_as_loud_as_was_asked(
    phone: Phone, steps: int, percent: int, before: int, step: int
) -> None:
    assert phone(turned, steps, percent) == [before, True, step]


def test_a_phone_that_refuses_stays_as_it_is(phone: Phone) -> None:
    assert phone(turned, 15, 200) == [33, False, 5]


def test_a_phone_without_steps_says_nothing(phone: Phone) -> None:
    assert phone(turned, 0, 200)[0] is None


def test_a_phone_without_sound_says_nothing(phone: Phone) -> None:
    assert phone(loudness_without_a_service) == [None, False]


def test_a_desktop_says_nothing_and_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANDROID_ARGUMENT", raising=False)
    assert get_media_volume() is None
    assert not set_media_volume(70)
