"""While a file of many games is read: how far that is, and a way to stop it."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from typing import Final, TypeVar

from kivy.clock import Clock

from companion.games.game import ProblemError
from companion.shell import Shell
from companion.widgets.icon_names import Icon
from companion.widgets.sheet import Sheet
from companion.widgets.tap import SideButton
from companion.widgets.text import Text

T = TypeVar("T")
# In seconds: so much is read between two pictures.
_SLICE: Final = 0.02


class ReadingSheet(Sheet):
    def __init__(self, shell: Shell) -> None:
        tr, stage = shell.tr, shell.stage
        self.told = Text(tr("share.reading.so_far", percent=0), tone="ink_2")
        self.stop = SideButton(tr("share.reading.stop"), stage.close_sheet, icon=Icon.CLOSE, outlined=True)
        super().__init__(tr("share.reading.title"), self.told, self.stop, on_close=stage.close_sheet)


def read_through(
    shell: Shell, steps: Generator[float, None, T], then: Callable[[T], object], over: Callable[[], object]
) -> None:
    """Take these steps, a few with every picture, for as long as the sheet is open. Closed before the end, it
    has changed nothing. However it ends, `over` is called."""
    sheet = ReadingSheet(shell)
    shell.stage.open_sheet(sheet)

    def end(act: Callable[[], object]) -> None:
        reading.cancel()
        steps.close()
        over()
        if not sheet.gone and shell.stage.sheet is sheet:
            shell.stage.close_sheet()
        act()

    def read(_: float) -> None:
        if sheet.gone or shell.stage.sheet is not sheet:
            end(lambda: None)
            return
        until, part = time.monotonic() + _SLICE, 0.0
        try:
            while time.monotonic() < until:
                part = next(steps)
        except StopIteration as done:
            value = done.value
            end(lambda: then(value))
        except ProblemError as wrong:
            problem = wrong.problem
            end(lambda: shell.say(problem))
        else:
            sheet.told.content = shell.tr("share.reading.so_far", percent=int(100 * part))

    reading = Clock.schedule_interval(read, 0)
