"""A desktop's own dialogs for files and its window of a folder, as programs that every system brings along.

Not by plyer: its dialogs need packages that we do not have (pywin32, pyobjus), and on Linux one that Python
no longer has. A program of its own freezes nothing, and where there is none, that is known beforehand.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from companion.device.machine import has_display

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
