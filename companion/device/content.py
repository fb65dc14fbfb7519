"""Files that other apps keep on a phone, by their `content:` addresses: named, read and written.

Any of it may be refused by the other app, be slow, or be a lie. Only classes of Android itself are used, so
all of this may happen on any thread.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from companion.games.game import ProblemError, error

# Android's `OpenableColumns`, which are the `MediaColumns` of the same names.
NAME_COLUMN, SIZE_COLUMN = "_display_name", "_size"
_CHUNK_BYTES = 1 << 16


class ContentSource:
    """A file at an address that another app let us read."""

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
    """Copy a file of ours to an address. Raises `ProblemError`."""
    from jnius import JavaException

    try:
        # Cut off what was there: a file that is written over may have been longer.
        stream = resolver.openOutputStream(uri, "wt")
        if stream is None:
            raise ProblemError(error("app.files.problem.not_saved", file=path.name))
        try:
            with path.open("rb") as file:
                while chunk := file.read(_CHUNK_BYTES):
                    stream.write(chunk, 0, len(chunk))
        finally:
            stream.close()
    except JavaException as failure:
        if "ENOSPC" in str(failure):
            raise ProblemError(error("app.files.problem.full", file=path.name)) from failure
        raise ProblemError(error("app.files.problem.not_saved", file=path.name)) from failure
    except OSError as failure:
        raise ProblemError(error("app.files.problem.not_saved", file=path.name)) from failure


def name_of_uri(resolver: Any, uri: Any) -> str:
    """What the file at an address is called; empty if nobody says."""
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
