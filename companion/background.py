"""Work in another thread whose result is needed on the main thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from companion.core.game import Problem, ProblemError, error

T = TypeVar("T")

# Schedules a function on the main thread.
Schedule = Callable[[Callable[[], object]], object]


class Cancelled(Exception):
    """The user no longer waits for this operation."""


class WorkProgress:
    """Progress of work in another thread, and whether it should stop."""

    def __init__(self, is_wanted: Callable[[], bool]) -> None:
        self._is_wanted = is_wanted
        self.fraction = 0.0
        self.is_stopped = False

    @property
    def is_wanted(self) -> bool:
        return not self.is_stopped and self._is_wanted()

    def report(self, fraction: float) -> None:
        """Raises `Cancelled` if nobody waits for the work any more."""
        self.fraction = fraction
        if not self.is_wanted:
            raise Cancelled


def run_in_background(
    schedule: Schedule,
    work: Callable[[], T],
    callback: Callable[[T | Problem], object],
    fallback: Problem | None = None,
) -> None:
    """Run `work` in another thread and pass its result, or its problem, to `callback` on the main thread.

    The callback is always called. `fallback` is the problem of an error that is not a `ProblemError`.
    """

    def run() -> None:
        result: T | Problem = error("app.problem.unforeseen") if fallback is None else fallback
        try:
            result = work()
        except ProblemError as failure:
            result = failure.problem
        except OSError:
            if fallback is None:
                raise
        finally:
            schedule(partial(callback, result))

    threading.Thread(target=run, daemon=True).start()
