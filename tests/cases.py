"""Which cases of a parametrised test run in `make test`, and which only in `make test-thorough`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def sample(cases: Iterable[Any], keep: int = 1) -> list[Any]:
    """All cases, of which only the first `keep` run without `-m thorough`.

    For repeats of one test in other languages, sizes, themes or roles: one of them shows that the parts are
    wired together, the others seldom find more. A case for several parameters is a tuple.
    """
    return [case if number < keep else _mark_thorough(case) for number, case in enumerate(cases)]


def _mark_thorough(case: Any) -> Any:
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=pytest.mark.thorough)
