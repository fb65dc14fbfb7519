"""Figures in words, never without what they rest on."""

from __future__ import annotations

from companion.i18n.translator import Translator
from companion.past.figures import Statistic, StatisticKind
from companion.past.lengths import format_hours_minutes


def format_statistic(tr: Translator, statistic: Statistic) -> str:
    """A figure in one line, with what it rests on."""
    match statistic.kind:
        case StatisticKind.COUNT:
            return tr.format_number(statistic.numerator)
        case StatisticKind.MEAN:
            return tr("statistics.mean", mean=tr.format_number(statistic.mean, 1), n=statistic.games)
        case StatisticKind.SECONDS:
            return format_duration(tr, statistic.mean)
    if statistic.ratio is None:
        return format_fraction(tr, statistic)
    percent = tr.format_number(round(100 * statistic.ratio))
    return tr(
        "statistics.share",
        percent=percent,
        times=tr.format_number(statistic.numerator),
        of=tr.format_number(statistic.denominator),
    )


def format_fraction(tr: Translator, statistic: Statistic) -> str:
    """So many of so many."""
    return tr(
        "statistics.of",
        times=tr.format_number(statistic.numerator),
        of=tr.format_number(statistic.denominator),
    )


def format_duration(tr: Translator, seconds: float) -> str:
    """A night in minutes and seconds, a game in minutes, a long one in hours."""
    if seconds < 600:
        return tr("statistics.minutes_seconds", time=tr.format_clock(seconds))
    return format_hours_minutes(tr, seconds)
