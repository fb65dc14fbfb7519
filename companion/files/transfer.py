"""File transfer: creates and shares outgoing files; copies, recognises and imports incoming ones.

Long work, and waiting for other apps, happens in other threads; pages and database are only used on the main
thread.
"""

from __future__ import annotations

import contextlib
import shutil
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from kivy.clock import Clock

from companion.app_context import AppContext
from companion.background import Cancelled, WorkProgress, run_in_background
from companion.core.game import Problem, ProblemError, error
from companion.device.desktop_files import PathSource
from companion.device.system import (
    FileExchange,
    FileSource,
    IncomingLink,
    NoFileDialog,
    SavedFile,
    SaveLocation,
)
from companion.files.backup_service import REPLACED_RECORDINGS, BackupContents, BackupService
from companion.files.incoming import (
    MAX_FILE_BYTES,
    FileType,
    copy_file,
    detect_file_type,
)
from companion.files.outgoing import EXPORT_FORMATS, Outbox, OutgoingFile, build_file_name
from companion.files.recordings import RecordingsService
from companion.files.safe_zip import DamagedZip, SafeZip, display_name, read_problem, zip_problem
from companion.files.share_link import SharedGame, is_link, parse_link
from companion.narrator.voices.recorded import FILE_SUFFIXES, StagedRecordings
from companion.screens.files.your_data import (
    NIGHT_BACKGROUND,
    NOTICE_SECONDS,
    FilesPage,
    ProgressTask,
    WaitNotice,
    open_import_problems,
    open_restore_sheet,
    run_with_progress,
)
from companion.screens.history.history_page import HistoryListPage
from companion.screens.home import HomePage
from companion.screens.rows import show_with_undo
from companion.storage.backup import DATABASE_FILE, ImportPreview, write_snapshot
from companion.storage.campaigns import MapFile, export_map, import_map, read_map, undo_import
from companion.storage.database import PENDING_RECORDINGS_KEY
from companion.storage.importing import (
    ImportCounts,
    IncomingGame,
    import_game,
    import_game_file,
    import_json,
    plan_game_import,
    read_file_bytes,
)
from companion.storage.json_export import export_json, iterate_games, load_replayed_game, open_copy
from companion.storage.store import Store
from companion.storage.table_export import export_csv_zip, export_plays

T = TypeVar("T")

# By the time this many more files were shared, another app has read the first one.
_MAX_SHARED_FILES: Final = 8
# Name of an incoming file in its inbox folder.
_FILE_NAME: Final = "arrived"
# What is shown once a file is saved; `file` is its path, in the downloads only its name.
_SAVED_KEYS: Final = {
    SaveLocation.DOWNLOADS: "app.files.saved",
    SaveLocation.USER_LOCATION: "app.files.written",
    SaveLocation.APP_FOLDER: "app.files.lies",
}
# Share of the progress bar for copying a file.
_COPIED_FRACTION: Final = 0.3


@dataclass(frozen=True, slots=True)
class _IncomingFile:
    """Incoming file that was copied and recognised, and the function that imports it."""

    name: str
    path: Path
    start_import: Callable[[_IncomingFile], object]

    def discard(self) -> None:
        """Delete the file and everything made from it."""
        shutil.rmtree(self.path.parent, ignore_errors=True)


