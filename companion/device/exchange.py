"""What files are given to and taken from, whatever device this is."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Protocol

from companion.games.game import Problem

# Has something done on the app's own thread, soon.
Soon = Callable[[Callable[[], object]], object]


class Reader(Protocol):
    def read(self, most: int, /) -> bytes: ...


class Arrival(Protocol):
    """A file that somebody gives us, for any thread. Raises `ProblemError` where it is not given."""

    def look(self) -> tuple[str, int | None]:
        """What it is called and how many bytes it is said to have. Neither needs to be true."""

    def open(self) -> AbstractContextManager[Reader]: ...


@dataclass(frozen=True, slots=True)
class LinkArrival:
    """A link that leads to this app: all that it brings stands in it."""

    text: str


class Place(Enum):
    """Where a file was saved: among the phone's downloads, where somebody chose, or in a folder of ours that
    is shown, because there was no way to choose."""

    DOWNLOADS = "downloads"
    CHOSEN = "chosen"
    OURS = "ours"


@dataclass(frozen=True, slots=True)
class Saved:
    place: Place
    file: str


class NoChooser(Exception):
    """Files cannot be chosen here; they come another way."""


class Exchange(Protocol):
    """To be asked on the app's own thread, on which it tells as well. None is told where somebody thought
    better of it."""

    @property
    def shares(self) -> bool:
        """Whether files can be handed to other apps."""

    def share(self, path: Path, kind: str) -> None:
        """Let somebody choose an app to hand this file to; `kind` is its MIME type. Raises `ProblemError`."""

    def share_words(self, words: str) -> None:
        """Let somebody choose an app to hand these words to. Raises `ProblemError`."""

    def save(self, path: Path, kind: str, told: Callable[[Saved | Problem | None], object]) -> None:
        """Have a copy kept where people find it."""

    def choose(self, told: Callable[[Arrival | Problem | None], object]) -> None:
        """Let somebody choose a file for us. Raises `NoChooser` or `ProblemError`."""

    def watch(self, arrived: Callable[[Arrival | LinkArrival], object]) -> None:
        """Tell of every file and link that another app hands us, the one included with which it started this
        app."""

    def show_folder(self, folder: Path) -> None:
        """Open a folder in the system's own window, where there is one."""

    def close(self) -> None: ...
