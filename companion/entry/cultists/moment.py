"""Text of a move of Among Cultists, including the end of a phase."""

from __future__ import annotations

from companion.entry.cultists import accounts
from companion.entry.cultists.log import Step, is_notable
from companion.entry.cultists.summary import summarize
from companion.games.cultists.moves import Next
from companion.games.text import GameText
from companion.i18n.translator import Translator
from companion.past.cultists.ending import describe_ending, describe_moments, describe_roles


def describe_move(tr: Translator, step: Step) -> tuple[str, ...]:
    if isinstance(step.move, Next):
        ended = tr(f"cultists.history.ended.{step.before.round_phase.value}")
        return (ended, accounts.move_text(tr, step.before, step.move)) if is_notable(step) else (ended,)
    return (accounts.move_text(tr, step.before, step.move), *accounts.step_details(tr, step))


TEXT = GameText(
    summarize,
    describe_move,
    describe_ending,
    describe_moments,
    describe_roles,
)
