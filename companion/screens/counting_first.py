"""Numbers and searches rest on what was counted of each game (see `storage.counting`): whatever is left to be
counted is counted before they are shown."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from kivy.clock import Clock

from companion.games.game import ProblemError
from companion.shell import AppContext
from companion.widgets.page import Page

# In seconds: so much is counted between two pictures.
_FRAME_BUDGET_SECONDS: Final = 0.03
# So many games are counted in one step, each in a few thousandths of a second.
_BATCH_SIZE: Final = 5


def run_when_indexed(
    context: AppContext,
    page: Page,
    callback: Callable[[], object],
    on_progress: Callable[[int], object] = lambda left: None,
) -> None:
    """Count what is left, then go on. A few games are counted at once; more of them a little with every
    picture, for as long as this page is the one that is seen, and `on_progress` gets how many are left.
    Where they cannot be counted that is said, and the numbers are those of the others."""
    remaining = _index_for_one_frame(context)
    if not remaining:
        callback()
        return
    on_progress(remaining)

    def index_more(_: float) -> bool:
        if context.navigator.page is not page or page.get_root_window() is None:
            return False
        remaining = _index_for_one_frame(context)
        if remaining:
            on_progress(remaining)
        else:
            callback()
        return bool(remaining)

    Clock.schedule_interval(index_more, 0)


def _index_for_one_frame(context: AppContext) -> int:
    """Returns how many are left."""
    deadline = time.monotonic() + _FRAME_BUDGET_SECONDS
    try:
        remaining = context.statistics.index_batch(_BATCH_SIZE)
        while remaining and time.monotonic() < deadline:
            remaining = context.statistics.index_batch(_BATCH_SIZE)
    except ProblemError as error:
        context.show_problem(error.problem)
        return 0
    return remaining
