"""The parts of the benchmarks: what samples amount to, how results are told, what a start loads."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.storage.database import connect
from tools.bench.benchmarks import BENCHMARKS
from tools.bench.figures import percentile, ratio, spread
from tools.bench.lab import Lab
from tools.bench.result import Result, as_json, as_table
from tools.bench.tapping import Burst

SECONDS = st.floats(min_value=1e-4, max_value=1e3)


# -- figures ------------------------------------------------------------------------------------------


def test_half_of_the_samples_lie_within_the_spread() -> None:
    found = spread([1.0, 2.0, 3.0, 4.0, 100.0])
    assert (found.low, found.middle, found.high) == (2.0, 3.0, 4.0)
    assert found.noise == pytest.approx(2 / 3)


def test_one_sample_has_no_noise() -> None:
    assert spread([0.25]).noise == 0


def test_a_machine_that_slows_down_leaves_the_ratio_of_neighbours_as_it_is() -> None:
    slowing = [1.0, 1.5, 2.0, 8.0]
    found = ratio([1.2 * seconds for seconds in slowing], slowing)
    assert found.low == pytest.approx(1.2)
    assert found.high == pytest.approx(1.2)


def test_samples_without_a_neighbour_are_refused() -> None:
    with pytest.raises(ValueError, match="shorter"):
        ratio([1.0, 2.0, 3.0], [1.0, 2.0])


@given(st.lists(SECONDS, min_size=1), st.integers(min_value=1, max_value=100))
def test_a_percentile_is_a_sample_that_so_many_do_not_exceed(samples: list[float], percent: int) -> None:
    found = percentile(samples, percent)
    assert found in samples
    assert sum(sample <= found for sample in samples) * 100 >= percent * len(samples)
    assert sum(sample < found for sample in samples) * 100 < percent * len(samples)


@pytest.mark.parametrize("percent", [0, 101])
def test_there_is_no_percentile_outside_the_samples(percent: int) -> None:
    with pytest.raises(ValueError, match="percent"):
        percentile([1.0], percent)


def test_half_of_a_burst_takes_no_longer_than_its_middle_tap() -> None:
    assert Burst([5.0, 1.0, 9.0, 3.0], [0.0] * 4, late=0).within(50) == 3.0


def test_every_benchmark_can_be_asked_for_by_a_name_of_its_own() -> None:
    names = [benchmark.__name__ for benchmark in BENCHMARKS]
    assert len(set(names)) == len(names)
    boards = ("duet", "avalon", "cultists", "silver")
    assert {f"tap_{kind}_{board}" for kind in ("to_paint", "beside_plain") for board in boards} <= set(names)


# -- results ------------------------------------------------------------------------------------------

RESULTS = [
    Result("first frame", 1.254, "×", 1.25, {"app ms": 310.04, "half of the pairs": "1.20–1.30"}),
    Result("tap", 9.96, "ms", 16.7),
    Result("memory after all screens", 1.5, "×"),
]


@pytest.mark.parametrize(
    ("value", "goal", "verdict"), [(1.25, 1.25, "pass"), (1.2501, 1.25, "MISS"), (9.0, None, "")]
)
def test_a_goal_is_met_up_to_the_goal_itself(value: float, goal: float | None, verdict: str) -> None:
    assert Result("x", value, "×", goal).verdict == verdict


def test_the_table_shows_each_figure_beside_its_goal() -> None:
    assert as_table(RESULTS).splitlines() == [
        "                          measured       goal",
        "first frame                 1.25 ×   ≤ 1.25 ×  MISS",
        "    app ms 310.0, half of the pairs 1.20–1.30",
        "tap                        10.0 ms  ≤ 16.7 ms  pass",
        "memory after all screens    1.50 ×",
    ]


def test_a_long_detail_goes_on_in_the_next_line() -> None:
    detail = {f"part number {number}": 1.0 for number in range(12)}
    lines = as_table([Result("x", 1.0, "×", None, detail)]).splitlines()[2:]
    assert len(lines) > 1
    assert all(len(line) <= 104 for line in lines)
    assert ", ".join(line.strip() for line in lines).count("part number") == 12


def test_a_machine_reads_what_was_measured() -> None:
    told = json.loads(json.dumps(as_json(RESULTS, {"python": "3.11.2"})))
    assert told["python"] == "3.11.2"
    assert told["results"][0] == {
        "name": "first frame",
        "value": 1.254,
        "unit": "×",
        "goal": 1.25,
        "verdict": "MISS",
        "detail": {"app ms": 310.04, "half of the pairs": "1.20–1.30"},
    }
    assert told["results"][2]["verdict"] is None


# -- the app, measured --------------------------------------------------------------------------------


@pytest.fixture
def lab() -> Iterator[Lab]:
    with Lab() as opened:
        yield opened


@pytest.mark.window
def test_a_tap_on_the_plain_board_is_kept_and_shown_in_the_frame_after_it(lab: Lab) -> None:
    file = lab.folder / "plain.db"
    told = lab.run("plain", file, 10)
    assert len(told["milliseconds"]) == len(told["work"]) == 10
    assert told["late"] == 0
    rows = connect(file)
    # The first round of ten is not measured.
    assert rows.execute("SELECT count(*), max(number) FROM taps").fetchone() == (20, 20)
    rows.close()


@pytest.mark.window
def test_home_is_painted_whole_in_the_first_frame_and_loads_nothing_of_what_comes_later(lab: Lab) -> None:
    assert lab.usable_frame == 1
    start = lab.start(lab.few_games)
    assert sum(start.parts.values()) == pytest.approx(start.seconds)
    assert "companion.screens.home" in start.modules
    later = {
        "companion.narration",
        "companion.scripts.avalon.night",
        "companion.tour",
        "companion.widgets.field",
        "kivy.uix.textinput",
        "kivy.core.audio",
        "plyer",
        "pyttsx3",
    }
    assert start.modules & later == set()
