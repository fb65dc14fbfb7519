"""While something long is read or added: how far that is, and a way to stop it."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from typing import Final, Generic, TypeVar

from kivy.clock import Clock

from companion.games.game import ProblemError
from companion.shell import AppContext
from companion.widgets.done_bar import CompletionBar
from companion.widgets.icon_names import Icon
from companion.widgets.sheet import Sheet
from companion.widgets.tap import SecondaryButton
from companion.widgets.text import Text

T = TypeVar("T")
# In seconds: so much is done before anybody is told, and so much between two pictures.
_DELAY_SECONDS: Final = 0.15
_SLICE_SECONDS: Final = 0.02


class ProgressSheet(Sheet):
    """Closed, whatever it tells of is to be stopped."""

    def __init__(self, context: AppContext, title: str, cancel_label: str, progress: float = 0.0) -> None:
        self._tr, navigator = context.tr, context.navigator
        self.bar = CompletionBar(progress)
        self.progress_text = Text(self._format_progress(progress), tone="ink_2")
        self.cancel_button = SecondaryButton(
            cancel_label, navigator.close_sheet, icon=Icon.CLOSE, outlined=True
        )
        super().__init__(
            title, self.bar, self.progress_text, self.cancel_button, on_close=navigator.close_sheet
        )

    def show(self, progress: float) -> None:
        self.bar.show(progress)
        self.progress_text.content = self._format_progress(self.bar.progress)

    def _format_progress(self, progress: float) -> str:
        return self._tr("share.reading.so_far", percent=int(100 * progress))


def run_with_progress(
    context: AppContext,
    steps: Generator[float, None, T],
    title: str,
    cancel_label: str,
    on_done: Callable[[T], object],
    on_cancel: Callable[[], object],
) -> ProgressTask[T]:
    """Take these steps, a few with every picture, for as long as the sheet is open: what takes no time opens
    none. What comes of them is handed to `on_done`. Stopped or refused before their end, they have changed
    nothing, and `on_cancel` is called. `title` and `cancel_label` are what the sheet and its button say."""
    task = ProgressTask(context, steps, on_done, on_cancel)
    progress = task.run_for(_DELAY_SECONDS)
    if progress is not None:
        task.open_sheet(title, cancel_label, progress)
    return task


class ProgressTask(Generic[T]):
    """Steps that are being taken; `is_done` once they are not any more."""

    def __init__(
        self,
        context: AppContext,
        steps: Generator[float, None, T],
        on_done: Callable[[T], object],
        on_cancel: Callable[[], object],
    ) -> None:
        self._app_context, self._steps, self._on_done, self._on_cancel = context, steps, on_done, on_cancel
        self._sheet: ProgressSheet | None = None
        self.is_done = False

    def cancel(self) -> None:
        """As if somebody had closed the sheet."""
        if not self.is_done:
            self._end(self._on_cancel)

    def open_sheet(self, title: str, cancel_label: str, progress: float) -> None:
        self._sheet = ProgressSheet(self._app_context, title, cancel_label, progress)
        self._app_context.navigator.open_sheet(self._sheet)
        # Not the method itself, which Kivy would not hold on to.
        self._frame_event = Clock.schedule_interval(lambda _: self._run_frame(), 0)

    def _run_frame(self) -> None:
        sheet = self._sheet
        if sheet is None or sheet.is_inactive or self._app_context.navigator.sheet is not sheet:
            self._end(self._on_cancel)
            return
        progress = self.run_for(_SLICE_SECONDS)
        if progress is not None:
            sheet.show(progress)

    def run_for(self, seconds: float) -> float | None:
        """For so long; how far it is then, None at its end."""
        deadline = time.monotonic() + seconds
        try:
            progress = next(self._steps)
            while time.monotonic() < deadline:
                progress = next(self._steps)
        except StopIteration as done:
            value = done.value
            self._end(lambda: self._on_done(value))
            return None
        except ProblemError as error:
            self._end(self._on_cancel)
            self._app_context.show_problem(error.problem)
            return None
        return progress

    def _end(self, callback: Callable[[], object]) -> None:
        self.is_done = True
        sheet = self._sheet
        if sheet is not None:
            self._frame_event.cancel()
        self._steps.close()
        if sheet is not None and not sheet.is_inactive and self._app_context.navigator.sheet is sheet:
            self._app_context.navigator.close_sheet()
        callback()
