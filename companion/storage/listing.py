"""Which games a choice is of, newest first, and who sits at tables most.

All of them at once, but of each only how to find it: a long list is then as high from the start as it will
be, and any part of it is at hand. The games themselves are read when they come into sight.
"""

from __future__ import annotations

from companion.past.which import ALL_GAMES, GameFilter, ListedGame
from companion.storage.choosing import build_condition
from companion.storage.database import Database

# Without a choice the games themselves tell: none has to be counted for it, and none is left out. Two indexes
# hold all of it; the rows are ten times as long.
_ALL = "SELECT id, started FROM games WHERE deleted IS NULL ORDER BY started DESC, id DESC"
_GAME_NIGHTS = "SELECT id, evening FROM games WHERE deleted IS NULL AND evening IS NOT NULL ORDER BY evening"
_FILTERED = (
    "SELECT game_id, started, evening FROM tallies WHERE {conditions} ORDER BY started DESC, game_id DESC"
)
_FREQUENT_PLAYERS = (
    "SELECT person FROM seats WHERE person <> '' GROUP BY person ORDER BY count(*) DESC, person"
)


def list_games(database: Database, game_filter: GameFilter) -> tuple[ListedGame, ...]:
    if game_filter == ALL_GAMES:
        game_nights: dict[int, object] = dict(database.rows(_GAME_NIGHTS))
        return tuple(
            ListedGame(game_id, started, game_nights.get(game_id)) for game_id, started in database.rows(_ALL)
        )
    condition, args = build_condition(game_filter)
    return tuple(map(ListedGame._make, database.rows(_FILTERED.replace("{conditions}", condition), args)))


def frequent_players(database: Database) -> tuple[str, ...]:
    return tuple(person for (person,) in database.rows(_FREQUENT_PLAYERS))
