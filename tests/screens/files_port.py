"""A device that gives and takes files as a test tells it to: the port itself, without anything behind it."""

from __future__ import annotations

import io
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.core.game import Problem
from companion.device.system import FileSource, Reader, SavedFile, SaveLocation


class Given:
    """A file in somebody's hands; it may not be let go before `lets_go`."""

    def __init__(self, name: str, data: bytes) -> None:
        self._name = name
        self._data = data
        self.lets_go = threading.Event()
        self.lets_go.set()

    def describe(self) -> tuple[str, int | None]:
        return self._name, None

    @contextmanager
    def open(self) -> Iterator[Reader]:
        self.lets_go.wait(30)
        yield io.BytesIO(self._data)


class Port:
    def __init__(self, *, shares: bool = True) -> None:
        self._shares = shares
        self.shared: list[tuple[Path, str]] = []
        self.words: list[str] = []
        self.saved: list[Path] = []
        self.answer: SavedFile | Problem | None = SavedFile(SaveLocation.DOWNLOADS, "game.json")
        self.gives: FileSource | Problem | None = None

    @property
    def can_share(self) -> bool:
        return self._shares

    def share(self, path: Path, kind: str) -> None:
        self.shared.append((path, kind))

    def share_text(self, words: str) -> None:
        self.words.append(words)

    def save(self, path: Path, kind: str, told: Callable[[SavedFile | Problem | None], object]) -> None:
        self.saved.append(path)
        told(self.answer)

    def choose_file(self, told: Callable[[FileSource | Problem | None], object]) -> None:
        told(self.gives)

    def watch_incoming(self, arrived: Callable[[FileSource], object]) -> None: ...

    def show_folder(self, folder: Path) -> None: ...

    def close(self) -> None: ...
