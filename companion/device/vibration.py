"""What can be felt. The only user of plyer."""

from __future__ import annotations

from companion.device.java import system_service
from companion.device.machine import is_android


def vibrate(seconds: float) -> bool:
    """A short buzz, where there is a motor for it."""
    if not is_android():
        return False
    try:
        # plyer does not look whether there is one, and to ask it of nothing would end the process.
        if not system_service("vibrator", "android.os.Vibrator").hasVibrator():
            return False
        from plyer import vibrator

        vibrator.vibrate(seconds)
    except Exception:
        return False
    return True
