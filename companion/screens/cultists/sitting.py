"""A table of this game in use, as its screens name it."""

from __future__ import annotations

from companion.core.session_controller import SessionController
from companion.entry.cultists.draft_record import AnyDraft
from companion.games.cultists.moves import Move
from companion.games.cultists.setup import Setup
from companion.games.cultists.state import State

CultistsController = SessionController[Setup, State, Move, AnyDraft]
