"""The speech engines that render the built-in voices. They are tools of the build: the app never runs them.

English by flite's rms and Italian by SVOX Pico were the clearest free voices to be had. Greek and Persian
have only espeak-ng, of which the variant f5, slowed down, was understood best by far. How this was measured
stands in measure_voices.py.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
import wave
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from io import BytesIO
from pathlib import Path

import numpy as np

from tools.setup import ROOT, Stop, attempt, run, system_commands

PICO = "ttspico==0.3.2"
PICO_FOLDER = ROOT / "build" / "voices"


@dataclass(frozen=True, slots=True)
class Speech:
    samples: np.ndarray  # from -1 to 1
    rate: int


@dataclass(frozen=True, slots=True)
class Recipe:
    """Who speaks a language, and how. A change of anything here renders all its lines anew."""

    engine: str
    voice: str
    settings: dict[str, float] = field(default_factory=dict)


RECIPES = {
    "en": Recipe("flite", "rms", {"duration_stretch": 1.1}),
    "it": Recipe("pico", "it-IT", {"rate": 95}),
    "el": Recipe("espeak-ng", "el+f5", {"rate": 140, "pitch": 45, "range": 60}),
    "fa": Recipe("espeak-ng", "fa+f5", {"rate": 140, "pitch": 45, "range": 60}),
}


def speak(recipe: Recipe, text: str) -> Speech:
    """Say a text. To be called once in a process: espeak-ng remembers what it said before."""
    engines: dict[str, Callable[[Recipe, str], Speech]] = {
        "flite": _flite,
        "pico": _pico,
        "espeak-ng": _espeak,
    }
    return engines[recipe.engine](recipe, text)


def bring(engines: set[str]) -> None:
    """Install what these engines need, or raise Stop with one sentence that says what is missing."""
    tools = {"oggenc": "vorbis-tools"} | ({"flite": "flite"} if "flite" in engines else {})
    packages = [package for tool, package in tools.items() if not shutil.which(tool)]
    if packages:
        commands = system_commands(packages, root=os.geteuid() == 0, apt=bool(shutil.which("apt-get")))
        attempt(commands[0])
        run(commands[1], f"The packages could not be installed: {' '.join(packages)}")
    if "pico" in engines and not (PICO_FOLDER / "ttspico.py").is_file():
        if not shutil.which("cc"):
            raise Stop(f"A C compiler is needed to build {PICO}: apt-get install gcc libc6-dev")
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
        why = f"{PICO} could not be installed. Is the package index within reach?"
        run([*pip, "--target", str(PICO_FOLDER), PICO], why)


def _flite(recipe: Recipe, text: str) -> Speech:
    settings = [part for name, value in recipe.settings.items() for part in ("--setf", f"{name}={value}")]
    path = Path(f"/proc/self/fd/{os.memfd_create('flite')}")
    command = ["flite", "-voice", recipe.voice, *settings, "-t", text, "-o", str(path)]
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, pass_fds=[int(path.name)])
    return _from_wav(path.read_bytes())


def _pico(recipe: Recipe, text: str) -> Speech:
    sys.path.insert(0, str(PICO_FOLDER))
    engine = import_module("ttspico").TtsEngine(recipe.voice, str(PICO_FOLDER / "languages"))
    engine.rate = int(recipe.settings["rate"])
    return Speech(np.frombuffer(engine.speak(text), "<i2") / 32768, 16000)


def _espeak(recipe: Recipe, text: str) -> Speech:
    import espeakng_loader

    library = ctypes.CDLL(espeakng_loader.get_library_path())
    synchronous, parameters = 2, {"rate": 1, "pitch": 3, "range": 4}
    rate = library.espeak_Initialize(synchronous, 0, os.fsencode(espeakng_loader.get_data_path()), 0)
    heard: list[np.ndarray] = []
    kind = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p)

    @kind
    def hear(samples: ctypes._Pointer[ctypes.c_short], count: int, _: object) -> int:
        if count > 0:
            heard.append(np.ctypeslib.as_array(samples, (count,)).copy())
        return 0

    library.espeak_SetSynthCallback(hear)
    # Its breath is noise; the same noise every time.
    library.espeak_ng_SetRandSeed(ctypes.c_long(1))
    if library.espeak_SetVoiceByName(recipe.voice.encode()):
        raise Stop(f"espeak-ng has no voice {recipe.voice}")
    for name, value in recipe.settings.items():
        library.espeak_SetParameter(parameters[name], int(value), 0)
    said, utf8 = text.encode(), 1
    library.espeak_Synth(said, len(said) + 1, 0, 1, 0, utf8, None, None)
    library.espeak_Synchronize()
    return Speech(np.concatenate(heard) / 32768, rate)


def _from_wav(data: bytes) -> Speech:
    with wave.open(BytesIO(data)) as sound:
        samples = np.frombuffer(sound.readframes(sound.getnframes()), "<i2") / 32768
        return Speech(samples, sound.getframerate())
