"""A table of this game in use, as its screens name it."""

from __future__ import annotations

from companion.core.session_controller import SessionController
from companion.entry.duet.draft import TurnDraft
from companion.games.duet.moves import Move
from companion.games.duet.setup import Setup
from companion.games.duet.state import State

DuetController = SessionController[Setup, State, Move, TurnDraft]
