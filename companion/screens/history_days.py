"""When games were: the days and evenings that part a list of them, and the times one looks for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from enum import Enum

from companion.i18n.dates import days_since, written
from companion.i18n.translator import Translator
from companion.past.which import Listed, Which

Bounds = tuple[float | None, float | None]


class Span(Enum):
    ALL = "all"
    MONTH = "month"
    YEAR = "year"
    LAST_YEAR = "last_year"


def day_of(moment: object) -> date | None:
    """The day here; None for what is no moment of any."""
    if not isinstance(moment, float):
        return None
    try:
        return datetime.fromtimestamp(moment).date()
    except (OverflowError, ValueError, OSError):
        return None


def day_words(tr: Translator, moment: object) -> str:
    day = day_of(moment)
    return "" if day is None else written(tr, day.year, day.month, day.day)


def parted(listed: Sequence[Listed]) -> Iterator[int]:
    """Where in a list another day begins; what is played after midnight is still of the evening before."""
    before: object = object()
    known, day = before, None
    for at, (_, started, evening) in enumerate(listed):
        now = evening if isinstance(evening, float) else started
        # Most games are of the same evening as the one before: only of others the day has to be looked up.
        if now != known:
            known, day = now, day_of(now)
        if day != before:
            yield at
        before = day


def evening_of(listed: Sequence[Listed]) -> float | None:
    """The one that all of these are of, if it is known and there is no other."""
    (first, *others) = {one.evening for one in listed} or {None}
    return first if isinstance(first, float) and not others else None


def bounds(tr: Translator, span: Span, today: date) -> Bounds:
    """Between which moments it lies, by the calendar of the language; without an end where it is not over."""
    month, year = days_since(tr, today.year, today.month, today.day)
    first = today - timedelta(days=year)
    if span is Span.MONTH:
        return _midnight(today - timedelta(days=month)), None
    if span is Span.YEAR:
        return _midnight(first), None
    if span is Span.LAST_YEAR:
        last = first - timedelta(days=1)
        _, days = days_since(tr, last.year, last.month, last.day)
        return _midnight(last - timedelta(days=days)), _midnight(first)
    return None, None


def span_of(tr: Translator, which: Which, today: date) -> Span | None:
    """The one that a choice asks for; None for any other time."""
    asked = (which.since, which.until)
    return next((span for span in Span if bounds(tr, span, today) == asked), None)


def when_words(tr: Translator, which: Which, today: date) -> str:
    span = span_of(tr, which, today)
    if span is not None:
        return tr(f"history.span.{span.value}")
    # The last moment is the one before the end.
    last = None if which.until is None else which.until - 1
    since, until = day_words(tr, which.since), day_words(tr, last)
    if since and until:
        return tr("history.between", since=since, until=until)
    return tr("history.since", day=since) if since else tr("history.until", day=until)


def _midnight(day: date) -> float:
    return datetime.combine(day, time()).timestamp()
