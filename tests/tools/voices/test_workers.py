"""Work is shared out to programs of their own; the first that fails ends it, and none is left running."""

import sys
from pathlib import Path

import pytest

from tools.setup import Stop
from tools.voices.workers import Worker, share_out

PYTHON = Path(sys.executable)


class Hired(Worker):
    """A worker that can be looked at after its work."""

    def __init__(self, all_hired):
        super().__init__(PYTHON, "tests.tools.voices.worker")
        all_hired.append(self)

    @property
    def running(self):
        return self._program.poll() is None


def test_every_job_is_done_once_by_several_workers():
    hired: list[Hired] = []
    done = {}

    def work(worker, number):
        done[number] = worker.ask({"number": number})

    share_out(range(50), lambda: Hired(hired), work, 2)
    assert {number: told["twice"] for number, told in done.items()} == {n: 2 * n for n in range(50)}
    assert len(hired) == 2
    assert not any(worker.running for worker in hired)


@pytest.mark.parametrize(("question", "sentence"), [({"wrong": 1}, "No."), ({"die": 1}, "ended before")])
def test_the_first_failure_ends_it_all_with_one_sentence(question, sentence):
    hired: list[Hired] = []
    done = []

    def work(worker, number):
        worker.ask(question if number == 3 else {"number": number})
        done.append(number)

    with pytest.raises(Stop, match=sentence) as stop:
        share_out(range(100_000), lambda: Hired(hired), work, 2)
    assert "\n" not in str(stop.value)
    assert len(done) < 100_000
    assert not any(worker.running for worker in hired)


def test_without_work_nobody_is_hired():
    share_out([], lambda: pytest.fail("hired"), lambda worker, job: None, 2)
