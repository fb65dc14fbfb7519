"""How long each kind of test takes beside its budget, and the slowest tests, printed after a whole run."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tools.test_run import format_budget

# Seconds of all workers together, for `make test` on two quiet cores: 240 seconds of two workers are 480, of
# which collecting the tests takes some 30 and the checks before the tests 20.
BUDGET_SECONDS = {"pure": 80, "storage": 40, "window": 230, "subprocess": 70}
SLOWEST_COUNT = 20
# A few chosen tests need no account.
MIN_TEST_COUNT = 2000

_TESTS = Path(__file__).parent
_STORAGE = _TESTS / "storage"
_WINDOW = frozenset({_TESTS / "screens", _TESTS / "widgets"})
_PROCESS_EVENTS = frozenset({"subprocess.Popen", "os.posix_spawn", "os.fork", "os.exec"})


class KindRecorder:
    """In the process that runs tests: notes of each test what kind it is."""

    def __init__(self) -> None:
        self._has_started_process = False
        sys.addaudithook(self._watch)

    def _watch(self, event: str, _args: object) -> None:
        if event in _PROCESS_EVENTS:
            self._has_started_process = True

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> object:
        self._has_started_process = False
        return (yield)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> object:
        kind = ("kind", self.kind_of(item))
        if kind not in item.user_properties:
            item.user_properties.append(kind)
        return (yield)

    def kind_of(self, item: pytest.Item) -> str:
        folders = item.path.parents
        # The app in a window asks the system this and that by programs, which is not what the test is about.
        if item.get_closest_marker("window") and not _WINDOW.isdisjoint(folders):
            return "window"
        if self._has_started_process:
            return "subprocess"
        return "storage" if _STORAGE in folders else "pure"


@dataclass
class TestTime:
    __test__ = False

    kind: str = "pure"
    seconds: float = 0.0


# pytest's plugins look one another up in sets.
@dataclass(eq=False)
class BudgetReport:
    """In the process that prints the results: adds up what the workers report."""

    times: defaultdict[str, TestTime] = field(default_factory=lambda: defaultdict(TestTime))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        time = self.times[report.nodeid]
        time.seconds += report.duration
        # The last one stands: a test may start a program after its set-up.
        time.kind = next(
            (str(kind) for name, kind in reversed(report.user_properties) if name == "kind"), "pure"
        )

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if len(self.times) < MIN_TEST_COUNT:
            return
        terminalreporter.section("time by kind, in seconds of all workers")
        for line in format_kinds(self.times.values()):
            terminalreporter.write_line(line)
        terminalreporter.section(f"slowest {SLOWEST_COUNT}")
        slowest = sorted(self.times.items(), key=lambda item: item[1].seconds, reverse=True)
        for name, time in slowest[:SLOWEST_COUNT]:
            terminalreporter.write_line(f"{time.seconds:6.1f}  {time.kind:10}  {name}")


def format_kinds(times: Iterable[TestTime]) -> list[str]:
    """A line a kind: how many tests, how many seconds, and by how much that is over its budget."""
    seconds: dict[str, float] = dict.fromkeys(BUDGET_SECONDS, 0.0)
    counts = dict.fromkeys(BUDGET_SECONDS, 0)
    for time in times:
        seconds[time.kind] += time.seconds
        counts[time.kind] += 1
    return [
        f"{kind:12}{f'{counts[kind]:,} tests':>14}{format_budget(seconds[kind], budget)}"
        for kind, budget in BUDGET_SECONDS.items()
    ]
