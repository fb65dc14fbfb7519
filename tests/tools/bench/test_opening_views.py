"""Slow views are counted apart, cold and warm, and the slowest are named."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from tools.bench.lab import Lab
from tools.bench.opening_views import _measure_views, cold_views_above_100_ms, views_above_100_ms


class MeasuredLab(Lab):
    """A lab whose children have told their figures already: in each walk so much of the time of the last."""

    def __init__(self, factors: Sequence[float]) -> None:
        self.factors = list(factors)

    def run(self, child: str, *_args: object, timeout: float = 0) -> dict[str, Any]:
        if child == "walk":
            return {}
        factor = self.factors.pop(0)
        views = {
            f"view-{at}": {"cold": factor * (60.0 + 20 * at), "warm": factor * 20.0 * at} for at in range(7)
        }
        return {"views": views}


@pytest.fixture(autouse=True)
def clear_walks() -> Iterator[None]:
    _measure_views.cache_clear()
    yield
    _measure_views.cache_clear()


def test_views_above_100_ms_are_counted_in_shared_walks() -> None:
    lab = MeasuredLab([1.0, 1.0, 1.0])
    warm, cold = views_above_100_ms(lab), cold_views_above_100_ms(lab)
    assert (warm.value, warm.goal, warm.verdict) == (1, 0, "MISS")
    assert (cold.value, cold.goal, cold.verdict) == (4, 10, "pass")
    assert list(warm.detail)[:2] == ["view-6 ms", "view-5 ms"]


def test_disturbed_views_are_repeated_and_the_fastest_opening_counts() -> None:
    lab = MeasuredLab([3.0, 0.5, 0.1])
    warm = views_above_100_ms(lab)
    assert (warm.value, warm.detail["view-6 ms"]) == (0, 60.0)
    assert lab.factors == [0.1]


def test_number_of_walks_is_limited() -> None:
    lab = MeasuredLab([1.0, 1.0, 1.0, 0.1])
    assert views_above_100_ms(lab).value == 1
    assert lab.factors == [0.1]
