"""A move among Cultists in words, the end of a phase too."""

from __future__ import annotations

from companion.entry.cultists import accounts
from companion.entry.cultists.log import Step, is_news
from companion.games.cultists.moves import Next
from companion.i18n.translator import Translator


def told(tr: Translator, step: Step) -> tuple[str, ...]:
    if isinstance(step.move, Next):
        ended = tr(f"cultists.history.ended.{step.before.phase.value}")
        return (ended, accounts.words(tr, step.before, step.move)) if is_news(step) else (ended,)
    return (accounts.words(tr, step.before, step.move), *accounts.details(tr, step))
