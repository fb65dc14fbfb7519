"""Why a file could not be read or written, in our words: what the system says of it, it says in English."""

from __future__ import annotations

import errno
from collections.abc import Mapping
from typing import Final

from companion.games.game import Problem, error

_DISK_FULL_ERRNOS: Final = (errno.ENOSPC, errno.EDQUOT)
_COMMON_KEYS: Final[Mapping[int, str]] = {
    **dict.fromkeys(_DISK_FULL_ERRNOS, "app.files.problem.full"),
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), "app.files.problem.denied"),
    errno.EISDIR: "app.files.problem.folder",
}
_MISSING_ERRNOS: Final = (errno.ENOENT, errno.ENOTDIR)


def read_problem(file: str, failure: OSError) -> Problem:
    """It could not be read, or not copied to a place of ours."""
    keys = {**_COMMON_KEYS, **dict.fromkeys(_MISSING_ERRNOS, "app.files.problem.missing")}
    return _problem(keys, "app.problem.import_failed", file, failure)


def write_problem(file: str, failure: OSError) -> Problem:
    # A file that is to be written need not be there; what is missing is where it should lie.
    keys = {**_COMMON_KEYS, **dict.fromkeys(_MISSING_ERRNOS, "app.files.problem.no_place")}
    return _problem(keys, "app.problem.export_failed", file, failure)


def error_name(failure: OSError) -> str:
    """For what is so rare that we have no words: the name of the error, the same in every language."""
    return errno.errorcode.get(failure.errno or 0, type(failure).__name__)


def _problem(keys: Mapping[int, str], fallback_key: str, file: str, failure: OSError) -> Problem:
    key = keys.get(failure.errno or 0)
    return (
        error(fallback_key, file=file, reason=error_name(failure)) if key is None else error(key, file=file)
    )
