"""Files in and out of a desktop: the system's dialogs, or a folder of ours where it has none."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import shutil
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

from companion.device import dialogs
from companion.device.aside import run_in_background
from companion.device.exchange import (
    FileSource,
    IncomingLink,
    NoFileDialog,
    Reader,
    SavedFile,
    SaveLocation,
    Schedule,
)
from companion.file_problems import read_problem, write_problem
from companion.games.game import Problem, ProblemError, error


class PathSource:
    """A file by its path: chosen, dropped onto the window, or named on the command line."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def describe(self) -> tuple[str, int | None]:
        try:
            return self._path.name, self._path.stat().st_size
        except (OSError, ValueError):  # the latter for what can be no path
            return self._path.name, None

    def open(self) -> AbstractContextManager[Reader]:
        name = self._path.name
        try:
            # What waits for somebody else to write, or never ends, is not read.
            if self._path.exists() and not (self._path.is_file() or self._path.is_dir()):
                raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
            return self._path.open("rb")
        except OSError as failure:
            raise ProblemError(read_problem(name, failure)) from failure
        except ValueError as failure:
            raise ProblemError(error("app.files.problem.missing", file=name)) from failure


class DesktopFileExchange:
    can_share = False

    def __init__(self, schedule: Schedule) -> None:
        self._schedule = schedule
        # What dialogs are open for.
        self._open_dialogs: set[Path] = set()

    def share(self, path: Path, mime_type: str) -> None:
        raise ProblemError(error("app.files.problem.not_shared", file=path.name))

    def share_text(self, text: str) -> None:
        raise ProblemError(error("evenings.problem.text_not_shared"))

    def save(
        self, path: Path, mime_type: str, callback: Callable[[SavedFile | Problem | None], object]
    ) -> None:
        command = dialogs.local_dialog_command(path.name)
        if command is None:
            dialogs.show_folder(path.parent)
            callback(SavedFile(SaveLocation.APP_FOLDER, str(path)))
            return
        if path in self._open_dialogs:
            # One dialog is enough: it saves what lies there when somebody has chosen.
            callback(None)
            return

        def save_as() -> SavedFile | None:
            target = dialogs.run_file_dialog(command, path.name)
            if target is None:
                path.unlink(missing_ok=True)
                return None
            _move_atomically(path, target)
            return SavedFile(SaveLocation.USER_LOCATION, str(target))

        def on_saved(saved: SavedFile | Problem | None) -> None:
            self._open_dialogs.discard(path)
            callback(saved)

        self._open_dialogs.add(path)
        run_in_background(
            self._schedule, save_as, on_saved, error("app.files.problem.not_saved", file=path.name)
        )

    def choose_file(self, callback: Callable[[FileSource | Problem | None], object]) -> None:
        command = dialogs.local_dialog_command()
        if command is None:
            raise NoFileDialog

        def run_dialog() -> FileSource | None:
            path = dialogs.run_file_dialog(command)
            return None if path is None else PathSource(path)

        run_in_background(self._schedule, run_dialog, callback, error("app.files.problem.no_chooser"))

    def watch_incoming(self, callback: Callable[[FileSource | IncomingLink], object]) -> None:
        """Nobody hands a desktop's app anything but onto its window, or when it starts."""

    def show_folder(self, folder: Path) -> None:
        dialogs.show_folder(folder)

    def close(self) -> None:
        """A dialog that is still open is its own program."""


def _move_atomically(path: Path, target: Path) -> None:
    """There whole or not at all: what it replaces stays until then. Raises `ProblemError`."""
    # Through a link, which stays what it is.
    resolved = Path(os.path.realpath(target))
    if resolved == Path(os.path.realpath(path)):
        return
    # Beside it, for only there it can be moved in one step, and under a name that nobody has: what somebody
    # keeps there is no place for ours.
    part = resolved.with_name(f".{secrets.token_hex(8)}.part")
    try:
        with path.open("rb") as source, part.open("xb") as copy:
            shutil.copyfileobj(source, copy)
        part.replace(resolved)
        path.unlink(missing_ok=True)
    except OSError as failure:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise ProblemError(write_problem(target.name, failure)) from failure
