"""Outgoing files: written below the data folder first, atomically."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from companion.core.game import ProblemError
from companion.files.safe_zip import write_problem

# Below the data folder; on Android other apps may read only this folder.
EXPORT_FOLDER: Final = "exports"
_INVALID_CHARS: Final = re.compile(r"[^a-z0-9-]+")
_MAX_NAME_CHARS: Final = 80


@dataclass(frozen=True, slots=True)
class OutgoingFile:
    """File to be shared or saved: its name, MIME type, and the function that writes it, which may run long on
    any thread."""

    name: str
    mime_type: str
    write: Callable[[Path], object]


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """File format for all games; `label_key` is the catalogue key of its name."""

    suffix: str
    mime_type: str
    label_key: str


EXPORT_FORMATS: Final = {
    "json": ExportFormat("json", "application/json", "share.all.whole"),
    "csv": ExportFormat("zip", "application/zip", "share.all.sheets"),
    "bgstats": ExportFormat("bgsplay", "application/octet-stream", "share.all.bgstats"),
}


def build_file_name(suffix: str, *parts: str) -> str:
    """Build a file name such as `avalon-2026-11-17-12.json`, of letters, digits and hyphens only. The parts
    may come from an imported file, so they can contain anything."""
    plain = "-".join(filter(None, (_INVALID_CHARS.sub("-", part.lower()).strip("-") for part in parts)))
    return f"{plain[:_MAX_NAME_CHARS].strip('-') or 'file'}.{suffix}"


class Outbox:
    """Folder for outgoing files. Keeps at most the newest `max_files`, or all of them if None."""

    def __init__(self, folder: Path, max_files: int | None = None) -> None:
        self.folder = folder / EXPORT_FOLDER
        self._max_files = max_files

    def write_file(self, outgoing: OutgoingFile) -> Path:
        """Write the file into the folder and return its path. Raises `ProblemError` if it cannot be
        written."""
        path = self.folder / outgoing.name
        partial_path = path.with_name(f"{outgoing.name}.part")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._delete_oldest()
            outgoing.write(partial_path)
            _sync_to_disk(partial_path)
            partial_path.replace(path)
        except OSError as wrong:
            raise ProblemError(write_problem(outgoing.name, wrong)) from wrong
        finally:
            with contextlib.suppress(OSError):
                partial_path.unlink(missing_ok=True)
        return path

    def _delete_oldest(self) -> None:
        if self._max_files is None:
            return
        # Another app that is still reading a deleted file has it open.
        newest_first = sorted(self.folder.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in newest_first[self._max_files - 1 :]:
            path.unlink(missing_ok=True)


@contextlib.contextmanager
def write_atomically(targets: Sequence[Path]) -> Iterator[list[BinaryIO]]:
    """Context manager that opens temporary files and moves them to `targets` at the end; on failure nothing
    is left of them. Raises `ProblemError` if they cannot be written."""
    partial_paths = [target.with_name(f"{target.name}.{os.getpid()}.part") for target in targets]
    try:
        with contextlib.ExitStack() as stack:
            yield [stack.enter_context(partial_path.open("xb")) for partial_path in partial_paths]
        for partial_path, target in zip(partial_paths, targets, strict=True):
            _sync_to_disk(partial_path)
            partial_path.replace(target)
    except OSError as wrong:
        raise ProblemError(write_problem(str(targets[0]), wrong)) from wrong
    finally:
        for partial_path in partial_paths:
            with contextlib.suppress(OSError):
                partial_path.unlink(missing_ok=True)


def _sync_to_disk(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())
