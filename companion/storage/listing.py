"""Which games a choice is of, newest first, and who sits at tables most.

All of them at once, but of each only how to find it: a long list is then as high from the start as it will
be, and any part of it is at hand. The games themselves are read when they come into sight.
"""

from __future__ import annotations

from companion.past.which import ALL_GAMES, Listed, Which
from companion.storage.choosing import conditions
from companion.storage.database import Database

# Without a choice the games themselves tell: none has to be counted for it, and none is left out. Two indexes
# hold all of it; the rows are ten times as long.
_ALL = "SELECT id, started FROM games WHERE deleted IS NULL ORDER BY started DESC, id DESC"
_EVENINGS = "SELECT id, evening FROM games WHERE deleted IS NULL AND evening IS NOT NULL ORDER BY evening"
_CHOSEN = (
    "SELECT game_id, started, evening FROM tallies WHERE {conditions} ORDER BY started DESC, game_id DESC"
)
_REGULARS = "SELECT person FROM seats WHERE person <> '' GROUP BY person ORDER BY count(*) DESC, person"


def listed(database: Database, which: Which) -> tuple[Listed, ...]:
    if which == ALL_GAMES:
        evenings: dict[int, object] = dict(database.rows(_EVENINGS))
        return tuple(Listed(number, started, evenings.get(number)) for number, started in database.rows(_ALL))
    where, given = conditions(which)
    return tuple(map(Listed._make, database.rows(_CHOSEN.replace("{conditions}", where), given)))


def regulars(database: Database) -> tuple[str, ...]:
    return tuple(person for (person,) in database.rows(_REGULARS))
