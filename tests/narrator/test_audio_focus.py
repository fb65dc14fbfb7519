"""State of the audio focus, without a device."""

from math import inf

import pytest

from companion.narrator.audio_focus import (
    GRACE_SECONDS,
    AudioFocus,
    FocusChange,
    FocusReaction,
    UnsharedLoudspeaker,
)
from tests.narrator.fake_loudspeaker import Lender


@pytest.fixture
def shared():
    return Lender()


@pytest.fixture
def focus(shared):
    return AudioFocus(shared)


def tell(focus, change):
    return focus.handle_change(change, focus.request_count)


def test_the_focus_is_requested_once_and_abandoned_after_the_last_sound(focus, shared):
    assert focus.request()
    assert focus.request()
    assert focus.abandon_if_idle(10.0, 12.0) == 2.0 + GRACE_SECONDS
    assert shared.log == ["ask"]
    assert focus.abandon_if_idle(12.0 + GRACE_SECONDS, 12.0) == inf
    assert shared.log == ["ask", "give back"]
    assert focus.abandon_if_idle(20.0, 12.0) == inf
    focus.abandon()
    assert shared.log == ["ask", "give back"]


def test_consecutive_lines_keep_the_focus(focus, shared):
    focus.request()
    assert focus.abandon_if_idle(12.3, 12.0) < inf
    focus.request()
    assert focus.abandon_if_idle(15.0, 14.0) < inf
    assert shared.log == ["ask"]


def test_a_stopped_line_does_not_keep_the_focus(focus, shared):
    focus.request()
    assert focus.abandon_if_idle(10.0, 30.0) < inf
    assert focus.abandon_if_idle(11.0 + GRACE_SECONDS, 11.0) == inf
    assert shared.log == ["ask", "give back"]


def test_a_night_holds_the_focus_in_silence(focus, shared):
    assert focus.hold()
    assert focus.abandon_if_idle(1000.0, 0.0) == inf
    assert shared.log == ["ask"]
    focus.release_hold()
    assert focus.abandon_if_idle(1000.0, 1000.0) == GRACE_SECONDS
    assert focus.abandon_if_idle(1000.0 + GRACE_SECONDS, 1000.0) == inf
    assert shared.log == ["ask", "give back"]


def test_a_refused_focus_is_requested_again_with_the_next_sound(focus, shared):
    shared.lends = False
    assert not focus.hold()
    assert not focus.request()
    assert shared.log == ["ask", "ask"]
    assert tell(focus, FocusChange.GAIN) is FocusReaction.IGNORE
    focus.release_hold()
    assert focus.abandon_if_idle(1000.0, 0.0) == inf
    focus.abandon()
    assert shared.log == ["ask", "ask"]
    shared.lends = True
    assert focus.request()


@pytest.mark.parametrize("change", [FocusChange.LOSS, FocusChange.LOSS_TRANSIENT])
def test_a_loss_silences_only_once(focus, change):
    focus.hold()
    assert tell(focus, change) is FocusReaction.SILENCE
    assert tell(focus, change) is FocusReaction.IGNORE


def test_after_a_transient_loss_only_the_background_resumes(focus, shared):
    focus.hold()
    tell(focus, FocusChange.LOSS_TRANSIENT)
    assert focus.abandon_if_idle(1000.0, 0.0) == inf
    assert tell(focus, FocusChange.GAIN) is FocusReaction.RESUME_BACKGROUND
    assert tell(focus, FocusChange.GAIN) is FocusReaction.IGNORE
    assert focus.request()
    assert shared.log == ["ask"]


def test_a_sound_during_a_transient_loss_requests_the_focus_again(focus, shared):
    focus.hold()
    tell(focus, FocusChange.LOSS_TRANSIENT)
    shared.lends = False
    assert not focus.request()
    assert shared.log == ["ask", "ask"]
    # Refused or not, it is still in line for it.
    assert tell(focus, FocusChange.GAIN) is FocusReaction.RESUME_BACKGROUND
    focus.release_hold()
    focus.abandon_if_idle(1000.0, 0.0)
    assert shared.log == ["ask", "ask", "give back"]


def test_a_line_does_not_wait_for_a_lost_focus(focus, shared):
    focus.request()
    tell(focus, FocusChange.LOSS_TRANSIENT)
    assert focus.abandon_if_idle(0.0, 100.0) == inf
    assert shared.log == ["ask", "give back"]
    assert tell(focus, FocusChange.GAIN) is FocusReaction.IGNORE


def test_a_permanent_loss_is_not_restored(focus, shared):
    focus.hold()
    tell(focus, FocusChange.LOSS)
    assert shared.log == ["ask", "give back"]
    assert tell(focus, FocusChange.GAIN) is FocusReaction.IGNORE
    assert focus.request()
    assert shared.log == ["ask", "give back", "ask"]


def test_ducking_does_not_silence(focus):
    focus.hold()
    assert tell(focus, FocusChange.DUCK) is FocusReaction.IGNORE
    assert focus.is_ducked
    assert tell(focus, FocusChange.GAIN) is FocusReaction.IGNORE
    assert not focus.is_ducked
    tell(focus, FocusChange.DUCK)
    focus.abandon()
    assert not focus.is_ducked


@pytest.mark.parametrize("change", FocusChange)
def test_changes_after_abandoning_are_ignored(focus, change):
    focus.request()
    before = focus.request_count
    focus.abandon()
    assert focus.handle_change(change, before) is FocusReaction.IGNORE
    # Not even if it has been asked for again meanwhile.
    assert focus.hold()
    assert focus.handle_change(change, before) is FocusReaction.IGNORE
    assert not focus.is_ducked
    assert focus.request()


def test_an_unshared_loudspeaker_grants_every_request():
    focus = AudioFocus(UnsharedLoudspeaker(print))
    assert focus.request()
    assert focus.abandon_if_idle(100.0, 0.0) == inf
