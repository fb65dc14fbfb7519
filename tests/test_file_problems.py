"""What the system says of a file, put into words that every language has."""

from __future__ import annotations

import errno
import os

import pytest

from companion.files.safe_zip import read_problem, write_problem
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EACCES, errno.EISDIR, errno.ENOENT, errno.EIO])
def test_no_reason_is_told_in_the_systems_own_language(number: int) -> None:
    wrong = OSError(number, os.strerror(number))
    for code in LANGUAGES:
        tr = Translator(code)
        for problem in (read_problem("game.json", wrong), write_problem("game.json", wrong)):
            words = tr.translate_problem(problem)
            assert "game.json" in words
            assert os.strerror(number) not in words
            assert tr.missing == set()


def test_what_nobody_has_words_for_is_told_by_its_name() -> None:
    assert read_problem("game.json", OSError(errno.EIO, "")).args["reason"] == "EIO"
    assert read_problem("game.json", OSError("no number")).args["reason"] == "OSError"
