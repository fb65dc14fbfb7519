"""How other apps list a game: what BoardGameGeek calls it, and how it is won."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.manifest import GameDefinition


@dataclass(frozen=True, slots=True)
class BoardGameGeekInfo:
    """`bgg_id` and `year` are 0 where we are not sure of them."""

    name: str
    bgg_id: int = 0
    year: int = 0
    has_points: bool = False
    highest_wins: bool = True
    is_cooperative: bool = False
    has_teams: bool = False


def find_bgg_info(game: GameDefinition) -> BoardGameGeekInfo:
    """As the game itself says; one that does not is known by its id."""
    module = game.find_part("past", "listed")
    info: BoardGameGeekInfo = BoardGameGeekInfo(game.id.title()) if module is None else module.BGG_INFO
    return info
