"""Dates in the calendar of the language."""

import pytest

from companion.i18n.translator import (
    Day,
    Translator,
    format_date,
    format_weekday_and_day,
    to_solar_hijri,
    weekday,
)


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
    assert tuple(to_solar_hijri(*gregorian)) == expected


def test_a_persian_reader_sees_the_solar_day_in_persian_digits():
    assert format_date(Translator("fa"), 2026, 11, 16) == "۲۵ آبان ۱۴۰۵"


def test_other_readers_see_the_gregorian_day():
    assert format_date(Translator("en"), 2026, 11, 16) == "16 November 2026"


@pytest.mark.parametrize(
    ("day", "number"), [((2026, 11, 12), 4), ((2024, 2, 29), 4), ((2000, 1, 1), 6), ((2027, 2, 28), 7)]
)
def test_every_day_has_its_day_of_the_week(day, number):
    assert weekday(Day(*day)) == number


def test_the_day_of_a_game_night_has_no_year():
    day = Day(2026, 11, 12)
    assert format_weekday_and_day(Translator("en"), day) == "Thursday 12 November"
    assert format_weekday_and_day(Translator("fa"), day) == "پنجشنبه ۲۱ آبان"
