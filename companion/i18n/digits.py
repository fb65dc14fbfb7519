"""Digits as a language writes them."""

from __future__ import annotations

from functools import cache

from companion.i18n.languages import ASCII_DIGITS, Language

_MIN_GROUPED = 10_000
_LEFT_TO_RIGHT_MARK = "\u200e"


def to_digits(text: str, language: Language) -> str:
    """`text` with its 0-9 written in the language's digits; all else stays."""
    return text.translate(_digit_table(language.digits))


def format_number(value: float, language: Language, decimals: int | None = None) -> str:
    """A number with the language's digits and signs; `decimals` decimals, or as many of two as matter."""
    grouped = "," if abs(value) >= _MIN_GROUPED else ""
    if isinstance(value, int) and decimals is None:
        result = format(value, f"{grouped}d")
    else:
        result = format(value, f"{grouped}.{2 if decimals is None else decimals}f")
        if decimals is None and "." in result:
            result = result.rstrip("0").rstrip(".")
    if language.rtl and result.startswith("-"):
        # Without the mark the minus would end up on the other side of the digits.
        result = _LEFT_TO_RIGHT_MARK + result
    return result.translate(_number_table(language.digits, language.decimal_sign, language.group_sign))


@cache
def _digit_table(digits: str) -> dict[int, int]:
    return str.maketrans(ASCII_DIGITS, digits)


@cache
def _number_table(digits: str, decimal: str, group: str) -> dict[int, int]:
    return str.maketrans(ASCII_DIGITS + ".,", digits + decimal + group)
