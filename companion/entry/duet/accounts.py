"""Words that several Duet screens share."""

from __future__ import annotations

from companion.games.duet.setup import Setup, Side
from companion.i18n.translator import Translator


def side_name(tr: Translator, setup: Setup, side: Side) -> str:
    """The people of a side, as one would call them: their names."""
    return tr.join(setup.members(side))
