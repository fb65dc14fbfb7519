"""Media volume and Android's audio focus; `narrator.audio_focus` reacts to focus changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import ceil
from typing import Any, Final

from companion.device.system import api_level, is_android, java_listener, system_service
from companion.narrator.audio_focus import FocusChange, Loudspeaker, UnsharedLoudspeaker

# Android's `AudioManager.STREAM_MUSIC`: the volume that the volume keys change.
STREAM_MUSIC = 3


def audio_manager() -> Any:
    """Return Android's `AudioManager`. Raises LookupError if there is none."""
    return system_service("audio", "android.media.AudioManager")


def get_media_volume() -> int | None:
    """Return the media volume in percent; None if it is unknown."""
    if not is_android():
        return None
    try:
        audio = audio_manager()
        return round(
            100 * int(audio.getStreamVolume(STREAM_MUSIC)) / int(audio.getStreamMaxVolume(STREAM_MUSIC))
        )
    except Exception:
        return None


def set_media_volume(percent: int) -> bool:
    """Set the volume, rounded up to a step; return False if that fails, as in do-not-disturb mode."""
    if not is_android():
        return False
    try:
        audio = audio_manager()
        audio.setStreamVolume(STREAM_MUSIC, ceil(audio.getStreamMaxVolume(STREAM_MUSIC) * percent / 100), 0)
    except Exception:
        return False
    return True


# Since this API level a focus request is an object that describes the audio.
_FOCUS_REQUEST_API: Final = 26
# Android's `AUDIOFOCUS_GAIN_TRANSIENT_MAY_DUCK`: temporary, and other apps may go on at a lower volume.
_GAIN_MAY_DUCK: Final = 3
_REQUEST_GRANTED: Final = 1
# The app plays media (`USAGE_MEDIA`), on the volume that the volume keys change: prompts of navigation or an
# assistant use another stream with its own volume. It is speech (`CONTENT_TYPE_SPEECH`).
_USAGE_MEDIA, _CONTENT_TYPE_SPEECH = 1, 1
_CHANGES: Final[Mapping[int, FocusChange]] = {
    1: FocusChange.GAIN,
    -1: FocusChange.LOSS,
    -2: FocusChange.LOSS_TRANSIENT,
    -3: FocusChange.DUCK,
}


def open_loudspeaker(callback: Callable[[FocusChange], object]) -> Loudspeaker:
    return _AndroidLoudspeaker(callback) if is_android() else UnsharedLoudspeaker(callback)


class _AndroidLoudspeaker:
    """Audio focus of Android, used on Kivy's thread."""

    def __init__(self, callback: Callable[[FocusChange], object]) -> None:
        self._callback = callback
        # One listener and one request for the app's life: Android treats another one like another app, which
        # takes the focus from the first.
        self._listener: Any = None
        self._request: Any = None

    def request_focus(self) -> bool:
        try:
            self._ensure_listener()
            if self._request is not None:
                answer = audio_manager().requestAudioFocus(self._request)
            else:
                answer = audio_manager().requestAudioFocus(self._listener, STREAM_MUSIC, _GAIN_MAY_DUCK)
        except Exception:
            # Without an audio service there is no focus to ask for, and the night must not stay silent.
            return True
        return bool(answer == _REQUEST_GRANTED)

    def abandon_focus(self) -> None:
        try:
            if self._request is not None:
                audio_manager().abandonAudioFocusRequest(self._request)
            elif self._listener is not None:
                audio_manager().abandonAudioFocus(self._listener)
        except Exception:
            return

    def _ensure_listener(self) -> None:
        if self._listener is None:
            self._listener = java_listener(
                "android/media/AudioManager$OnAudioFocusChangeListener",
                "onAudioFocusChange",
                "(I)V",
                self._on_change,
            )
            if api_level() >= _FOCUS_REQUEST_API:
                self._request = _build_request(self._listener)

    def _on_change(self, change: int) -> None:
        if change in _CHANGES:
            self._callback(_CHANGES[change])


def _build_request(listener: Any) -> Any:
    from jnius import autoclass

    attributes = autoclass("android.media.AudioAttributes$Builder")()
    attributes.setUsage(_USAGE_MEDIA)
    attributes.setContentType(_CONTENT_TYPE_SPEECH)
    request = autoclass("android.media.AudioFocusRequest$Builder")(_GAIN_MAY_DUCK)
    request.setAudioAttributes(attributes.build())
    request.setOnAudioFocusChangeListener(listener)
    return request.build()
