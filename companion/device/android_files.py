"""Files on Android: share sheet, downloads folder, file chooser, `content:` URIs, and intents ("open with"
and "share") from other apps.

Other apps may refuse, be slow, or return wrong data. `content:` URIs are accessed with classes of Android
itself only, so that is possible on any thread. No permission is needed; saving to the downloads needs Android
10 or later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

from companion.background import Schedule, run_in_background
from companion.core.game import Problem, ProblemError, error
from companion.device.system import (
    FileExchange,
    FileSource,
    IncomingLink,
    SavedFile,
    SaveLocation,
    activity,
    api_level,
    is_android,
    java_listener,
    null_to_none,
)

_RESULT_OK = -1  # Android's `Activity.RESULT_OK`
# Request codes of ours; Android returns each with its result.
_FIRST_REQUEST_CODE = 7001


class ActivityResults:
    """Results of Android activities. A callback gets the result's URI or None, on Android's thread."""

    def __init__(self) -> None:
        self._next_code = _FIRST_REQUEST_CODE
        self._callbacks: dict[int, Callable[[Any], object]] = {}
        self._listener: Any = None

    def start_for_result(self, intent: Any, callback: Callable[[Any], object]) -> None:
        """Start an activity for its result. Raises the JavaException if there is none for this intent."""
        current_activity = activity()
        if self._listener is None:
            self._listener = java_listener(
                "org/kivy/android/PythonActivity$ActivityResultListener",
                "onActivityResult",
                "(IILandroid/content/Intent;)V",
                lambda request, result, intent: self._on_result(request, result, null_to_none(intent)),
            )
            current_activity.registerActivityResultListener(self._listener)
        request_code, self._next_code = self._next_code, self._next_code + 1
        # Android shows one activity at a time: an earlier request that is still pending gets no result.
        self._callbacks = {request_code: callback}
        try:
            current_activity.startActivityForResult(intent, request_code)
        except BaseException:
            self._callbacks.clear()
            raise

    def close(self) -> None:
        if self._listener is not None:
            activity().unregisterActivityResultListener(self._listener)
            self._listener = None

    def _on_result(self, request_code: int, result_code: int, intent: Any) -> None:
        callback = self._callbacks.pop(request_code, None)
        if callback is not None:
            callback(intent.getData() if result_code == _RESULT_OK and intent is not None else None)


# Android's `OpenableColumns`, which are the `MediaColumns` of the same names.
NAME_COLUMN, SIZE_COLUMN = "_display_name", "_size"
_CHUNK_BYTES = 1 << 16


class ContentSource:
    """File at a URI that another app has granted access to."""

    def __init__(self, resolver: Any, uri: Any) -> None:
        self._resolver = resolver
        self._uri = uri

    def describe(self) -> tuple[str, int | None]:
        from jnius import JavaException

        try:
            name, size = _query_name_and_size(self._resolver, self._uri)
        except JavaException:
            name, size = "", None
        return name or str(self._uri.getLastPathSegment() or ""), size

    @contextmanager
    def open(self) -> Iterator[_JavaReader]:
        from jnius import JavaException

        try:
            stream = self._resolver.openInputStream(self._uri)
        except JavaException as failure:
            raise self._access_error() from failure
        if stream is None:
            raise self._access_error()
        try:
            yield _JavaReader(stream, self._access_error)
        finally:
            with suppress(JavaException):
                stream.close()

    def _access_error(self) -> ProblemError:
        return ProblemError(error("app.files.problem.not_handed", file=self.describe()[0]))


class _JavaReader:
    def __init__(self, stream: Any, access_error: Any) -> None:
        self._stream = stream
        self._access_error = access_error
        self._buffer = bytearray(_CHUNK_BYTES)

    def read(self, _max_bytes: int, /) -> bytes:
        from jnius import JavaException

        try:
            count = self._stream.read(self._buffer)
        except JavaException as failure:
            raise self._access_error() from failure
        return bytes(self._buffer[: max(0, count)])


def write_to_uri(resolver: Any, uri: Any, path: Path) -> None:
    """Copy a file to a URI. Raises `ProblemError`."""
    from jnius import JavaException

    not_saved = ProblemError(error("app.files.problem.not_saved", file=path.name))
    try:
        # Truncate: an existing file may be longer.
        stream = resolver.openOutputStream(uri, "wt")
        if stream is None:
            raise not_saved
        try:
            with path.open("rb") as file:
                while chunk := file.read(_CHUNK_BYTES):
                    stream.write(chunk, 0, len(chunk))
        finally:
            stream.close()
    except JavaException as failure:
        if "ENOSPC" in str(failure):
            raise ProblemError(error("app.files.problem.full", file=path.name)) from failure
        raise not_saved from failure
    except OSError as failure:
        raise not_saved from failure


def name_of_uri(resolver: Any, uri: Any) -> str:
    """Return the display name of a URI's file; empty if it is unknown."""
    return ContentSource(resolver, uri).describe()[0]


