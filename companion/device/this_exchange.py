"""Which way files go in and out here."""

from __future__ import annotations

from companion.device.exchange import Exchange, Soon
from companion.device.machine import is_android


def exchange_of_this_device(soon: Soon) -> Exchange:
    if is_android():
        from companion.device.phone_exchange import PhoneExchange

        return PhoneExchange(soon)
    from companion.device.desktop_exchange import DesktopExchange

    return DesktopExchange(soon)
