"""Files in and out of a desktop: the system's dialogs, or a folder of ours where it has none.

A desktop's own dialogs for files and its window of a folder, as programs that every system brings along.

Not by plyer: its dialogs need packages that we do not have (pywin32, pyobjus), and on Linux one that Python
no longer has. A program of its own freezes nothing, and where there is none, that is known beforehand.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final

from companion.core.game import Problem, ProblemError, error
from companion.device.file_exchange import (
    FileSource,
    IncomingLink,
    NoFileDialog,
    Reader,
    SavedFile,
    SaveLocation,
    Schedule,
    run_in_background,
)
from companion.device.system import has_display
from companion.files.safe_zip import read_problem, write_problem

FindProgram = Callable[[str], str | None]
# A file's name goes to these two as data, never as a part of their script.
_NAME_VARIABLE: Final = "COMPANION_FILE_NAME"
_WINDOWS_SCRIPT: Final = (
    "Add-Type -AssemblyName System.Windows.Forms; [Console]::OutputEncoding = [Text.Encoding]::UTF8;"
    " $dialog = New-Object System.Windows.Forms.{kind}; $dialog.FileName = $env:COMPANION_FILE_NAME;"
    " if ($dialog.ShowDialog() -ne 'OK') {{ exit 1 }}; $dialog.FileName"
)
# What programs end with when nobody has chosen; yad has a number of its own for the escape key.
_CANCELLED_CODES: Final = (1, 252)
_LINUX_PROGRAMS: Final[Mapping[str, tuple[Sequence[str], Sequence[str]]]] = {
    "zenity": (["--file-selection"], ["--file-selection", "--save", "--confirm-overwrite", "--filename"]),
    "kdialog": (["--getopenfilename"], ["--getsavefilename"]),
    "yad": (["--file"], ["--file", "--save", "--confirm-overwrite", "--filename"]),
}


def file_dialog_command(
    name: str | None, platform: str, desktop: str, find_program: FindProgram
) -> list[str] | None:
    """The command that lets somebody choose a file, or with a name where to save it; None where none is."""
    if platform == "win32":
        if find_program("powershell") is None:
            return None
        kind = "OpenFileDialog" if name is None else "SaveFileDialog"
        return ["powershell", "-NoProfile", "-STA", "-Command", _WINDOWS_SCRIPT.format(kind=kind)]
    if platform == "darwin":
        if find_program("osascript") is None:
            return None
        save = f'choose file name default name (system attribute "{_NAME_VARIABLE}")'
        return ["osascript", "-e", f"POSIX path of ({'choose file' if name is None else save})"]
    preferred = ("kdialog",) if "KDE" in desktop else ()
    for program in (*preferred, *_LINUX_PROGRAMS):
        if find_program(program) is not None:
            open_arguments, save_arguments = _LINUX_PROGRAMS[program]
            return [program, *open_arguments] if name is None else [program, *save_arguments, name]
    return None


def local_dialog_command(name: str | None = None) -> list[str] | None:
    """The same on this machine."""
    if not has_display():
        return None
    return file_dialog_command(name, sys.platform, os.environ.get("XDG_CURRENT_DESKTOP", ""), shutil.which)


def run_file_dialog(command_line: Sequence[str], name: str | None = None) -> Path | None:
    """Run it until somebody has chosen; None if nobody has. Blocks, and raises OSError, also where the dialog
    itself fails."""
    process = subprocess.run(
        command_line,
        env={**os.environ, _NAME_VARIABLE: name or ""},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        check=False,
    )
    if process.returncode not in (0, *_CANCELLED_CODES):
        raise OSError(f"{command_line[0]} ended with {process.returncode}")
    # Only the end of the line is the program's: a name may begin or end with a space.
    path = os.fsdecode(process.stdout).rstrip("\r\n")
    return Path(path) if process.returncode == 0 and path else None


def show_folder(folder: Path) -> bool:
    """Open a folder in the system's own window, where there is one."""
    program = {"win32": "explorer", "darwin": "open"}.get(sys.platform, "xdg-open")
    if not has_display() or shutil.which(program) is None:
        return False
    try:
        subprocess.Popen(
            [program, str(folder)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError:
        return False
    return True


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
        command = local_dialog_command(path.name)
        if command is None:
            show_folder(path.parent)
            callback(SavedFile(SaveLocation.APP_FOLDER, str(path)))
            return
        if path in self._open_dialogs:
            # One dialog is enough: it saves what lies there when somebody has chosen.
            callback(None)
            return

        def save_as() -> SavedFile | None:
            target = run_file_dialog(command, path.name)
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
        command = local_dialog_command()
        if command is None:
            raise NoFileDialog

        def run_dialog() -> FileSource | None:
            path = run_file_dialog(command)
            return None if path is None else PathSource(path)

        run_in_background(self._schedule, run_dialog, callback, error("app.files.problem.no_chooser"))

    def watch_incoming(self, callback: Callable[[FileSource | IncomingLink], object]) -> None:
        """Nobody hands a desktop's app anything but onto its window, or when it starts."""

    def show_folder(self, folder: Path) -> None:
        show_folder(folder)

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
