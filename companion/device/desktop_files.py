"""Files on a desktop: file dialogs and folder windows of the system, run as programs that it ships with, or a
folder of ours where there are no dialogs.

plyer is not used: its dialogs need packages that are not bundled (pywin32, pyobjus), and on Linux one that
Python no longer has. A separate program cannot freeze the app, and a missing one is detected beforehand.
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

from companion.background import Schedule, run_in_background
from companion.core.game import Problem, ProblemError, error
from companion.device.system import (
    FileSource,
    IncomingLink,
    NoFileDialog,
    Reader,
    SavedFile,
    SaveLocation,
    has_display,
)
from companion.files.safe_zip import read_problem, write_problem

FindProgram = Callable[[str], str | None]
# On Windows and macOS the file name is passed as data, never as part of the script.
_NAME_VARIABLE: Final = "COMPANION_FILE_NAME"
_WINDOWS_SCRIPT: Final = (
    "Add-Type -AssemblyName System.Windows.Forms; [Console]::OutputEncoding = [Text.Encoding]::UTF8;"
    " $dialog = New-Object System.Windows.Forms.{kind}; $dialog.FileName = $env:COMPANION_FILE_NAME;"
    " if ($dialog.ShowDialog() -ne 'OK') {{ exit 1 }}; $dialog.FileName"
)
_SCRIPT_PROGRAMS: Final = {"win32": "powershell", "darwin": "osascript"}
# Exit codes for a cancelled dialog; yad has its own code for the escape key.
_CANCELLED_CODES: Final = (1, 252)
_LINUX_PROGRAMS: Final[Mapping[str, tuple[Sequence[str], Sequence[str]]]] = {
    "zenity": (["--file-selection"], ["--file-selection", "--save", "--confirm-overwrite", "--filename"]),
    "kdialog": (["--getopenfilename"], ["--getsavefilename"]),
    "yad": (["--file"], ["--file", "--save", "--confirm-overwrite", "--filename"]),
}


def file_dialog_command(
    name: str | None, platform: str, desktop: str, find_program: FindProgram
) -> list[str] | None:
    """Return the command for an open dialog, or with `name` for a save dialog; None without a program."""
    if platform in _SCRIPT_PROGRAMS and find_program(_SCRIPT_PROGRAMS[platform]) is None:
        return None
    if platform == "win32":
        kind = "OpenFileDialog" if name is None else "SaveFileDialog"
        return ["powershell", "-NoProfile", "-STA", "-Command", _WINDOWS_SCRIPT.format(kind=kind)]
    if platform == "darwin":
        save = f'choose file name default name (system attribute "{_NAME_VARIABLE}")'
        return ["osascript", "-e", f"POSIX path of ({'choose file' if name is None else save})"]
    preferred = ("kdialog",) if "KDE" in desktop else ()
    for program in (*preferred, *_LINUX_PROGRAMS):
        if find_program(program) is not None:
            open_arguments, save_arguments = _LINUX_PROGRAMS[program]
            return [program, *open_arguments] if name is None else [program, *save_arguments, name]
    return None


def local_dialog_command(name: str | None = None) -> list[str] | None:
    if not has_display():
        return None
    return file_dialog_command(name, sys.platform, os.environ.get("XDG_CURRENT_DESKTOP", ""), shutil.which)


def run_file_dialog(command_line: Sequence[str], name: str | None = None) -> Path | None:
    """Run a file dialog and return the chosen path, or None. Raises OSError if the dialog fails."""
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
    # Strip only the line end: a file name may begin or end with a space.
    path = os.fsdecode(process.stdout).rstrip("\r\n")
    return Path(path) if process.returncode == 0 and path else None


def show_folder(folder: Path) -> bool:
    """Open a folder in the system's file manager; return False if there is none."""
    program = {"win32": "explorer", "darwin": "open"}.get(sys.platform, "xdg-open")
    if not has_display() or shutil.which(program) is None:
        return False
    try:
        none = subprocess.DEVNULL
        subprocess.Popen([program, str(folder)], stdin=none, stdout=none, stderr=none, start_new_session=True)
    except OSError:
        return False
    return True


class PathSource:
    """File at a path: chosen, dropped onto the window, or given on the command line."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def describe(self) -> tuple[str, int | None]:
        try:
            return self._path.name, self._path.stat().st_size
        except (OSError, ValueError):  # ValueError: not a valid path
            return self._path.name, None

    def open(self) -> AbstractContextManager[Reader]:
        name = self._path.name
        try:
            # Do not read from pipes and devices, which may block or never end.
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
        # Files with an open save dialog.
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
            # One dialog is enough: it saves the file as it is when the user has chosen.
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
        """Do nothing: a desktop app only gets files by drag and drop or on its command line."""

    def show_folder(self, folder: Path) -> None:
        show_folder(folder)

    def close(self) -> None:
        """Do nothing: an open dialog is a process of its own."""


def _move_atomically(path: Path, target: Path) -> None:
    """Move a file atomically over `target`, which stays intact until then. Raises `ProblemError`."""
    # Follow a symbolic link, so that the link itself stays.
    resolved = Path(os.path.realpath(target))
    if resolved == Path(os.path.realpath(path)):
        return
    # In the same folder, because a move is atomic only there, and with a random name, so that no user file is
    # overwritten.
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
