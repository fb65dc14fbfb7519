"""Text of a move of a mission, with the turn it belongs to."""

from __future__ import annotations

from companion.entry.duet import accounts
from companion.entry.duet.log import Step
from companion.entry.duet.summary import summarize
from companion.games.duet.state import Clue
from companion.games.text import GameText
from companion.i18n.translator import Translator
from companion.past.duet.ending import describe_ending, describe_moments


def describe_move(tr: Translator, step: Step) -> tuple[str, ...]:
    before, move = step.before, step.move
    turn = tr("duet.sudden_death") if before.is_sudden_death else tr("duet.summary.turn", turn=before.turn)
    lines = [accounts.move_text(tr, before, move), turn]
    if isinstance(move, Clue) and (move.word or move.number is not None):
        names = before.setup.members(before.giver) if move.by is None else (before.setup.players[move.by],)
        lines.append(tr("duet.history.from", names=names))
    return tuple(lines)


TEXT = GameText(
    summarize,
    describe_move,
    describe_ending,
    describe_moments,
)
