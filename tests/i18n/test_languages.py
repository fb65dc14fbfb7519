"""Entries of the languages, digits and numbers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import companion
from companion import asset
from companion.i18n.languages import FALLBACK_LANGUAGE, LANGUAGES, Language, format_number, to_digits
from companion.i18n.line_breaking import strip_bidi_marks
from companion.i18n.translator import CATALOGUES, catalogue_domains, catalogue_path
from companion.narrator.planner import load_lexicon
from companion.narrator.voices.clip import BuiltinVoice

PACKAGE = Path(companion.__file__).parent

every_language = pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)


def test_languages_are_in_menu_order_with_their_own_names() -> None:
    assert [(code, language.name) for code, language in LANGUAGES.items()] == [
        ("en", "English"),
        ("it", "Italiano"),
        ("el", "Ελληνικά"),
        ("fa", "فارسی"),
    ]


def test_only_persian_is_read_from_right_to_left() -> None:
    assert [code for code, language in LANGUAGES.items() if language.rtl] == ["fa"]


@pytest.mark.parametrize(
    ("code", "forms"),
    [("en", [1, 0, 1, 1]), ("it", [1, 0, 1, 1]), ("el", [1, 0, 1, 1]), ("fa", [0, 0, 1, 1])],
)
def test_each_language_has_its_plural_rule(code: str, forms: list[int]) -> None:
    assert [LANGUAGES[code].plural_index(n) for n in (0, 1, 2, 11)] == forms


def test_a_language_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        LANGUAGES["en"].name = "Anglais"  # type: ignore[misc]


@every_language
def test_every_language_has_all_fields_and_a_folder(language: Language) -> None:
    assert language.name.strip()
    assert language.english_name.isalpha()
    assert language.voice_tags
    assert all(tag.partition("-")[0] == language.code for tag in language.voice_tags)
    assert len(set(language.digits)) == 10
    assert [int(digit) for digit in language.digits] == list(range(10))
    assert len({language.decimal_sign, language.group_sign, *language.digits}) == 12
    assert {language.plural_index(n) for n in range(200)} == set(range(language.plural_form_count))
    for wrong, right in language.lookalikes.items():
        assert wrong not in language.lookalikes.values()
        assert wrong != right
    for domain in catalogue_domains():
        assert Path(catalogue_path(CATALOGUES, language.code, domain)).is_file()


@every_language
def test_every_language_has_eight_different_sample_names(language: Language) -> None:
    assert len(set(language.sample_names)) == 8
    assert all(name == name.strip() != "" for name in language.sample_names)


@every_language
def test_each_of_our_languages_has_clips_and_a_lexicon(language: Language) -> None:
    assert BuiltinVoice().supports_language(language.code)
    assert asset("voice", language.code).is_dir()
    assert load_lexicon(language.code).names


def test_no_two_languages_are_called_the_same() -> None:
    for names in zip(*((one.code, one.name, one.english_name) for one in LANGUAGES.values()), strict=True):
        assert len(set(names)) == len(LANGUAGES)


def test_a_language_with_only_names_has_valid_defaults() -> None:
    bare = Language("eo", "Esperanto", "Esperanto")
    assert bare.sample_names == FALLBACK_LANGUAGE.sample_names
    assert (bare.rtl, bare.digits, bare.plural_index(1), bare.plural_index(2)) == (False, "0123456789", 0, 1)


def test_no_language_code_is_hard_coded_outside_its_entry() -> None:
    """What knows a language by its code would not know the next one."""
    quoted = re.compile(rf"""["'](?:{"|".join(LANGUAGES)})["']""")
    found = [
        f"{path.relative_to(PACKAGE)}: {line.strip()}"
        for path in PACKAGE.rglob("*.py")
        if path != PACKAGE / "i18n" / "languages.py"
        for line in path.read_text(encoding="utf-8").splitlines()
        # An example in a docstring stands in backticks.
        if quoted.search(line.partition("`")[0])
    ]
    assert found == []


FA = LANGUAGES["fa"]


def test_only_digits_are_replaced() -> None:
    assert to_digits("1:05 (v2)", FA) == "۱:۰۵ (v۲)"
    assert to_digits("1:05", LANGUAGES["el"]) == "1:05"


@given(st.integers())
def test_formatted_digits_parse_to_the_number(value: int) -> None:
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


def test_a_persian_minus_has_a_direction_mark() -> None:
    assert format_number(-5, FA) == "\u200e-۵"
    assert strip_bidi_marks(format_number(-5, FA)) == "-۵"
