"""Which of the voices that a phone's engine offers in a language is to speak."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EngineVoice:
    """A voice as the engine tells of it; `country` is where it is at home, or empty."""

    name: str
    country: str = ""
    quality: int = 0
    needs_network: bool = False
    is_installed: bool = True


def choose_engine_voice(
    voices: Iterable[EngineVoice], country: str = "", default_name: str = ""
) -> EngineVoice | None:
    """One that can speak at any table: on the phone itself, without a network. None if there is no such.

    Of several it is the one that the phone's owner uses (`default_name`), then one from this country, then
    the finest; at last the name decides, so that the same one speaks every evening.
    """
    usable = [voice for voice in voices if voice.is_installed and not voice.needs_network]
    return min(
        usable,
        key=lambda voice: (voice.name != default_name, voice.country != country, -voice.quality, voice.name),
        default=None,
    )
