"""The coverage table matches the font files, and the fonts cover the languages."""

from __future__ import annotations

import pytest
from arabic_reshaper import ArabicReshaper

from companion import asset
from companion.widgets.font_coverage import BOUNDS
from companion.widgets.text_renderer import FACES, has_glyph, has_glyphs_for
from tools.fonts import TABLE, WIDE, characters, face_path, table

TEXT = [face for face in FACES if face.startswith("text")]
PERSIAN = [face for face in FACES if face.startswith("fa")]

GREEK = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρσςτυφχψωΆΈΉΊΌΎΏάέήίόύώϊϋΐΰΪΫ·;«»"
ITALIAN = "ÀÈÉÌÒÙàèéìíîòóùú’«»–"
CYRILLIC = "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдеёжзийклмнопрстуфхцчшщъыьэюяЇїЄєҐґ"
LATIN_NAMES = "ÇĞİŞçğışÄÖÜßøåæœłńśźżčřžőűñãâêôûëïÿ"
PERSIAN_LETTERS = "ءآأؤئابپتثجچحخدذرزژسشصضطظعغفقکگلمنهوی"
PERSIAN_SIGNS = "۰۱۲۳۴۵۶۷۸۹،؛؟٪٫٬«»\u200c\u200d"


def missing_glyphs(face: str, text: str) -> str:
    return "".join(char for char in text if not has_glyph(face, char))


@pytest.mark.parametrize("face", FACES)
def test_the_coverage_table_matches_the_font_file(face: str) -> None:
    if face == WIDE:
        pytest.importorskip("kivy", reason="the face is part of Kivy, which has no wheel for this Python")
    real = characters(face_path(face))
    bounds = [ord(bound) for bound in BOUNDS[face]]
    ranges = map(range, bounds[::2], bounds[1::2])
    assert {chr(code) for codes in ranges for code in codes} == real
    # And so it is told, of every character where that changes and of the one before it.
    for char in (chr(code) for bound in bounds for code in (max(0, bound - 1), bound)):
        assert has_glyph(face, char) is (char in real), hex(ord(char))


def test_the_coverage_table_is_up_to_date() -> None:
    pytest.importorskip("kivy", reason="one face is part of Kivy, which has no wheel for this Python")
    assert TABLE.read_text(encoding="utf-8") == table()


@pytest.mark.parametrize("face", ["title", *TEXT])
def test_title_and_text_fonts_cover_english_italian_and_greek(face: str) -> None:
    plain = "".join(map(chr, range(0x20, 0x7F)))
    assert missing_glyphs(face, plain + ITALIAN + GREEK + LATIN_NAMES + "–—‘’“”…×−") == ""


@pytest.mark.parametrize("face", TEXT)
def test_text_fonts_cover_cyrillic_names(face: str) -> None:
    assert missing_glyphs(face, CYRILLIC) == ""


@pytest.mark.parametrize("face", PERSIAN)
def test_persian_fonts_cover_letters_digits_signs_and_latin(face: str) -> None:
    plain = "".join(map(chr, range(0x20, 0x7F)))
    assert missing_glyphs(face, plain + ITALIAN + PERSIAN_LETTERS + PERSIAN_SIGNS) == ""


@pytest.mark.parametrize("face", PERSIAN)
def test_persian_fonts_cover_every_shaped_form(face: str) -> None:
    reshaper = ArabicReshaper({"language": "Farsi", "support_zwj": True, "delete_harakat": False})
    alone, begin, middle, end = "{}", "{0}ب", "ب{0}ب", "ب{0}"
    words = [form.format(letter) for letter in PERSIAN_LETTERS for form in (alone, begin, middle, end)]
    shaped = reshaper.reshape(" ".join([*words, "لا لأ لآ"]))
    assert any("\ufe70" <= char <= "\ufeff" for char in shaped)
    assert missing_glyphs(face, shaped) == ""


def test_fonts_report_scripts_that_they_do_not_cover() -> None:
    assert missing_glyphs("fa400", "Ωж") == "Ωж"
    assert missing_glyphs("text400", "سلام") == "سلام"
    assert missing_glyphs("title", "سلام🎲") == "سلام🎲"


def test_the_emoji_font_covers_emoji_common_in_names() -> None:
    assert missing_glyphs("emoji", "🎲🐺👑🌙❤😀🔥🦊") == ""


def test_the_fallback_font_covers_all_other_scripts() -> None:
    assert missing_glyphs("wide", GREEK + ITALIAN + CYRILLIC + PERSIAN_LETTERS + PERSIAN_SIGNS) == ""


@pytest.mark.parametrize(
    "family", sorted({file.partition("-")[0] for face, file in FACES.items() if face != WIDE})
)
def test_every_shipped_font_family_has_its_licence_file(family: str) -> None:
    text = asset("fonts", f"{family}-OFL.txt").read_text(encoding="utf-8")
    assert text.startswith("Copyright")
    assert "SIL OPEN FONT LICENSE Version 1.1" in text
    assert "Reserved Font Name " not in text.splitlines()[0]


def test_the_fonts_stay_small() -> None:
    total = sum(asset("fonts", file).stat().st_size for face, file in FACES.items() if face != WIDE)
    assert total < 2_000_000


@pytest.mark.parametrize("name", ["Zoë", "Νίκος", "نیلوفر", "می‌خواهم", "Ada 🎲", "👨‍👩‍👧‍👦 Rossi", "❤️"])
def test_names_in_supported_scripts_have_glyphs(name):
    assert has_glyphs_for(name)


def test_an_unsupported_script_is_reported():
    assert not has_glyphs_for("王小明")
