"""A table of this game in use, as its screens name it."""

from __future__ import annotations

from companion.entry.avalon.draft import Entering
from companion.games.avalon.moves import Move
from companion.games.avalon.setup import Setup
from companion.games.avalon.state import State
from companion.sitting import Sitting

AvalonSitting = Sitting[Setup, State, Move, Entering]
