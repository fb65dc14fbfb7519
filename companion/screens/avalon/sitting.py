"""A table of this game in use, as its screens name it."""

from __future__ import annotations

from companion.core.session_controller import SessionController
from companion.entry.avalon.draft import AnyDraft
from companion.games.avalon.moves import Move
from companion.games.avalon.setup import Setup
from companion.games.avalon.state import State

AvalonController = SessionController[Setup, State, Move, AnyDraft]
