"""Whom the device lends its loudspeaker: Android's audio focus. `narrator.focus` decides what follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.device.java import api_level
from companion.device.loudness import MEDIA, audio_service
from companion.device.machine import is_android
from companion.narrator.focus import Change, Loudspeaker, Unshared

# From here on a request is a value of its own, and says what is going to be heard.
_REQUESTS: Final = 26
# Android's `AUDIOFOCUS_GAIN_TRANSIENT_MAY_DUCK`: for a while, and the others may go on, but softly.
_OTHERS_SOFTLY: Final = 3
_GRANTED: Final = 1
# What the app plays is media (`USAGE_MEDIA`), on the volume that the phone's keys change: a prompt of a
# navigator or an assistant goes another way, with a volume of its own. It is speech (`CONTENT_TYPE_SPEECH`).
_MEDIA_USE, _SPEECH = 1, 1
_CHANGES: Final[Mapping[int, Change]] = {
    1: Change.BACK,
    -1: Change.LOST,
    -2: Change.LOST_FOR_NOW,
    -3: Change.LOWERED,
}


def loudspeaker(tell: Callable[[Change], object]) -> Loudspeaker:
    """That of this device. `tell` hears of changes on a thread of Android's, and has to hop."""
    return _Lent(tell) if is_android() else Unshared(tell)


class _Lent:
    """Asked and given back on Kivy's thread."""

    def __init__(self, tell: Callable[[Change], object]) -> None:
        self._tell = tell
        # One listener, and one request, for the app's life: to Android another one would be another app, and
        # take it from the first. And pyjnius forgets a listener that only Java holds.
        self._listener: Any = None
        self._request: Any = None

    def ask(self) -> bool:
        try:
            self._prepare()
            if self._request is not None:
                answer = audio_service().requestAudioFocus(self._request)
            else:
                answer = audio_service().requestAudioFocus(self._listener, MEDIA, _OTHERS_SOFTLY)
        except Exception:
            # Where nobody can be asked nobody minds; a night must not fall silent for that.
            return True
        return bool(answer == _GRANTED)

    def give_back(self) -> None:
        try:
            if self._request is not None:
                audio_service().abandonAudioFocusRequest(self._request)
            elif self._listener is not None:
                audio_service().abandonAudioFocus(self._listener)
        except Exception:
            return

    def _prepare(self) -> None:
        if self._listener is None:
            self._listener = _on_change(self._heard)
            if api_level() >= _REQUESTS:
                self._request = _request(self._listener)

    def _heard(self, change: int) -> None:
        if change in _CHANGES:
            self._tell(_CHANGES[change])


def _request(listener: Any) -> Any:
    from jnius import autoclass

    attributes = autoclass("android.media.AudioAttributes$Builder")()
    attributes.setUsage(_MEDIA_USE)
    attributes.setContentType(_SPEECH)
    request = autoclass("android.media.AudioFocusRequest$Builder")(_OTHERS_SOFTLY)
    request.setAudioAttributes(attributes.build())
    request.setOnAudioFocusChangeListener(listener)
    return request.build()


def _on_change(report: Callable[[int], None]) -> Any:
    from jnius import PythonJavaClass, java_method

    class OnChange(PythonJavaClass):
        __javainterfaces__ = ("android/media/AudioManager$OnAudioFocusChangeListener",)
        __javacontext__ = "app"

        @java_method("(I)V")
        def onAudioFocusChange(self, change: int) -> None:
            report(change)

    return OnChange()
