"""A table's own notes: of any script and length, kept by game and rule."""

from __future__ import annotations

from typing import Any

import pytest

from companion.entry.rule_notes import LONGEST_NOTE, clean_note, keep_note, note_on
from companion.games.records import decode, encode


class Kept:
    """What is remembered, as it would be read from disk."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self.writes = 0

    def recall(self, kind: type, name: str) -> Any:
        return decode(kind, self.values[name]) if name in self.values else None

    def keep_in_mind(self, value: Any, name: str) -> None:
        self.values[name] = encode(value)
        self.writes += 1


@pytest.fixture
def kept():
    return Kept()


def test_a_note_is_found_again_by_its_game_and_rule(kept):
    keep_note(kept, "duet", "how_strict", "No rhymes")
    keep_note(kept, "duet", "which_token", "بی‌گناه 👻")
    assert note_on(kept, "duet", "how_strict") == "No rhymes"
    assert note_on(kept, "duet", "which_token") == "بی‌گناه 👻"
    assert note_on(kept, "silver", "how_strict") == ""
    assert note_on(kept, "duet", "score") == ""


def test_an_empty_note_is_none(kept):
    keep_note(kept, "duet", "how_strict", "No rhymes")
    keep_note(kept, "duet", "how_strict", " \u202e\x00 ")
    assert note_on(kept, "duet", "how_strict") == ""
    assert kept.writes == 2


def test_what_is_the_same_is_not_written_again(kept):
    keep_note(kept, "duet", "how_strict", "No rhymes")
    keep_note(kept, "duet", "how_strict", "No rhymes ")
    assert kept.writes == 1


def test_a_note_is_cleaned_and_bounded():
    assert clean_note("a\nb\tc\x07d\u202e") == "a b cd"
    assert len(clean_note("x" * 10_000)) == LONGEST_NOTE
    families = "👨‍👩‍👧" * 500
    assert clean_note(families) == clean_note(clean_note(families))
    assert not clean_note(families).endswith("\u200d")
