"""Recordings service: counts, exports, imports and removes the user's recordings. Each change can be undone
while its toast is visible."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial
from pathlib import Path

from companion.app_context import AppContext
from companion.core.message import Message
from companion.files.backup_service import BackupService
from companion.files.outgoing import OutgoingFile, build_file_name
from companion.files.safe_zip import SafeZip, read_problem
from companion.i18n.languages import LANGUAGES
from companion.i18n.line_breaking import strip_bidi_marks
from companion.i18n.translator import Translator
from companion.narrator.voices.recorded import RECORDINGS_FOLDER, RecordingStore, StagedRecordings
from companion.screens.files.your_data import open_import_problems
from companion.screens.rows import show_with_undo


class RecordingsService:
    """Service for the user's recordings. `on_change` is called after they change, to refresh the page."""

    def __init__(self, context: AppContext, backups: BackupService, on_change: Callable[[], object]) -> None:
        self._app_context, self._backups, self._on_change = context, backups, on_change
        # The latest change; only this one can be undone.
        self._latest_change: Callable[[], object] | None = None

    @property
    def _recordings(self) -> RecordingStore:
        return self._backups.recordings

    # -- export -------------------------------------------------------------------------------------------

    def count_recorded(self, language: str) -> tuple[int, int]:
        """Return how many lines of a language are recorded, and how many there are."""
        return self._recordings.count_lines(language), len(self._backups.recordable_lines[language])

    def export_recordings(self) -> OutgoingFile:
        name = build_file_name("zip", "recordings")
        return OutgoingFile(name, "application/zip", self._recordings.write_zip)

    def export_recording_list(self, language: str) -> OutgoingFile:
        """Export the list of recordable lines of a language: file names and texts."""
        tr, lines = Translator(language), sorted(self._backups.recordable_lines[language])

        def text_of_line(line: str) -> str:
            return strip_bidi_marks(tr.translate(Message.from_clip_name(line)))

        # Formatted here because the translator would insert direction marks around names that users copy.
        header = tr("app.files.lines_head")
        names = {"language": LANGUAGES[language].name, "code": language, "example": lines[0]}
        for placeholder, name in names.items():
            header = header.replace(f"{{{placeholder}}}", name)
        text = "\r\n".join((header, "", *(f"{line}\t{text_of_line(line)}" for line in lines), ""))
        # UTF-8 with a byte order mark, so that every program detects the encoding.
        return OutgoingFile(
            build_file_name("txt", "lines", language),
            "text/plain",
            lambda path: path.write_text(text, encoding="utf-8-sig", newline=""),
        )

    # -- import -------------------------------------------------------------------------------------------

    def stage(
        self, archive: SafeZip, folder: Path, on_progress: Callable[[float], object]
    ) -> StagedRecordings:
        """Extract the valid recordings of a zip into this folder; runs on any thread."""
        return self._recordings.stage(archive, folder / RECORDINGS_FOLDER, on_progress=on_progress)

    def import_staged(self, staged: StagedRecordings) -> None:
        """Replace the local recordings with the staged ones and show that."""
        context = self._app_context
        change = partial(self._recordings.replace, staged)
        if staged.names and not self._apply_change(change):
            return

        def offer_undo() -> None:
            # Another file may have been imported while the user was reading the problems.
            if self._latest_change is change:
                text = context.tr("app.files.recordings_taken", n=len(staged.names))
                self._offer_undo(text, partial(self._recordings.undo_replace, staged))

        if staged.problems:
            open_import_problems(context, staged.problems, offer_undo)
        else:
            offer_undo()

    def add_missing(self, folder: Path) -> None:
        """Add staged recordings of a backup for lines that are not recorded here."""
        if self._apply_change(lambda: self._backups.add_recordings(folder)):
            self._app_context.run_or_show_error(lambda: self._backups.finish_restore(folder))

    def finish_pending(self) -> None:
        """Finish what an earlier run left undone."""
        # Restore local recordings first: those of a backup must not take their place.
        with contextlib.suppress(OSError):
            self._recordings.discard_replaced()
        folder = self._backups.find_unfinished_restore()
        if folder is not None:
            self.add_missing(folder)

    def remove_all(self) -> None:
        """Remove all recordings and show that, with an undo button."""
        if self._apply_change(self._recordings.remove_all):
            text = self._app_context.tr("app.files.recordings_gone")
            self._offer_undo(text, self._recordings.restore_replaced)

    def _offer_undo(self, text: str, undo: Callable[[], object]) -> None:
        discard = self._recordings.discard_replaced
        show_with_undo(self._app_context, text, lambda: self._apply_change(undo), on_expired=discard)

    def _apply_change(self, action: Callable[[], object]) -> bool:
        """Change the recordings and refresh the page; return True on success."""
        # Earlier changes can no longer be undone. Dismiss their toast first; that also discards the files it
        # would have restored.
        self._app_context.toaster.dismiss()
        self._latest_change = action
        try:
            action()
        except OSError as failure:
            problem = read_problem(self._app_context.tr("app.files.recordings"), failure)
            self._app_context.show_problem(problem)
            return False
        finally:
            self._on_change()
        return True
