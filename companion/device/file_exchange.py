"""What files are given to and taken from, whatever device this is.

Work that waits for somebody else, such as a dialog, done in another thread and told on the app's own.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Protocol, TypeVar

from companion.core.game import Problem, ProblemError

# Has something done on the app's own thread, soon.
Schedule = Callable[[Callable[[], object]], object]


class Reader(Protocol):
    def read(self, max_bytes: int, /) -> bytes: ...


class FileSource(Protocol):
    """A file that somebody gives us, for any thread. Raises `ProblemError` where it is not given."""

    def describe(self) -> tuple[str, int | None]:
        """What it is called and how many bytes it is said to have. Neither needs to be true."""

    def open(self) -> AbstractContextManager[Reader]: ...


@dataclass(frozen=True, slots=True)
class IncomingLink:
    """A link that leads to this app: all that it brings stands in it."""

    text: str


class SaveLocation(Enum):
    """Where a file was saved: among the phone's downloads, where somebody chose, or in a folder of ours that
    is shown, because there was no way to choose."""

    DOWNLOADS = "downloads"
    USER_LOCATION = "chosen"
    APP_FOLDER = "ours"


@dataclass(frozen=True, slots=True)
class SavedFile:
    location: SaveLocation
    path_or_name: str


class NoFileDialog(Exception):
    """Files cannot be chosen here; they come another way."""


class FileExchange(Protocol):
    """To be asked on the app's own thread, on which it tells as well. None is told where somebody thought
    better of it."""

    @property
    def can_share(self) -> bool:
        """Whether files can be handed to other apps."""

    def share(self, path: Path, mime_type: str) -> None:
        """Let somebody choose an app to hand this file to; `mime_type` is its MIME type. Raises
        `ProblemError`."""

    def share_text(self, text: str) -> None:
        """Let somebody choose an app to hand these words to. Raises `ProblemError`."""

    def save(
        self, path: Path, mime_type: str, callback: Callable[[SavedFile | Problem | None], object]
    ) -> None:
        """Have a copy kept where people find it."""

    def choose_file(self, callback: Callable[[FileSource | Problem | None], object]) -> None:
        """Let somebody choose a file for us. Raises `NoFileDialog` or `ProblemError`."""

    def watch_incoming(self, callback: Callable[[FileSource | IncomingLink], object]) -> None:
        """Tell of every file and link that another app hands us, the one included with which it started this
        app."""

    def show_folder(self, folder: Path) -> None:
        """Open a folder in the system's own window, where there is one."""

    def close(self) -> None: ...


T = TypeVar("T")


def run_in_background(
    schedule: Schedule, task: Callable[[], T], callback: Callable[[T | Problem], object], fallback: Problem
) -> None:
    """Told is what came of it, or why nothing did: `fallback` where that is not known. Whatever happens,
    something is told, for somebody waits for it."""

    def run() -> None:
        result: T | Problem = fallback
        try:
            result = task()
        except ProblemError as failure:
            result = failure.problem
        except OSError:
            pass
        finally:
            schedule(partial(callback, result))

    threading.Thread(target=run, daemon=True).start()
