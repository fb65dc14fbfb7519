"""Text of a move of Among Cultists, including the end of a phase."""

from __future__ import annotations

from companion.entry.cultists import accounts
from companion.entry.cultists.log import Step, is_notable
from companion.games.cultists.moves import Next
from companion.i18n.translator import Translator


def describe_move(tr: Translator, step: Step) -> tuple[str, ...]:
    if isinstance(step.move, Next):
        ended = tr(f"cultists.history.ended.{step.before.round_phase.value}")
        return (ended, accounts.move_text(tr, step.before, step.move)) if is_notable(step) else (ended,)
    return (accounts.move_text(tr, step.before, step.move), *accounts.step_details(tr, step))
