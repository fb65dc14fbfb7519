"""Data page: backup, import, export of all games, people and privacy, and recorded voice lines.

Also the sheets of an import: progress, a notice during a long wait, the preview of a backup, and problems.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.app_context import EXPORT_FORMATS, AppContext, OutgoingFile
from companion.background import WorkProgress
from companion.core.game import Problem, ProblemError
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import format_date
from companion.screens.files.share import import_from_clipboard, send_file
from companion.screens.rows import build_heading, close_sheet_then
from companion.widgets.buttons import PrimaryButton, SecondaryButton
from companion.widgets.cards import Card, Notice
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, LabelledControl, Row
from companion.widgets.page import Page, Sheet, TitleBar
from companion.widgets.progress import CompletionBar
from companion.widgets.text import LABEL, LEAD, MUTED, IconLabel, Text

if TYPE_CHECKING:
    from companion.app_context import ImportPreview, PreviewLine


T = TypeVar("T")
# Seconds of work before the progress sheet opens, and per frame after that.
_DELAY_SECONDS: Final = 0.15
_SLICE_SECONDS: Final = 0.02
# Delays until a notice says what the user is waiting for, and until it shows a progress bar.
NOTICE_SECONDS: Final = 0.4
_PROGRESS_BAR_SECONDS: Final = 1.2
# Name of the palette colour behind a night page.
NIGHT_BACKGROUND: Final = "night"


class ProgressSheet(Sheet):
    """Shows the progress of a task; closing the sheet cancels it."""

    def __init__(self, context: AppContext, title: str, cancel_label: str, progress: float = 0.0) -> None:
        self._tr, navigator = context.tr, context.navigator
        self.bar = CompletionBar(progress)
        self.progress_text = Text(self._format_progress(progress), MUTED)
        close = navigator.close_sheet
        self.cancel_button = SecondaryButton(cancel_label, close, icon=Icon.CLOSE, outlined=True)
        super().__init__(title, self.bar, self.progress_text, self.cancel_button, on_close=close)

    def show(self, progress: float) -> None:
        self.bar.show(progress)
        self.progress_text.content = self._format_progress(self.bar.progress)

    def _format_progress(self, progress: float) -> str:
        return self._tr("share.reading.so_far", percent=int(100 * progress))


class WaitNotice:
    """Notice during a long wait: a toast, then, if the progress is known, a sheet with a progress bar and a
    stop button. The sheet is not opened during a night or over another sheet."""

    def __init__(self, context: AppContext, text: str, progress: WorkProgress | None) -> None:
        self._app_context, self._text, self._progress = context, text, progress
        self._sheet: ProgressSheet | None = None
        self._event = Clock.schedule_once(self._show_text, NOTICE_SECONDS)

    def _show_text(self, _: float) -> None:
        self._app_context.toaster.show(self._text)
        if self._progress is not None:
            delay = _PROGRESS_BAR_SECONDS - NOTICE_SECONDS
            self._event = Clock.schedule_once(self._open_progress_sheet, delay)

    def _open_progress_sheet(self, _: float) -> None:
        navigator = self._app_context.navigator
        if self._progress is None or navigator.ground == NIGHT_BACKGROUND or navigator.sheet is not None:
            return
        self._dismiss_text()
        stop = self._app_context.tr("share.reading.stop")
        self._sheet = ProgressSheet(self._app_context, self._text, stop, self._progress.fraction)
        navigator.open_sheet(self._sheet)
        self._event = Clock.schedule_interval(self._update_progress, 0)

    def _update_progress(self, _: float) -> None:
        if self._sheet is None or self._progress is None:
            return
        if self._sheet.is_inactive:
            self._progress.is_stopped = True
            self._event.cancel()
        else:
            self._sheet.show(self._progress.fraction)

    def close(self) -> None:
        self._event.cancel()
        self._dismiss_text()
        if self._sheet is not None and self._app_context.navigator.sheet is self._sheet:
            self._app_context.navigator.close_sheet()

    def _dismiss_text(self) -> None:
        if self._app_context.toaster.text == self._text:
            self._app_context.toaster.dismiss()


def run_with_progress(
    context: AppContext,
    steps: Generator[float, None, T],
    title: str,
    cancel_label: str,
    on_done: Callable[[T], object],
    on_cancel: Callable[[], object],
) -> ProgressTask[T]:
    """Run the steps, a few per frame while the sheet is open; short tasks open no sheet. `on_done` gets the
    result. On cancel or error nothing has been changed, and `on_cancel` is called. `title` and `cancel_label`
    are the texts of the sheet."""
    task = ProgressTask(context, steps, on_done, on_cancel)
    progress = task.run_for(_DELAY_SECONDS)
    if progress is not None:
        task.open_sheet(title, cancel_label, progress)
    return task


class ProgressTask(Generic[T]):
    """A task in steps; `is_done` once it is finished or cancelled."""

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
        """Cancel the task, as by closing the sheet."""
        if not self.is_done:
            self._end(self._on_cancel)

    def open_sheet(self, title: str, cancel_label: str, progress: float) -> None:
        self._sheet = ProgressSheet(self._app_context, title, cancel_label, progress)
        self._app_context.navigator.open_sheet(self._sheet)
        # A lambda: Kivy's clock keeps only a weak reference to a bound method.
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
        """Run the steps for this time; returns the progress, or None at the end."""
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


_ICONS: Final = {
    "games": Icon.HISTORY,
    "maps": Icon.MAP,
    "groups": Icon.PEOPLE,
    "people": Icon.PERSON,
    "recordings": Icon.MICROPHONE,
    "settings": Icon.SETTINGS,
}


def open_restore_sheet(
    context: AppContext,
    preview: ImportPreview,
    recording_count: int,
    on_restore: Callable[[], object],
    on_cancel: Callable[[], object],
) -> None:
    """Show what a backup would add. `recording_count` is the number of recorded lines that are new here;
    `on_cancel` is called if the user closes the sheet without restoring."""
    tr, navigator = context.tr, context.navigator
    footnotes = Column(gap=4)
    if preview.existing_games:
        footnotes.add_widget(Text(tr("app.files.restore_here", n=preview.existing_games), MUTED))
    if preview.unreadable:
        footnotes.add_widget(Text(tr("app.files.restore_unreadable", n=preview.unreadable), tone="ember"))
    title, on_close = tr("app.files.restore"), close_sheet_then(navigator, on_cancel)
    if preview.is_empty and not recording_count:
        nothing = Text(tr("app.files.restore_nothing"), LEAD)
        navigator.open_sheet(Sheet(title, nothing, footnotes, on_close=on_close))
        return
    lines = preview.format_lines(tr, recording_count, partial(_format_day, context))
    restore = close_sheet_then(navigator, on_restore)
    button = PrimaryButton(tr("app.files.restore_do"), restore, icon=Icon.CHECK)
    stays, rows = Text(tr("app.files.restore_stays"), MUTED), Column(*map(_create_row, lines), gap=8)
    navigator.open_sheet(Sheet(title, stays, rows, footnotes, on_close=on_close, footer=button))


def _create_row(line: PreviewLine) -> Row:
    labels = Column(Text(line.text, LABEL), gap=0)
    if line.detail:
        labels.add_widget(Text(line.detail, MUTED))
    return Row(IconLabel(_ICONS[line.topic], 26, tone="candle"), labels, gap=12)


def _format_day(context: AppContext, timestamp: float) -> str:
    day = datetime.fromtimestamp(timestamp)
    return format_date(context.tr, day.year, day.month, day.day)


# Maximum number of problems to list: a zip of something else may contain thousands of files.
_MAX_LISTED = 12


def open_import_problems(
    context: AppContext, problems: Sequence[Problem], callback: Callable[[], object] = lambda: None
) -> None:
    """Show the problems of an import; `callback` is called when the sheet is closed, as a message shown
    earlier would cover it."""
    tr, navigator = context.tr, context.navigator
    notices = Column(*(Notice(tr.translate_problem(problem)) for problem in problems[:_MAX_LISTED]), gap=8)
    hidden_count = len(problems) - _MAX_LISTED
    if hidden_count > 0:
        notices.add_widget(Text(tr("app.files.left_out_more", n=hidden_count), MUTED))
    navigator.open_sheet(
        Sheet(tr("app.files.left_out"), notices, on_close=close_sheet_then(navigator, callback))
    )


_FORMAT_ICONS: Final = {"json": Icon.LIBRARY, "csv": Icon.MENU_LIST, "bgstats": Icon.HISTORY}


class FilesPage(Page):
    shows_stored_data = True

    def __init__(self, context: AppContext) -> None:
        self._app_context = context
        tr, files = context.tr, context.files
        super().__init__(TitleBar(tr("app.about.data_title"), on_back=context.go_back))
        self._languages, self._actions = Column(gap=8), Column(gap=8)
        back_up = self._create_send_button("app.files.back_up", files.export_backup, Icon.SHARE)
        self._add_card(Icon.LIBRARY, "app.files.backup", "app.files.backup_why", back_up)
        open_file = SecondaryButton(tr("app.files.open"), files.choose_file, icon=Icon.PLUS)
        import_link = partial(import_from_clipboard, context)
        paste = SecondaryButton(tr("hand_on.paste"), import_link, icon=Icon.ARROW_DOWN)
        self._add_card(Icon.ARROW_DOWN, "app.files.elsewhere", "app.files.open_why", open_file, paste)
        exports = (
            self._create_send_button(
                exported.label_key, partial(files.export_games, name), _FORMAT_ICONS[name]
            )
            for name, exported in EXPORT_FORMATS.items()
        )
        self._add_card(Icon.SHARE, "share.all.title", "share.all.why", *exports)
        people = SecondaryButton(tr("people.title"), self._open_people, icon=Icon.PERSON)
        self._add_card(Icon.PEOPLE, "people.privacy", "people.privacy_why", people)
        recordings = (self._languages, self._actions)
        self._add_card(Icon.MICROPHONE, "app.files.recordings", "app.files.recordings_why", *recordings)

    def _add_card(self, icon: Icon, title_key: str, text_key: str, *parts: Widget) -> None:
        tr = self._app_context.tr
        self.body.add_widget(Card(build_heading(icon, tr(title_key)), Text(tr(text_key), MUTED), *parts))

    def _create_send_button(
        self, key: str, create_file: Callable[[], OutgoingFile], icon: Icon, **options: Any
    ) -> SecondaryButton:
        send = partial(send_file, self._app_context, create_file)
        return SecondaryButton(self._app_context.tr(key), send, icon=icon, **options)

    def _open_people(self) -> None:
        from companion.screens.people_pages import PeoplePage

        self._app_context.push(PeoplePage)

    def enter(self) -> None:
        """Update the list of recordings, which may have changed."""
        tr, files = self._app_context.tr, self._app_context.files
        self._languages.clear_widgets()
        self._actions.clear_widgets()
        has_recordings = False
        for code, language in LANGUAGES.items():
            count, total = files.count_recorded(code)
            has_recordings = has_recordings or count > 0
            counts = Text(tr("app.files.recorded", count=count, total=total), MUTED)
            export_list = partial(files.export_recording_list, code)
            button = self._create_send_button("app.files.lines", export_list, Icon.MENU_LIST, size_hint_x=0.7)
            label = Column(Text(language.name, LABEL), counts, gap=0)
            self._languages.add_widget(LabelledControl(label, button))
        if has_recordings:
            share = self._create_send_button(
                "app.files.share_recordings", files.export_recordings, Icon.SHARE
            )
            self._actions.add_widget(share)
            remove = tr("app.files.remove_recordings")
            self._actions.add_widget(
                SecondaryButton(remove, files.remove_recordings, icon=Icon.TRASH, outlined=True)
            )
