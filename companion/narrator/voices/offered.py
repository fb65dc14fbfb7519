"""Which of the voices that a phone's engine offers in a language is to speak."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Offered:
    """A voice as the engine tells of it; `country` is where it is at home, or empty."""

    name: str
    country: str = ""
    quality: int = 0
    needs_network: bool = False
    installed: bool = True


def best(offered: Iterable[Offered], country: str = "", usual: str = "") -> Offered | None:
    """One that can speak at any table: on the phone itself, without a network. None if there is no such.

    Of several it is the one that the phone's owner uses (`usual`), then one from this country, then the
    finest; at last the name decides, so that the same one speaks every evening.
    """
    ready = [voice for voice in offered if voice.installed and not voice.needs_network]
    return min(
        ready,
        key=lambda voice: (voice.name != usual, voice.country != country, -voice.quality, voice.name),
        default=None,
    )
