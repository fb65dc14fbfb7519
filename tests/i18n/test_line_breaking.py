"""Line breaking and font runs; `measure` is `len` unless a test says otherwise."""

from __future__ import annotations

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.i18n.bidi import split_clusters
from companion.i18n.line_breaking import (
    isolate,
    shape_line,
    split_font_runs,
    strip_bidi_marks,
    unbreakable_parts,
    visual_lines,
    wrap_lines,
)

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
def test_each_run_has_the_first_font_with_its_glyphs(text: str, runs: list[tuple[str, str]]) -> None:
    assert split_font_runs(text, covers, ORDER) == runs


def test_the_first_of_two_fonts_with_a_glyph_is_used() -> None:
    assert split_font_runs("(پ)", covers, ("persian", "latin")) == [("persian", "(پ)")]
    assert split_font_runs("(پ)", covers, ORDER) == [("latin", "("), ("persian", "پ"), ("latin", ")")]


@given(st.text())
def test_the_runs_are_the_text_and_no_two_alike_are_neighbours(text: str) -> None:
    runs = split_font_runs(text, covers, ORDER)
    assert "".join(run for _, run in runs) == text
    assert all(one[0] != other[0] for one, other in pairwise(runs))


FAMILY = "👨\u200d👩\u200d👧"


def signs(text: str) -> float:
    return len(split_clusters(text))


def seen(lines: list[str]) -> list[str]:
    return [unicodedata.normalize("NFKC", line) for line in lines]


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("", 5, [""]),
        ("   ", 2, [""]),
        ("one two three", 99, ["one two three"]),
        ("one two three", 7, ["one two", "three"]),
        ("one two three", 3, ["one", "two", "thr", "ee"]),
        ("one  two", 3, ["one", "two"]),
        ("one\ntwo", 99, ["one", "two"]),
        ("one\n\ntwo\n", 99, ["one", "", "two"]),
        ("  two", 9, ["  two"]),
        ("one\u00a0two three", 7, ["one\u00a0two", "three"]),
        ("a longwordhere b", 4, ["a", "long", "word", "here", "b"]),
        ("abc", 0, ["a", "b", "c"]),
        ("/home/ada/games", 7, ["/home/", "ada/", "games"]),
        ("Anna-Maria", 6, ["Anna-", "Maria"]),
    ],
)
def test_lines_break_at_spaces_and_inside_a_word_only_if_they_must(
    text: str, width: float, lines: list[str]
) -> None:
    assert wrap_lines(text, width, signs) == lines


def test_persian_lines_stand_in_reading_order_each_in_visual_order() -> None:
    text = "مرلین چشم باز کند"
    assert wrap_lines(text, 9, signs) == ["مرلین چشم", "باز کند"]
    assert seen(visual_lines(text, 9, signs, True)) == ["مرلین چشم"[::-1], "باز کند"[::-1]]


def test_shaped_text_is_measured() -> None:
    # Lam with alef is drawn as one sign, so that five letters take three places.
    assert wrap_lines("لالاب لا", 3, len) == ["لالاب", "لا"]


@pytest.mark.parametrize("unit", [FAMILY, "🇮🇹", "e\u0301", "ی\u200c", "لا", "👍🏽", "5\ufe0f\u20e3"])
def test_a_long_word_is_split_between_clusters(unit: str) -> None:
    assert wrap_lines(unit * 5, 2, signs) == [unit * 2, unit * 2, unit]


def test_no_line_starts_with_a_zwnj() -> None:
    text = f"{isolate('Bob', True)}\u200cها"
    assert wrap_lines(text, 3, signs) == ["Bob\u200c", "ها"]


def test_a_name_broken_over_two_lines_keeps_its_direction_on_both() -> None:
    text = f"{isolate('آرش (۲) بهرامی', False)} won"
    assert seen(visual_lines(text, 8, signs, False)) == ["(۲) شرآ", "بهرامی"[::-1], "won"]
    assert seen(visual_lines(text, 11, signs, False)) == ["(۲) شرآ", "بهرامی"[::-1] + " won"]


