"""The days that part a list of games, and the times that one looks for; no window is opened for it."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest

from companion.i18n.translator import Translator
from companion.screens.history.filter import (
    Period,
    find_common_game_night,
    find_day_starts,
    find_period,
    format_period,
    to_local_date,
    to_time_range,
)
from companion.statistics.query import GameFilter, ListedGame


def at(year: int, month: int, day: int, hour: int = 0) -> float:
    return datetime(year, month, day, hour).timestamp()


def listed(*moments: tuple[object, object]) -> list[ListedGame]:
    return [ListedGame(number, started, evening) for number, (started, evening) in enumerate(moments)]


def test_games_after_midnight_belong_to_the_day_before() -> None:
    evening = at(2026, 11, 17, 20)
    games = listed(
        (at(2026, 11, 18, 15), at(2026, 11, 18, 15)),
        (at(2026, 11, 18, 1), evening),
        (evening, evening),
        (at(2026, 11, 17, 9), None),
        (at(2026, 11, 16, 23), None),
    )
    assert list(find_day_starts(games)) == [0, 1, 4]
    assert find_common_game_night(games[1:3]) == evening
    assert find_common_game_night(games[1:4]) is None
    assert find_common_game_night([]) is None


def test_two_game_nights_of_a_day_share_a_heading() -> None:
    games = listed((at(2026, 5, 1, 20), at(2026, 5, 1, 20)), (at(2026, 5, 1, 11), at(2026, 5, 1, 11)))
    assert list(find_day_starts(games)) == [0]
    assert find_common_game_night(games) is None


@pytest.mark.parametrize("damaged", ["never", None, b"x", float("nan"), float("inf"), 1e300, -1e300])
def test_an_invalid_timestamp_has_no_day(damaged: object) -> None:
    assert to_local_date(damaged) is None
    assert list(find_day_starts(listed((damaged, damaged), (damaged, damaged)))) == [0]


def test_months_and_years_follow_the_calendar_of_the_language() -> None:
    today = date(2026, 11, 18)
    english, persian = Translator("en"), Translator("fa")
    assert to_time_range(english, Period.MONTH, today) == (at(2026, 11, 1), None)
    assert to_time_range(english, Period.YEAR, today) == (at(2026, 1, 1), None)
    assert to_time_range(english, Period.LAST_YEAR, today) == (at(2025, 1, 1), at(2026, 1, 1))
    # 27 Aban 1405; its year began on 21 March, as the one before did.
    assert to_time_range(persian, Period.MONTH, today) == (at(2026, 10, 23), None)
    assert to_time_range(persian, Period.YEAR, today) == (at(2026, 3, 21), None)
    assert to_time_range(persian, Period.LAST_YEAR, today) == (at(2025, 3, 21), at(2026, 3, 21))
    assert to_time_range(persian, Period.ALL, today) == (None, None)


@pytest.mark.parametrize("language", ["en", "fa"])
def test_periods_are_consistent_on_every_day_of_several_years(language: str) -> None:
    tr = Translator(language)
    for days in range(0, 1500, 7):
        today = date(2023, 12, 1) + timedelta(days=days)
        now = at(today.year, today.month, today.day, 12)
        (month, _), (year, _) = to_time_range(tr, Period.MONTH, today), to_time_range(tr, Period.YEAR, today)
        before, end = to_time_range(tr, Period.LAST_YEAR, today)
        assert month is not None
        assert year is not None
        assert before is not None
        assert year <= month <= now < month + 32 * 86_400
        assert end == year
        assert 364 * 86_400 < year - before < 367 * 86_400


def test_a_time_range_that_is_no_period_is_formatted_with_its_days() -> None:
    tr, today = Translator("en"), date(2026, 11, 18)
    since, until = at(2026, 3, 5), at(2026, 3, 9)
    assert find_period(tr, GameFilter(), today) is Period.ALL
    assert format_period(tr, GameFilter(since=at(2026, 11, 1)), today) == "This month"
    assert format_period(tr, GameFilter(since=since), today) == "Since 5 March 2026"
    assert format_period(tr, GameFilter(until=until), today) == "Until 8 March 2026"
    assert format_period(tr, GameFilter(since=since, until=until), today) == "5 March 2026 – 8 March 2026"
