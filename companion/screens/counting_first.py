"""Numbers and searches rest on what was counted of each game (see `storage.counting`): whatever is left to be
counted is counted before they are shown."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from kivy.clock import Clock

from companion.games.game import ProblemError
from companion.shell import Shell
from companion.widgets.page import Page

# In seconds: so much is counted between two pictures.
_MOMENT: Final = 0.03
# So many games are counted in one step, each in a few thousandths of a second.
_STEP: Final = 5


def count_first(
    shell: Shell, page: Page, then: Callable[[], object], tell: Callable[[int], object] = lambda left: None
) -> None:
    """Count what is left, then go on. A few games are counted at once; more of them a little with every
    picture, for as long as this page is the one that is seen, and `tell` gets how many are left. Where they
    cannot be counted that is said, and the numbers are those of the others."""
    left = _count_a_moment(shell)
    if not left:
        then()
        return
    tell(left)

    def go_on(_: float) -> bool:
        if shell.stage.page is not page or page.get_root_window() is None:
            return False
        left = _count_a_moment(shell)
        if left:
            tell(left)
        else:
            then()
        return bool(left)

    Clock.schedule_interval(go_on, 0)


def _count_a_moment(shell: Shell) -> int:
    """Returns how many are left."""
    until = time.monotonic() + _MOMENT
    try:
        left = shell.statistics.count_some(_STEP)
        while left and time.monotonic() < until:
            left = shell.statistics.count_some(_STEP)
    except ProblemError as wrong:
        shell.say(wrong.problem)
        return 0
    return left
