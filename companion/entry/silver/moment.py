"""Text of a round of Silver; the reasons for the scores are shown beside it."""

from __future__ import annotations

from companion.entry.silver import accounts
from companion.entry.silver.summary import summarize
from companion.games import replay
from companion.games.silver.state import Move, State
from companion.games.text import GameText
from companion.i18n.translator import Translator
from companion.past.silver.ending import describe_ending, describe_moments

Step = replay.Step[State, Move]


def describe_move(tr: Translator, step: Step) -> tuple[str, ...]:
    lines = [tr("silver.board.round_told", round=len(step.after.results))]
    if step.after.last_result is not None:
        lines.append(accounts.amulet_text(tr, step.before, step.after, step.after.last_result))
    return tuple(lines)


TEXT = GameText(
    summarize,
    describe_move,
    describe_ending,
    describe_moments,
)
