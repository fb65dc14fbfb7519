"""Slow views are counted apart, cold and warm, and the slowest are named."""

from __future__ import annotations

from typing import Any

import pytest

from tools.bench.lab import Lab
from tools.bench.opening_views import _measure_views, cold_views_above_100_ms, views_above_100_ms


class MeasuredLab(Lab):
    """A lab whose child has told its figures already."""

    def __init__(self) -> None:
        self.runs = 0

    def run(self, child: str, *_args: object, timeout: float = 0) -> dict[str, Any]:
        self.runs += 1
        views = {f"view-{at}": {"cold": 60.0 + 20 * at, "warm": 20.0 * at} for at in range(7)}
        return {"views": views}


@pytest.fixture
def lab() -> MeasuredLab:
    _measure_views.cache_clear()
    return MeasuredLab()


def test_only_views_above_100_ms_count_and_both_lines_share_one_walk(lab: MeasuredLab) -> None:
    warm, cold = views_above_100_ms(lab), cold_views_above_100_ms(lab)
    assert (warm.value, warm.goal, warm.verdict) == (1, 0, "MISS")
    assert (cold.value, cold.goal, cold.verdict) == (4, 10, "pass")
    assert list(warm.detail)[:2] == ["view-6 ms", "view-5 ms"]
    assert lab.runs == 1
