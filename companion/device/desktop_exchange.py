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
from companion.device.aside import aside
from companion.device.exchange import Arrival, LinkArrival, NoChooser, Place, Reader, Saved, Soon
from companion.file_problems import read_problem, write_problem
from companion.games.game import Problem, ProblemError, error


class PathArrival:
    """A file by its path: chosen, dropped onto the window, or named on the command line."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def look(self) -> tuple[str, int | None]:
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
        except OSError as wrong:
            raise ProblemError(read_problem(name, wrong)) from wrong
        except ValueError as wrong:
            raise ProblemError(error("app.files.problem.missing", file=name)) from wrong


class DesktopExchange:
    shares = False

    def __init__(self, soon: Soon) -> None:
        self._soon = soon
        # What dialogs are open for.
        self._asked_for: set[Path] = set()

    def share(self, path: Path, kind: str) -> None:
        raise ProblemError(error("app.files.problem.not_shared", file=path.name))

    def share_words(self, words: str) -> None:
        raise ProblemError(error("evenings.problem.text_not_shared"))

    def save(self, path: Path, kind: str, told: Callable[[Saved | Problem | None], object]) -> None:
        asked = dialogs.command(path.name)
        if asked is None:
            dialogs.show_folder(path.parent)
            told(Saved(Place.OURS, str(path)))
            return
        if path in self._asked_for:
            # One dialog is enough: it saves what lies there when somebody has chosen.
            told(None)
            return

        def let_choose() -> Saved | None:
            chosen = dialogs.ask(asked, path.name)
            if chosen is None:
                path.unlink(missing_ok=True)
                return None
            _move(path, chosen)
            return Saved(Place.CHOSEN, str(chosen))

        def tell(saved: Saved | Problem | None) -> None:
            self._asked_for.discard(path)
            told(saved)

        self._asked_for.add(path)
        aside(self._soon, let_choose, tell, error("app.files.problem.not_saved", file=path.name))

    def choose(self, told: Callable[[Arrival | Problem | None], object]) -> None:
        asked = dialogs.command()
        if asked is None:
            raise NoChooser

        def let_choose() -> Arrival | None:
            chosen = dialogs.ask(asked)
            return None if chosen is None else PathArrival(chosen)

        aside(self._soon, let_choose, told, error("app.files.problem.no_chooser"))

    def watch(self, arrived: Callable[[Arrival | LinkArrival], object]) -> None:
        """Nobody hands a desktop's app anything but onto its window, or when it starts."""

    def show_folder(self, folder: Path) -> None:
        dialogs.show_folder(folder)

    def close(self) -> None:
        """A dialog that is still open is its own program."""


def _move(path: Path, to: Path) -> None:
    """There whole or not at all: what it replaces stays until then. Raises `ProblemError`."""
    # Through a link, which stays what it is.
    goal = Path(os.path.realpath(to))
    if goal == Path(os.path.realpath(path)):
        return
    # Beside it, for only there it can be moved in one step, and under a name that nobody has: what somebody
    # keeps there is no place for ours.
    part = goal.with_name(f".{secrets.token_hex(8)}.part")
    try:
        with path.open("rb") as source, part.open("xb") as copy:
            shutil.copyfileobj(source, copy)
        part.replace(goal)
        path.unlink(missing_ok=True)
    except OSError as wrong:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise ProblemError(write_problem(to.name, wrong)) from wrong
