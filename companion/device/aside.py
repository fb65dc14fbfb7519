"""Work that waits for somebody else, such as a dialog, done in another thread and told on the app's own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from companion.device.exchange import Soon
from companion.games.game import Problem, ProblemError

T = TypeVar("T")


def aside(
    soon: Soon, act: Callable[[], T], told: Callable[[T | Problem], object], otherwise: Problem
) -> None:
    """Told is what came of it, or why nothing did: `otherwise` where that is not known. Whatever happens,
    something is told, for somebody waits for it."""

    def run() -> None:
        result: T | Problem = otherwise
        try:
            result = act()
        except ProblemError as wrong:
            result = wrong.problem
        except OSError:
            pass
        finally:
            soon(partial(told, result))

    threading.Thread(target=run, daemon=True).start()
