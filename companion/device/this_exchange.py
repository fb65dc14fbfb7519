"""Which way files go in and out here."""

from __future__ import annotations

from companion.device.exchange import FileExchange, Schedule
from companion.device.machine import is_android


def create_file_exchange(schedule: Schedule) -> FileExchange:
    if is_android():
        from companion.device.phone_exchange import PhoneFileExchange

        return PhoneFileExchange(schedule)
    from companion.device.desktop_exchange import DesktopFileExchange

    return DesktopFileExchange(schedule)
