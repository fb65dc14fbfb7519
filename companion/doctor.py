"""What this machine gives the app: findings as data, from looking only.

Nothing of the user's is created or changed, not even a lock file beside the database.
"""

from __future__ import annotations

import ctypes.util
import json
import os
import platform
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import wave
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from enum import Enum
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import companion
from companion.assets import asset
from companion.device import alone
from companion.i18n.folders import catalogue, domains, folders
from companion.i18n.languages import FALLBACK, LANGUAGES
from companion.i18n.po_file import read_po
from companion.storage.files import FILE, beside, left_open, mark_for_check, marked_for_check
from companion.storage.folder import data_folder
from companion.storage.store import open_store

Args = Mapping[str, int | str | tuple[str, ...]]

FAMILIES = ("Roboto", "Vazirmatn", "Vollkorn")
PROBE_SECONDS = 30
MB = 1_000_000
LITTLE_SPACE, NO_SPACE = 50 * MB, 1 * MB


class Health(Enum):
    """Good; poor, but the app can be used; broken, and it cannot, or could keep nothing."""

    GOOD = "good"
    POOR = "poor"
    BROKEN = "broken"


# What the app says of its file when it opens, and what that means here.
_OPENED = {
    "storage_damaged": (Health.POOR, "app.doctor.database_damaged"),
    "storage_newer": (Health.POOR, "app.doctor.database_newer"),
    "storage_not_migrated": (Health.BROKEN, "app.doctor.database_not_migrated"),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at; `key` names its sentence in the catalogues."""

    topic: str
    health: Health
    key: str
    args: Args = field(default_factory=dict)


def examine() -> tuple[Finding, ...]:
    """All that can be found out here; the slowest part opens an unseen window in a process of its own."""
    folder = data_folder(os.environ, sys.platform)
    return (*versions(), *window_and_sound(), *voices(), *fonts(), *catalogues(), *data(folder))


def versions() -> Iterator[Finding]:
    args = {
        "app": companion.__version__,
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
    }
    yield Finding("versions", Health.GOOD, "app.doctor.versions", args)
    try:
        yield Finding("kivy", Health.GOOD, "app.doctor.kivy", {"version": version("kivy")})
    except PackageNotFoundError:
        yield Finding("kivy", Health.BROKEN, "app.doctor.kivy_missing")


def window_and_sound() -> Iterator[Finding]:
    if find_spec("kivy") is None:
        return
    seen, complaint = _probed()
    if "window" not in seen:
        yield Finding("display", Health.BROKEN, "app.doctor.display_fails", {"reason": complaint})
    elif seen["seen"]:
        yield Finding("display", Health.GOOD, "app.doctor.display_opens", {"renderer": seen["window"]})
    else:
        # SDL then draws into memory: good for pictures and tests, but nobody sees the window.
        yield Finding("display", Health.POOR, "app.doctor.display_none")
    driver = os.environ.get("SDL_AUDIODRIVER", "")
    if not seen.get("sound"):
        yield Finding("sound", Health.POOR, "app.doctor.sound_none")
    elif driver in ("dummy", "disk"):
        yield Finding("sound", Health.POOR, "app.doctor.sound_unheard", {"driver": driver})
    else:
        yield Finding("sound", Health.GOOD, "app.doctor.sound_opens")


def _probed() -> tuple[dict[str, Any], str]:
    """What `probe` reported from a process of its own, and the last thing that process complained of."""
    if not sys.executable:
        # A phone has Python inside the app, and no program to start another by.
        return {}, ""
    with tempfile.TemporaryDirectory() as home:
        env = {"KIVY_AUDIO": "sdl2", **alone.surroundings()}
        env.pop("KIVY_NO_CONSOLELOG", None)
        env |= {"KIVY_HOME": home, "KIVY_NO_ARGS": "1", "KIVY_NO_FILELOG": "1"}
        command = alone.command_for(alone.PROBE)
        try:
            done = subprocess.run(command, env=env, capture_output=True, timeout=PROBE_SECONDS, check=False)
        except (OSError, subprocess.TimeoutExpired) as wrong:
            return {}, str(wrong)
    seen: dict[str, Any] = {}
    for line in done.stdout.decode("utf-8", "replace").splitlines():
        with suppress(ValueError, TypeError):
            seen.update(json.loads(line))
    complaints = re.sub("\x1b\\[[0-9;]*m", "", done.stderr.decode("utf-8", "replace")).split("\n")
    return seen, next((line.strip() for line in reversed(complaints) if line.strip()), "")


def probe() -> None:
    """Open a sound, then a hidden window, and report each on a line as soon as it is known."""
    from kivy.config import Config

    Config.set("graphics", "window_state", "hidden")
    from kivy.core.audio import SoundLoader

    # The only folder that is surely ours here.
    silence = Path(os.environ["KIVY_HOME"], "silence.wav")
    with wave.open(str(silence), "wb") as file:
        file.setparams((1, 2, 22050, 0, "NONE", ""))
        file.writeframes(bytes(4410))
    sound = SoundLoader.load(str(silence))
    # Without a device Kivy still gives a sound, but one that lasts no time.
    print(json.dumps({"sound": bool(sound and sound.length)}), flush=True)
    from kivy.core.window import Window
    from kivy.graphics.opengl import GL_RENDERER, glGetString

    if Window is not None:
        # A window that no display server knows has no such information; on a Mac none has.
        seen = sys.platform == "darwin" or Window.get_window_info() is not None
        print(json.dumps({"window": glGetString(GL_RENDERER).decode(), "seen": seen}), flush=True)


def voices() -> Iterator[Finding]:
    engine = _speech_engine()
    for language in LANGUAGES.values():
        clips = len(list(asset("voice", language.code).glob("*.ogg")))
        args: Args = {"language": language.name, "n": clips, "engine": engine}
        if clips and engine:
            yield Finding("voice", Health.GOOD, "app.doctor.voice_both", args)
        elif clips:
            yield Finding("voice", Health.GOOD, "app.doctor.voice_builtin", args)
        elif engine:
            yield Finding("voice", Health.GOOD, "app.doctor.voice_engine", args)
        else:
            yield Finding("voice", Health.POOR, "app.doctor.voice_none", args)


def _speech_engine() -> str:
    """The engine that pyttsx3 would use, or nothing."""
    if find_spec("pyttsx3") is None:
        return ""
    if sys.platform in ("win32", "darwin"):
        return "pyttsx3"
    if find_spec("espeakng_loader") or ctypes.util.find_library("espeak-ng"):
        return "pyttsx3, espeak-ng"
    return ""


def fonts() -> Iterator[Finding]:
    missing = tuple(family for family in FAMILIES if not list(asset("fonts").glob(f"{family}-*.ttf")))
    if missing:
        yield Finding("fonts", Health.BROKEN, "app.doctor.fonts_missing", {"families": missing})
    else:
        yield Finding("fonts", Health.GOOD, "app.doctor.fonts", {"families": FAMILIES})


def catalogues() -> Iterator[Finding]:
    all_keys = _keys_of(FALLBACK.code)
    for language in LANGUAGES.values():
        known = len(all_keys & _keys_of(language.code))
        args: Args = {"language": language.name, "n": known, "all": len(all_keys)}
        if not all_keys:
            yield Finding("catalogue", Health.BROKEN, "app.doctor.catalogue_none", args)
        elif known < len(all_keys):
            yield Finding("catalogue", Health.POOR, "app.doctor.catalogue_partly", args)
        else:
            yield Finding("catalogue", Health.GOOD, "app.doctor.catalogue", args)


def _keys_of(code: str) -> set[str]:
    keys: set[str] = set()
    for path in (catalogue(folder, code, domain) for folder in folders() for domain in domains()):
        if os.path.isfile(path):
            with suppress(OSError, ValueError):
                keys |= read_po(path).keys()
    return keys


def data(folder: Path) -> Iterator[Finding]:
    nearest = next(path for path in (folder, *folder.absolute().parents) if os.path.lexists(path))
    args = {"folder": str(folder)}
    if not _takes_files(nearest):
        yield Finding("data", Health.BROKEN, "app.doctor.data_locked", args)
        return
    found = "app.doctor.data" if nearest is folder else "app.doctor.data_new"
    yield Finding("data", Health.GOOD, found, args)
    yield _database(folder / FILE)
    free = shutil.disk_usage(nearest).free
    health = Health.BROKEN if free < NO_SPACE else Health.POOR if free < LITTLE_SPACE else Health.GOOD
    yield Finding("space", health, "app.doctor.space", {"mb": free // MB})


def _takes_files(folder: Path) -> bool:
    """Tried out, for rights do not tell all: with a file that has no name, or is gone at once."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _database(path: Path) -> Finding:
    # As SQLite does it: a link is followed, and the log lies beside what it leads to.
    file = Path(os.path.realpath(path))
    there = os.path.lexists(file)
    if there:
        usable = file.is_file() and os.access(file, os.R_OK | os.W_OK)
    else:
        usable = not path.is_symlink() or _takes_files(file.parent)
    if not usable:
        return Finding("database", Health.BROKEN, "app.doctor.database_locked", {"file": str(path)})
    if not there and not left_open(file):
        return Finding("database", Health.GOOD, "app.doctor.database_none")
    try:
        found = _opened(file)
        # A running app may write while we copy, so one bad look proves nothing.
        return found if found.health is Health.GOOD else _opened(file)
    except OSError as failed:
        return Finding("database", Health.POOR, "app.doctor.database_unread", {"reason": str(failed)})


def _opened(file: Path) -> Finding:
    """What the app would do with the file: it is shown a copy, and whatever lies beside it."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, FILE)
        for suffix in ("", "-wal", "-journal"):
            with suppress(FileNotFoundError):
                shutil.copyfile(beside(file, suffix), beside(copy, suffix))
        if marked_for_check(file):
            mark_for_check(copy)
        store = open_store(Path(folder), time.time)
        store.close()
        for problem in store.problems:
            health, key = _OPENED.get(problem.code, (Health.POOR, "app.doctor.database_unread"))
            return Finding("database", health, key, {"reason": problem.code})
        if wrong := _damage(copy):
            return Finding("database", Health.POOR, "app.doctor.database_hurt", {"reason": wrong})
        return Finding(
            "database", Health.GOOD, "app.doctor.database", {"kb": -(-file.stat().st_size // 1000)}
        )


def _damage(file: Path) -> str:
    """What is wrong where the app does not look when it opens, or nothing."""
    try:
        with closing(sqlite3.connect(file)) as connection:
            found = str(connection.execute("PRAGMA integrity_check(1)").fetchone()[0])
    except sqlite3.Error as wrong:
        found = str(wrong)
    return "" if found == "ok" else " ".join(found.split())