class AppFileTransfer:
    """Implementation of `FileTransfer`. `reload_settings` is called when a backup has changed the
    settings."""

    def __init__(
        self,
        context: AppContext,
        store: Store,
        folder: Path,
        exchange: FileExchange,
        reload_settings: Callable[[], object],
    ) -> None:
        self._app_context, self._store, self._exchange = context, store, exchange
        self._reload_settings = reload_settings
        self._outbox = Outbox(folder, _MAX_SHARED_FILES if exchange.can_share else None)
        self._backups = BackupService(store, folder)
        self._inbox = self._backups.inbox
        self._recordings = RecordingsService(context, self._backups, self._refresh_page)
        # Number of tasks in other threads.
        self._running_tasks = 0
        self._is_packing = False
        self._is_closed = False
        # The import that runs in steps between two frames; one at a time.
        self._reading: ProgressTask[Any] | None = None

    def close(self) -> None:
        self._is_closed = True
        if self._reading is not None:
            self._reading.cancel()

    @property
    def is_busy(self) -> bool:
        """True if another thread is working on something the user is waiting for."""
        return self._running_tasks > 0

    # -- export -------------------------------------------------------------------------------------------

    def share(self, create_file: Callable[[], OutgoingFile]) -> None:
        def hand_over(file: OutgoingFile, path: Path) -> None:
            self._app_context.run_or_show_error(partial(self._exchange.share, path, file.mime_type))

        self._pack(create_file, hand_over)

    def save(self, create_file: Callable[[], OutgoingFile]) -> None:
        self._pack(
            create_file, lambda file, path: self._exchange.save(path, file.mime_type, self._show_saved)
        )

    def share_text(self, text: str) -> None:
        context = self._app_context
        if self._exchange.can_share:
            context.run_or_show_error(partial(self._exchange.share_text, text))
            return
        # Imported lazily: where files are only saved, text may never be copied.
        from kivy.core.clipboard import Clipboard

        Clipboard.copy(text)
        context.toaster.show(context.tr("evenings.share.copied"))

    def _pack(
        self, create_file: Callable[[], OutgoingFile], callback: Callable[[OutgoingFile, Path], object]
    ) -> None:
        text = self._app_context.tr("app.files.packing")
        if self._is_packing:
            # Probably a second tap, because the first one had no visible effect yet.
            self._app_context.toaster.show(text)
            return
        try:
            file = create_file()
        except ProblemError as failure:
            self._app_context.show_problem(failure.problem)
            return

        def on_packed() -> None:
            self._is_packing = False

        self._is_packing = True
        self._run_in_background(
            partial(self._outbox.write_file, file), partial(callback, file), text, on_packed
        )

    def _show_saved(self, saved: SavedFile | Problem | None) -> None:
        if isinstance(saved, Problem):
            self._app_context.show_problem(saved)
        elif saved is not None:
            is_in_downloads = saved.location is SaveLocation.DOWNLOADS
            file = display_name(saved.path_or_name) if is_in_downloads else saved.path_or_name
            self._app_context.toaster.show(self._app_context.tr(_SAVED_KEYS[saved.location], file=file))

    def export_backup(self) -> OutgoingFile:
        """Export a backup of all data in its present state. Raises `ProblemError`."""
        now = time.time()
        write = self._backups.prepare_backup(now)
        # With the minute, so that a second backup of the day does not replace the first.
        moment = datetime.fromtimestamp(now).strftime("%Y-%m-%d-%H%M")
        return OutgoingFile(build_file_name("zip", "table-companion", moment), "application/zip", write)

    def export_games(self, export_format: str) -> OutgoingFile:
        folder, now = self._inbox.create_folder(), time.time()
        write_snapshot(self._store.database, folder / DATABASE_FILE)

        def write(path: Path) -> None:
            try:
                with open_copy(folder / DATABASE_FILE) as database:
                    if export_format == "csv":
                        export_csv_zip(database, path)
                        return
                    with path.open("wb") as file:
                        if export_format == "json":
                            export_json(database, file)
                        else:
                            export_plays(iterate_games(database), file)
            finally:
                shutil.rmtree(folder, ignore_errors=True)

        file_format = EXPORT_FORMATS[export_format]
        moment = datetime.fromtimestamp(now).strftime("%Y-%m-%d-%H%M")
        name = build_file_name(file_format.suffix, "table-companion-games", moment)
        return OutgoingFile(name, file_format.mime_type, write)

    def export_game(self, game_id: int) -> OutgoingFile:
        stored = load_replayed_game(self._store.database, game_id)
        if stored is None:
            raise ProblemError(error("app.problem.game_unreadable", id=game_id))
        game = stored

        def write(path: Path) -> None:
            with path.open("wb") as file:
                export_plays((game,), file)

        file_format = EXPORT_FORMATS["bgstats"]
        day = datetime.fromtimestamp(game.stored.started).strftime("%Y-%m-%d")
        name = build_file_name(file_format.suffix, game.stored.game, day, str(game_id))
        return OutgoingFile(name, file_format.mime_type, write)

    def export_campaign(self, campaign_id: str) -> OutgoingFile:
        campaign = self._store.campaigns.find(campaign_id)
        if campaign is None:
            raise ProblemError(error("app.problem.map_missing"))
        return export_map(campaign, time.time())

    def count_recorded(self, language: str) -> tuple[int, int]:
        return self._recordings.count_recorded(language)

    def export_recordings(self) -> OutgoingFile:
        return self._recordings.export_recordings()

    def export_recording_list(self, language: str) -> OutgoingFile:
        return self._recordings.export_recording_list(language)

    def remove_recordings(self) -> None:
        self._recordings.remove_all()

    # -- import -------------------------------------------------------------------------------------------

    def choose_file(self) -> None:
        """Let the user choose a file and import it, unless they leave the page meanwhile."""
        # Compare routes, not pages: the page may be rebuilt meanwhile, as when a phone is rotated.
        context, route = self._app_context, self._app_context.navigator.route

        def on_chosen(result: FileSource | Problem | None) -> None:
            if isinstance(result, Problem):
                context.show_problem(result)
            elif result is not None:
                self._import_source(result, lambda: context.navigator.route is route)

        try:
            self._exchange.choose_file(on_chosen)
        except NoFileDialog:
            folder = context.import_folder.path
            with contextlib.suppress(OSError):
                folder.mkdir(parents=True, exist_ok=True)
            self._exchange.show_folder(folder)
            context.toaster.show(context.tr("app.files.put_there", folder=str(folder)))
        except ProblemError as failure:
            context.show_problem(failure.problem)

    def import_source(self, source: FileSource | IncomingLink) -> None:
        """Import a file or link passed by another app."""
        if isinstance(source, IncomingLink):
            self.import_link(source.text)
        else:
            self._import_source(source, lambda: True)

    def import_link(self, text: str) -> None:
        self._app_context.run_or_show_error(
            lambda: self._after_night(partial(self._offer_game, parse_link(text)))
        )

    def _offer_game(self, shared_game: SharedGame) -> None:
        from companion.screens.files.share import open_shared_game

        context, database = self._app_context, self._store.database
        incoming = IncomingGame.from_link(shared_game, self._store.clock())

        def import_shared_game() -> None:
            imported = import_game(database, incoming)
            session = context.games.open_session(context.games.load(imported.game_id))
            # An open board may belong to this very game and does not know its new moves.
            context.navigator.go_home()
            context.open_session(session)

        def offer() -> None:
            open_shared_game(
                context,
                shared_game,
                plan_game_import(database, incoming).kind,
                partial(context.run_or_show_error, import_shared_game),
            )

        context.run_or_show_error(offer)

    def import_path_or_link(self, path_or_link: str) -> None:
        """Import what the app was started with: a link, or the path of a file."""
        if is_link(path_or_link):
            self.import_link(path_or_link)
        else:
            self.import_path(Path(path_or_link))

    def import_path(self, path: Path) -> None:
        self.import_source(PathSource(path))

    def finish_pending(self) -> None:
        """Finish an interrupted restore: add the recordings whose games are imported already, and clear the
        inbox."""
        if not self._store.is_durable:
            return
        self._recordings.finish_pending()
        self._clear_inbox()

    def _clear_inbox(self) -> None:
        """Delete earlier incoming files unless they are in use. An instance with its data in memory only
        leaves that to the instance that owns the folder."""
        if self._store.is_durable and not self.is_busy and self._app_context.navigator.sheet is None:
            self._inbox.clear((str(self._store.settings.find(PENDING_RECORDINGS_KEY)), REPLACED_RECORDINGS))

    def _import_source(self, source: FileSource, is_wanted: Callable[[], bool]) -> None:
        def on_read(incoming: _IncomingFile) -> None:
            if is_wanted():
                self._after_night(partial(self._import_incoming, incoming))
            else:
                incoming.discard()

        self._clear_inbox()
        tr, progress = self._app_context.tr, WorkProgress(is_wanted)
        read = partial(self._read, source, tr("app.files.unnamed"), progress)
        self._run_in_background(read, on_read, tr("app.files.reading"), progress=progress)

    def _after_night(self, action: Callable[[], object]) -> None:
        """Run the action now, or after the night that is on the screen: nothing may cover its buttons or
        light up a face."""
        navigator = self._app_context.navigator

        def on_background(*_: object) -> None:
            if navigator.ground != NIGHT_BACKGROUND:
                navigator.unbind(ground=on_background)
                Clock.schedule_once(lambda _: action(), 0)

        if navigator.ground == NIGHT_BACKGROUND:
            navigator.bind(ground=on_background)
        else:
            action()

    def _read(self, source: FileSource, default_name: str, progress: WorkProgress) -> _IncomingFile:
        """Copy a file and read as much of it as possible, in another thread. Raises `ProblemError` or
        `Cancelled`, and then leaves no files behind."""
        name, size = source.describe()
        name = display_name(name) or default_name
        if size is not None and size > MAX_FILE_BYTES:
            raise ProblemError(error("app.files.problem.big", file=name))
        folder = self._inbox.create_folder()
        with contextlib.ExitStack() as stack:
            stack.callback(shutil.rmtree, folder, ignore_errors=True)
            try:
                with source.open() as stream:
                    copy_file(stream.read, folder / _FILE_NAME, name, lambda: progress.is_wanted)
                progress.report(_COPIED_FRACTION)
                report = lambda part: progress.report(_COPIED_FRACTION + part * (1 - _COPIED_FRACTION))  # noqa: E731
                incoming = self._read_contents(folder, name, report)
            except DamagedZip as failure:
                raise zip_problem(failure, name) from failure
            except OSError as failure:
                raise ProblemError(read_problem(name, failure)) from failure
            stack.pop_all()
        return incoming

    def _read_contents(self, folder: Path, name: str, report: Callable[[float], object]) -> _IncomingFile:
        path = folder / _FILE_NAME
        start_import: Callable[[_IncomingFile], object] = self._import_game
        match detect_file_type(path, name, FILE_SUFFIXES):
            case FileType.GAMES:
                start_import = self._import_games
            case FileType.MAP:
                start_import = partial(self._import_map, read_map(read_file_bytes(path, name), name))
            case FileType.RECORDINGS:
                with SafeZip(path) as archive:
                    staged = self._recordings.stage(archive, folder, report)
                start_import = partial(self._import_recordings, staged)
            case FileType.BACKUP:
                backup = self._backups.read_backup(path, folder, name, report)
                path.unlink()
                start_import = partial(self._preview_backup, backup)
        return _IncomingFile(name, path, start_import)

    def _import_incoming(self, incoming: _IncomingFile) -> None:
        if self._reading is not None and not self._reading.is_done:
            # Another import is running: try again later.
            Clock.schedule_once(lambda _: self._import_incoming(incoming), NOTICE_SECONDS)
            return
        self._app_context.run_or_show_error(partial(incoming.start_import, incoming))

    def _import_recordings(self, staged: StagedRecordings, incoming: _IncomingFile) -> None:
        self._recordings.import_staged(staged)
        incoming.discard()

    def _import_game(self, incoming: _IncomingFile) -> None:
        context = self._app_context
        try:
            imported = import_game_file(self._store, incoming.path, incoming.name)
        finally:
            incoming.discard()
        if not imported.is_changed:
            context.toaster.show(context.tr("app.files.here_already"))
            return

        def undo() -> None:
            if context.run_or_show_error(lambda: context.games.delete(imported.game_id)):
                context.close_session(imported.game_id)
            self._refresh_page()

        if not imported.is_new:
            # An open board does not know the game's new moves.
            context.close_session(imported.game_id)
        if isinstance(context.navigator.page, HomePage | FilesPage):
            context.push(HistoryListPage)
        else:
            self._refresh_page()
        text = context.tr("app.files.taken_game")
        if imported.is_new:
            show_with_undo(context, text, undo)
        else:
            # The game existed before the import, so undo must not delete it.
            context.toaster.show(text)

    def _import_games(self, incoming: _IncomingFile) -> None:
        steps = import_json(self._store.database, incoming.path, incoming.name)
        on_done = partial(self._on_games_imported, incoming)
        self._run_with_progress(incoming, steps, on_done, "share.reading.title")

    def _run_with_progress(
        self,
        incoming: _IncomingFile,
        steps: Generator[float, None, T],
        on_done: Callable[[T], object],
        title_key: str,
        stop_key: str = "share.reading.stop",
    ) -> None:
        """Run the steps of an import; if they are stopped, the file is discarded."""
        labels = self._app_context.tr(title_key), self._app_context.tr(stop_key)
        self._reading = run_with_progress(self._app_context, steps, *labels, on_done, incoming.discard)

    def _on_games_imported(self, incoming: _IncomingFile, added: ImportCounts) -> None:
        incoming.discard()
        context = self._app_context
        if added.extended_count:
            # The games of open boards may have got new moves that these do not know.
            context.navigator.go_home()
        self._refresh_page()
        text = (
            context.tr("share.taken", n=added.new_count)
            if added.new_count
            else context.tr("backup.games_here")
        )
        context.toaster.show(text)

    def _import_map(self, map_file: MapFile, incoming: _IncomingFile) -> None:
        context, campaigns = self._app_context, self._store.campaigns
        try:
            result = import_map(map_file, campaigns)
        finally:
            incoming.discard()
        if result is None:
            context.toaster.show(context.tr("app.files.map_here", team=map_file.team))
            return
        undo_map_import = partial(undo_import, result, campaigns)

        def undo() -> None:
            context.run_or_show_error(undo_map_import)
            self._refresh_page()

        self._refresh_page()
        key = "app.files.taken_map" if result.previous is None else "app.files.joined_map"
        text = context.tr(key, team=result.current.team, game=context.tr(f"app.game.{map_file.game}"))
        show_with_undo(context, text, undo)

    def _preview_backup(self, backup: BackupContents, incoming: _IncomingFile) -> None:
        """Compare a backup with the local data, then offer to restore it."""
        offer = partial(self._offer_backup, incoming, backup)
        self._run_with_progress(incoming, self._backups.plan_restore(backup), offer, "app.files.reading")

    def _offer_backup(self, incoming: _IncomingFile, backup: BackupContents, preview: ImportPreview) -> None:
        missing, rejected = self._backups.count_missing_recordings(backup), backup.recordings.problems

        def on_restored(_: None) -> None:
            if missing:
                self._recordings.add_missing(backup.folder)
            else:
                incoming.discard()
            if preview.extended_games:
                self._app_context.navigator.go_home()
            if preview.has_settings:
                self._reload_settings()
            self._refresh_page()
            # Deferred until the pages have been rebuilt, in case the settings changed.
            Clock.schedule_once(lambda _: self._show_restored(rejected), 0)

        def restore() -> None:
            steps, labels = self._backups.apply_restore(backup), ("backup.adding.title", "backup.adding.stop")
            self._run_with_progress(incoming, steps, on_restored, *labels)

        def on_cancel() -> None:
            incoming.discard()
            if preview.is_empty and not missing and rejected:
                # Otherwise a toast shows what was restored.
                open_import_problems(self._app_context, rejected)

        open_restore_sheet(self._app_context, preview, missing, restore, on_cancel)

    def _show_restored(self, rejected: Sequence[Problem]) -> None:
        if rejected:
            open_import_problems(self._app_context, rejected)
        else:
            self._app_context.toaster.show(self._app_context.tr("app.files.restored"))

    def _refresh_page(self) -> None:
        """Refresh the page if it shows stored data that may have changed."""
        page = self._app_context.navigator.page
        if page.shows_stored_data or getattr(page, "shows_maps", False):
            page.enter()

    def _run_in_background(
        self,
        work: Callable[[], T],
        callback: Callable[[T], object],
        text: str,
        on_end: Callable[[], object] = lambda: None,
        progress: WorkProgress | None = None,
    ) -> None:
        """Run `work` in another thread, then `callback` on the main thread. During a long wait a notice shows
        `text`, and the progress if it is known. `on_end` is called first, also after a failure."""
        context = self._app_context
        notice = WaitNotice(context, text, progress)
        self._running_tasks += 1

        def run() -> Callable[[], object] | None:
            with contextlib.suppress(Cancelled):
                return partial(callback, work())
            return None

        def end(result: Callable[[], object] | Problem | None) -> None:
            self._running_tasks -= 1
            on_end()
            notice.close()
            if self._is_closed or result is None:
                return
            if isinstance(result, Problem):
                context.show_problem(result)
            else:
                result()

        run_in_background(lambda action: Clock.schedule_once(lambda _: action(), 0), run, end)
