"""How a game sums itself up: two lines, for the home card and the history."""

from __future__ import annotations

from typing import NamedTuple

from companion.games.manifest import Manifest
from companion.i18n.translator import Translator
from companion.table import AnyTable


class Summary(NamedTuple):
    """A running or ended game in two lines, for cards and lists."""

    title: str
    line: str


def summary_of(game: Manifest, tr: Translator, table: AnyTable) -> Summary:
    """As the game itself puts it."""
    found: Summary = game.part("entry", "summary").summary(tr, table)
    return found
