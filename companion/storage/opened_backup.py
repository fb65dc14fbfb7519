"""A backup as it lies in its zip: whether it is one, and whether each file in it is what was packed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from companion.games.game import ProblemError, error
from companion.storage.backup import DATABASE_FILE, FORMAT, MANIFEST_FILE, VERSION, BackupFile
from companion.zips import MAX_ENTRIES, DamagedZip, SafeZip, ZipEntry, ZipTooBig

# Every line in every language recorded, each told of in some 200 letters, and as much again.
MAX_MANIFEST_BYTES: Final = 1_000_000
MAX_DATABASE_BYTES: Final = 250_000_000
# All of it unpacked: as much as an arrival may be at all, and the database.
MAX_TOTAL_BYTES: Final = 1_000_000_000 + MAX_DATABASE_BYTES
# Since this version each file is listed with its size and its sum.
_FIRST_VERSION_WITH_FILES: Final = 2

FilesByPath = Mapping[tuple[str, ...], ZipEntry]


def extract_database(backup: Path, target: Path, name: str, on_progress: Callable[[float], object]) -> None:
    """The database of a backup to a path of ours, once every file of it was found to be as it was packed.

    `on_progress` is told how far that is, from 0 to 1; what it raises ends it. Raises `DamagedZip`,
    `ZipTooBig`, OSError and, for a backup of a later app, `ProblemError`.
    """
    with SafeZip(backup) as archive:
        files = {file.path: file for file in archive.entries}
        manifest = _read_manifest(archive, files, name)
        database = files.get((DATABASE_FILE,))
        if database is None or (DATABASE_FILE,) in archive.duplicate_paths:
            raise DamagedZip
        if manifest["version"] >= _FIRST_VERSION_WITH_FILES:
            _verify_files(archive, files, _parse_files(manifest), on_progress)
        archive.unpack(database, target, MAX_DATABASE_BYTES)


def _read_manifest(archive: SafeZip, files: FilesByPath, name: str) -> dict[str, Any]:
    file = files.get((MANIFEST_FILE,))
    if file is None or (MANIFEST_FILE,) in archive.duplicate_paths:
        raise DamagedZip
    try:
        manifest = json.loads(archive.read(file, MAX_MANIFEST_BYTES))
    except (ValueError, RecursionError) as wrong:
        raise DamagedZip from wrong
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise DamagedZip
    version = manifest.get("version")
    if type(version) is not int or version < 1:
        raise DamagedZip
    if version > VERSION:
        raise ProblemError(error("app.files.problem.newer", file=name))
    return manifest


def _parse_files(manifest: Mapping[str, Any]) -> tuple[BackupFile, ...]:
    rows = manifest.get("files")
    if not isinstance(rows, list) or len(rows) > MAX_ENTRIES:
        raise DamagedZip
    return tuple(map(_parse_file, rows))


def _parse_file(row: Any) -> BackupFile:
    if not isinstance(row, dict):
        raise DamagedZip
    name, size, sha256 = row.get("name"), row.get("bytes"), row.get("sha256")
    if not (isinstance(name, str) and type(size) is int and size >= 0 and isinstance(sha256, str)):
        raise DamagedZip
    return BackupFile(name, size, sha256)


def _verify_files(
    archive: SafeZip,
    files: FilesByPath,
    listed_files: tuple[BackupFile, ...],
    on_progress: Callable[[float], object],
) -> None:
    """Each file is listed, each that is listed is there once, and each is what was packed."""
    names = [tuple(file.name.split("/")) for file in listed_files]
    if archive.duplicate_paths or len(set(names)) != len(names) or {*names, (MANIFEST_FILE,)} != files.keys():
        raise DamagedZip
    total_bytes, read_bytes = sum(file.size for file in listed_files) or 1, 0
    if total_bytes > MAX_TOTAL_BYTES:
        raise ZipTooBig
    for path, file in zip(names, listed_files, strict=True):
        # Known before the first byte is unpacked.
        if files[path].bytes != file.size:
            raise DamagedZip
        digest = hashlib.sha256()
        for chunk in _read_chunks(archive, files[path]):
            digest.update(chunk)
            read_bytes += len(chunk)
            on_progress(read_bytes / total_bytes)
        if digest.hexdigest() != file.sha256:
            raise DamagedZip


def _read_chunks(archive: SafeZip, file: ZipEntry) -> Iterator[bytes]:
    return archive.iter_chunks(file, MAX_DATABASE_BYTES if file.path == (DATABASE_FILE,) else MAX_TOTAL_BYTES)
