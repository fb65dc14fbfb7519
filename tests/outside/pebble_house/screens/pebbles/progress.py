"""The heap, small."""

from __future__ import annotations

from typing import Any

from companion.core.session import GameSession
from companion.widgets.text import Text
from companion.widgets.theme import look


def build_progress(session: GameSession[Any, Any, Any]) -> Text:
    return Text(look().digits(session.state.left), weight=700, size_sp=22)
