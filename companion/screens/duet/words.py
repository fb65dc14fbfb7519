"""What several parts of the board say alike."""

from __future__ import annotations

from collections.abc import Sequence

from companion.entry.duet.log import Turn
from companion.games.duet.setup import Side
from companion.i18n.translator import Translator


def older_clues_text(tr: Translator, clues: Sequence[Turn]) -> str:
    """Clues of which words still lie open, in one line; nothing where there are none."""
    texts = tuple(_open_clue_text(tr, turn) for turn in clues)
    return tr("duet.board.open_clues", clues=texts) if texts else ""


def _open_clue_text(tr: Translator, turn: Turn) -> str:
    """The clue by its word or, where only its number was told, by its turn."""
    word = turn.clue.word if turn.clue is not None else ""
    name = word or tr("duet.summary.turn", turn=turn.number)
    return tr("duet.board.open_clue", word=name, count=turn.open_words or 0)


def side_number(side: Side) -> int:
    """As people and the voice count them."""
    return side.value + 1
