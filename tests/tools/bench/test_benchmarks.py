"""Tests of the benchmarks' parts: figures of samples, lines of results, the cache of games, a real start."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.bench import folders
from tools.bench.benchmarks import BENCHMARKS, QUICK_BENCHMARKS
from tools.bench.lab import Lab
from tools.bench.result import Result, format_details, format_result, percentile, ratio, spread, to_json
from tools.bench.taps import least_disturbed

SECONDS = st.floats(min_value=1e-4, max_value=1e3)


# -- figures ------------------------------------------------------------------------------------------


def test_spread_contains_half_of_the_samples() -> None:
    result = spread([1.0, 2.0, 3.0, 4.0, 100.0])
    assert (result.low, result.middle, result.high) == (2.0, 3.0, 4.0)
    assert result.noise == 1.0


def test_single_sample_has_no_noise() -> None:
    assert spread([0.25]).noise == 0


def test_ratio_of_pairs_is_independent_of_machine_speed() -> None:
    slowing = [1.0, 1.5, 2.0, 8.0]
    result = ratio([1.2 * seconds for seconds in slowing], slowing)
    assert result.low == pytest.approx(1.2)
    assert result.high == pytest.approx(1.2)


def test_unpaired_samples_are_rejected() -> None:
    with pytest.raises(ValueError, match="shorter"):
        ratio([1.0, 2.0, 3.0], [1.0, 2.0])


@given(st.lists(SECONDS, min_size=1), st.integers(min_value=1, max_value=100))
def test_percentile_is_one_of_the_samples(samples: list[float], percent: int) -> None:
    result = percentile(samples, percent)
    assert result in samples
    assert sum(sample <= result for sample in samples) * 100 >= percent * len(samples)
    assert sum(sample < result for sample in samples) * 100 < percent * len(samples)


@pytest.mark.parametrize("percent", [0, 101])
def test_invalid_percentile_is_rejected(percent: int) -> None:
    with pytest.raises(ValueError, match="percent"):
        percentile([1.0], percent)


def test_least_disturbed_cost_of_each_tap_is_used() -> None:
    assert least_disturbed([[9.0, 4.0, 5.0], [3.0, 40.0, 5.0]]) == [3.0, 4.0, 5.0]


def test_bursts_of_unequal_length_are_rejected() -> None:
    with pytest.raises(ValueError, match="shorter"):
        least_disturbed([[1.0, 2.0], [1.0]])


def test_benchmark_names_are_unique() -> None:
    names = [benchmark.__name__ for benchmark in BENCHMARKS]
    assert len(set(names)) == len(names)
    assert "quick" not in names
    boards = ("duet", "avalon", "cultists", "silver")
    assert {f"tap_{kind}_{board}" for kind in ("to_paint", "vs_plain") for board in boards} <= set(names)


def test_quick_benchmarks_are_a_subset() -> None:
    assert set(QUICK_BENCHMARKS) < {benchmark.__name__ for benchmark in BENCHMARKS}


# -- results ------------------------------------------------------------------------------------------

RESULTS = [
    Result("first frame", 1.254, "×", 1.25, {"app ms": 310.04, "by the clock": "1.30"}, 0.031),
    Result("tap", 9.96, "ms", 16.7),
    Result("bytes a game", 1500.0, "bytes"),
]


@pytest.mark.parametrize(
    ("value", "goal", "verdict"), [(1.25, 1.25, "pass"), (1.2501, 1.25, "MISS"), (9.0, None, "")]
)
def test_gate_passes_up_to_the_goal(value: float, goal: float | None, verdict: str) -> None:
    assert Result("x", value, "×", goal).verdict == verdict


def test_line_shows_value_noise_goal_and_verdict() -> None:
    assert [" ".join(format_result(result).split()) for result in RESULTS] == [
        "first frame 1.25 × ± 0.03 ≤ 1.25 × MISS",
        "tap 10.0 ms ≤ 16.7 ms pass",
        "bytes a game 1500.0 bytes",
    ]


def test_long_details_are_wrapped() -> None:
    detail = {f"part number {number}": 1.0 for number in range(12)}
    lines = format_details(Result("x", 1.0, "×", None, detail))
    assert len(lines) > 1
    assert all(len(line) <= 100 for line in lines)
    assert ", ".join(line.strip() for line in lines).count("part number") == 12


def test_results_as_json() -> None:
    measured = [(f"benchmark_{number}", 1.26, result) for number, result in enumerate(RESULTS)]
    report = json.loads(json.dumps(to_json(measured, {"python": "3.11.2"})))
    assert report["python"] == "3.11.2"
    assert report["results"][0] == {
        "benchmark": "benchmark_0",
        "seconds": 1.3,
        "name": "first frame",
        "value": 1.254,
        "noise": 0.031,
        "unit": "×",
        "goal": 1.25,
        "verdict": "MISS",
        "detail": {"app ms": 310.04, "by the clock": "1.30"},
    }
    assert report["results"][2]["verdict"] is None


# -- stored games -------------------------------------------------------------------------------------


def test_generated_games_are_cached_until_their_sources_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts: list[int] = []

    def make_games(folder: Path, count: int) -> Path:
        counts.append(count)
        folder.mkdir()
        (folder / "games.db").write_text(f"{count} games")
        return folder

    monkeypatch.setattr(folders, "many_games", make_games)
    for name in ("first", "second"):
        folder = folders.copy_cached_games(tmp_path / name, tmp_path, 20)
        assert (folder / "games.db").read_text() == "20 games"
    folders.copy_cached_games(tmp_path / "fewer", tmp_path, 2)
    assert counts == [20, 2]
    monkeypatch.setattr(folders, "_hash_sources", lambda: "changed")
    folders.copy_cached_games(tmp_path / "third", tmp_path, 20)
    assert counts == [20, 2, 20]
    assert [cache.name for cache in (tmp_path / "bench-games").iterdir()] == ["changed"]


# -- a measured process -------------------------------------------------------------------------------


@pytest.mark.window
def test_first_frame_shows_complete_home_and_later_modules_are_not_loaded() -> None:
    with Lab() as lab:
        report = lab.run("start", lab.few_games, 0)
    assert report["frame"] == 1
    assert "companion.screens.home" in report["modules"]
    later = {
        "companion.narrator.narration",
        "companion.scripts.avalon.night",
        "tools.tour",
        "companion.widgets.field",
        "kivy.uix.textinput",
        "kivy.core.audio",
        "plyer",
        "pyttsx3",
    }
    assert later.isdisjoint(report["modules"])