@pytest.mark.parametrize(
    ("text", "width", "most", "lines"),
    [
        ("one two three", 7, 2, ["one two", "three"]),
        ("one two three four", 7, 2, ["one two", "three…"]),
        ("one two three four", 9, 1, ["one two…"]),
        ("one two threefour", 8, 1, ["one two…"]),
        ("one two threefour", 7, 1, ["one…"]),
        ("one two", 4, 1, ["one…"]),
        ("abcdefgh", 4, 1, ["abc…"]),
        ("one\ntwo", 99, 1, ["one…"]),
        ("one\ntwo", 3, 1, ["on…"]),
        ("abc", 1, 1, ["…"]),
        ("abc", 0, 1, ["…"]),
        ("one two", 4, 0, ["one…"]),
        (FAMILY * 5, 4, 1, [FAMILY * 3 + "…"]),
        ("a " + FAMILY * 3, 4, 1, ["a…"]),
        ("one threefour", 5, 2, ["one", "thre…"]),
    ],
)
def test_truncated_text_ends_in_an_ellipsis_after_a_whole_word_if_possible(
    text: str, width: float, most: int, lines: list[str]
) -> None:
    assert wrap_lines(text, width, signs, most) == lines


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", []),
        ("  one  two\nthree ", ["one", "two", "three"]),
        ("one\u00a0two", ["one\u00a0two"]),
        ("a/b 5–10 1-2 Anna-Maria", ["a/", "b", "5–10", "1-2", "Anna-", "Maria"]),
        (f"{isolate('Bob', True)}\u200cها", ["Bob\u200cها"]),
    ],
)
def test_a_line_breaks_only_between_words_and_after_hyphens_and_slashes(text: str, parts: list[str]) -> None:
    assert unbreakable_parts(text) == parts


def test_the_ellipsis_of_a_persian_line_is_at_its_left_end() -> None:
    text = "مرلین چشم باز کند"
    assert seen(visual_lines(text, 10, lambda line: len(line), True, 1)) == ["..." + "مرلین چشم"[::-1]]


def test_the_ellipsis_can_be_another() -> None:
    assert visual_lines("abcdefgh", 5, len, False, 1, "...") == ["ab..."]


def test_few_measurements_are_made() -> None:
    measured: list[str] = []

    def measure(line: str) -> float:
        measured.append(line)
        return len(line)

    text = " ".join(["word"] * 200)
    assert len(wrap_lines(text, 39, measure)) == 25
    assert len(measured) < 25 * 9
    measured.clear()
    assert wrap_lines("short", 39, measure) == ["short"]
    assert measured == ["short"]


_TEXTS = st.one_of(
    st.text(max_size=60),
    st.text("ab \n(آلا‌ب)۱2٪" + "👍🏽\u200d❤\ufe0f🇮🇹\u0301\u202a\u202c\u061c", max_size=60),
)


@given(_TEXTS, st.integers(0, 12))
def test_wrapping_loses_no_character(text: str, width: int) -> None:
    kept = "".join("".join(wrap_lines(text, width, signs)).split())
    assert kept.replace("\u200b", "") == "".join(strip_bidi_marks(text).split()).replace("\u200b", "")


@given(_TEXTS, st.integers(0, 12), st.booleans())
def test_every_line_fits_unless_one_cluster_is_wider(text: str, width: int, rtl_base: bool) -> None:
    for line in visual_lines(text, width, signs, rtl_base):
        assert signs(line) <= max(1, width)


@given(st.lists(st.text("abcΩλمرل", min_size=1, max_size=9), min_size=1))
def test_no_word_is_split_if_the_longest_fits(words: list[str]) -> None:
    text = " ".join(words)
    longest = max(signs(word) for word in words)
    assert [word for line in wrap_lines(text, longest, signs) for word in line.split()] == words


@given(_TEXTS, st.integers(1, 12), st.booleans(), st.integers(1, 3))
def test_truncated_text_fits_in_the_allowed_lines(text: str, width: int, rtl_base: bool, most: int) -> None:
    whole = visual_lines(text, width, signs, rtl_base)
    cut = visual_lines(text, width, signs, rtl_base, most, "~")
    assert len(cut) == min(len(whole), most)
    assert all(signs(line) <= width for line in cut)
    if len(whole) <= most:
        assert cut == whole
    else:
        assert "~" in cut[-1]


@given(_TEXTS, st.booleans())
def test_a_line_with_enough_width_is_the_shaped_text(text: str, rtl_base: bool) -> None:
    text = strip_bidi_marks(text)  # a mark after the last word would hold the spaces before it
    shaped = [line for line in shape_line(text, rtl_base).split("\n") if line.strip()]
    wide = [line for line in visual_lines(text, float("inf"), signs, rtl_base) if line.strip()]
    assert [line.strip() for line in wide] == [line.strip() for line in shaped]


@given(_TEXTS, st.integers(0, 5))
def test_no_line_but_the_first_starts_with_a_joiner_or_a_mark(text: str, width: int) -> None:
    for line in wrap_lines(text.replace("\n", ""), width, signs)[1:]:
        assert not line.startswith(("\u200c", "\u200d", "\ufe0f", "\u0301"))
