"""Platform-independent interface for exchanging files with the user and other apps."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Protocol

from companion.core.game import Problem


class Reader(Protocol):
    def read(self, max_bytes: int, /) -> bytes: ...


class FileSource(Protocol):
    """File from outside, usable on any thread. Raises `ProblemError` if it cannot be read."""

    def describe(self) -> tuple[str, int | None]:
        """Return name and size in bytes as claimed by the source. Neither needs to be true."""

    def open(self) -> AbstractContextManager[Reader]: ...


@dataclass(frozen=True, slots=True)
class IncomingLink:
    """Share link that opened the app; it contains the whole game."""

    text: str


class SaveLocation(Enum):
    """Where a file was saved: in the phone's downloads, where the user chose, or in a folder of ours that is
    then shown because there is no file dialog."""

    DOWNLOADS = "downloads"
    USER_LOCATION = "chosen"
    APP_FOLDER = "ours"


@dataclass(frozen=True, slots=True)
class SavedFile:
    location: SaveLocation
    path_or_name: str


class NoFileDialog(Exception):
    """There is no file dialog on this device; files have to be imported another way."""


class FileExchange(Protocol):
    """File exchange of a device. Call it on the main thread, which also runs the callbacks; they get None if
    the user cancelled."""

    @property
    def can_share(self) -> bool:
        """True if files can be shared with other apps."""

    def share(self, path: Path, mime_type: str) -> None:
        """Share a file with an app that the user chooses. Raises `ProblemError`."""

    def share_text(self, text: str) -> None:
        """Share a text with an app that the user chooses. Raises `ProblemError`."""

    def save(
        self, path: Path, mime_type: str, callback: Callable[[SavedFile | Problem | None], object]
    ) -> None:
        """Save a copy where the user can find it."""

    def choose_file(self, callback: Callable[[FileSource | Problem | None], object]) -> None:
        """Let the user choose a file. Raises `NoFileDialog` or `ProblemError`."""

    def watch_incoming(self, callback: Callable[[FileSource | IncomingLink], object]) -> None:
        """Pass every file and link from other apps to the callback, also the one that started this app."""

    def show_folder(self, folder: Path) -> None:
        """Open a folder in the system's file manager, if there is one."""

    def close(self) -> None: ...
