from __future__ import annotations

import subprocess
import sys
from typing import Literal

import pytest

from tests.budget import BUDGET_SECONDS, BudgetReport, KindRecorder, TestTime, format_kinds


def test_a_kind_over_its_budget_says_by_how_much() -> None:
    rows = format_kinds([TestTime("storage", BUDGET_SECONDS["storage"]), TestTime("storage", 3), TestTime()])
    over = [row for row in rows if "OVER" in row]
    assert [row.split() for row in over] == [
        ["storage", "2", "tests", "43", "of", "40", "s", "OVER", "BUDGET", "by", "3", "s"]
    ]


def report(name: str, when: Literal["setup", "call"], seconds: float, *kinds: str) -> pytest.TestReport:
    properties = [("kind", kind) for kind in kinds]
    where = ("", 0, name)
    return pytest.TestReport(
        name, where, {}, "passed", None, when, duration=seconds, user_properties=properties
    )


def test_a_test_has_the_kind_that_it_has_at_its_end_and_the_time_of_all_its_parts() -> None:
    account = BudgetReport()
    account.pytest_runtest_logreport(report("a", "setup", 1.0, "pure"))
    account.pytest_runtest_logreport(report("a", "call", 2.0, "pure", "subprocess"))
    assert account.times["a"] == TestTime("subprocess", 3.0)


def test_starting_a_program_makes_a_test_one_of_subprocesses(request: pytest.FixtureRequest) -> None:
    recorder = request.config.pluginmanager.getplugin("kinds")
    assert isinstance(recorder, KindRecorder)
    assert isinstance(request.node, pytest.Item)
    assert recorder.kind_of(request.node) == "pure"
    subprocess.run([sys.executable, "-S", "-c", ""], check=True)
    assert recorder.kind_of(request.node) == "subprocess"
