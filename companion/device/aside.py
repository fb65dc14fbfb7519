"""Work that waits for somebody else, such as a dialog, done in another thread and told on the app's own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from companion.device.exchange import Schedule
from companion.games.game import Problem, ProblemError

T = TypeVar("T")


def run_in_background(
    schedule: Schedule, task: Callable[[], T], callback: Callable[[T | Problem], object], fallback: Problem
) -> None:
    """Told is what came of it, or why nothing did: `fallback` where that is not known. Whatever happens,
    something is told, for somebody waits for it."""

    def run() -> None:
        result: T | Problem = fallback
        try:
            result = task()
        except ProblemError as failure:
            result = failure.problem
        except OSError:
            pass
        finally:
            schedule(partial(callback, result))

    threading.Thread(target=run, daemon=True).start()
