"""How loud the device plays."""

from __future__ import annotations

from math import ceil
from typing import Any

from companion.device.java import system_service
from companion.device.machine import is_android

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
