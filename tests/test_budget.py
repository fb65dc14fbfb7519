from __future__ import annotations

import subprocess
import sys
from typing import Literal

import pytest

from tests.budget import BUDGET_SECONDS, BudgetReport, KindRecorder, TestTime, format_kinds


def test_exceeded_budget_is_reported() -> None:
    rows = format_kinds([TestTime("storage", BUDGET_SECONDS["storage"]), TestTime("storage", 3), TestTime()])
    over = [row for row in rows if "OVER" in row]
    assert [row.split() for row in over] == [
        ["storage", "2", "tests", "43", "of", "40", "s", "OVER", "BUDGET", "by", "3", "s"]
    ]


def report(name: str, when: Literal["setup", "call"], seconds: float, *kinds: str) -> pytest.TestReport:
    properties = [("kind", kind) for kind in kinds]
    location = ("", 0, name)
    return pytest.TestReport(
        name, location, {}, "passed", None, when, duration=seconds, user_properties=properties
    )


def test_last_kind_and_total_time_of_a_test_count() -> None:
    account = BudgetReport()
    account.pytest_runtest_logreport(report("a", "setup", 1.0, "pure"))
    account.pytest_runtest_logreport(report("a", "call", 2.0, "pure", "subprocess"))
    assert account.times["a"] == TestTime("subprocess", 3.0)


def test_starting_a_program_sets_the_kind_to_subprocess(request: pytest.FixtureRequest) -> None:
    recorder = request.config.pluginmanager.getplugin("kinds")
    assert isinstance(recorder, KindRecorder)
    assert isinstance(request.node, pytest.Item)
    assert recorder.kind_of(request.node) == "pure"
    subprocess.run([sys.executable, "-S", "-c", ""], check=True)
    assert recorder.kind_of(request.node) == "subprocess"
