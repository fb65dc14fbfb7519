"""Where the app keeps its data on each kind of device."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

APP_FOLDER = "table-companion"
# Below it: files on their way in. It is there only while there are any.
INBOX_FOLDER = "inbox"


def find_data_folder(environ: Mapping[str, str], platform: str) -> Path:
    """The folder for our file, not yet created; `platform` is `sys.platform` or Kivy's name for it."""
    if override := environ.get("COMPANION_DATA"):
        return Path(override)
    if platform in ("win32", "win"):
        roaming = environ.get("APPDATA")
        return (Path(roaming) if roaming else _home_folder(environ) / "AppData" / "Roaming") / APP_FOLDER
    if platform in ("darwin", "macosx"):
        return _home_folder(environ) / "Library" / "Application Support" / APP_FOLDER
    # The phone's start-up code sets this; older ones still call the platform "linux".
    if private := environ.get("ANDROID_PRIVATE"):
        return Path(private) / APP_FOLDER
    shared = Path(environ.get("XDG_DATA_HOME", ""))
    # The XDG rules say to ignore a relative path.
    return (shared if shared.is_absolute() else _home_folder(environ) / ".local" / "share") / APP_FOLDER


def _home_folder(environ: Mapping[str, str]) -> Path:
    home = environ.get("HOME") or environ.get("USERPROFILE")
    try:
        return Path(home) if home else Path.home()
    except RuntimeError:
        # Nobody knows a home of this user. Below this nothing can be made, and whoever tries is told so.
        return Path(os.devnull)
