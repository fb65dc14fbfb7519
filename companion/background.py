"""Work in a background thread, with its result on the main thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from companion.core.game import Problem, ProblemError

T = TypeVar("T")
# Schedules a function on the main thread.
Schedule = Callable[[Callable[[], object]], object]


def run_in_background(
    schedule: Schedule,
    task: Callable[[], T],
    callback: Callable[[T | Problem], object],
    fallback: Problem,
) -> None:
    """Run a task in another thread and pass its result, or its problem, to `callback` on the main thread.

    `fallback` stands for an unknown problem. The callback is always called. The thread does not keep the app
    from ending.
    """

    def run() -> None:
        result: T | Problem = fallback
        try:
            result = task()
        except ProblemError as failure:
            result = failure.problem
        except OSError:
            # A file or the device failed, not the app: `fallback` says what that means here.
            pass
        finally:
            schedule(partial(callback, result))

    threading.Thread(target=run, daemon=True).start()
