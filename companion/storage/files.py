"""The database file, what SQLite keeps beside it, and moving them out of the way unharmed."""

from __future__ import annotations

import contextlib
import os
from datetime import UTC, datetime
from pathlib import Path

DATABASE_FILE = "companion.db"
_LOG_SUFFIXES = ("-wal", "-journal")
_SHARED_MEMORY_SUFFIX = "-shm"
_SIBLING_SUFFIXES = (*_LOG_SUFFIXES, _SHARED_MEMORY_SUFFIX)
# Our own mark: damage was met while playing, so the next opening must look at the whole file.
_CHECK_SUFFIX = "-check"


def sibling_path(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def has_orphaned_log(path: Path) -> bool:
    """Whether moves wait beside a file that is gone or empty: SQLite would throw them away."""
    return _file_size(path) == 0 and any(_file_size(sibling_path(path, suffix)) for suffix in _LOG_SUFFIXES)


def is_left_open(path: Path) -> bool:
    """Whether the last run ended without closing or settling; a clean end leaves no log behind."""
    return any(_file_size(sibling_path(path, suffix)) for suffix in _LOG_SUFFIXES)


def mark_for_check(path: Path) -> None:
    with contextlib.suppress(OSError):
        sibling_path(path, _CHECK_SUFFIX).touch()


def is_marked_for_check(path: Path) -> bool:
    return sibling_path(path, _CHECK_SUFFIX).exists()


def clear_mark(path: Path) -> None:
    with contextlib.suppress(OSError):
        sibling_path(path, _CHECK_SUFFIX).unlink(missing_ok=True)


def drop_shared_memory(path: Path) -> None:
    """Looking at a log leaves this behind; whoever holds the file alone does without it."""
    with contextlib.suppress(OSError):
        sibling_path(path, _SHARED_MEMORY_SUFFIX).unlink(missing_ok=True)


def find_free_path(path: Path, label: str, now: float) -> Path:
    """`companion.<label>-<UTC time>.db`, numbered if taken: nothing is ever written over."""
    stamp = datetime.fromtimestamp(now, UTC).strftime("%Y%m%d-%H%M%S")
    count = 1
    while True:
        number = "" if count == 1 else f"-{count}"
        candidate = path.with_name(f"{path.stem}.{label}-{stamp}{number}{path.suffix}")
        if not any(os.path.lexists(sibling_path(candidate, suffix)) for suffix in ("", *_SIBLING_SUFFIXES)):
            return candidate
        count += 1


def list_earlier_copies(path: Path) -> list[Path]:
    """What was kept of the file before it was brought to a later version."""
    return sorted(path.parent.glob(f"{path.stem}.before-v*{path.suffix}"))


def move_away(path: Path, label: str, now: float) -> Path:
    """Rename the file with what lies beside it, so that SQLite finds them together under the new name."""
    target = find_free_path(path, label, now)
    # The file goes first: cut off half way, its log is found orphaned; the other way round the file
    # would be opened without its last moves.
    for suffix in ("", *_SIBLING_SUFFIXES):
        with contextlib.suppress(FileNotFoundError):
            sibling_path(path, suffix).rename(sibling_path(target, suffix))
    clear_mark(path)
    return target


def _file_size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
