"""A table of this game in use, as its screens name it."""

from __future__ import annotations

from companion.core.session_controller import SessionController
from companion.entry.silver.draft import RoundDraft
from companion.games.silver.moves import Move
from companion.games.silver.setup import Setup
from companion.games.silver.state import State

SilverController = SessionController[Setup, State, Move, RoundDraft]
