"""`companion doctor`: check what works on this machine, without changing anything.

No user data is created or changed, not even a lock file beside the database.
"""

from __future__ import annotations

import argparse
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
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from enum import Enum
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import companion
from companion import asset
from companion.cli.command import (
    EXIT_BROKEN,
    EXIT_OK,
    Command,
    OptionGroup,
    escape_control_characters,
    print_json,
    print_line,
)
from companion.device import system
from companion.i18n.languages import FALLBACK_LANGUAGE, LANGUAGES
from companion.i18n.translator import (
    Translator,
    catalogue_domains,
    catalogue_folders,
    catalogue_path,
    read_po,
)
from companion.storage.database import (
    DATABASE_FILE,
    find_data_folder,
    is_left_open,
    is_marked_for_check,
    mark_for_check,
    sibling_path,
)
from companion.storage.store import open_store

Args = Mapping[str, int | str | tuple[str, ...]]

FONT_FAMILIES = ("Roboto", "Vazirmatn", "Vollkorn")
PROBE_TIMEOUT_SECONDS = 30
MB = 1_000_000
LOW_SPACE_BYTES, MIN_SPACE_BYTES = 50 * MB, 1 * MB


class Health(Enum):
    """Good; poor, but the app is usable; broken: the app cannot run or cannot save."""

    GOOD = "good"
    POOR = "poor"
    BROKEN = "broken"


_SYMBOLS = {Health.GOOD: "✓", Health.POOR: "!", Health.BROKEN: "✗"}
# Health and message for each problem that the app reports when it opens its database.
_OPENING_PROBLEMS = {
    "storage_damaged": (Health.POOR, "app.doctor.database_damaged"),
    "storage_newer": (Health.POOR, "app.doctor.database_newer"),
    "storage_not_migrated": (Health.BROKEN, "app.doctor.database_not_migrated"),
}


@dataclass(frozen=True, slots=True)
class CheckResult:
    """Result of one check; `key` is the catalogue key of its sentence."""

    topic: str
    health: Health
    key: str
    args: Args = field(default_factory=dict)


def run_checks() -> tuple[CheckResult, ...]:
    """Run all checks; the slowest one opens a hidden window in a subprocess."""
    folder = find_data_folder(os.environ, sys.platform)
    return (
        *check_versions(),
        *check_window_and_sound(),
        *check_voices(),
        *check_fonts(),
        *check_catalogues(),
        *check_data_folder(folder),
    )


def check_versions() -> Iterator[CheckResult]:
    args = {
        "app": companion.__version__,
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
    }
    yield CheckResult("versions", Health.GOOD, "app.doctor.versions", args)
    try:
        yield CheckResult("kivy", Health.GOOD, "app.doctor.kivy", {"version": version("kivy")})
    except PackageNotFoundError:
        yield CheckResult("kivy", Health.BROKEN, "app.doctor.kivy_missing")


def check_window_and_sound() -> Iterator[CheckResult]:
    if find_spec("kivy") is None:
        return
    report, failure = _run_probe()
    if "window" not in report:
        yield CheckResult("display", Health.BROKEN, "app.doctor.display_fails", {"reason": failure})
    elif report["seen"]:
        yield CheckResult("display", Health.GOOD, "app.doctor.display_opens", {"renderer": report["window"]})
    else:
        # SDL then renders into memory: good for screenshots and tests, but the window is invisible.
        yield CheckResult("display", Health.POOR, "app.doctor.display_none")
    driver = os.environ.get("SDL_AUDIODRIVER", "")
    if not report.get("sound"):
        yield CheckResult("sound", Health.POOR, "app.doctor.sound_none")
    elif driver in ("dummy", "disk"):
        yield CheckResult("sound", Health.POOR, "app.doctor.sound_unheard", {"driver": driver})
    else:
        yield CheckResult("sound", Health.GOOD, "app.doctor.sound_opens")