def _query_name_and_size(resolver: Any, uri: Any) -> tuple[str, int | None]:
    cursor = resolver.query(uri, [NAME_COLUMN, SIZE_COLUMN], None, None, None)
    if cursor is None:
        return "", None
    try:
        if not cursor.moveToFirst():
            return "", None
        name, size = cursor.getColumnIndex(NAME_COLUMN), cursor.getColumnIndex(SIZE_COLUMN)
        return (
            "" if name < 0 or cursor.isNull(name) else str(cursor.getString(name)),
            None if size < 0 or cursor.isNull(size) else int(cursor.getLong(size)),
        )
    finally:
        cursor.close()


# URL scheme of share links, as in the manifest.
SCHEME: Final = "tablecompanion"


class IntentListener:
    """Listener for intents that passes each URI to the callback once, on the thread it arrives on."""

    def __init__(self, callback: Callable[[Any], object]) -> None:
        self._callback = callback
        self._listener = java_listener(
            "org/kivy/android/PythonActivity$NewIntentListener",
            "onNewIntent",
            "(Landroid/content/Intent;)V",
            lambda intent: self._handle_intent(null_to_none(intent)),
        )
        current_activity = activity()
        current_activity.registerNewIntentListener(self._listener)
        self._handle_intent(current_activity.getIntent())
        # Clear the intent, so that it is not handled again, as after a rotation.
        from jnius import autoclass

        intent = autoclass("android.content.Intent")
        current_activity.setIntent(intent(intent.ACTION_MAIN))

    def close(self) -> None:
        activity().unregisterNewIntentListener(self._listener)

    def _handle_intent(self, intent: Any) -> None:
        from jnius import JavaException

        try:
            uri = None if intent is None else uri_of_intent(intent)
        except JavaException:
            # An extra of another app may be of a class that only that app knows.
            return
        if uri is not None:
            self._callback(uri)


def uri_of_intent(intent: Any) -> Any:
    """Return the URI of an intent's file, or its share link; None if there is nothing to import."""
    from jnius import autoclass, cast, find_javaclass

    intent_class = autoclass("android.content.Intent")
    if intent.getFlags() & intent_class.FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY:
        # Android restarts the app from the list of recent apps with its old intent.
        return None
    action = intent.getAction()
    uri = None
    if action == intent_class.ACTION_VIEW:
        uri = intent.getData()
        if uri is not None and uri.getScheme() == SCHEME:
            return uri
    elif action == intent_class.ACTION_SEND:
        stream = intent.getParcelableExtra(intent_class.EXTRA_STREAM)
        # Another app may have put any object there, and calling a method of a wrong class would crash the
        # process.
        is_uri = stream is not None and find_javaclass("android.net.Uri").isInstance(stream)
        uri = cast("android.net.Uri", stream) if is_uri else None
    # Any other URI than `content:` would be read with the app's own rights, even its own database.
    return uri if uri is not None and uri.getScheme() == "content" else None


# As in the manifest; the folders it may share are in android/res/xml/shared_files.xml.
FILE_PROVIDER_AUTHORITY = "org.tablecompanion.companion.files"


