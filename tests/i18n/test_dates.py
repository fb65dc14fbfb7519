import pytest

from companion.i18n.dates import solar, written, year_start
from companion.i18n.translator import Translator


@pytest.mark.parametrize(
    ("gregorian", "expected"),
    [
        ((2026, 11, 16), (1405, 8, 25)),
        ((2024, 3, 20), (1403, 1, 1)),
        ((2025, 3, 20), (1403, 12, 30)),
        ((2025, 3, 21), (1404, 1, 1)),
        ((2000, 1, 1), (1378, 10, 11)),
        ((1979, 2, 11), (1357, 11, 22)),
    ],
)
def test_known_days_of_the_solar_calendar(gregorian, expected):
    assert tuple(solar(*gregorian)) == expected


def test_a_persian_reader_sees_the_solar_day_in_persian_digits():
    assert written(Translator("fa"), 2026, 11, 16) == "۲۵ آبان ۱۴۰۵"


def test_other_readers_see_the_gregorian_day():
    assert written(Translator("en"), 2026, 11, 16) == "16 November 2026"


def test_a_year_begins_as_readers_count_it():
    assert year_start(Translator("it"), 2026, 11, 18) == (2026, 1, 1)
    persian = Translator("fa")
    for day in ((2026, 3, 21), (2026, 11, 18), (2027, 1, 2), (2027, 3, 20)):
        assert year_start(persian, *day) == (2026, 3, 21)
    assert year_start(persian, 2026, 3, 20) == (2025, 3, 21)
