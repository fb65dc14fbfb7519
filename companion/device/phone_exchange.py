"""Files in and out of a phone: Android's share sheet, its downloads, its file chooser, other apps."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

from companion.device import downloads, sharing
from companion.device.aside import run_in_background
from companion.device.asking import ActivityResults
from companion.device.content import ContentSource, name_of_uri, write_to_uri
from companion.device.exchange import FileSource, IncomingLink, SavedFile, SaveLocation, Schedule
from companion.device.handed import SCHEME, IntentListener
from companion.device.java import activity, api_level
from companion.games.game import Problem, ProblemError, error

# What the chooser offers first. Some apps know a game only as text or as bytes.
_MIME_TYPES: Final = ["application/json", "application/zip", "application/octet-stream", "text/plain"]


class PhoneFileExchange:
    can_share = True

    def __init__(self, schedule: Schedule) -> None:
        self._schedule = schedule
        self._activity_results = ActivityResults()
        self._intent_listener: IntentListener | None = None

    def share(self, path: Path, mime_type: str) -> None:
        sharing.share_file(path, mime_type)

    def share_text(self, text: str) -> None:
        sharing.share_text(text)

    def save(
        self, path: Path, mime_type: str, callback: Callable[[SavedFile | Problem | None], object]
    ) -> None:
        resolver = activity().getContentResolver()
        not_saved = error("app.files.problem.not_saved", file=path.name)
        if api_level() >= downloads.MIN_API_LEVEL:
            save = partial(downloads.save_to_downloads, resolver, path, mime_type)
            run_in_background(
                self._schedule, lambda: SavedFile(SaveLocation.DOWNLOADS, save()), callback, not_saved
            )
            return

        def write(uri: Any) -> SavedFile:
            write_to_uri(resolver, uri, path)
            return SavedFile(SaveLocation.USER_LOCATION, name_of_uri(resolver, uri) or path.name)

        def on_result(uri: Any) -> None:
            if uri is None:
                self._schedule(partial(callback, None))
            else:
                run_in_background(self._schedule, partial(write, uri), callback, not_saved)

        try:
            self._activity_results.start_for_result(
                _document_intent("ACTION_CREATE_DOCUMENT", mime_type, title=path.name), on_result
            )
        except Exception:  # Java's, of any kind
            callback(not_saved)

    def choose_file(self, callback: Callable[[FileSource | Problem | None], object]) -> None:
        resolver = activity().getContentResolver()

        def on_result(uri: Any) -> None:
            source = None if uri is None else ContentSource(resolver, uri)
            self._schedule(partial(callback, source))

        try:
            self._activity_results.start_for_result(
                _document_intent("ACTION_OPEN_DOCUMENT", "*/*", mime_types=_MIME_TYPES), on_result
            )
        except Exception as failure:  # Java's, of any kind
            raise ProblemError(error("app.files.problem.no_chooser")) from failure

    def watch_incoming(self, callback: Callable[[FileSource | IncomingLink], object]) -> None:
        resolver = activity().getContentResolver()

        def on_uri(uri: Any) -> None:
            if uri.getScheme() == SCHEME:
                link = IncomingLink(str(uri.toString()))
                self._schedule(lambda: callback(link))
            else:
                self._schedule(lambda: callback(ContentSource(resolver, uri)))

        self._intent_listener = IntentListener(on_uri)

    def show_folder(self, folder: Path) -> None:
        """A phone shows nobody the folders of an app."""

    def close(self) -> None:
        self._activity_results.close()
        if self._intent_listener is not None:
            self._intent_listener.close()
            self._intent_listener = None


def _document_intent(
    action: str, mime_type: str, *, title: str = "", mime_types: list[str] | None = None
) -> Any:
    from jnius import autoclass

    intent_class = autoclass("android.content.Intent")
    intent = intent_class(getattr(intent_class, action))
    intent.addCategory(intent_class.CATEGORY_OPENABLE)
    intent.setType(mime_type)
    if title:
        intent.putExtra(intent_class.EXTRA_TITLE, title)
    if mime_types:
        intent.putExtra(intent_class.EXTRA_MIME_TYPES, mime_types)
    return intent
