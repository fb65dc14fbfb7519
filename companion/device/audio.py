"""How loud the device plays.

Whom the device lends its loudspeaker: Android's audio focus. `narrator.audio_focus` decides what
follows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import ceil
from typing import Any, Final

from companion.device.system import api_level, is_android, system_service
from companion.narrator.audio_focus import FocusChange, Loudspeaker, UnsharedLoudspeaker

# Android's `AudioManager.STREAM_MUSIC`: the volume that its keys change.
STREAM_MUSIC = 3


def audio_manager() -> Any:
    """Android's `AudioManager`; raises LookupError where there is none."""
    return system_service("audio", "android.media.AudioManager")


def get_media_volume() -> int | None:
    """How loud the device plays, in percent; None where it does not say."""
    if not is_android():
        return None
    try:
        audio = audio_manager()
        volume, max_volume = (
            int(audio.getStreamVolume(STREAM_MUSIC)),
            int(audio.getStreamMaxVolume(STREAM_MUSIC)),
        )
        return round(100 * volume / max_volume)
    except Exception:
        return None


def set_media_volume(percent: int) -> bool:
    """Set it, to the nearest step that is not below; a device that must not be disturbed may refuse."""
    if not is_android():
        return False
    try:
        audio = audio_manager()
        audio.setStreamVolume(STREAM_MUSIC, ceil(audio.getStreamMaxVolume(STREAM_MUSIC) * percent / 100), 0)
    except Exception:
        return False
    return True


# From here on a request is a value of its own, and says what is going to be heard.
_FOCUS_REQUEST_API: Final = 26
# Android's `AUDIOFOCUS_GAIN_TRANSIENT_MAY_DUCK`: for a while, and the others may go on, but softly.
_GAIN_MAY_DUCK: Final = 3
_REQUEST_GRANTED: Final = 1
# What the app plays is media (`USAGE_MEDIA`), on the volume that the phone's keys change: a prompt of a
# navigator or an assistant goes another way, with a volume of its own. It is speech (`CONTENT_TYPE_SPEECH`).
_USAGE_MEDIA, _CONTENT_TYPE_SPEECH = 1, 1
_CHANGES: Final[Mapping[int, FocusChange]] = {
    1: FocusChange.GAIN,
    -1: FocusChange.LOSS,
    -2: FocusChange.LOSS_TRANSIENT,
    -3: FocusChange.DUCK,
}


def open_loudspeaker(callback: Callable[[FocusChange], object]) -> Loudspeaker:
    """That of this device. `callback` hears of changes on a thread of Android's, and has to hop."""
    return _AndroidLoudspeaker(callback) if is_android() else UnsharedLoudspeaker(callback)


class _AndroidLoudspeaker:
    """Asked and given back on Kivy's thread."""

    def __init__(self, callback: Callable[[FocusChange], object]) -> None:
        self._callback = callback
        # One listener, and one request, for the app's life: to Android another one would be another app, and
        # take it from the first. And pyjnius forgets a listener that only Java holds.
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
            # Where nobody can be asked nobody minds; a night must not fall silent for that.
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
            self._listener = _change_listener(self._on_change)
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


def _change_listener(callback: Callable[[int], None]) -> Any:
    from jnius import PythonJavaClass, java_method

    class OnChange(PythonJavaClass):
        __javainterfaces__ = ("android/media/AudioManager$OnAudioFocusChangeListener",)
        __javacontext__ = "app"

        @java_method("(I)V")
        def onAudioFocusChange(self, change: int) -> None:
            callback(change)

    return OnChange()
