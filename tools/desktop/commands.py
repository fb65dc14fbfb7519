"""Tests of a packaged program without a display: commands, speech and screenshots of every screen."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import wave
from array import array
from collections.abc import Mapping
from pathlib import Path

import companion
from companion.cli.command import PROGRAM_NAMES
from companion.device import system
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.narrator.voices.clip import ClipCache, Line, VoiceError
from companion.narrator.voices.desktop import DesktopVoice
from tools.desktop.workshop import PYTHON
from tools.pictures import whole_tour
from tools.setup import Stop, run
from tools.tour.off_screen import TOUR_FOLDER, copy_tour

# Minimum seconds of a night of five players, which takes up to two minutes, and minimum peak of audible
# audio.
_MIN_NIGHT_SECONDS, _MIN_PEAK = 30.0, 3000
_LINE = "avalon.night.normal.merlin_open"
_TIMEOUT_SECONDS = 600


def clean_environment(folder: Path) -> Mapping[str, str]:
    """Return the environment of a fresh installation: an empty home, no display, no path to the project."""
    home = folder / "home"
    home.mkdir(parents=True, exist_ok=True)
    return {
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "PATH": os.environ.get("PATH", os.defpath),
        "SDL_AUDIODRIVER": "dummy",
    }


def run_program(
    program: Path,
    folder: Path,
    *arguments: str,
    environment: Mapping[str, str] | None = None,
    is_failure_expected: bool = False,
) -> str:
    """Run the program in `folder` and return its output. Raises Stop if it fails or writes to stderr, or if
    it does not fail although that is expected."""
    command, command_line = [str(program), *arguments], " ".join((program.name, *arguments))
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env={**clean_environment(folder), **(environment or {})},
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=_TIMEOUT_SECONDS,
        )
    except subprocess.TimeoutExpired as late:
        raise Stop(f"{command_line} timed out.") from late
    if bool(done.returncode or done.stderr) != is_failure_expected:
        raise Stop(f"{command_line} ended with {done.returncode}:\n{(done.stderr or done.stdout)[-2000:]}")
    return done.stderr if is_failure_expected else done.stdout


def empty_folder(folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def try_commands(program: Path, folder: Path) -> str:
    """Test version, doctor, a night as text and as audio, and what is said without a display."""
    version = run_program(program, folder, "--version")
    _require(version == f"{program.name} {companion.__version__}\n", "its version")
    report = json.loads(run_program(program, folder, "doctor", "--json"))
    broken = [finding["text"] for finding in report["findings"] if finding["health"] == "broken"]
    _require(report["usable"] and not broken, f"what the doctor reports: {broken}")
    night = ("night", "avalon", "--players", "5")
    lines = run_program(program, folder, *night, "--text").splitlines()
    _require(len(lines) > 5, "the night's text")
    run_program(program, folder, *night, "--out", "night.wav")
    seconds = _audible_seconds(folder / "night.wav")
    _require(seconds > _MIN_NIGHT_SECONDS, "the night's audio")
    message = run_program(program, folder, is_failure_expected=True)
    _require(message == Translator("en")("app.cli.no_display") + "\n", "what it says without a display")
    return f"doctor, a night of {len(lines)} lines and {seconds:.0f} s"


def try_engine(program: Path, folder: Path) -> str:
    """Render a line in every language with the speech engine in a subprocess of the packaged program."""
    engine = system.packed_command(str(program), system.ENGINE_PART)
    voice = DesktopVoice(ClipCache(folder / "clips"), command=engine)
    try:
        for code in LANGUAGES:
            line = Translator(code)(_LINE)
            clip = voice.render(Line(_LINE, line, code), 1.0)
            _require(_audible_seconds(clip.path) > 1, f"the engine's voice in {code}")
    except VoiceError as wrong:
        raise Stop(f"The speech engine fails in the packaged program: {wrong.problem.key}") from wrong
    finally:
        voice.close()
    return f"the speech engine in {len(LANGUAGES)} languages"


def try_pictures(python: Path, folder: Path) -> str:
    """Test the screenshots of an installed wheel, in both reading directions: the tour draws them.

    `python` is the interpreter of its environment: the programs that pipx makes ignore PYTHONPATH.
    """
    tour = empty_folder(folder / "tour")
    copy_tour(tour)
    run_program(python, folder, "-m", "companion", environment={"PYTHONPATH": str(tour)})
    try:
        return f"{whole_tour(folder / TOUR_FOLDER)} pictures"
    except ValueError as wrong:
        raise Stop(f"The packaged program drew {wrong}") from wrong


def try_installed_wheel(wheel: Path, folder: Path) -> str:
    """Install the wheel with pipx as users do, into an empty home, and test both commands and all screens."""
    home, bin_folder = folder / "pipx", folder / "bin"
    run(
        [str(PYTHON), "-m", "pipx", "install", "--quiet", "--python", str(PYTHON), str(wheel)],
        "pipx could not install the wheel: is the package index reachable?",
        dict(os.environ, PIPX_HOME=str(home), PIPX_BIN_DIR=str(bin_folder), PIPX_MAN_DIR=str(folder / "man")),
    )
    programs = [bin_folder / name for name in PROGRAM_NAMES]
    reports = [try_commands(program, folder) for program in programs]
    (python,) = home.glob("venvs/*/bin/python")
    pictures = try_pictures(python, folder)
    return f"installed by pipx as {' and '.join(PROGRAM_NAMES)}: {reports[0]}; {pictures}"


def _audible_seconds(path: Path) -> float:
    """Return the seconds of an audio file, or 0 if it is silent."""
    with wave.open(str(path), "rb") as file:
        samples = array("h", file.readframes(file.getnframes()))
        seconds = file.getnframes() / file.getframerate()
    return seconds if samples and max(samples) > _MIN_PEAK else 0.0


def _require(condition: bool, subject: str) -> None:
    if not condition:
        raise Stop(f"The packaged program is wrong: {subject}.")
