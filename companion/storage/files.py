"""The database file, what SQLite keeps beside it, and moving them out of the way unharmed."""

from __future__ import annotations

import contextlib
import os
from datetime import UTC, datetime
from pathlib import Path

FILE = "companion.db"
_LOGS = ("-wal", "-journal")
_SHARED = "-shm"
_BESIDE = (*_LOGS, _SHARED)
# Our own mark: damage was met while playing, so the next opening must look at the whole file.
_MARK = "-check"


def beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def orphaned(path: Path) -> bool:
    """Whether moves wait beside a file that is gone or empty: SQLite would throw them away."""
    return _size(path) == 0 and any(_size(beside(path, suffix)) for suffix in _LOGS)


def left_open(path: Path) -> bool:
    """Whether the last run ended without closing or settling; a clean end leaves no log behind."""
    return any(_size(beside(path, suffix)) for suffix in _LOGS)


def mark_for_check(path: Path) -> None:
    with contextlib.suppress(OSError):
        beside(path, _MARK).touch()


def marked_for_check(path: Path) -> bool:
    return beside(path, _MARK).exists()


def clear_mark(path: Path) -> None:
    with contextlib.suppress(OSError):
        beside(path, _MARK).unlink(missing_ok=True)


def drop_shared_memory(path: Path) -> None:
    """Looking at a log leaves this behind; whoever holds the file alone does without it."""
    with contextlib.suppress(OSError):
        beside(path, _SHARED).unlink(missing_ok=True)


def free_name(path: Path, label: str, now: float) -> Path:
    """`companion.<label>-<UTC time>.db`, numbered if taken: nothing is ever written over."""
    stamp = datetime.fromtimestamp(now, UTC).strftime("%Y%m%d-%H%M%S")
    count = 1
    while True:
        number = "" if count == 1 else f"-{count}"
        name = path.with_name(f"{path.stem}.{label}-{stamp}{number}{path.suffix}")
        if not any(os.path.lexists(beside(name, suffix)) for suffix in ("", *_BESIDE)):
            return name
        count += 1


def earlier_copies(path: Path) -> list[Path]:
    """What was kept of the file before it was brought to a later version."""
    return sorted(path.parent.glob(f"{path.stem}.before-v*{path.suffix}"))


def set_aside(path: Path, label: str, now: float) -> Path:
    """Rename the file with what lies beside it, so that SQLite finds them together under the new name."""
    name = free_name(path, label, now)
    # The file goes first: cut off half way, its log is found orphaned; the other way round the file
    # would be opened without its last moves.
    for suffix in ("", *_BESIDE):
        with contextlib.suppress(FileNotFoundError):
            beside(path, suffix).rename(beside(name, suffix))
    clear_mark(path)
    return name


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
