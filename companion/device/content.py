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
NAME, SIZE = "_display_name", "_size"
_CHUNK = 1 << 16


class ContentArrival:
    """A file at an address that another app let us read."""

    def __init__(self, resolver: Any, address: Any) -> None:
        self._resolver = resolver
        self._address = address

    def look(self) -> tuple[str, int | None]:
        from jnius import JavaException

        try:
            name, size = _described(self._resolver, self._address)
        except JavaException:
            name, size = "", None
        return name or str(self._address.getLastPathSegment() or ""), size

    @contextmanager
    def open(self) -> Iterator[_Stream]:
        from jnius import JavaException

        try:
            stream = self._resolver.openInputStream(self._address)
        except JavaException as wrong:
            raise self._refusal() from wrong
        if stream is None:
            raise self._refusal()
        try:
            yield _Stream(stream, self._refusal)
        finally:
            with suppress(JavaException):
                stream.close()

    def _refusal(self) -> ProblemError:
        return ProblemError(error("app.files.problem.not_handed", file=self.look()[0]))


class _Stream:
    def __init__(self, stream: Any, refusal: Any) -> None:
        self._stream = stream
        self._refusal = refusal
        self._buffer = bytearray(_CHUNK)

    def read(self, _most: int, /) -> bytes:
        from jnius import JavaException

        try:
            count = self._stream.read(self._buffer)
        except JavaException as wrong:
            raise self._refusal() from wrong
        return bytes(self._buffer[: max(0, count)])


def write_to(resolver: Any, address: Any, path: Path) -> None:
    """Copy a file of ours to an address. Raises `ProblemError`."""
    from jnius import JavaException

    try:
        # Cut off what was there: a file that is written over may have been longer.
        stream = resolver.openOutputStream(address, "wt")
        if stream is None:
            raise ProblemError(error("app.files.problem.not_saved", file=path.name))
        try:
            with path.open("rb") as file:
                while chunk := file.read(_CHUNK):
                    stream.write(chunk, 0, len(chunk))
        finally:
            stream.close()
    except JavaException as wrong:
        if "ENOSPC" in str(wrong):
            raise ProblemError(error("app.files.problem.full", file=path.name)) from wrong
        raise ProblemError(error("app.files.problem.not_saved", file=path.name)) from wrong
    except OSError as wrong:
        raise ProblemError(error("app.files.problem.not_saved", file=path.name)) from wrong


def name_of(resolver: Any, address: Any) -> str:
    """What the file at an address is called; empty if nobody says."""
    return ContentArrival(resolver, address).look()[0]


def _described(resolver: Any, address: Any) -> tuple[str, int | None]:
    cursor = resolver.query(address, [NAME, SIZE], None, None, None)
    if cursor is None:
        return "", None
    try:
        if not cursor.moveToFirst():
            return "", None
        name, size = cursor.getColumnIndex(NAME), cursor.getColumnIndex(SIZE)
        return (
            "" if name < 0 or cursor.isNull(name) else str(cursor.getString(name)),
            None if size < 0 or cursor.isNull(size) else int(cursor.getLong(size)),
        )
    finally:
        cursor.close()
