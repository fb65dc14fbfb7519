"""A table of this game in use, as its screens name it."""

from __future__ import annotations

from companion.games.duet.moves import Move
from companion.games.duet.play import State
from companion.games.duet.setup import Setup
from companion.sitting import Sitting

DuetSitting = Sitting[Setup, State, Move, None]
