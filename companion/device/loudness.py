"""How loud the device plays."""

from __future__ import annotations

from math import ceil
from typing import Any

from companion.device.java import service
from companion.device.machine import is_android

# Android's `AudioManager.STREAM_MUSIC`: the volume that its keys change.
MEDIA = 3


def audio_service() -> Any:
    """Android's `AudioManager`; raises LookupError where there is none."""
    return service("audio", "android.media.AudioManager")


def media_volume() -> int | None:
    """How loud the device plays, in percent; None where it does not say."""
    if not is_android():
        return None
    try:
        audio = audio_service()
        loud, loudest = int(audio.getStreamVolume(MEDIA)), int(audio.getStreamMaxVolume(MEDIA))
        return round(100 * loud / loudest)
    except Exception:
        return None


def set_media_volume(percent: int) -> bool:
    """Set it, to the nearest step that is not below; a device that must not be disturbed may refuse."""
    if not is_android():
        return False
    try:
        audio = audio_service()
        audio.setStreamVolume(MEDIA, ceil(audio.getStreamMaxVolume(MEDIA) * percent / 100), 0)
    except Exception:
        return False
    return True
