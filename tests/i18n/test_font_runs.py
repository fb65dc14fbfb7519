from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.i18n.line_breaking import split_font_runs

FACES = {
    "latin": set("abcdefghijklmnopqrstuvwxyz ().5"),
    "persian": set("آبپ ۵()"),
    "emoji": set("👍❤👨👩5"),
}
ORDER = ("latin", "persian", "emoji")


def covers(face: str, char: str) -> bool:
    return char in FACES[face]


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("", []),
        ("abc def", [("latin", "abc def")]),
        ("ab پآ cd", [("latin", "ab "), ("persian", "پآ "), ("latin", "cd")]),
        (" پ", [("persian", " پ")]),
        ("  ", [("latin", "  ")]),
        ("a👍 b", [("latin", "a"), ("emoji", "👍 "), ("latin", "b")]),
        ("a❤\ufe0fb", [("latin", "a"), ("emoji", "❤\ufe0f"), ("latin", "b")]),
        ("👨\u200d👩a", [("emoji", "👨\u200d👩"), ("latin", "a")]),
        ("پ\u064eab", [("persian", "پ\u064e"), ("latin", "ab")]),
        ("ae\u0301", [("latin", "ae\u0301")]),
        ("پ漢آ", [("persian", "پ漢آ")]),
        ("漢", [("latin", "漢")]),
    ],
)
def test_each_run_has_the_first_face_that_knows_its_signs(text: str, runs: list[tuple[str, str]]) -> None:
    assert split_font_runs(text, covers, ORDER) == runs


def test_the_order_decides_between_faces_that_both_know_a_sign() -> None:
    assert split_font_runs("(پ)", covers, ("persian", "latin")) == [("persian", "(پ)")]
    assert split_font_runs("(پ)", covers, ORDER) == [("latin", "("), ("persian", "پ"), ("latin", ")")]


@given(st.text())
def test_the_runs_are_the_text_and_no_two_alike_are_neighbours(text: str) -> None:
    runs = split_font_runs(text, covers, ORDER)
    assert "".join(run for _, run in runs) == text
    assert all(one[0] != other[0] for one, other in pairwise(runs))
