"""Why a file could not be read or written: what the system says, or in our words that there is no room."""

from __future__ import annotations

import errno

from companion.games.game import Problem, error


def read_problem(file: str, wrong: OSError) -> Problem:
    """It could not be read, or not copied to a place of ours."""
    return _problem("app.problem.import_failed", file, wrong)


def write_problem(file: str, wrong: OSError) -> Problem:
    return _problem("app.problem.export_failed", file, wrong)


def _problem(otherwise: str, file: str, wrong: OSError) -> Problem:
    if wrong.errno in (errno.ENOSPC, errno.EDQUOT):
        return error("app.files.problem.full", file=file)
    return error(otherwise, file=file, reason=wrong.strerror or str(wrong))
