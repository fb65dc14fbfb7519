"""Audio focus and media volume of phones of old and new API levels."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from companion.device.loudspeaker import get_media_volume, open_loudspeaker, set_media_volume
from companion.narrator.audio_focus import UnsharedLoudspeaker
from tests.cases import sample
from tests.phone.jvm import Phone


def lent(level: int) -> dict[str, Any]:
    """Asked for, lost and come back in every way, given back, and asked for again."""
    from jnius import autoclass

    audio = autoclass("android.media.AudioManager")
    autoclass("android.os.Build$VERSION").SDK_INT = level
    autoclass("android.content.Context").services.put("audio", audio())
    told: list[list[object]] = []

    def tell(change: Any) -> None:
        told.append([change.name, threading.current_thread() is threading.main_thread()])

    lender = open_loudspeaker(tell)
    lender.abandon_focus()
    granted = lender.request_focus()
    listening = [audio.tell(change) for change in (-1, -2, -3, 1, 99)]
    lender.abandon_focus()
    listening.append(audio.tell(-1))
    answers = []
    for answer in (0, 2, 1):
        audio.answer = answer
        answers.append(lender.request_focus())
    listening.append(audio.tell(1))
    return {
        "granted": granted,
        "answers": answers,
        "listening": listening,
        "told": told,
        "calls": list(audio.calls.toArray()),
    }


def lent_by_nobody() -> list[object]:
    lender = open_loudspeaker(print)
    asked = lender.request_focus()
    lender.abandon_focus()
    return [asked, lender.request_focus()]


@pytest.mark.parametrize(
    ("level", "request_", "abandon"),
    [(25, "request 3 on 3", "abandon"), (26, "request 3 for 1 1", "abandon request")],
)
def test_the_focus_is_requested_and_its_changes_are_reported(
    phone: Phone, level: int, request_: str, abandon: str
) -> None:
    done = phone(lent, level)
    assert done["granted"]
    # Failed, and later perhaps: neither is ours to speak by.
    assert done["answers"] == [False, False, True]
    # One listener for every request, and none once it is given back.
    assert done["listening"] == [1, 1, 1, 1, 1, 0, 1]
    changes = ("LOSS", "LOSS_TRANSIENT", "DUCK", "GAIN", "GAIN")
    assert done["told"] == [[change, False] for change in changes]
    assert done["calls"] == [request_, abandon, request_, request_, request_]


def test_without_an_audio_service_the_focus_is_granted(phone: Phone) -> None:
    assert phone(lent_by_nobody) == [True, True]


def test_a_desktop_has_an_unshared_loudspeaker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANDROID_ARGUMENT", raising=False)
    assert isinstance(open_loudspeaker(print), UnsharedLoudspeaker)


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
def test_the_volume_is_rounded_up_to_a_step(
    phone: Phone, steps: int, percent: int, before: int, step: int
) -> None:
    assert phone(turned, steps, percent) == [before, True, step]


def test_a_refused_volume_change_returns_false(phone: Phone) -> None:
    assert phone(turned, 15, 200) == [33, False, 5]


def test_the_volume_of_a_phone_without_steps_is_unknown(phone: Phone) -> None:
    assert phone(turned, 0, 200)[0] is None


def test_the_volume_of_a_phone_without_audio_is_unknown(phone: Phone) -> None:
    assert phone(loudness_without_a_service) == [None, False]


def test_the_volume_of_a_desktop_is_unknown_and_unchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANDROID_ARGUMENT", raising=False)
    assert get_media_volume() is None
    assert not set_media_volume(70)
