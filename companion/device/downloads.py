"""A copy among the phone's downloads, where every file app shows it. Android 10 and later need no more."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.device.content import NAME_COLUMN, name_of_uri, write_to_uri
from companion.games.game import ProblemError, error

MIN_API_LEVEL = 29
# Android's `MediaColumns.MIME_TYPE` and `IS_PENDING`: nobody sees a file that is still being written.
_MIME_TYPE_COLUMN, _PENDING_COLUMN = "mime_type", "is_pending"


def save_to_downloads(resolver: Any, path: Path, mime_type: str) -> str:
    """Copy it, on any thread; returns what it is called there. Raises `ProblemError` and leaves nothing."""
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
