"""The sound check: will this table hear the night? Asked before anybody shuts their eyes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from companion.games.game import Problem, warning

# Drivers of SDL's that take sound and let nobody hear it.
UNHEARD = ("dummy", "disk")


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
