"""Text direction and font sizes."""

from __future__ import annotations

from itertools import product

import pytest

from companion.widgets import text_renderer
from companion.widgets.text_renderer import (
    fit_font_size,
    is_rtl_text,
    max_word_width,
    register_fonts,
)

pytestmark = pytest.mark.window

register_fonts()

BUTTON = {"face": "text", "weight": 500}


@pytest.mark.parametrize(
    ("text", "in_english", "in_persian"),
    [
        ("Tutti, chiudete gli occhi.", False, False),
        ("همه چشم‌هایتان را ببندید.", True, True),
        ("Chloe رهبر است.", False, True),
        ("۱۲ + 3", False, True),
        ("", False, True),
    ],
)
def test_text_direction_follows_its_letters_or_the_menu_language(text, in_english, in_persian):
    assert is_rtl_text(text, False) is in_english
    assert is_rtl_text(text, True) is in_persian


def room(text, size):
    return int(max_word_width(text, **BUTTON, size=size, rtl=False)) + 1


def fit(text, width, **options):
    options = {"height": 1000, "rtl": False, **options}
    return fit_font_size(text, **BUTTON, max_size=32, min_size=20, width=width, **options)


def test_text_is_as_large_as_keeps_words_whole():
    assert fit("Υπηρέτης του Αρθούρου", room("Υπηρέτης Αρθούρου", 32)) == 32
    assert fit("Υπηρέτης του Αρθούρου", room("Υπηρέτης Αρθούρου", 25)) == 25


def test_a_word_shrinks_below_the_minimum_before_it_is_broken():
    assert fit("Δολοφόνος", room("Δολοφόνος", 14)) == 20
    assert fit("Δολοφόνος", room("Δολοφόνος", 14), hard_min_size=11) == 14


def test_text_shrinks_below_the_minimum_before_words_are_missing():
    narrow = room("Πάμε στον γύρο", 30)
    assert fit("Πάμε στον γύρο II", narrow, max_lines=2, hard_min_size=11) < 20


def test_text_that_cannot_fit_is_truncated_at_a_readable_size():
    assert fit("Δολοφόνος", 10, max_lines=1, hard_min_size=11) == 20


def test_a_low_box_does_not_shrink_text_below_the_minimum():
    assert fit("Δολοφόνος", room("Δολοφόνος", 32), height=5, hard_min_size=11) == 20


LABELS = ["Codenames Duet", "Deal for 7", "Υπηρέτης του Αρθούρου", "Le carte in gioco", "میان فرقه‌گراها"]


@pytest.mark.parametrize("text", LABELS)
def test_skipped_sizes_would_not_have_fitted(text, monkeypatch):
    cases = [
        {"max_size": largest, "min_size": smallest, "width": width, "height": height, "max_lines": most}
        for largest, smallest, width, height, most in product(
            (18, 28, 40), (12, 18), range(20, 200, 13), (30, 60), (None, 1, 2)
        )
    ]

    def sizes():
        fit_font_size.cache_clear()
        return [fit_font_size(text, "title", 400, **case, rtl=False, hard_min_size=11) for case in cases]

    estimated_sizes = sizes()
    monkeypatch.setattr(text_renderer, "_SIZE_TOLERANCE", 1000.0)
    assert sizes() == estimated_sizes
    assert len(set(estimated_sizes)) > 5
