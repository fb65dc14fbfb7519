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

Which = Callable[[str], str | None]
# A file's name goes to these two as data, never as a part of their script.
_NAME: Final = "COMPANION_FILE_NAME"
_WINDOWS: Final = (
    "Add-Type -AssemblyName System.Windows.Forms; [Console]::OutputEncoding = [Text.Encoding]::UTF8;"
    " $dialog = New-Object System.Windows.Forms.{kind}; $dialog.FileName = $env:COMPANION_FILE_NAME;"
    " if ($dialog.ShowDialog() -ne 'OK') {{ exit 1 }}; $dialog.FileName"
)
# What programs end with when nobody has chosen; yad has a number of its own for the escape key.
_CANCELLED: Final = (1, 252)
_LINUX: Final[Mapping[str, tuple[Sequence[str], Sequence[str]]]] = {
    "zenity": (["--file-selection"], ["--file-selection", "--save", "--confirm-overwrite", "--filename"]),
    "kdialog": (["--getopenfilename"], ["--getsavefilename"]),
    "yad": (["--file"], ["--file", "--save", "--confirm-overwrite", "--filename"]),
}


def chooser(name: str | None, platform: str, desktop: str, which: Which) -> list[str] | None:
    """The command that lets somebody choose a file, or with a name where to save it; None where none is."""
    if platform == "win32":
        if which("powershell") is None:
            return None
        kind = "OpenFileDialog" if name is None else "SaveFileDialog"
        return ["powershell", "-NoProfile", "-STA", "-Command", _WINDOWS.format(kind=kind)]
    if platform == "darwin":
        if which("osascript") is None:
            return None
        save = f'choose file name default name (system attribute "{_NAME}")'
        return ["osascript", "-e", f"POSIX path of ({'choose file' if name is None else save})"]
    first = ("kdialog",) if "KDE" in desktop else ()
    for program in (*first, *_LINUX):
        if which(program) is not None:
            open_it, save_it = _LINUX[program]
            return [program, *open_it] if name is None else [program, *save_it, name]
    return None


def command(name: str | None = None) -> list[str] | None:
    """The same on this machine."""
    if not has_display():
        return None
    return chooser(name, sys.platform, os.environ.get("XDG_CURRENT_DESKTOP", ""), shutil.which)


def ask(asked: Sequence[str], name: str | None = None) -> Path | None:
    """Run it until somebody has chosen; None if nobody has. Blocks, and raises OSError, also where the dialog
    itself fails."""
    done = subprocess.run(
        asked,
        env={**os.environ, _NAME: name or ""},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        check=False,
    )
    if done.returncode not in (0, *_CANCELLED):
        raise OSError(f"{asked[0]} ended with {done.returncode}")
    # Only the end of the line is the program's: a name may begin or end with a space.
    chosen = os.fsdecode(done.stdout).rstrip("\r\n")
    return Path(chosen) if done.returncode == 0 and chosen else None


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
