"""Titles and notes as they may stand in a record."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.game_file import MAX_NOTE_LENGTH, MAX_TITLE_LENGTH, clean_note, clean_title

# What has ever been trouble: joiners, marks of direction, ends of lines, accents that come after.
TEXTS = st.text(st.sampled_from("ab \u200c\u200d\u202e\u0301\r\n\x0b\x1b\u2028\t\ue000é👩"), max_size=40)


@given(TEXTS, st.integers(0, 200))
@settings(max_examples=80, deadline=None)
def test_what_was_cleaned_is_clean(text: str, times: int) -> None:
    for clean, longest in ((clean_title, MAX_TITLE_LENGTH), (clean_note, MAX_NOTE_LENGTH)):
        once = clean(text * times)
        assert clean(once) == once
        assert len(once) <= longest


def test_a_title_is_one_line_and_a_note_may_have_several() -> None:
    assert clean_title("  The\n re\u202ematch\x07 ") == "The rematch"
    assert clean_note(" first \r\n\r\n second\x1b[2J\n") == "first\n\nsecond[2J"
    assert clean_note("\u202e\n \u200d") == ""
