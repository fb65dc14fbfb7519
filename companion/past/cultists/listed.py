"""BoardGameGeek data of Among Cultists."""

from __future__ import annotations

from companion.games.text import BoardGameGeekInfo

BGG_INFO = BoardGameGeekInfo("Among Cultists", has_teams=True)
