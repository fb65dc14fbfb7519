"""The languages of the app; everything specific to a language is in its `Language` entry.

A language also has a folder of catalogues, and may have a lexicon (`narrator/lexicon`), clips
(`assets/voice`) and a recipe to render them (`tools/voices/recipes.py`), found by its code. This module is
imported before the first frame: named tuples cost a tenth of a dataclass to define, and it compiles no
regular expressions.
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
    """A language. `name` is its own name for itself, `english_name` the English one.

    `voice_tags` are the codes used by speech engines, the most expected one first. `sample_names` are
    player names for sample pictures, some of them in another script. `plural_index(n)` returns the plural
    form of n, of `plural_form_count` forms. `lookalikes` maps letters of another language to the similar
    ones of this language.
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


# In menu order. A language from outside the package is added here, and its folder with
# `translator.register_catalogues`.
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
    return text.translate(_digit_table(language.digits))


def format_number(value: float, language: Language, decimals: int | None = None) -> str:
    """Format a number with the language's digits and separators, by default up to two decimals."""
    grouped = "," if abs(value) >= _MIN_GROUPED else ""
    if isinstance(value, int) and decimals is None:
        result = format(value, f"{grouped}d")
    else:
        result = format(value, f"{grouped}.{2 if decimals is None else decimals}f")
        if decimals is None and "." in result:
            result = result.rstrip("0").rstrip(".")
    if language.rtl and result.startswith("-"):
        # Without the mark the minus sign would be drawn on the other side of the digits.
        result = _LEFT_TO_RIGHT_MARK + result
    return result.translate(_number_table(language.digits, language.decimal_sign, language.group_sign))


@cache
def _digit_table(digits: str) -> dict[int, int]:
    return str.maketrans(ASCII_DIGITS, digits)


@cache
def _number_table(digits: str, decimal: str, group: str) -> dict[int, int]:
    return str.maketrans(ASCII_DIGITS + ".,", digits + decimal + group)
