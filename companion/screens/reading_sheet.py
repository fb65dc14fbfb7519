"""While something long is read or added: how far that is, and a way to stop it."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from typing import Final, Generic, TypeVar

from kivy.clock import Clock

from companion.games.game import ProblemError
from companion.shell import Shell
from companion.widgets.done_bar import DoneBar
from companion.widgets.icon_names import Icon
from companion.widgets.sheet import Sheet
from companion.widgets.tap import SideButton
from companion.widgets.text import Text

T = TypeVar("T")
# In seconds: so much is done before anybody is told, and so much between two pictures.
_PATIENCE: Final = 0.15
_SLICE: Final = 0.02


class ReadingSheet(Sheet):
    """Closed, whatever it tells of is to be stopped."""

    def __init__(self, shell: Shell, title: str, stop: str, part: float = 0.0) -> None:
        self._tr, stage = shell.tr, shell.stage
        self.bar = DoneBar(part)
        self.told = Text(self._words(part), tone="ink_2")
        self.stop = SideButton(stop, stage.close_sheet, icon=Icon.CLOSE, outlined=True)
        super().__init__(title, self.bar, self.told, self.stop, on_close=stage.close_sheet)

    def show(self, part: float) -> None:
        self.bar.show(part)
        self.told.content = self._words(self.bar.part)

    def _words(self, part: float) -> str:
        return self._tr("share.reading.so_far", percent=int(100 * part))


def read_through(
    shell: Shell,
    steps: Generator[float, None, T],
    title: str,
    stop: str,
    then: Callable[[T], object],
    left: Callable[[], object],
) -> Reading[T]:
    """Take these steps, a few with every picture, for as long as the sheet is open: what takes no time opens
    none. What comes of them is handed to `then`. Stopped or refused before their end, they have changed
    nothing, and `left` is called. `title` and `stop` are what the sheet and its button say."""
    reading = Reading(shell, steps, then, left)
    part = reading.go_on(_PATIENCE)
    if part is not None:
        reading.open(title, stop, part)
    return reading


class Reading(Generic[T]):
    """Steps that are being taken; `over` once they are not any more."""

    def __init__(
        self,
        shell: Shell,
        steps: Generator[float, None, T],
        then: Callable[[T], object],
        left: Callable[[], object],
    ) -> None:
        self._shell, self._steps, self._then, self._left = shell, steps, then, left
        self._sheet: ReadingSheet | None = None
        self.over = False

    def stop(self) -> None:
        """As if somebody had closed the sheet."""
        if not self.over:
            self._end(self._left)

    def open(self, title: str, stop: str, part: float) -> None:
        self._sheet = ReadingSheet(self._shell, title, stop, part)
        self._shell.stage.open_sheet(self._sheet)
        # Not the method itself, which Kivy would not hold on to.
        self._frames = Clock.schedule_interval(lambda _: self._frame(), 0)

    def _frame(self) -> None:
        sheet = self._sheet
        if sheet is None or sheet.gone or self._shell.stage.sheet is not sheet:
            self._end(self._left)
            return
        part = self.go_on(_SLICE)
        if part is not None:
            sheet.show(part)

    def go_on(self, seconds: float) -> float | None:
        """For so long; how far it is then, None at its end."""
        until = time.monotonic() + seconds
        try:
            part = next(self._steps)
            while time.monotonic() < until:
                part = next(self._steps)
        except StopIteration as done:
            value = done.value
            self._end(lambda: self._then(value))
            return None
        except ProblemError as wrong:
            self._end(self._left)
            self._shell.say(wrong.problem)
            return None
        return part

    def _end(self, act: Callable[[], object]) -> None:
        self.over = True
        sheet = self._sheet
        if sheet is not None:
            self._frames.cancel()
        self._steps.close()
        if sheet is not None and not sheet.gone and self._shell.stage.sheet is sheet:
            self._shell.stage.close_sheet()
        act()
