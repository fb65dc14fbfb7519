"""Run measured processes, each fresh and in the same environment; those to be compared alternate."""

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
from typing import Any

from tools.bench import folders

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
CHILDREN = Path(__file__).resolve().parent / "children"
# A busy machine may need many times as long as a quiet one.
TIMEOUT_SECONDS = 600


@dataclass(frozen=True, slots=True)
class Effort:
    """How often things are measured, with how many stored games, and the limit of the statistics query."""

    start_pairs: int
    many_games_pairs: int
    games_played: int
    bursts: int
    taps: int
    plain_taps: int
    query_pairs: int
    page_walks: int
    games: int
    max_statistics_ms: float

    @property
    def fewer_games(self) -> int:
        return self.games // 10


FULL = Effort(
    start_pairs=15,
    many_games_pairs=40,
    games_played=240,
    bursts=3,
    taps=100,
    plain_taps=40,
    query_pairs=3,
    page_walks=5,
    games=10_000,
    max_statistics_ms=100,
)
QUICK = Effort(
    start_pairs=6,
    many_games_pairs=5,
    games_played=30,
    bursts=2,
    taps=48,
    plain_taps=20,
    query_pairs=2,
    page_walks=3,
    games=2_000,
    # A fifth of the games: costs that grow sublinearly, as they should, are about a third.
    max_statistics_ms=35,
)


@dataclass(frozen=True, slots=True)
class Start:
    """One start, from process creation to the painted screen; `work` is processor time in seconds."""

    seconds: float
    work: float
    memory: float
    # Only the app reports these: how long each part took, in order, and the number of loaded modules.
    parts: dict[str, float]
    modules: frozenset[str]


class Lab:
    """A temporary folder on a real disk and the processes that work in it; a context manager."""

    def __init__(self, effort: Effort = FULL) -> None:
        BUILD.mkdir(exist_ok=True)
        self._folder = tempfile.TemporaryDirectory(prefix="bench-", dir=BUILD)
        self.folder = Path(self._folder.name)
        self.effort = effort

    def __enter__(self) -> Lab:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._folder.cleanup()

    # -- processes ------------------------------------------------------------------------------------

    @cached_property
    def _environment(self) -> dict[str, str]:
        """An environment as on a phone: compiled modules, no console output, no developer settings."""
        own_prefixes = ("PYTHON", "KIVY_", "COMPANION_", "XDG_", "SDL_", "LC_", "LANG", "LP_")
        inherited = {name: value for name, value in os.environ.items() if not name.startswith(own_prefixes)}
        return inherited | {
            "KIVY_HOME": str(self._make_folder("kivy")),
            "KIVY_METRICS_DENSITY": "1",
            "KIVY_NO_ARGS": "1",
            "KIVY_NO_CONSOLELOG": "1",
            "KIVY_NO_FILELOG": "1",
            "LANG": "C.UTF-8",
            # Mesa's software renderer without threads of its own: they cost processor time and add noise.
            "LP_NUM_THREADS": "0",
            "PYTHONPATH": str(ROOT),
            # Reused between runs, and outside the source tree.
            "PYTHONPYCACHEPREFIX": str(BUILD / "bytecode"),
            "SDL_AUDIODRIVER": "dummy",
            "SDL_VIDEODRIVER": "offscreen",
            "XDG_CACHE_HOME": str(self._make_folder("cache")),
            "XDG_CONFIG_HOME": str(self._make_folder("config")),
        }

    def _make_folder(self, name: str) -> Path:
        (self.folder / name).mkdir(exist_ok=True)
        return self.folder / name

    def run(self, child: str, *args: object, timeout: float = TIMEOUT_SECONDS) -> dict[str, Any]:
        """Run a script of `children` and return the JSON object that it printed last."""
        command = [sys.executable, str(CHILDREN / f"{child}.py"), *map(str, args)]
        process = subprocess.run(
            command,
            env=self._environment,
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
        )
        if process.returncode or not process.stdout.strip():
            raise RuntimeError(f"{child} ended with {process.returncode}:\n{process.stdout}{process.stderr}")
        report: dict[str, Any] = json.loads(process.stdout.splitlines()[-1])
        return report

    # -- starts ---------------------------------------------------------------------------------------

    def start_bare(self) -> Start:
        began = time.monotonic()
        report = self.run("bare")
        return Start(report["painted"] - began, report["work"], report["memory"], {}, frozenset())

    def start(self, folder: Path) -> Start:
        began = time.monotonic()
        report = self.run("start", folder, self.usable_frame)
        moments = [began, *report["moments"].values()]
        seconds = [after - before for before, after in pairwise(moments)]
        return Start(
            moments[-1] - began,
            report["work"],
            report["memory"],
            dict(zip(report["moments"], seconds, strict=True)),
            frozenset(report["modules"]),
        )

    @cached_property
    def few_games(self) -> Path:
        return folders.a_few_games(self.folder / "few")

    @cached_property
    def many_games(self) -> Path:
        return folders.copy_cached_games(self.folder / "many", BUILD, self.effort.games)

    @cached_property
    def fewer_games(self) -> Path:
        """A folder with a tenth of the many games."""
        return folders.copy_cached_games(self.folder / "fewer", BUILD, self.effort.fewer_games)

    @cached_property
    def usable_frame(self) -> int:
        """The number of the first frame that shows the complete home page."""
        # A first run compiles the modules and fills the caches of the graphics driver.
        self.run("start", self.few_games, 0)
        return int(self.run("start", self.few_games, 0)["frame"])

    @cached_property
    def starts(self) -> list[tuple[Start, Start]]:
        """Starts of the app with a few games and of the bare app in turn; the first pair is discarded."""
        pairs = [(self.start(self.few_games), self.start_bare()) for _ in range(self.effort.start_pairs + 1)]
        return pairs[1:]

    @cached_property
    def walk(self) -> dict[str, Any]:
        """The report of one process that shows every screen of the tour."""
        return self.run("walk")
