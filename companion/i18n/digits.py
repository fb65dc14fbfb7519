"""Digits as a language writes them."""

from __future__ import annotations

from functools import cache

from companion.i18n.languages import ASCII_DIGITS, Language

_SHORTEST_GROUPED = 10_000
_LEFT_TO_RIGHT_MARK = "\u200e"


def to_digits(text: str, language: Language) -> str:
    """`text` with its 0-9 written in the language's digits; all else stays."""
    return text.translate(_digit_table(language.digits))


def number(value: float, language: Language, places: int | None = None) -> str:
    """A number with the language's digits and signs; `places` decimals, or as many of two as matter."""
    grouped = "," if abs(value) >= _SHORTEST_GROUPED else ""
    if isinstance(value, int) and places is None:
        written = format(value, f"{grouped}d")
    else:
        written = format(value, f"{grouped}.{2 if places is None else places}f")
        if places is None and "." in written:
            written = written.rstrip("0").rstrip(".")
    if language.rtl and written.startswith("-"):
        # Without the mark the minus would end up on the other side of the digits.
        written = _LEFT_TO_RIGHT_MARK + written
    return written.translate(_number_table(language.digits, language.decimal, language.group))


@cache
def _digit_table(digits: str) -> dict[int, int]:
    return str.maketrans(ASCII_DIGITS, digits)


@cache
def _number_table(digits: str, decimal: str, group: str) -> dict[int, int]:
    return str.maketrans(ASCII_DIGITS + ".,", digits + decimal + group)
