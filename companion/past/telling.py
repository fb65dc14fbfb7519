"""Figures in words, never without what they rest on."""

from __future__ import annotations

from companion.i18n.translator import Translator
from companion.past.figures import Figure, Form
from companion.past.lengths import length_words


def written(tr: Translator, figure: Figure) -> str:
    """A figure in one line, with what it rests on."""
    match figure.form:
        case Form.COUNT:
            return tr.number(figure.times)
        case Form.MEAN:
            return tr("statistics.mean", mean=tr.number(figure.mean, 1), n=figure.games)
        case Form.SECONDS:
            return duration(tr, figure.mean)
    if figure.share is None:
        return shortly(tr, figure)
    percent = tr.number(round(100 * figure.share))
    return tr("statistics.share", percent=percent, times=tr.number(figure.times), of=tr.number(figure.of))


def shortly(tr: Translator, figure: Figure) -> str:
    """So many of so many."""
    return tr("statistics.of", times=tr.number(figure.times), of=tr.number(figure.of))


def duration(tr: Translator, seconds: float) -> str:
    """A night in minutes and seconds, a game in minutes, a long one in hours."""
    if seconds < 600:
        return tr("statistics.minutes_seconds", time=tr.clock(seconds))
    return length_words(tr, seconds)
