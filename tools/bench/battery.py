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
    more_detail = {"bare Kivy %": f"{bare['work'] * 100:.2f}", "its wake-ups a second": bare["wake_ups"]}
    return _cost(lab, "rest", "home at rest, of a core", 0.8, more_detail)


def battery_paused(lab: Lab) -> Result:
    return _cost(lab, "paused", "a night that waits, of a core", 1.0)


BATTERY_BENCHMARKS: tuple[Callable[[Lab], Result], ...] = (battery_night, battery_rest, battery_paused)


def _cost(
    lab: Lab, activity: str, name: str, goal: float, more_detail: dict[str, float | str] | None = None
) -> Result:
    report = _run_all(lab)[activity]
    detail: dict[str, float | str] = {
        "frames a second": report["frames"],
        "wake-ups a second": report["wake_ups"],
        "Python threads": f"{report['threads']}",
    }
    return Result(name, report["work"] * 100, "%", goal, detail | (more_detail or {}))


@lru_cache(maxsize=1)
def _run_all(lab: Lab) -> dict[str, dict[str, Any]]:
    """Run all four measurements in parallel: each mostly sleeps, and in sequence they take a minute more."""
    with ThreadPoolExecutor(len(_RUNS)) as pool:
        return dict(zip(_RUNS, pool.map(lambda activity: _run(lab, activity), _RUNS), strict=True))


def _run(lab: Lab, activity: str) -> dict[str, Any]:
    folder = lab.folder / f"battery-{activity}"
    folder.mkdir()
    return lab.run("battery", folder, activity)
