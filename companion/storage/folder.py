"""Where the app keeps its data on each kind of device."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

NAME = "table-companion"
# Below it: files on their way in. It is there only while there are any.
INBOX = "inbox"


def data_folder(environ: Mapping[str, str], platform: str) -> Path:
    """The folder for our file, not yet created; `platform` is `sys.platform` or Kivy's name for it."""
    if chosen := environ.get("COMPANION_DATA"):
        return Path(chosen)
    if platform in ("win32", "win"):
        roaming = environ.get("APPDATA")
        return (Path(roaming) if roaming else _home(environ) / "AppData" / "Roaming") / NAME
    if platform in ("darwin", "macosx"):
        return _home(environ) / "Library" / "Application Support" / NAME
    # The phone's start-up code sets this; older ones still call the platform "linux".
    if private := environ.get("ANDROID_PRIVATE"):
        return Path(private) / NAME
    shared = Path(environ.get("XDG_DATA_HOME", ""))
    # The XDG rules say to ignore a relative path.
    return (shared if shared.is_absolute() else _home(environ) / ".local" / "share") / NAME


def _home(environ: Mapping[str, str]) -> Path:
    home = environ.get("HOME") or environ.get("USERPROFILE")
    try:
        return Path(home) if home else Path.home()
    except RuntimeError:
        # Nobody knows a home of this user. Below this nothing can be made, and whoever tries is told so.
        return Path(os.devnull)
