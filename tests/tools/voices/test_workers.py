"""Work is shared out to programs of their own; the first that fails ends it, and none is left running."""

import sys
from pathlib import Path

import pytest

from tools.setup import Stop
from tools.voices.workers import Worker, share_out

PYTHON = Path(sys.executable)


class CountingWorker(Worker):
    """A worker that can be looked at after its work."""

    def __init__(self, all_hired):
        super().__init__(PYTHON, "tests.tools.voices.worker")
        all_hired.append(self)

    @property
    def running(self):
        return self._program.poll() is None


def test_jobs_are_distributed_over_workers():
    hired: list[CountingWorker] = []
    done = {}

    def work(worker, number):
        done[number] = worker.ask({"number": number})

    share_out(range(50), lambda: CountingWorker(hired), work, 2)
    assert {number: response["twice"] for number, response in done.items()} == {n: 2 * n for n in range(50)}
    assert len(hired) == 2
    assert not any(worker.running for worker in hired)


@pytest.mark.parametrize(("question", "sentence"), [({"wrong": 1}, "No."), ({"die": 1}, "ended before")])
def test_first_failure_stops_all_workers(question, sentence):
    hired: list[CountingWorker] = []
    done = []

    def work(worker, number):
        worker.ask(question if number == 3 else {"number": number})
        done.append(number)

    with pytest.raises(Stop, match=sentence) as stop:
        share_out(range(100_000), lambda: CountingWorker(hired), work, 2)
    assert "\n" not in str(stop.value)
    assert len(done) < 100_000
    assert not any(worker.running for worker in hired)


def test_no_worker_is_started_without_jobs():
    share_out([], lambda: pytest.fail("hired"), lambda worker, job: None, 2)
