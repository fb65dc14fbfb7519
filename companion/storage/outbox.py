"""Files on their way out: written below the data folder first, whole or not at all."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from companion.file_problems import write_problem
from companion.games.game import ProblemError

# Below the data folder; a phone lets other apps read here, and nowhere else.
OUT: Final = "exports"
_UNUSUAL: Final = re.compile(r"[^a-z0-9-]+")
_LONGEST: Final = 80


@dataclass(frozen=True, slots=True)
class Parcel:
    """Something to be sent or saved: how the file is called, what kind it is (MIME), and what writes it,
    which may take its time on any thread."""

    name: str
    kind: str
    pack: Callable[[Path], object]


def file_name(kind: str, *parts: str) -> str:
    """`avalon-2026-11-17-12.json`: letters, digits and hyphens, which every device takes and nobody misreads.

    What the parts are made of may have come with a file, so it may be anything at all.
    """
    plain = "-".join(filter(None, (_UNUSUAL.sub("-", part.lower()).strip("-") for part in parts)))
    return f"{plain[:_LONGEST].strip('-') or 'file'}.{kind}"


class Outbox:
    """`keeps` is how many files stay at the most, the newest; None: they are there to be found again."""

    def __init__(self, folder: Path, keeps: int | None = None) -> None:
        self.folder = folder / OUT
        self._keeps = keeps

    def put(self, parcel: Parcel) -> Path:
        """The parcel as a file. Raises `ProblemError` where it cannot be written."""
        path = self.folder / parcel.name
        part = path.with_name(f"{parcel.name}.part")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._make_room()
            parcel.pack(part)
            _to_disk(part)
            part.replace(path)
        except OSError as wrong:
            raise ProblemError(write_problem(parcel.name, wrong)) from wrong
        finally:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)
        return path

    def _make_room(self) -> None:
        if self._keeps is None:
            return
        # What another app is still reading of a file that goes, it has open.
        oldest_last = sorted(self.folder.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in oldest_last[self._keeps - 1 :]:
            path.unlink(missing_ok=True)


@contextlib.contextmanager
def whole_or_not(goals: Sequence[Path]) -> Iterator[list[BinaryIO]]:
    """Files to write to, which take their places when all is written; else nothing is left of them. Raises
    `ProblemError` where they cannot be written."""
    parts = [goal.with_name(f"{goal.name}.{os.getpid()}.part") for goal in goals]
    try:
        with contextlib.ExitStack() as opened:
            yield [opened.enter_context(part.open("xb")) for part in parts]
        for part, goal in zip(parts, goals, strict=True):
            _to_disk(part)
            part.replace(goal)
    except OSError as wrong:
        raise ProblemError(write_problem(str(goals[0]), wrong)) from wrong
    finally:
        for part in parts:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)


def _to_disk(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())
