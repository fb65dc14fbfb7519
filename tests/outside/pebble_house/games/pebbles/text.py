"""Text about sessions of Pebbles."""

from __future__ import annotations

from companion.core.session import AnySession
from companion.games.game_text import GameText, Summary
from companion.i18n.translator import Translator


def summarize(tr: Translator, session: AnySession) -> Summary:
    return Summary(tr("app.game.pebbles"), tr("pebbles.summary.left", n=session.state.left))


TEXT = GameText(summarize)
