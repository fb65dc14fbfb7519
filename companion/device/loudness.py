"""How loud the device plays."""

from __future__ import annotations

from math import ceil
from typing import Any

from companion.device.java import service
from companion.device.machine import is_android

# Android's `AudioManager.STREAM_MUSIC`: the volume that its keys change.
_MEDIA = 3


def _audio() -> Any:
    return service("audio", "android.media.AudioManager")


def media_volume() -> int | None:
    """How loud the device plays, in percent; None where it does not say."""
    if not is_android():
        return None
    try:
        audio = _audio()
        loud, loudest = int(audio.getStreamVolume(_MEDIA)), int(audio.getStreamMaxVolume(_MEDIA))
        return round(100 * loud / loudest)
    except Exception:
        return None


def set_media_volume(percent: int) -> bool:
    """Set it, to the nearest step that is not below; a device that must not be disturbed may refuse."""
    if not is_android():
        return False
    try:
        audio = _audio()
        audio.setStreamVolume(_MEDIA, ceil(audio.getStreamMaxVolume(_MEDIA) * percent / 100), 0)
    except Exception:
        return False
    return True
