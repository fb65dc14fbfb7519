"""How long pages and sheets take to open, by the processor's time."""

from __future__ import annotations

from functools import lru_cache

from tools.bench.lab import Lab
from tools.bench.result import Result

# In milliseconds of processor time.
MAX_OPENING = 100
MAX_SLOW_COLD_VIEWS = 10
WARM_ROUNDS = 2
SLOWEST_SHOWN = 5
# Every view is opened three times, some after whole games that were played for it.
TIMEOUT_SECONDS = 900


def views_above_100_ms(lab: Lab) -> Result:
    """Views that are too slow when they were opened before: none may be."""
    return _count_slow(lab, "warm", 0)


def cold_views_above_100_ms(lab: Lab) -> Result:
    """Views that are too slow when they are opened for the first time in a process."""
    return _count_slow(lab, "cold", MAX_SLOW_COLD_VIEWS)


def _count_slow(lab: Lab, opening: str, goal: int) -> Result:
    views = _measure_views(lab)
    milliseconds = {view: taken[opening] for view, taken in views.items()}
    slowest = sorted(milliseconds, key=lambda view: milliseconds[view], reverse=True)[:SLOWEST_SHOWN]
    return Result(
        f"{opening} openings above {MAX_OPENING} ms of processor time",
        sum(taken > MAX_OPENING for taken in milliseconds.values()),
        "views",
        goal,
        {**{f"{view} ms": milliseconds[view] for view in slowest}, "of": f"{len(views)} views"},
    )


@lru_cache(maxsize=1)
def _measure_views(lab: Lab) -> dict[str, dict[str, float]]:
    measured: dict[str, dict[str, float]] = lab.run("views", WARM_ROUNDS, timeout=TIMEOUT_SECONDS)["views"]
    return measured


OPENING_BENCHMARKS = (views_above_100_ms, cold_views_above_100_ms)
