"""BoardGameGeek data of Avalon."""

from __future__ import annotations

from companion.games.text import BoardGameGeekInfo

BGG_INFO = BoardGameGeekInfo("The Resistance: Avalon", 128882, 2012, has_teams=True)
