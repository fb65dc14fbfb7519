"""Why a file could not be read or written, in our words: what the system says of it, it says in English."""

from __future__ import annotations

import errno
from collections.abc import Mapping
from typing import Final

from companion.games.game import Problem, error

_FULL: Final = (errno.ENOSPC, errno.EDQUOT)
_EITHER: Final[Mapping[int, str]] = {
    **dict.fromkeys(_FULL, "app.files.problem.full"),
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), "app.files.problem.denied"),
    errno.EISDIR: "app.files.problem.folder",
}
_MISSING: Final = (errno.ENOENT, errno.ENOTDIR)


def read_problem(file: str, wrong: OSError) -> Problem:
    """It could not be read, or not copied to a place of ours."""
    known = {**_EITHER, **dict.fromkeys(_MISSING, "app.files.problem.missing")}
    return _problem(known, "app.problem.import_failed", file, wrong)


def write_problem(file: str, wrong: OSError) -> Problem:
    # A file that is to be written need not be there; what is missing is where it should lie.
    known = {**_EITHER, **dict.fromkeys(_MISSING, "app.files.problem.no_place")}
    return _problem(known, "app.problem.export_failed", file, wrong)


def reason_of(wrong: OSError) -> str:
    """For what is so rare that we have no words: the name of the error, the same in every language."""
    return errno.errorcode.get(wrong.errno or 0, type(wrong).__name__)


def _problem(known: Mapping[int, str], otherwise: str, file: str, wrong: OSError) -> Problem:
    key = known.get(wrong.errno or 0)
    return error(otherwise, file=file, reason=reason_of(wrong)) if key is None else error(key, file=file)
