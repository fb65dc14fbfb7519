"""

Orders are told in base letters: `seen` undoes the joined forms, which have tests of their own.
"""

from __future__ import annotations

import unicodedata

import pytest
from arabic_reshaper import ArabicReshaper
from bidi.algorithm import get_display
from hypothesis import given
from hypothesis import strategies as st

from companion.i18n.bidi import _SINGLE, ALEFS, BIDI_MARKS, is_extender, split_clusters
from companion.i18n.line_breaking import (
    is_rtl,
    isolate,
    needs_shaping,
    shape_line,
    strip_bidi_marks,
)
from companion.i18n.translator import Translator

FAMILY = "👨\u200d👩\u200d👧"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", []),
        ("abc", ["a", "b", "c"]),
        ("e\u0301a", ["e\u0301", "a"]),
        (f"a{FAMILY}b", ["a", FAMILY, "b"]),
        ("❤\ufe0f\u200d🔥!", ["❤\ufe0f\u200d🔥", "!"]),
        ("👍🏽👍", ["👍🏽", "👍"]),
        ("5\ufe0f\u20e35", ["5\ufe0f\u20e3", "5"]),
        ("🇮🇹🇬🇷🇮🇷", ["🇮🇹", "🇬🇷", "🇮🇷"]),
        ("🏴\U000e0067\U000e0062\U000e007f.", ["🏴\U000e0067\U000e0062\U000e007f", "."]),
        ("می\u200cرود", ["م", "ی\u200c", "ر", "و", "د"]),
        ("بَد", ["بَ", "د"]),
        ("سلام", ["س", "لا", "م"]),
        ("لاا", ["لا", "ا"]),
        ("لَآ", ["لَآ"]),
        ("ل\u200cا", ["ل\u200c", "ا"]),
        ("ه\u200dب", ["ه\u200d", "ب"]),
        ("\u202aa\u202c", ["\u202a", "a", "\u202c"]),
        ("\u202aa\u202c\u200cb", ["\u202a", "a\u200c", "\u202c", "b"]),
        ("ل\u200eا", ["ل", "\u200e", "ا"]),
    ],
)
def test_combining_characters_stay_in_one_cluster(text: str, parts: list[str]) -> None:
    assert split_clusters(text) == parts


@given(st.text())
def test_clusters_joined_are_the_text(text: str) -> None:
    assert "".join(split_clusters(strip_bidi_marks(text))) == strip_bidi_marks(text)
    assert sorted("".join(split_clusters(text))) == sorted(text)


def test_no_character_of_the_fast_path_extends_a_cluster() -> None:
    quick = [chr(code) for code in range(0x3000) if _SINGLE.fullmatch(chr(code))]
    assert {"a", "ά", "…", "’"} <= set(quick)
    assert not [char for char in quick if is_extender(char) or char in BIDI_MARKS or char in ALEFS]


def seen(text: str, rtl_base: bool) -> str:
    """The signs from left to right."""
    return unicodedata.normalize("NFKC", shape_line(text, rtl_base))


def back(text: str) -> str:
    return text[::-1]


@pytest.mark.parametrize(
    ("text", "needed"),
    [
        ("", False),
        ("Merlin", False),
        ("Città – «Ωμέγα» …", False),
        ("👍🏽 5️⃣", False),
        ("مرلین", True),
        ("Merlin و", True),
        ("שלום", True),
        ("٣", True),
        ("\u202aAda\u202c", True),
        ("\u200eAda", True),
    ],
)
def test_only_right_to_left_text_needs_shaping(text: str, needed: bool) -> None:
    assert needs_shaping(text) is needed


@pytest.mark.parametrize(
    ("text", "default", "rtl"),
    [
        ("Ada آرش", True, False),
        ("آرش Ada", False, True),
        ("(5) آرش", False, True),
        ("12 %", True, True),
        ("12 %", False, False),
        ("", True, True),
    ],
)
def test_the_first_strong_character_decides_the_direction(text: str, default: bool, rtl: bool) -> None:
    assert is_rtl(text, default) is rtl


def test_letters_take_the_form_of_their_position() -> None:
    assert shape_line("بببآ ب", True) == "\ufe8f \ufe82\ufe92\ufe92\ufe91"


