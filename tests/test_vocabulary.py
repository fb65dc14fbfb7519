"""Names are the standard terms: no banned word, no name for two things, no module too small or too large.

`tests/vocabulary_exceptions.txt` lists what is still to be renamed or merged. It may only shrink: an entry
that is no longer needed fails too.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Final

import pytest

from tools.code_figures import (
    banned_identifiers,
    defined_names,
    is_banned,
    large_modules,
    repeated_classes,
    repeated_modules,
    small_modules,
)

EXCEPTIONS: Final = Path(__file__).with_name("vocabulary_exceptions.txt")
CHECKS: Final = {
    "identifier": banned_identifiers,
    "class": repeated_classes,
    "module": repeated_modules,
    "small": small_modules,
    "large": large_modules,
}


def exceptions(kind: str) -> set[str]:
    lines = EXCEPTIONS.read_text(encoding="utf-8").splitlines()
    return {line for line in lines if line.startswith(f"{kind} ")}


@pytest.mark.parametrize("kind", CHECKS)
def test_names_keep_to_the_vocabulary(kind: str) -> None:
    found = CHECKS[kind]()
    assert found - exceptions(kind) == set(), "see docs/glossary.md"
    assert exceptions(kind) - found == set(), "no longer needed: take it off the list"


def test_the_check_notices_words_of_the_dialect() -> None:
    tree = ast.parse("def tell_anew(kept, *, names): told = kept; self.heard_line = 1")
    assert sorted(filter(is_banned, defined_names(tree))) == ["heard_line", "kept", "tell_anew", "told"]
    assert not any(map(is_banned, ("drawn_card", "keep_draft", "find_match", "soonest")))


if __name__ == "__main__":
    EXCEPTIONS.write_text(
        "\n".join(sorted(set().union(*(check() for check in CHECKS.values())))) + "\n", "utf-8"
    )
