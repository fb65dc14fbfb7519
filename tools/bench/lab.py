"""Where measured processes run: each fresh, all in the same surroundings, those to be compared in turn."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

from tools.bench import folders

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
CHILDREN = Path(__file__).resolve().parent / "children"
TIMEOUT = 120

ROUNDS = 11
MANY_GAMES = 10_000
# A goal within a few percent asks for more samples.
FINE_ROUNDS = 25


@dataclass(frozen=True, slots=True)
class Start:
    """One start, from before the process to the painted screen. `work` is the processor's time alone."""

    seconds: float
    work: float
    memory: float
    # How long each part took, in order, and the modules it loaded; only the app tells.
    parts: dict[str, float]
    modules: frozenset[str]


class Round(NamedTuple):
    """Starts in turn: the app with a few games, a bare app, a bare app in a window as plain as ours."""

    app: Start
    bare: Start
    plain: Start


class Lab:
    """A folder of its own on a real disk, gone afterwards; use as a context manager."""

    def __init__(self) -> None:
        BUILD.mkdir(exist_ok=True)
        self._folder = tempfile.TemporaryDirectory(prefix="bench-", dir=BUILD)
        self.folder = Path(self._folder.name)

    def __enter__(self) -> Lab:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._folder.cleanup()

    # -- processes ------------------------------------------------------------------------------------

    @cached_property
    def _environment(self) -> dict[str, str]:
        """As on a phone: compiled modules, a silent terminal, no settings of the developer's."""
        ours = ("PYTHON", "KIVY_", "COMPANION_", "XDG_", "SDL_", "LC_", "LANG")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
        return kept | {
            "KIVY_HOME": str(self._made("kivy")),
            "KIVY_METRICS_DENSITY": "1",
            "KIVY_NO_ARGS": "1",
            "KIVY_NO_CONSOLELOG": "1",
            "KIVY_NO_FILELOG": "1",
            "LANG": "C.UTF-8",
            # Mesa's software renderer works in our own thread: its helpers make processor time vary.
            "LP_NUM_THREADS": "0",
            "PYTHONPATH": str(ROOT),
            # Kept from run to run, and out of the sources' way.
            "PYTHONPYCACHEPREFIX": str(BUILD / "bytecode"),
            "SDL_AUDIODRIVER": "dummy",
            "SDL_VIDEODRIVER": "offscreen",
            "XDG_CACHE_HOME": str(self._made("cache")),
            "XDG_CONFIG_HOME": str(self._made("config")),
        }

    def _made(self, name: str) -> Path:
        (self.folder / name).mkdir(exist_ok=True)
        return self.folder / name

    def run(self, child: str, *args: object, timeout: float = TIMEOUT) -> dict[str, Any]:
        """What the script told in its last line."""
        command = [sys.executable, str(CHILDREN / f"{child}.py"), *map(str, args)]
        done = subprocess.run(
            command,
            env=self._environment,
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
        )
        if done.returncode or not done.stdout.strip():
            raise RuntimeError(f"{child} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return told

    # -- starts ---------------------------------------------------------------------------------------

    def start_bare(self, *, plain: bool = False) -> Start:
        began = time.monotonic()
        told = self.run("bare", *(["plain"] if plain else []))
        return Start(told["painted"] - began, told["work"], told["memory"], {}, frozenset())

    def start(self, folder: Path) -> Start:
        began = time.monotonic()
        told = self.run("start", folder, self.usable_frame)
        moments = [began, *told["moments"].values()]
        seconds = [after - before for before, after in pairwise(moments)]
        return Start(
            moments[-1] - began,
            told["work"],
            told["memory"],
            dict(zip(told["moments"], seconds, strict=True)),
            frozenset(told["modules"]),
        )

    @cached_property
    def few_games(self) -> Path:
        return folders.a_few_games(self.folder / "few")

    @cached_property
    def many_games(self) -> Path:
        """Made once, in a minute or two."""
        return folders.many_games(self.folder / "many", MANY_GAMES)

    @cached_property
    def usable_frame(self) -> int:
        """The number of the frame that first shows all of the home screen."""
        # A first run compiles the modules and fills the caches of the graphics driver.
        self.run("start", self.few_games, 0)
        return int(self.run("start", self.few_games, 0)["frame"])

    @cached_property
    def rounds(self) -> list[Round]:
        """One is run before, for all that a first time costs."""
        return [
            Round(self.start(self.few_games), self.start_bare(), self.start_bare(plain=True))
            for _ in range(ROUNDS + 1)
        ][1:]
