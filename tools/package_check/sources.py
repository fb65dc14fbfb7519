"""Which files buildozer packs, by the settings of its spec: the rules as it has them, without buildozer."""

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
    """A list as buildozer reads it: by commas, over several lines if need be."""
    return [item for item in (part.strip() for part in app.get(option, "").split(",")) if item]


def packed(root: Path, app: Mapping[str, str]) -> Iterator[Path]:
    """The files below `root` that go into the package, seen from there.

    Nothing hidden, nothing in a folder or like a pattern that is left out; of the rest, files with one of the
    endings that are taken along, and all that have none.
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
            # Nothing below it can come back: all of that need not be walked through.
            inner.clear()
        if below and left_out(below, below.startswith(folders)):
            continue
        for name in sorted(files):
            ending = Path(name).suffix.lower()
            fits = not ending or ((not endings or ending in endings) and ending not in unwanted)
            # Only of a file in a folder does buildozer compare the name as it is written.
            compared = f"{below}{name}" if below else name.lower()
            if fits and not name.startswith(".") and not left_out(compared, False):
                yield folder / name


def _small(app: Mapping[str, str], option: str) -> list[str]:
    return [item.lower() for item in listed(app, option)]
