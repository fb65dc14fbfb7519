from __future__ import annotations

import re
from pathlib import Path

import pytest

import companion
from companion import asset
from companion.i18n.languages import FALLBACK_LANGUAGE, LANGUAGES, Language
from companion.i18n.translator import CATALOGUES, catalogue_domains, catalogue_path
from companion.narrator.planner import load_lexicon
from companion.narrator.voices.builtin import BuiltinVoice

PACKAGE = Path(companion.__file__).parent

every_language = pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)


def test_the_languages_stand_in_the_order_of_the_menu_under_their_own_names() -> None:
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
def test_each_language_counts_in_its_own_way(code: str, forms: list[int]) -> None:
    assert [LANGUAGES[code].plural_index(n) for n in (0, 1, 2, 11)] == forms


def test_a_language_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        LANGUAGES["en"].name = "Anglais"  # type: ignore[misc]


@every_language
def test_every_language_has_every_piece_and_its_folder(language: Language) -> None:
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
def test_the_people_in_pictures_are_eight_with_names_of_their_own(language: Language) -> None:
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


def test_a_language_that_says_no_more_than_its_names_is_whole() -> None:
    bare = Language("eo", "Esperanto", "Esperanto")
    assert bare.sample_names == FALLBACK_LANGUAGE.sample_names
    assert (bare.rtl, bare.digits, bare.plural_index(1), bare.plural_index(2)) == (False, "0123456789", 0, 1)


def test_no_code_of_a_language_stands_outside_its_entry() -> None:
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
