"""Worker subprocesses for heavy work: one line of JSON as request, one as response.

They run in an environment of their own (see `source`), so the model's dependencies are never installed for
the app or its tests.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Protocol, TypeVar

from tools.setup import ROOT, Stop

Job = TypeVar("Job")


class Answerer(Protocol):
    """Protocol of anything that answers requests."""

    def ask(self, question: dict[str, Any]) -> dict[str, Any]: ...


class Worker:
    """A subprocess that runs `module` with `python` and `arguments`."""

    def __init__(self, python: Path, module: str, *arguments: str) -> None:
        # One thread each: a worker per core is faster than one that uses all cores.
        environment = dict(os.environ, OMP_NUM_THREADS="1", PYTHONPATH=str(ROOT))
        self._module = module
        self._program = subprocess.Popen(
            [str(python), "-m", module, *arguments],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """Send a request and return the response. Raises Stop with the worker's problem, or if it ended."""
        if self._program.stdin is None or self._program.stdout is None:
            raise Stop(f"{self._module} cannot be reached.")
        try:
            self._program.stdin.write(json.dumps(question) + "\n")
            self._program.stdin.flush()
            answer = self._program.stdout.readline()
        except (OSError, ValueError):
            answer = ""
        if not answer:
            raise Stop(f"{self._module} ended before its work was done.")
        response: dict[str, Any] = json.loads(answer)
        if "problem" in response:
            raise Stop(str(response["problem"]))
        return response

    def close(self) -> None:
        self._program.kill()
        self._program.wait()
        for stream in (self._program.stdin, self._program.stdout):
            if stream is not None:
                # A buffered request cannot be written to a process that has ended.
                with suppress(BrokenPipeError):
                    stream.close()


def serve(answer: Callable[[dict[str, Any]], dict[str, Any]], wrong: Callable[[Exception], str]) -> None:
    """Run a worker: answer requests from stdin until it is closed; `wrong` describes an error."""
    for line in sys.stdin:
        try:
            response = answer(json.loads(line))
        except Exception as error:
            response = {"problem": wrong(error)}
        print(json.dumps(response), flush=True)


def share_out(
    jobs: Iterable[Job], start_worker: Callable[[], Worker], work: Callable[[Worker, Job], None], count: int
) -> None:
    """Distribute all jobs over `count` workers. The first failure ends all of them."""
    todo: SimpleQueue[Job] = SimpleQueue()
    for job in jobs:
        todo.put(job)
    if todo.empty():
        return
    workers: list[Worker] = []
    ended = False

    def run() -> None:
        worker = start_worker()
        workers.append(worker)
        while not ended:
            try:
                job = todo.get_nowait()
            except Empty:
                return
            work(worker, job)

    with ThreadPoolExecutor(count) as pool:
        running = [pool.submit(run) for _ in range(count)]
        try:
            done, _ = wait(running, return_when=FIRST_EXCEPTION)
            for each in done:
                each.result()
        finally:
            ended = True
            for worker in workers:
                worker.close()
