"""When games were: the days and evenings that part a list of them, and the times one looks for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from enum import Enum

from companion.i18n.dates import days_into_month_and_year, format_date
from companion.i18n.translator import Translator
from companion.past.which import GameFilter, ListedGame

TimeRange = tuple[float | None, float | None]


class Period(Enum):
    ALL = "all"
    MONTH = "month"
    YEAR = "year"
    LAST_YEAR = "last_year"


def to_local_date(moment: object) -> date | None:
    """The day here; None for what is no moment of any."""
    if not isinstance(moment, float):
        return None
    try:
        return datetime.fromtimestamp(moment).date()
    except (OverflowError, ValueError, OSError):
        return None


def format_day(tr: Translator, moment: object) -> str:
    day = to_local_date(moment)
    return "" if day is None else format_date(tr, day.year, day.month, day.day)


def find_day_starts(games: Sequence[ListedGame]) -> Iterator[int]:
    """Where in a list another day begins; what is played after midnight is still of the evening before."""
    previous: object = object()
    last_moment, day = previous, None
    for index, (_, started, evening) in enumerate(games):
        moment = evening if isinstance(evening, float) else started
        # Most games are of the same evening as the one before: only of others the day has to be looked up.
        if moment != last_moment:
            last_moment, day = moment, to_local_date(moment)
        if day != previous:
            yield index
        previous = day


def find_common_game_night(games: Sequence[ListedGame]) -> float | None:
    """The one that all of these are of, if it is known and there is no other."""
    (first, *others) = {game.game_night for game in games} or {None}
    return first if isinstance(first, float) and not others else None


def to_time_range(tr: Translator, period: Period, today: date) -> TimeRange:
    """Between which moments it lies, by the calendar of the language; without an end where it is not over."""
    month, year = days_into_month_and_year(tr, today.year, today.month, today.day)
    first = today - timedelta(days=year)
    if period is Period.MONTH:
        return _to_midnight(today - timedelta(days=month)), None
    if period is Period.YEAR:
        return _to_midnight(first), None
    if period is Period.LAST_YEAR:
        last = first - timedelta(days=1)
        _, days = days_into_month_and_year(tr, last.year, last.month, last.day)
        return _to_midnight(last - timedelta(days=days)), _to_midnight(first)
    return None, None


def find_period(tr: Translator, game_filter: GameFilter, today: date) -> Period | None:
    """The one that a choice asks for; None for any other time."""
    time_range = (game_filter.since, game_filter.until)
    return next((period for period in Period if to_time_range(tr, period, today) == time_range), None)


def format_period(tr: Translator, game_filter: GameFilter, today: date) -> str:
    period = find_period(tr, game_filter, today)
    if period is not None:
        return tr(f"history.span.{period.value}")
    # The last moment is the one before the end.
    last = None if game_filter.until is None else game_filter.until - 1
    since, until = format_day(tr, game_filter.since), format_day(tr, last)
    if since and until:
        return tr("history.between", since=since, until=until)
    return tr("history.since", day=since) if since else tr("history.until", day=until)


def _to_midnight(day: date) -> float:
    return datetime.combine(day, time()).timestamp()
