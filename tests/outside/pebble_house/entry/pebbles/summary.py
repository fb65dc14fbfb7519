"""A table of Pebbles in two lines."""

from __future__ import annotations

from typing import Any

from companion.core.session import GameSession
from companion.games.text import Summary
from companion.i18n.translator import Translator


def summarize(tr: Translator, session: GameSession[Any, Any, Any]) -> Summary:
    state = session.state
    return Summary(tr("app.game.pebbles"), tr("pebbles.summary.left", n=state.left))