def _run_probe() -> tuple[dict[str, Any], str]:
    """Return the report of `probe_window_and_sound` in a subprocess, and the last line of its error
    output."""
    if not sys.executable:
        # On a phone Python is inside the app, and there is no executable to start a subprocess with.
        return {}, ""
    with tempfile.TemporaryDirectory() as home:
        env = {"KIVY_AUDIO": "sdl2", **system.part_environment()}
        env.pop("KIVY_NO_CONSOLELOG", None)
        env |= {"KIVY_HOME": home, "KIVY_NO_ARGS": "1", "KIVY_NO_FILELOG": "1"}
        command = system.part_command(system.PROBE_PART)
        try:
            process = subprocess.run(
                command, env=env, capture_output=True, timeout=PROBE_TIMEOUT_SECONDS, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as failure:
            return {}, str(failure)
    report: dict[str, Any] = {}
    for line in process.stdout.decode("utf-8", "replace").splitlines():
        with suppress(ValueError, TypeError):
            report.update(json.loads(line))
    complaints = re.sub("\x1b\\[[0-9;]*m", "", process.stderr.decode("utf-8", "replace")).split("\n")
    return report, next((line.strip() for line in reversed(complaints) if line.strip()), "")


def probe_window_and_sound() -> None:
    """Open a sound, then a hidden window, and print the result of each as soon as it is known."""
    from kivy.config import Config

    Config.set("graphics", "window_state", "hidden")
    from kivy.core.audio import SoundLoader

    # The only folder that surely belongs to this process.
    silence = Path(os.environ["KIVY_HOME"], "silence.wav")
    with wave.open(str(silence), "wb") as file:
        file.setparams((1, 2, 22050, 0, "NONE", ""))
        file.writeframes(bytes(4410))
    sound = SoundLoader.load(str(silence))
    # Without a device Kivy still returns a sound, but of length 0.
    print(json.dumps({"sound": bool(sound and sound.length)}), flush=True)
    from kivy.core.window import Window
    from kivy.graphics.opengl import GL_RENDERER, glGetString

    if Window is not None:
        # A window without a display server has no such information; on macOS no window has.
        is_visible = sys.platform == "darwin" or Window.get_window_info() is not None
        print(json.dumps({"window": glGetString(GL_RENDERER).decode(), "seen": is_visible}), flush=True)


def check_voices() -> Iterator[CheckResult]:
    engine = _find_speech_engine()
    for language in LANGUAGES.values():
        clips = len(list(asset("voice", language.code).glob("*.ogg")))
        args: Args = {"language": language.name, "n": clips, "engine": engine}
        if clips and engine:
            yield CheckResult("voice", Health.GOOD, "app.doctor.voice_both", args)
        elif clips:
            yield CheckResult("voice", Health.GOOD, "app.doctor.voice_builtin", args)
        elif engine:
            yield CheckResult("voice", Health.GOOD, "app.doctor.voice_engine", args)
        else:
            yield CheckResult("voice", Health.POOR, "app.doctor.voice_none", args)


def _find_speech_engine() -> str:
    """Return the engine that pyttsx3 would use, or an empty string."""
    if find_spec("pyttsx3") is None:
        return ""
    if sys.platform in ("win32", "darwin"):
        return "pyttsx3"
    if find_spec("espeakng_loader") or ctypes.util.find_library("espeak-ng"):
        return "pyttsx3, espeak-ng"
    return ""


def check_fonts() -> Iterator[CheckResult]:
    missing = tuple(family for family in FONT_FAMILIES if not list(asset("fonts").glob(f"{family}-*.ttf")))
    if missing:
        yield CheckResult("fonts", Health.BROKEN, "app.doctor.fonts_missing", {"families": missing})
    else:
        yield CheckResult("fonts", Health.GOOD, "app.doctor.fonts", {"families": FONT_FAMILIES})


def check_catalogues() -> Iterator[CheckResult]:
    all_keys = _catalogue_keys(FALLBACK_LANGUAGE.code)
    for language in LANGUAGES.values():
        translated = len(all_keys & _catalogue_keys(language.code))
        args: Args = {"language": language.name, "n": translated, "all": len(all_keys)}
        if not all_keys:
            yield CheckResult("catalogue", Health.BROKEN, "app.doctor.catalogue_none", args)
        elif translated < len(all_keys):
            yield CheckResult("catalogue", Health.POOR, "app.doctor.catalogue_partly", args)
        else:
            yield CheckResult("catalogue", Health.GOOD, "app.doctor.catalogue", args)


def _catalogue_keys(code: str) -> set[str]:
    keys: set[str] = set()
    for path in (
        catalogue_path(folder, code, domain)
        for folder in catalogue_folders()
        for domain in catalogue_domains()
    ):
        if os.path.isfile(path):
            with suppress(OSError, ValueError):
                keys |= read_po(path).keys()
    return keys


def check_data_folder(folder: Path) -> Iterator[CheckResult]:
    nearest = next(path for path in (folder, *folder.absolute().parents) if os.path.lexists(path))
    args = {"folder": str(folder)}
    if not _is_writable(nearest):
        yield CheckResult("data", Health.BROKEN, "app.doctor.data_locked", args)
        return
    key = "app.doctor.data" if nearest is folder else "app.doctor.data_new"
    yield CheckResult("data", Health.GOOD, key, args)
    yield _check_database(folder / DATABASE_FILE)
    free = shutil.disk_usage(nearest).free
    health = (
        Health.BROKEN if free < MIN_SPACE_BYTES else Health.POOR if free < LOW_SPACE_BYTES else Health.GOOD
    )
    yield CheckResult("space", health, "app.doctor.space", {"mb": free // MB})


def _is_writable(folder: Path) -> bool:
    """Try to write to a folder, because permissions are not enough to tell. The temporary file is unnamed or
    deleted at once."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _check_database(path: Path) -> CheckResult:
    # As SQLite does it: a symbolic link is followed, and the log is beside its target.
    file = Path(os.path.realpath(path))
    exists = os.path.lexists(file)
    if exists:
        is_usable = file.is_file() and os.access(file, os.R_OK | os.W_OK)
    else:
        is_usable = not path.is_symlink() or _is_writable(file.parent)
    if not is_usable:
        return CheckResult("database", Health.BROKEN, "app.doctor.database_locked", {"file": str(path)})
    if not exists and not is_left_open(file):
        return CheckResult("database", Health.GOOD, "app.doctor.database_none")
    try:
        result = _check_database_copy(file)
        # A running app may write during the copy, so a single bad result proves nothing.
        return result if result.health is Health.GOOD else _check_database_copy(file)
    except OSError as failure:
        return CheckResult("database", Health.POOR, "app.doctor.database_unread", {"reason": str(failure)})


def _check_database_copy(file: Path) -> CheckResult:
    """Check a copy of the database, with its log files, as the app would when opening it."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, DATABASE_FILE)
        for suffix in ("", "-wal", "-journal"):
            with suppress(FileNotFoundError):
                shutil.copyfile(sibling_path(file, suffix), sibling_path(copy, suffix))
        if is_marked_for_check(file):
            mark_for_check(copy)
        store = open_store(Path(folder), time.time)
        store.close()
        for problem in store.problems:
            health, key = _OPENING_PROBLEMS.get(problem.code, (Health.POOR, "app.doctor.database_unread"))
            return CheckResult("database", health, key, {"reason": problem.code})
        if failure := _find_corruption(copy):
            return CheckResult("database", Health.POOR, "app.doctor.database_hurt", {"reason": failure})
        return CheckResult(
            "database", Health.GOOD, "app.doctor.database", {"kb": -(-file.stat().st_size // 1000)}
        )


def _find_corruption(file: Path) -> str:
    """Return the corruption that the app does not detect when it opens the database, or an empty string."""
    try:
        with closing(sqlite3.connect(file)) as connection:
            result = str(connection.execute("PRAGMA integrity_check(1)").fetchone()[0])
    except sqlite3.Error as failure:
        result = str(failure)
    return "" if result == "ok" else " ".join(result.split())


# -- the command --------------------------------------------------------------------------------------------


def _add_options(options: OptionGroup) -> None:
    options.add("--json", help_key="app.cli.doctor_json", action="store_true")


def _run(arguments: argparse.Namespace, tr: Translator) -> int:
    results = run_checks()
    if arguments.json:
        print_json(results_to_json(results, tr))
    else:
        print_line(format_results(results, tr))
    return EXIT_OK if is_usable(results) else EXIT_BROKEN


def is_usable(results: Sequence[CheckResult]) -> bool:
    return all(result.health is not Health.BROKEN for result in results)


def format_results(results: Sequence[CheckResult], tr: Translator) -> str:
    """Format a line for each result, and the verdict."""
    lines = [
        escape_control_characters(f"{_SYMBOLS[result.health]} {tr(result.key, **result.args)}")
        for result in results
    ]
    verdict = "app.doctor.usable" if is_usable(results) else "app.doctor.unusable"
    return "\n".join([*lines, tr(verdict)])


def results_to_json(results: Sequence[CheckResult], tr: Translator) -> dict[str, Any]:
    return {
        "usable": is_usable(results),
        "findings": [
            {
                "topic": result.topic,
                "health": result.health.value,
                "code": result.key.rpartition(".")[2],
                "args": dict(result.args),
                "text": tr(result.key, **result.args),
            }
            for result in results
        ],
    }


DOCTOR = Command(_add_options, _run)
