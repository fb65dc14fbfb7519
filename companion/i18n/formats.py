"""Dates in the calendar of the language: solar Hijri for Persian, else Gregorian.

The conversion uses the 33-year rule, which is exact for every year this app will see (checked against
known days).
"""

from __future__ import annotations

from typing import NamedTuple

from companion.i18n.translator import Translator

# Days before each Gregorian month in a common year.
_DAYS_BEFORE_MONTH = (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)
_DAYS_IN_SOLAR_CYCLE = 12053  # days in 33 solar years
_DAYS_IN_FOUR_YEARS = 1461
_DAYS_IN_LONG_MONTHS = 186  # six months of 31 days


class Day(NamedTuple):
    year: int
    month: int
    day: int


def to_solar_hijri(year: int, month: int, day: int) -> Day:
    """Convert a Gregorian date to the solar Hijri calendar."""
    leap_base = year + 1 if month > 2 else year
    days = (
        355666
        + 365 * year
        + (leap_base + 3) // 4
        - (leap_base + 99) // 100
        + (leap_base + 399) // 400
        + day
        + _DAYS_BEFORE_MONTH[month - 1]
    )
    cycles, days = divmod(days, _DAYS_IN_SOLAR_CYCLE)
    fours, days = divmod(days, _DAYS_IN_FOUR_YEARS)
    sun_year = -1595 + 33 * cycles + 4 * fours
    if days > 365:
        extra, days = divmod(days - 1, 365)
        sun_year += extra
    if days < _DAYS_IN_LONG_MONTHS:
        return Day(sun_year, 1 + days // 31, 1 + days % 31)
    return Day(sun_year, 7 + (days - _DAYS_IN_LONG_MONTHS) // 30, 1 + (days - _DAYS_IN_LONG_MONTHS) % 30)


def days_into_month_and_year(tr: Translator, year: int, month: int, day: int) -> tuple[int, int]:
    """Return how many days a date is after the first day of its month and of its year. The date is Gregorian;
    month and year are those of the calendar of the translator's language."""
    if tr.language.has_solar_calendar:
        _, month, day = to_solar_hijri(year, month, day)
        before = (month - 1) * 31 if month <= 7 else _DAYS_IN_LONG_MONTHS + (month - 7) * 30
    else:
        leap = month > 2 and year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
        before = _DAYS_BEFORE_MONTH[month - 1] + leap
    return day - 1, before + day - 1


def weekday(day: Day) -> int:
    """Return the ISO weekday of a Gregorian date: 1 is Monday, 7 is Sunday."""
    # Zeller's congruence: years start in March, so that a leap day is the last of its year.
    year, month = (day.year, day.month) if day.month > 2 else (day.year - 1, day.month + 12)
    days = day.day + (13 * (month + 1)) // 5 + year + year // 4 - year // 100 + year // 400
    return (days + 5) % 7 + 1


def format_weekday_and_day(tr: Translator, day: Day) -> str:
    """Format a Gregorian date with its weekday and without its year."""
    name = tr(f"evenings.weekday.{weekday(day)}")
    if tr.language.has_solar_calendar:
        _, month, number = to_solar_hijri(*day)
        return tr("evenings.day", weekday=name, day=number, month=tr(f"app.month.solar.{month}"))
    return tr("evenings.day", weekday=name, day=day.day, month=tr(f"app.month.{day.month}"))


def format_date(tr: Translator, year: int, month: int, day: int) -> str:
    """Format a Gregorian date in the calendar of the translator's language."""
    if tr.language.has_solar_calendar:
        year, month, day = to_solar_hijri(year, month, day)
        name = tr(f"app.month.solar.{month}")
    else:
        name = tr(f"app.month.{month}")
    return tr("app.date", day=day, month=name, year=year)
