"""Battery benchmarks: processor time per second, frames painted and wake-ups.

Processor time per second does not grow on a busy machine: a delayed Kivy clock does less work, not more.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any

from tools.bench.lab import Lab
from tools.bench.result import Result

_RUNS = ("night", "paused", "rest", "bare")


def battery_night(lab: Lab) -> Result:
    return _cost(lab, "night", "a running night, of a core", 10.0)


def battery_rest(lab: Lab) -> Result:
    bare = _run_all(lab)["bare"]
    beside = {"bare Kivy %": f"{bare['work'] * 100:.2f}", "its wake-ups a second": bare["wake_ups"]}
    return _cost(lab, "rest", "home at rest, of a core", 0.8, beside)


def battery_paused(lab: Lab) -> Result:
    return _cost(lab, "paused", "a night that waits, of a core", 1.0)


BATTERY_BENCHMARKS: tuple[Callable[[Lab], Result], ...] = (battery_night, battery_rest, battery_paused)


def _cost(
    lab: Lab, what: str, name: str, goal: float, beside: dict[str, float | str] | None = None
) -> Result:
    told = _run_all(lab)[what]
    detail: dict[str, float | str] = {
        "frames a second": told["frames"],
        "wake-ups a second": told["wake_ups"],
        "Python threads": f"{told['threads']}",
    }
    return Result(name, told["work"] * 100, "%", goal, detail | (beside or {}))


@lru_cache(maxsize=1)
def _run_all(lab: Lab) -> dict[str, dict[str, Any]]:
    """Run all four measurements in parallel: each mostly sleeps, and in sequence they take a minute more."""
    with ThreadPoolExecutor(len(_RUNS)) as pool:
        return dict(zip(_RUNS, pool.map(lambda what: _run(lab, what), _RUNS), strict=True))


def _run(lab: Lab, what: str) -> dict[str, Any]:
    folder = lab.folder / f"battery-{what}"
    folder.mkdir()
    return lab.run("battery", folder, what)
