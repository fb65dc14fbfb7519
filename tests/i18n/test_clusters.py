from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.i18n.bidi import _SINGLE, ALEFS, BIDI_MARKS, is_extender, split_clusters
from companion.i18n.line_breaking import strip_bidi_marks

FAMILY = "👨\u200d👩\u200d👧"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", []),
        ("abc", ["a", "b", "c"]),
        ("e\u0301a", ["e\u0301", "a"]),
        (f"a{FAMILY}b", ["a", FAMILY, "b"]),
        ("❤\ufe0f\u200d🔥!", ["❤\ufe0f\u200d🔥", "!"]),
        ("👍🏽👍", ["👍🏽", "👍"]),
        ("5\ufe0f\u20e35", ["5\ufe0f\u20e3", "5"]),
        ("🇮🇹🇬🇷🇮🇷", ["🇮🇹", "🇬🇷", "🇮🇷"]),
        ("🏴\U000e0067\U000e0062\U000e007f.", ["🏴\U000e0067\U000e0062\U000e007f", "."]),
        ("می\u200cرود", ["م", "ی\u200c", "ر", "و", "د"]),
        ("بَد", ["بَ", "د"]),
        ("سلام", ["س", "لا", "م"]),
        ("لاا", ["لا", "ا"]),
        ("لَآ", ["لَآ"]),
        ("ل\u200cا", ["ل\u200c", "ا"]),
        ("ه\u200dب", ["ه\u200d", "ب"]),
        ("\u202aa\u202c", ["\u202a", "a", "\u202c"]),
        ("\u202aa\u202c\u200cb", ["\u202a", "a\u200c", "\u202c", "b"]),
        ("ل\u200eا", ["ل", "\u200e", "ا"]),
    ],
)
def test_what_is_one_sign_stays_together(text: str, parts: list[str]) -> None:
    assert split_clusters(text) == parts


@given(st.text())
def test_clusters_are_the_text_cut_up(text: str) -> None:
    assert "".join(split_clusters(strip_bidi_marks(text))) == strip_bidi_marks(text)
    assert sorted("".join(split_clusters(text))) == sorted(text)


def test_no_character_of_the_quick_way_belongs_to_the_one_before() -> None:
    quick = [chr(code) for code in range(0x3000) if _SINGLE.fullmatch(chr(code))]
    assert {"a", "ά", "…", "’"} <= set(quick)
    assert not [char for char in quick if is_extender(char) or char in BIDI_MARKS or char in ALEFS]