def share_file(path: Path, mime_type: str) -> None:
    """Open the share sheet for a file. Raises `ProblemError`."""
    from jnius import JavaException, autoclass, cast

    try:
        current_activity = activity()
        intent_class = autoclass("android.content.Intent")
        file = autoclass("java.io.File")(str(path))
        uri = autoclass("androidx.core.content.FileProvider").getUriForFile(
            current_activity, FILE_PROVIDER_AUTHORITY, file
        )
        # pyjnius does not convert a Python string to a CharSequence.
        label = cast("java.lang.CharSequence", autoclass("java.lang.String")(path.name))
        intent = intent_class(intent_class.ACTION_SEND)
        intent.setType(mime_type)
        intent.putExtra(intent_class.EXTRA_STREAM, cast("android.os.Parcelable", uri))
        # Grants read access to this one file, to the chosen app and to the share sheet, which shows a
        # preview.
        intent.setClipData(autoclass("android.content.ClipData").newRawUri(label, uri))
        intent.addFlags(intent_class.FLAG_GRANT_READ_URI_PERMISSION)
        current_activity.startActivity(intent_class.createChooser(intent, label))
    except JavaException as failure:
        raise ProblemError(error("app.files.problem.not_shared", file=path.name)) from failure


def share_text(text: str) -> None:
    """Open the share sheet for a text. Raises `ProblemError`."""
    from jnius import JavaException, autoclass

    try:
        intent_class = autoclass("android.content.Intent")
        intent = intent_class(intent_class.ACTION_SEND)
        intent.setType("text/plain")
        intent.putExtra(intent_class.EXTRA_TEXT, text)
        activity().startActivity(intent_class.createChooser(intent, None))
    except JavaException as failure:
        raise ProblemError(error("evenings.problem.text_not_shared")) from failure


MIN_API_LEVEL = 29
# Android's `MediaColumns.MIME_TYPE` and `IS_PENDING`: a pending file is hidden while it is being written.
_MIME_TYPE_COLUMN, _PENDING_COLUMN = "mime_type", "is_pending"


def save_to_downloads(resolver: Any, path: Path, mime_type: str) -> str:
    """Copy a file to the downloads completely or not at all; return its name. Raises `ProblemError`."""
    from jnius import JavaException, autoclass

    values_class, java_integer = autoclass("android.content.ContentValues"), autoclass("java.lang.Integer")
    values = values_class()
    values.put(NAME_COLUMN, path.name)
    values.put(_MIME_TYPE_COLUMN, mime_type)
    values.put(_PENDING_COLUMN, java_integer(1))
    try:
        downloads = autoclass("android.provider.MediaStore$Downloads").EXTERNAL_CONTENT_URI
        uri = resolver.insert(downloads, values)
        if uri is None:
            raise ProblemError(error("app.files.problem.not_saved", file=path.name))
        try:
            write_to_uri(resolver, uri, path)
            finished = values_class()
            finished.put(_PENDING_COLUMN, java_integer(0))
            resolver.update(uri, finished, None, None)
        except (ProblemError, JavaException):
            with suppress(JavaException):
                resolver.delete(uri, None, None)
            raise
    except JavaException as failure:
        raise ProblemError(error("app.files.problem.not_saved", file=path.name)) from failure
    return name_of_uri(resolver, uri) or path.name


# Types for the file chooser. Some apps report a game file only as text or as bytes.
_MIME_TYPES: Final = ["application/json", "application/zip", "application/octet-stream", "text/plain"]


class PhoneFileExchange:
    can_share = True

    def __init__(self, schedule: Schedule) -> None:
        self._schedule = schedule
        self._activity_results = ActivityResults()
        self._intent_listener: IntentListener | None = None

    def share(self, path: Path, mime_type: str) -> None:
        share_file(path, mime_type)

    def share_text(self, text: str) -> None:
        share_text(text)

    def save(
        self, path: Path, mime_type: str, callback: Callable[[SavedFile | Problem | None], object]
    ) -> None:
        resolver = activity().getContentResolver()
        not_saved = error("app.files.problem.not_saved", file=path.name)
        if api_level() >= MIN_API_LEVEL:
            save = partial(save_to_downloads, resolver, path, mime_type)
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
        except Exception:  # any Java exception
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
        except Exception as failure:  # any Java exception
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
        """Do nothing: Android does not show the folders of an app."""

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


def create_file_exchange(schedule: Schedule) -> FileExchange:
    if is_android():
        return PhoneFileExchange(schedule)
    from companion.device.desktop_files import DesktopFileExchange

    return DesktopFileExchange(schedule)
