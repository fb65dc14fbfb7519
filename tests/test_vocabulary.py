"""Names are the standard terms: no banned word, no name for two things, no module too small or too large."""

from __future__ import annotations

import ast
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

CHECKS: Final = {
    "identifier": banned_identifiers,
    "class": repeated_classes,
    "module": repeated_modules,
    "small": small_modules,
    "large": large_modules,
}


@pytest.mark.parametrize("kind", CHECKS)
def test_names_and_sizes_keep_to_the_conventions(kind: str) -> None:
    assert CHECKS[kind]() == set(), "see docs/glossary.md"


def test_banned_words_are_found() -> None:
    tree = ast.parse("def tell_anew(kept, *, names): told = kept; self.heard_line = 1")
    assert sorted(filter(is_banned, defined_names(tree))) == ["heard_line", "kept", "tell_anew", "told"]
    assert not any(map(is_banned, ("drawn_card", "keep_draft", "find_match", "soonest")))
