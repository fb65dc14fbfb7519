"""Errors are counted where something was heard wrong, not where it was only written another way."""

import pytest

from tools.voices.compare import ErrorCounts, count_errors, distance, normalize


@pytest.mark.parametrize(
    ("language", "expected", "transcribed"),
    [
        ("en", "Merlin, close your eyes!", "merlin close your eyes"),
        ("en", "The AUTOMA’s two neighbours.", "The Automas 2 neighbors"),
        ("it", "L’Assassino è uno dei due.", "l'assassino e 1 dei 2"),
        ("el", "Όλοι, κλείστε τα μάτια ως τις δύο.", "ολοι κλειστε τα ματια ωσ τισ 2"),
        ("fa", "چشم‌هایتان را می‌بندید، همه‌ی دو نفر.", "چشم هایتان را می بندید همه ی ۲ نفر"),
        ("fa", "كسي", "کسی"),
    ],
)
def test_inaudible_spelling_is_no_error(language, expected, transcribed):
    assert normalize(expected, language) == normalize(transcribed, language)
    assert count_errors(expected, transcribed, language).character_errors == 0


def test_errors_are_counted_in_characters_and_words():
    counts = count_errors("Merlin, open your eyes.", "merlin often your eyes", "en")
    assert (counts.wrong_words, counts.words) == (1, 4)
    assert (counts.wrong_characters, counts.characters) == (2, 18)
    nothing = count_errors("Merlin.", "", "en")
    assert (nothing.character_errors, nothing.word_errors) == (1.0, 1.0)


def test_misplaced_space_counts_for_words_only():
    counts = count_errors("سپاهِ شر، باز.", "سپا هشر باز", "fa")
    assert (counts.wrong_characters, counts.wrong_words) == (0, 2)


def test_errors_of_lines_are_added():
    total = ErrorCounts(1, 10, 1, 2) + ErrorCounts(0, 30, 0, 6)
    assert (total.character_errors, total.word_errors) == (1 / 40, 1 / 8)
    assert ErrorCounts().character_errors == 0


def test_distance_is_the_edit_distance():
    assert distance("kitten", "sitting") == 3
    assert distance([], ["a", "b"]) == 2
    assert distance("abc", "abc") == 0
