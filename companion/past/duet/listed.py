"""BoardGameGeek data of Codenames Duet."""

from __future__ import annotations

from companion.games.text import BoardGameGeekInfo

BGG_INFO = BoardGameGeekInfo("Codenames: Duet", 224037, 2017, has_points=True, is_cooperative=True)
