"""The sound check: will this table hear the night? Asked before anybody shuts their eyes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from companion.games.game import Problem, warning

# Drivers of SDL's that take sound and let nobody hear it.
UNHEARD = ("dummy", "disk")
# Percent of a device's volume: below the first, far seats may miss a word; the second is enough for most.
LOW: Final = 40
ENOUGH: Final = 70


def sound_check(
    heard: bool | None, driver: str | None, languages: Mapping[str, str], clips: Mapping[str, Path]
) -> tuple[Problem, ...]:
    """All that stands between the voice and the table's ears.

    `heard` is what `Sound.heard` says once a sound was loaded; `driver` what SDL plays through, where it
    does; `languages` the names of those to be spoken, by code; `clips` a clip in each of them, to be tried.
    """
    found = []
    if heard is False:
        found.append(warning("app.problem.sound_no_device"))
    elif driver in UNHEARD:
        found.append(warning("app.problem.sound_unheard", driver=str(driver)))
    for code, name in languages.items():
        if code not in clips or not clips[code].is_file():
            found.append(warning("app.problem.sound_no_clip", language=name))
    return tuple(found)


def glance(volume: int | None, voice: int = 100, *, device: bool) -> Problem | None:
    """The one thing to say before a night, if anything is: whether there is a `device` for sound at all, and
    how many percent its volume is, where that can be known, and that of the `voice` among all sounds."""
    if not device:
        return warning("app.problem.sound_no_device")
    if volume is not None and volume < LOW:
        return warning("app.problem.volume_off" if volume == 0 else "app.problem.volume_low")
    return warning("app.problem.voice_low") if voice < LOW else None
