"""BoardGameGeek data of Silver."""

from __future__ import annotations

from companion.games.text import BoardGameGeekInfo

BGG_INFO = BoardGameGeekInfo("Silver", has_points=True, highest_wins=False)
