"""The languages of the app: all that is particular to one stands in its entry, and nowhere else.

A language is an entry here and a folder of catalogues (see `folders`). What else it may have is found by
its code and may be missing: a lexicon (`narrator/lexicon`), clips (`assets/voice`) and the recipe they
are rendered by (`tools/voice_engines.py`); then another voice speaks, or the words are shown.

This package is read before the first frame: its values are named tuples, which cost a tenth of a
dataclass to define, and its modules hold no regular expressions.

Digits as a language writes them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

ASCII_DIGITS = "0123456789"
_PERSIAN_DIGITS = "۰۱۲۳۴۵۶۷۸۹"
_ARABIC_DIGITS = "٠١٢٣٤٥٦٧٨٩"


def one_is_singular(n: float) -> int:
    return int(n != 1)


def up_to_one_is_singular(n: float) -> int:
    return int(n > 1)


class Language(NamedTuple):
    """`name` is what its speakers call it, `english_name` what Windows and we do.

    `voice_tags` are those by which speech engines know it, the one that most tables would expect first.
    `sample_names` sit at the table in pictures, as they would write themselves: some of them in other
    letters. `plural_index(n)` is the number of the form that n takes, of so many `plural_form_count`.
    `lookalikes` are letters of another language that look like one of this, each with the right one.
    """

    code: str
    name: str
    english_name: str
    voice_tags: tuple[str, ...] = ()
    sample_names: tuple[str, ...] = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta", "Hana")
    rtl: bool = False
    digits: str = ASCII_DIGITS
    decimal_sign: str = "."
    group_sign: str = ","
    plural_index: Callable[[float], int] = one_is_singular
    plural_form_count: int = 2
    has_solar_calendar: bool = False
    lookalikes: Mapping[str, str] = MappingProxyType({})


# In the order of the menus. One from outside the package is put in here too, and its folder of catalogues
# is brought (see `translator.register_catalogues`).
LANGUAGES: dict[str, Language] = {
    language.code: language
    for language in (
        Language("en", "English", "English", ("en-US", "en-GB")),
        Language(
            "it",
            "Italiano",
            "Italian",
            ("it-IT",),
            ("Ada", "Bruno", "Chiara", "Dario", "Elena", "Farid", "Greta", "Hana"),
            decimal_sign=",",
            group_sign=".",
        ),
        Language(
            "el",
            "Ελληνικά",
            "Greek",
            ("el-GR",),
            ("Άννα", "Βασίλης", "Γιώργος", "Δανάη", "Ελένη", "Φώτης", "Μαρία", "Νίκος"),
            decimal_sign=",",
            group_sign=".",
        ),
        Language(
            "fa",
            "فارسی",
            "Persian",
            ("fa-IR",),
            ("آرش", "بهار", "Chloe", "داریوش", "الناز", "فرید", "نیلوفر", "هومن"),
            rtl=True,
            digits=_PERSIAN_DIGITS,
            decimal_sign="\u066b",
            group_sign="\u066c",
            plural_index=up_to_one_is_singular,
            has_solar_calendar=True,
            lookalikes={"ي": "ی", "ى": "ی", "ك": "ک"}
            | dict(zip(_ARABIC_DIGITS, _PERSIAN_DIGITS, strict=True)),
        ),
    )
}
FALLBACK_LANGUAGE = LANGUAGES["en"]


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
