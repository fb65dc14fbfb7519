"""The languages of the app and how each writes numbers and counts.

This package is read before the first frame: its values are named tuples, which cost a tenth of a
dataclass to define, and its modules hold no regular expressions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Language(NamedTuple):
    """`name` is what its speakers call it; `plural(n)` is the number of the form that n takes."""

    code: str
    name: str
    rtl: bool
    digits: str
    decimal: str
    group: str
    plural: Callable[[float], int]
    solar_calendar: bool = False


def _one_is_singular(n: float) -> int:
    return int(n != 1)


def _up_to_one_is_singular(n: float) -> int:
    return int(n > 1)


_ASCII = "0123456789"
_PERSIAN = "۰۱۲۳۴۵۶۷۸۹"

LANGUAGES: dict[str, Language] = {
    language.code: language
    for language in (
        Language("en", "English", False, _ASCII, ".", ",", _one_is_singular),
        Language("it", "Italiano", False, _ASCII, ",", ".", _one_is_singular),
        Language("el", "Ελληνικά", False, _ASCII, ",", ".", _one_is_singular),
        Language("fa", "فارسی", True, _PERSIAN, "\u066b", "\u066c", _up_to_one_is_singular, True),
    )
}
FALLBACK = LANGUAGES["en"]
DOMAINS = ("app", "avalon", "cultists", "silver", "duet")
