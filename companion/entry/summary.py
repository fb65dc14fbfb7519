"""How a game sums itself up: two lines, for the home card and the history."""

from __future__ import annotations

from typing import NamedTuple

from companion.games.manifest import GameDefinition
from companion.i18n.translator import Translator
from companion.table import AnySession


class Summary(NamedTuple):
    """A running or ended game in two lines, for cards and lists."""

    title: str
    line: str


def summarize_game(game: GameDefinition, tr: Translator, session: AnySession) -> Summary:
    """As the game itself puts it."""
    result: Summary = game.load_part("entry", "summary").summarize(tr, session)
    return result
