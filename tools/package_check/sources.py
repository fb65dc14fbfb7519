"""Select the files that buildozer packs, by its rules and the settings of the spec, without buildozer."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from configparser import ConfigParser
from fnmatch import fnmatch
from pathlib import Path


def settings(spec: Path) -> dict[str, str]:
    parser = ConfigParser()
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(spec, encoding="utf-8")
    return dict(parser["app"])


def listed(app: Mapping[str, str], option: str) -> list[str]:
    """Parse a list option as buildozer does: separated by commas, possibly over several lines."""
    return [item for item in (part.strip() for part in app.get(option, "").split(",")) if item]


def packed(root: Path, app: Mapping[str, str]) -> Iterator[Path]:
    """Yield the files below `root` that are packed, as relative paths.

    Skips hidden files and excluded folders and patterns; includes files with a listed extension or with none.
    """
    endings = {f".{ending}" for ending in _small(app, "source.include_exts")}
    unwanted = {f".{ending}" for ending in _small(app, "source.exclude_exts")}
    folders = tuple(f"{folder.rstrip('/')}/" for folder in _small(app, "source.exclude_dirs"))
    out, back = _small(app, "source.exclude_patterns"), _small(app, "source.include_patterns")

    def left_out(name: str, already: bool) -> bool:
        patterned = already or any(fnmatch(name, pattern) for pattern in out)
        return patterned and not any(fnmatch(name, pattern) for pattern in back)

    for place, inner, files in os.walk(root, followlinks=True):
        inner[:] = sorted(name for name in inner if not name.startswith("."))
        folder = Path(place).relative_to(root)
        below = "" if folder == Path() else f"{folder.as_posix().lower()}/"
        if below.startswith(folders) and not back:
            # Nothing below an excluded folder can be included, so do not descend.
            inner.clear()
        if below and left_out(below, below.startswith(folders)):
            continue
        for name in sorted(files):
            ending = Path(name).suffix.lower()
            fits = not ending or ((not endings or ending in endings) and ending not in unwanted)
            # buildozer matches case-sensitively only for files in folders.
            compared = f"{below}{name}" if below else name.lower()
            if fits and not name.startswith(".") and not left_out(compared, False):
                yield folder / name


def _small(app: Mapping[str, str], option: str) -> list[str]:
    return [item.lower() for item in listed(app, option)]
