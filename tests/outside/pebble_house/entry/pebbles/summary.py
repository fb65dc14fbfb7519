"""A table of Pebbles in two lines."""

from __future__ import annotations

from typing import Any

from companion.entry.summary import Summary
from companion.i18n.translator import Translator
from companion.table import GameSession


def summarize(tr: Translator, session: GameSession[Any, Any, Any]) -> Summary:
    state = session.state
    return Summary(tr("app.game.pebbles"), tr("pebbles.summary.left", n=state.left))