def test_the_persian_letters_are_joined_too() -> None:
    assert shape_line("پچژگکی", True) == "\ufbfd\ufb91\ufb94\ufb8b\ufb7d\ufb58"


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("لا", "\ufefb"),
        ("بلا", "\ufefc\ufe91"),
        ("لآ", "\ufef5"),
        ("بلأ", "\ufef8\ufe91"),
        ("لإ", "\ufef9"),
        ("لَا", "\ufefb\u064e"),
        ("لا\u200dب", "\ufe90\ufefb"),
    ],
)
def test_lam_and_alef_are_one_ligature(text: str, drawn: str) -> None:
    assert shape_line(text, True) == drawn


def test_a_zwnj_separates_letters_and_is_not_drawn() -> None:
    # Without it the two yehs would join.
    assert shape_line("می\u200cی", True) == "\ufbfc\ufbfd\ufee3"
    assert shape_line("میی", True) == "\ufbfd\ufbff\ufee3"
    assert shape_line("a\u200cb", False) == shape_line("a\u200cb", True) == "ab"


def test_a_joiner_gives_the_joining_form_and_is_not_drawn() -> None:
    assert shape_line("ه\u200d.ش", True) == "\ufeb5.\ufeeb"


def test_combining_marks_stay_after_their_letter_when_reordered() -> None:
    assert shape_line("بَدِ", True) == "\ufeaa\u0650\ufe91\u064e"


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("نقش Merlin است", back("است") + " Merlin " + back("نقش")),
        ("نقش (Merlin) است", back("است") + " (Merlin) " + back("نقش")),
        ("Merlin برد", back("برد") + " Merlin"),
        ("بازی Avalon (۵ نفره)", "(" + back("نفره") + " ۵) Avalon " + back("بازی")),
        ("Merlin (Avalon) برد", back("برد") + " Merlin (Avalon)"),
        ("برد: Merlin (Avalon)", "Merlin (Avalon) :" + back("برد")),
        ("امتیاز ۲۵٪", "٪۲۵ " + back("امتیاز")),
        ("امتیاز (۲۵٪) بود", back("بود") + " (٪۲۵) " + back("امتیاز")),
        ("زمان ۱:۱۵", "۱:۱۵ " + back("زمان")),
        ("میانگین ۳٫۵", "۳٫۵ " + back("میانگین")),
        ("از ۵ تا ۱۰ نفر", back("نفر") + " ۱۰ " + back("تا") + " ۵ " + back("از")),
        ("خیر ۳–۲ شر", back("شر") + " ۲–۳ " + back("خیر")),
        ("«مرلین»", "«" + back("مرلین") + "»"),
        ("[الف {ب}]", "[{ب} " + back("الف") + "]"),
    ],
)
def test_a_persian_sentence_reads_from_right_to_left(text: str, order: str) -> None:
    assert seen(text, True) == order


def test_isolated_english_words_in_persian_keep_their_order() -> None:
    apart = isolate("(5 players)", True)
    assert seen(f"بازی {apart} است", True) == back("است") + " (5 players) " + back("بازی")


@pytest.mark.parametrize(
    ("template", "order"),
    [
        ("{} won", "{} won"),
        ("{} (5)", "{} (5)"),
        ("{} 5 – 3", "{} 5 – 3"),
        ("3. {}: 12 %", "3. {}: 12 %"),
        ("({})", "({})"),
        ("Team: {}, {}", "Team: {}, {}"),
        ("{}", "{}"),
    ],
)
def test_a_persian_name_leaves_an_english_sentence_in_order(template: str, order: str) -> None:
    name = isolate("آرش", False)
    text = template.format(name, name)
    assert seen(text, False) == order.format(back("آرش"), back("آرش"))


@pytest.mark.parametrize(
    ("template", "order"),
    [
        ("{} برد", back("برد") + " {}"),
        ("{} (۵)", "(۵) {}"),
        ("{} ۲۵٪", "٪۲۵ {}"),
        ("{}: ۵", "۵ :{}"),
        ("۳. {}!", "!{} .۳"),
        ("({})", "({})"),
        ("{}، {}", "{} ،{}"),
        ("{}", "{}"),
    ],
)
def test_an_english_name_leaves_a_persian_sentence_in_order(template: str, order: str) -> None:
    name = isolate("Bob", True)
    assert seen(template.format(name, name), True) == order.format("Bob", "Bob")


