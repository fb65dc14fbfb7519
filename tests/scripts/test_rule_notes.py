"""A table's own notes: of any script and length, kept by game and rule."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.serialization import decode, encode
from companion.scripts.rule_search import MAX_NOTE_LENGTH, clean_rule_note, load_note, save_note


class Kept:
    """What is remembered, as it would be read from disk."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self.writes = 0

    def recall(self, kind: type, name: str) -> Any:
        return decode(kind, self.values[name]) if name in self.values else None

    def remember(self, value: Any, name: str) -> None:
        self.values[name] = encode(value)
        self.writes += 1


@pytest.fixture
def kept():
    return Kept()


def test_a_note_is_found_again_by_its_game_and_rule(kept):
    save_note(kept, "duet", "how_strict", "No rhymes")
    save_note(kept, "duet", "which_token", "بی‌گناه 👻")
    assert load_note(kept, "duet", "how_strict") == "No rhymes"
    assert load_note(kept, "duet", "which_token") == "بی‌گناه 👻"
    assert load_note(kept, "silver", "how_strict") == ""
    assert load_note(kept, "duet", "score") == ""


def test_an_empty_note_is_none(kept):
    save_note(kept, "duet", "how_strict", "No rhymes")
    save_note(kept, "duet", "how_strict", " \u202e\x00 ")
    assert load_note(kept, "duet", "how_strict") == ""
    assert kept.writes == 2


def test_what_is_the_same_is_not_written_again(kept):
    save_note(kept, "duet", "how_strict", "No rhymes")
    save_note(kept, "duet", "how_strict", "No rhymes ")
    assert kept.writes == 1


def test_a_note_is_cleaned_and_bounded():
    assert clean_rule_note("a\nb\tc\x07d\u202e") == "a b cd"
    assert len(clean_rule_note("x" * 10_000)) == MAX_NOTE_LENGTH
    families = "👨‍👩‍👧" * 500
    assert clean_rule_note(families) == clean_rule_note(clean_rule_note(families))
    assert not clean_rule_note(families).endswith("\u200d")
