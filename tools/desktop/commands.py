"""Tests of a packaged program without a display: commands, speech and a screenshot of every screen."""

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
from companion.device import system
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.launch import TOUR_FOLDER
from companion.narrator.voices.clip import ClipCache, Line, VoiceError
from companion.narrator.voices.desktop import DesktopVoice
from tools.pictures import whole_tour
from tools.setup import Stop

# Minimum seconds of a night of five players, which takes up to two minutes, and minimum peak of audible
# audio.
_SHORTEST_NIGHT, _LOUD = 30.0, 3000
_LINE = "avalon.night.normal.merlin_open"
_PATIENCE = 600


def surroundings(folder: Path) -> Mapping[str, str]:
    """Return the environment of a fresh installation: an empty home, no display, no path to the project."""
    home = folder / "home"
    home.mkdir(parents=True, exist_ok=True)
    return {
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "PATH": os.environ.get("PATH", os.defpath),
        "SDL_AUDIODRIVER": "dummy",
    }


def told(program: Path, folder: Path, *arguments: str) -> str:
    """Run the program in `folder` and return its output. Raises Stop if it fails or writes to stderr."""
    command, called = [str(program), *arguments], " ".join((program.name, *arguments))
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=surroundings(folder),
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=_PATIENCE,
        )
    except subprocess.TimeoutExpired as late:
        raise Stop(f"{called} does not come to an end.") from late
    if done.returncode or done.stderr:
        raise Stop(f"{called} failed ({done.returncode}):\n{(done.stderr or done.stdout)[-2000:]}")
    return done.stdout


def fresh(folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def try_commands(program: Path, folder: Path) -> str:
    """Test version, doctor, and a night as text and as audio."""
    _want(told(program, folder, "--version") == f"{program.name} {companion.__version__}\n", "its version")
    examined = json.loads(told(program, folder, "doctor", "--json"))
    broken = [found["text"] for found in examined["findings"] if found["health"] == "broken"]
    _want(examined["usable"] and not broken, f"what the doctor says: {broken}")
    night = ("night", "avalon", "--players", "5")
    lines = told(program, folder, *night, "--text").splitlines()
    _want(len(lines) > 5, "the night's text")
    told(program, folder, *night, "--out", "night.wav")
    seconds = _heard(folder / "night.wav")
    _want(seconds > _SHORTEST_NIGHT, "the night's sound")
    return f"doctor, a night of {len(lines)} lines and {seconds:.0f} s"


def try_engine(program: Path, folder: Path) -> str:
    """Render a line in every language with the speech engine in a subprocess of the packaged program."""
    engine = system.packed_command(str(program), system.ENGINE_PART)
    voice = DesktopVoice(ClipCache(folder / "clips"), command=engine)
    try:
        for code in LANGUAGES:
            line = Translator(code)(_LINE)
            clip = voice.render(Line(_LINE, line, code), 1.0)
            _want(_heard(clip.path) > 1, f"the engine's voice in {code}")
    except VoiceError as wrong:
        raise Stop(f"The speech engine fails in the packed program: {wrong.problem.key}") from wrong
    finally:
        voice.close()
    return f"the speech engine in {len(LANGUAGES)} languages"


def try_pictures(program: Path, folder: Path) -> str:
    """Test the screenshots in both reading directions, which the program takes where there is no display."""
    told(program, folder)
    try:
        return f"{whole_tour(folder / TOUR_FOLDER)} pictures"
    except ValueError as wrong:
        raise Stop(f"The packed program draws {wrong}") from wrong


def _heard(path: Path) -> float:
    """Return the seconds of an audio file, or 0 if it is silent."""
    with wave.open(str(path), "rb") as file:
        samples = array("h", file.readframes(file.getnframes()))
        seconds = file.getnframes() / file.getframerate()
    return seconds if samples and max(samples) > _LOUD else 0.0


def _want(well: bool, what: str) -> None:
    if not well:
        raise Stop(f"The packed program is wrong in {what}.")
