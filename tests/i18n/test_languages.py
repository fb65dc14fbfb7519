from __future__ import annotations

import pytest

from companion.i18n.languages import LANGUAGES


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
    assert [LANGUAGES[code].plural(n) for n in (0, 1, 2, 11)] == forms


def test_a_language_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        LANGUAGES["en"].name = "Anglais"  # type: ignore[misc]
