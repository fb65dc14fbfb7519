"""A copy among the phone's downloads, where every file app shows it. Android 10 and later need no more."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.device.content import NAME, name_of, write_to
from companion.games.game import ProblemError, error

SINCE = 29
# Android's `MediaColumns.MIME_TYPE` and `IS_PENDING`: nobody sees a file that is still being written.
_KIND, _PENDING = "mime_type", "is_pending"


def save(resolver: Any, path: Path, kind: str) -> str:
    """Copy it, on any thread; returns what it is called there. Raises `ProblemError` and leaves nothing."""
    from jnius import JavaException, autoclass

    values_class, number = autoclass("android.content.ContentValues"), autoclass("java.lang.Integer")
    values = values_class()
    values.put(NAME, path.name)
    values.put(_KIND, kind)
    values.put(_PENDING, number(1))
    try:
        downloads = autoclass("android.provider.MediaStore$Downloads").EXTERNAL_CONTENT_URI
        address = resolver.insert(downloads, values)
        if address is None:
            raise ProblemError(error("app.files.problem.not_saved", file=path.name))
        try:
            write_to(resolver, address, path)
            done = values_class()
            done.put(_PENDING, number(0))
            resolver.update(address, done, None, None)
        except (ProblemError, JavaException):
            with suppress(JavaException):
                resolver.delete(address, None, None)
            raise
    except JavaException as wrong:
        raise ProblemError(error("app.files.problem.not_saved", file=path.name)) from wrong
    return name_of(resolver, address) or path.name
