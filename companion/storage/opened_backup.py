"""A backup as it lies in its zip: whether it is one, and whether each file in it is what was packed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from companion.games.game import ProblemError, error
from companion.storage.backup import CONTENTS, DATABASE, FORMAT, VERSION, Listed
from companion.zips import MOST_ENTRIES, Damaged, Packed, TooBig, Zip

# Every line in every language recorded, each told of in some 200 letters, and as much again.
MOST_CONTENTS: Final = 1_000_000
MOST_DATABASE: Final = 250_000_000
# All of it unpacked: as much as an arrival may be at all, and the database.
MOST_TOGETHER: Final = 1_000_000_000 + MOST_DATABASE
# Since this version each file is listed with its size and its sum.
_LISTS_FILES: Final = 2

Paths = Mapping[tuple[str, ...], Packed]


def unpack(backup: Path, to: Path, name: str, tell: Callable[[float], object]) -> None:
    """The database of a backup to a path of ours, once every file of it was found to be as it was packed.

    `tell` is told how far that is, from 0 to 1; what it raises ends it. Raises `Damaged`, `TooBig`, OSError
    and, for a backup of a later app, `ProblemError`.
    """
    with Zip(backup) as packed:
        files = {file.path: file for file in packed.files}
        contents = _contents(packed, files, name)
        database = files.get((DATABASE,))
        if database is None or (DATABASE,) in packed.doubled:
            raise Damaged
        if contents["version"] >= _LISTS_FILES:
            _compare(packed, files, _listed(contents), tell)
        packed.unpack(database, to, MOST_DATABASE)


def _contents(packed: Zip, files: Paths, name: str) -> dict[str, Any]:
    file = files.get((CONTENTS,))
    if file is None or (CONTENTS,) in packed.doubled:
        raise Damaged
    try:
        contents = json.loads(packed.read(file, MOST_CONTENTS))
    except (ValueError, RecursionError) as wrong:
        raise Damaged from wrong
    if not isinstance(contents, dict) or contents.get("format") != FORMAT:
        raise Damaged
    version = contents.get("version")
    if type(version) is not int or version < 1:
        raise Damaged
    if version > VERSION:
        raise ProblemError(error("app.files.problem.newer", file=name))
    return contents


def _listed(contents: Mapping[str, Any]) -> tuple[Listed, ...]:
    rows = contents.get("files")
    if not isinstance(rows, list) or len(rows) > MOST_ENTRIES:
        raise Damaged
    return tuple(map(_row, rows))


def _row(row: Any) -> Listed:
    if not isinstance(row, dict):
        raise Damaged
    name, size, told = row.get("name"), row.get("bytes"), row.get("sha256")
    if not (isinstance(name, str) and type(size) is int and size >= 0 and isinstance(told, str)):
        raise Damaged
    return Listed(name, size, told)


def _compare(packed: Zip, files: Paths, listed: tuple[Listed, ...], tell: Callable[[float], object]) -> None:
    """Each file is listed, each that is listed is there once, and each is what was packed."""
    names = [tuple(file.name.split("/")) for file in listed]
    if packed.doubled or len(set(names)) != len(names) or {*names, (CONTENTS,)} != files.keys():
        raise Damaged
    whole, read = sum(file.bytes for file in listed) or 1, 0
    if whole > MOST_TOGETHER:
        raise TooBig
    for path, file in zip(names, listed, strict=True):
        # Known before the first byte is unpacked.
        if files[path].bytes != file.bytes:
            raise Damaged
        told = hashlib.sha256()
        for chunk in _read(packed, files[path]):
            told.update(chunk)
            read += len(chunk)
            tell(read / whole)
        if told.hexdigest() != file.sha256:
            raise Damaged


def _read(packed: Zip, file: Packed) -> Iterator[bytes]:
    return packed.chunks(file, MOST_DATABASE if file.path == (DATABASE,) else MOST_TOGETHER)
