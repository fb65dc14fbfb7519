"""Errors are counted where something was heard wrong, not where it was only written another way."""

import pytest

from tools.voices.compare import ErrorCounts, count_errors, distance, normalize


@pytest.mark.parametrize(
    ("language", "said", "understood"),
    [
        ("en", "Merlin, close your eyes!", "merlin close your eyes"),
        ("en", "The AUTOMA’s two neighbours.", "The Automas 2 neighbors"),
        ("it", "L’Assassino è uno dei due.", "l'assassino e 1 dei 2"),
        ("el", "Όλοι, κλείστε τα μάτια ως τις δύο.", "ολοι κλειστε τα ματια ωσ τισ 2"),
        ("fa", "چشم‌هایتان را می‌بندید، همه‌ی دو نفر.", "چشم هایتان را می بندید همه ی ۲ نفر"),
        ("fa", "كسي", "کسی"),
    ],
)
def test_spelling_that_nobody_hears_is_no_error(language, said, understood):
    assert normalize(said, language) == normalize(understood, language)
    assert count_errors(said, understood, language).character_errors == 0


def test_what_is_heard_wrong_is_counted_in_characters_and_words():
    found = count_errors("Merlin, open your eyes.", "merlin often your eyes", "en")
    assert (found.wrong_words, found.words) == (1, 4)
    assert (found.wrong_characters, found.characters) == (2, 18)
    nothing = count_errors("Merlin.", "", "en")
    assert (nothing.character_errors, nothing.word_errors) == (1.0, 1.0)


def test_a_space_at_another_place_is_an_error_of_words_alone():
    found = count_errors("سپاهِ شر، باز.", "سپا هشر باز", "fa")
    assert (found.wrong_characters, found.wrong_words) == (0, 2)


def test_the_errors_of_many_lines_are_those_of_all_their_letters():
    whole = ErrorCounts(1, 10, 1, 2) + ErrorCounts(0, 30, 0, 6)
    assert (whole.character_errors, whole.word_errors) == (1 / 40, 1 / 8)
    assert ErrorCounts().character_errors == 0


def test_the_distance_is_the_fewest_changes():
    assert distance("kitten", "sitting") == 3
    assert distance([], ["a", "b"]) == 2
    assert distance("abc", "abc") == 0