@pytest.mark.parametrize("name", ["C++", "Bob (2)", "[Ada]", "A. B.", "R2-D2!"])
def test_punctuation_at_the_end_of_an_english_name_stays_there(name: str) -> None:
    assert seen(f"{isolate(name, True)} برد", True) == back("برد") + f" {name}"


def test_a_name_in_both_scripts_is_isolated() -> None:
    assert seen(f"{isolate('Bob آرش', False)} 5", False) == f"Bob {back('آرش')} 5"
    assert seen(f"{isolate('آرش Bob', True)} ۵", True) == f"۵ Bob {back('آرش')}"


def test_a_mixed_list_is_read_in_its_order() -> None:
    names = ["Ada", "آرش", "Bob"]
    assert seen(Translator("fa").join_items(names), True) == f"Bob و {back('آرش')} ،Ada"
    assert seen(Translator("en").join_items(names), False) == f"Ada, {back('آرش')} and Bob"


def test_a_bracket_before_a_zwnj_is_mirrored() -> None:
    assert seen("(آرش)\u200cها", True) == back("ها") + f"({back('آرش')})"


def test_a_persian_minus_stands_left_of_its_digits() -> None:
    assert seen(f"امتیاز {Translator('fa').format_number(-5)} است", True) == back("است") + " -۵ " + back(
        "امتیاز"
    )


@pytest.mark.parametrize("rtl_base", [False, True])
def test_a_name_of_the_same_direction_is_not_marked(rtl_base: bool) -> None:
    for name in ("", "42", "!", "آرش" if rtl_base else "Ada", "🙂"):
        assert isolate(name, rtl_base) == name


def test_emoji_sequences_survive_inside_persian() -> None:
    family = "👨\u200d👩\u200d👧"
    assert seen(f"آرش {family} ❤\ufe0f", True) == f"❤\ufe0f {family} {back('آرش')}"


def test_each_line_is_ordered_by_itself() -> None:
    assert seen("آب\nنان", True) == back("آب") + "\n" + back("نان")


def test_left_to_right_text_is_unchanged() -> None:
    assert shape_line("Ada (5) – «Ωμέγα»", False) == "Ada (5) – «Ωμέγα»"


def test_strip_bidi_marks_removes_only_marks() -> None:
    assert strip_bidi_marks("a" + "".join(BIDI_MARKS) + "\u200cb\u200d") == "a\u200cb\u200d"


@given(st.text(), st.booleans())
def test_shaping_takes_any_text_and_leaves_no_mark(text: str, rtl_base: bool) -> None:
    drawn = shape_line(text, rtl_base)
    assert not BIDI_MARKS.intersection(drawn)


_MIXED = st.text("abcXYZ آابپتلمنهیچ‌ 0123۴۵۶ .,:-–!؟،٪%+=👍אב", max_size=40)


@given(_MIXED, st.booleans(), st.text("Bob آرش 12()!", max_size=8))
def test_a_name_keeps_its_own_order_wherever_it_stands(around: str, rtl_base: bool, name: str) -> None:
    """The name's signs come out side by side, in the order they have in a line of their own."""
    name = name.strip()
    alone = shape_line(name, is_rtl(name, rtl_base))
    if isolate(name, rtl_base) != name:
        assert alone in shape_line(around + isolate(name, rtl_base) + around, rtl_base)


@given(st.text("abcXYZ آابپتلمنهیچ 0123۴۵۶ .,:-–!؟،٪%+=👍אב", max_size=40), st.booleans())
def test_the_order_equals_python_bidi_for_simple_text(text: str, rtl_base: bool) -> None:
    reshaper = ArabicReshaper({"language": "Farsi", "ARABIC LIGATURE ALLAH": False})
    expected = get_display(reshaper.reshape(text), base_dir="R" if rtl_base else "L")
    assert shape_line(text, rtl_base) == expected
