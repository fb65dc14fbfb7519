from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.i18n.languages import LANGUAGES, format_number, to_digits
from companion.i18n.line_breaking import strip_bidi_marks

FA = LANGUAGES["fa"]


def test_digits_are_written_in_the_language_and_the_rest_stays() -> None:
    assert to_digits("1:05 (v2)", FA) == "۱:۰۵ (v۲)"
    assert to_digits("1:05", LANGUAGES["el"]) == "1:05"


@given(st.integers())
def test_digits_read_back_are_the_number_written(value: int) -> None:
    assert int(to_digits(str(value), FA)) == value


@pytest.mark.parametrize(
    ("code", "value", "written"),
    [
        ("en", 5, "5"),
        ("en", -5, "-5"),
        ("en", 9999, "9999"),
        ("en", 1234567, "1,234,567"),
        ("en", 0.5, "0.5"),
        ("en", 3.0, "3"),
        ("en", 10000.0, "10,000"),
        ("it", 0.5, "0,5"),
        ("it", 12345, "12.345"),
        ("el", 2.25, "2,25"),
        ("el", 0.999, "1"),
        ("fa", 2025, "۲۰۲۵"),
        ("fa", 3.5, "۳٫۵"),
        ("fa", 12345, "۱۲٬۳۴۵"),
        ("en", float("inf"), "inf"),
        ("en", float("nan"), "nan"),
    ],
)
def test_numbers_are_written_as_the_language_does(code: str, value: float, written: str) -> None:
    assert format_number(value, LANGUAGES[code]) == written


def test_the_number_of_decimals_can_be_fixed() -> None:
    assert format_number(2, LANGUAGES["it"], decimals=1) == "2,0"
    assert format_number(0.25, FA, decimals=1) == "۰٫۲"


def test_a_persian_minus_is_tied_to_its_digits() -> None:
    assert format_number(-5, FA) == "\u200e-۵"
    assert strip_bidi_marks(format_number(-5, FA)) == "-۵"
