"""The sound check: will this table hear the night? Asked before anybody shuts their eyes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from companion.games.game import Problem, warning

# Drivers of SDL's that take sound and let nobody hear it.
SILENT_DRIVERS = ("dummy", "disk")
# Percent of a device's volume: below the first, far seats may miss a word; the second is enough for most.
LOW_VOLUME_PERCENT: Final = 40
GOOD_VOLUME_PERCENT: Final = 70


def find_sound_problems(
    is_audible: bool | None, driver: str | None, languages: Mapping[str, str], clips: Mapping[str, Path]
) -> tuple[Problem, ...]:
    """All that stands between the voice and the table's ears.

    `is_audible` is what `AudioPlayer.is_audible` says once a sound was loaded; `driver` what SDL plays
    through, where it does; `languages` the names of those to be spoken, by code; `clips` a clip in each of
    them, to be tried.
    """
    problems = []
    if is_audible is False:
        problems.append(warning("app.problem.sound_no_device"))
    elif driver in SILENT_DRIVERS:
        problems.append(warning("app.problem.sound_unheard", driver=str(driver)))
    for code, name in languages.items():
        if code not in clips or not clips[code].is_file():
            problems.append(warning("app.problem.sound_no_clip", language=name))
    return tuple(problems)


def find_volume_problem(volume: int | None, voice_level: int = 100, *, has_device: bool) -> Problem | None:
    """The one thing to say before a night, if anything is: whether there is a `has_device` for sound at
    all, and how many percent its volume is, where that can be known, and that of the `voice_level` among
    all sounds."""
    if not has_device:
        return warning("app.problem.sound_no_device")
    if volume is not None and volume < LOW_VOLUME_PERCENT:
        return warning("app.problem.volume_off" if volume == 0 else "app.problem.volume_low")
    return warning("app.problem.voice_low") if voice_level < LOW_VOLUME_PERCENT else None
