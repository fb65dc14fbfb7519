"""A backup brought back: what it would add is told first, then added to what is here in one step.

No group, name or recording that is here changes. A game that is here takes the remarks that it lacks, and
goes on where the backup holds all of it and more. Groups and people are known by their names. A team's map is
known by its id: one that is here learns what it did not know. What the backup calls settings is taken only by
an app in which nobody has played yet.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Generator, Iterator
from typing import Final

from companion.past.coming import Preview
from companion.storage.came_games import Came, add, compare, last_of_ours
from companion.storage.came_people import (
    CAME,
    add_group,
    add_people,
    add_players,
    new_groups,
    new_people,
    new_players,
)
from companion.storage.campaigns import COLUMNS as MAP_COLUMNS
from companion.storage.campaigns import SAVE, Kept, find, kept_of, row_of
from companion.storage.database import Database, Row
from companion.storage.maps import MapFile, together
from companion.storage.same_games import Kin
from companion.storage.settings_rows import UNFINISHED
from companion.storage.staging import Staged
from companion.storage.stepwise import to_the_end

# Few enough for a slow phone to draw a frame in between.
SLICE: Final = 20
# In the order of their beginnings, as if they had been played here.
_GAMES: Final = (
    f"SELECT id, uid, started, position FROM {CAME}.games WHERE (started, id) > (?, ?)"
    " AND deleted IS NULL ORDER BY started, id LIMIT ?"
)


def preview(database: Database, staged: Staged, on_table: Collection[int] = ()) -> Preview:
    """What `merge` would add now."""
    return to_the_end(previewing(database, staged, on_table))


def merge(
    database: Database, staged: Staged, recordings: str | None = None, on_table: Collection[int] = ()
) -> None:
    """Add what is not here yet, all of it or nothing."""
    to_the_end(merging(database, staged, recordings, on_table))


def previewing(
    database: Database, staged: Staged, on_table: Collection[int] = ()
) -> Generator[float, None, Preview]:
    """Slice by slice; yields how far it is, from 0 to 1. Nobody may use another database beside meanwhile."""
    new = goes_on = here = notes = done = 0
    first = last = None
    with database.beside(staged.path, CAME):
        ours = last_of_ours(database)
        for rows in _slices(database):
            for number, _, started, _ in rows:
                came = _compared(database, number, ours, on_table)
                if came.kin is Kin.NEW:
                    new += 1
                    first = started if first is None else first
                    last = started
                elif came.kin is Kin.GOES_ON:
                    goes_on += 1
                else:
                    here += 1
                notes += came.notes
            done += len(rows)
            yield done / max(1, staged.games)
        groups, players, people = new_groups(database), new_players(database), new_people(database)
        settings = _is_empty(database) and bool(database.rows(f"SELECT 1 FROM {CAME}.settings LIMIT 1"))
        known = [find(database, kept.id) is not None for kept in _maps_to_keep(database)]
    return Preview(
        new, first, last,
        here=here, groups=len(groups), players=len(players), settings=settings,
        unreadable=staged.unreadable, maps=known.count(False), maps_more=known.count(True),
        goes_on=goes_on, notes=notes, people=len(people),
    )  # fmt: skip


def merging(
    database: Database, staged: Staged, recordings: str | None = None, on_table: Collection[int] = ()
) -> Generator[float, None, None]:
    """Slice by slice, in one step: whoever closes it before its end takes all of it back. Yields how far it
    is, from 0 to 1; nobody may begin another step meanwhile.

    `recordings` is where those lie that come with it. A game that is on the table does not go on under it.
    """
    done = 0
    with database.beside(staged.path, CAME), database.step() as execute:
        ours = last_of_ours(database)
        if _is_empty(database):
            execute(f"INSERT OR REPLACE INTO main.settings SELECT key, value FROM {CAME}.settings", ())
        for rows in _slices(database):
            for number, uid, _, position in rows:
                came = _compared(database, number, ours, on_table)
                add(execute, database, number, uid, position, came)
            done += len(rows)
            yield done / max(1, staged.games)
        for kept in _maps_to_keep(database):
            execute(SAVE, row_of(kept))
        for group in new_groups(database):
            add_group(execute, group)
        add_players(execute, database, new_players(database))
        add_people(execute, database, new_people(database))
        if recordings is not None:
            execute(
                "INSERT OR REPLACE INTO main.settings (key, value) VALUES (?, ?)",
                (UNFINISHED, json.dumps(recordings)),
            )


def _slices(database: Database) -> Iterator[list[Row]]:
    """No cursor stays open in between: whoever stops half way leaves nothing locked."""
    after: tuple[float, int] = (-1.0, 0)
    while rows := database.rows(_GAMES, (*after, SLICE)):
        yield rows
        after = (rows[-1][2], rows[-1][0])


def _compared(database: Database, number: int, last: int, on_table: Collection[int]) -> Came:
    came = compare(database, number, last)
    if came.kin is Kin.GOES_ON and came.ours in on_table:
        return Came(Kin.HERE, came.ours)
    return came


def _is_empty(database: Database) -> bool:
    """Whether nobody has played here yet: what was chosen so far was only tried out."""
    tables = ("main.games WHERE deleted IS NULL", "main.players", "main.groups", "main.campaigns")
    return not any(database.rows(f"SELECT 1 FROM {table} LIMIT 1") for table in tables)


def _maps_to_keep(database: Database) -> Iterator[Kept]:
    """Maps that are not here, and those that learn something, as they shall be then."""
    for row in database.rows(f"SELECT {MAP_COLUMNS} FROM {CAME}.campaigns ORDER BY updated, id"):
        came = kept_of(row)
        if came is None:
            continue
        ours = find(database, came.id)
        record = together(ours, MapFile(came.id, came.game, came.record))
        if record is not None:
            updated = came.updated if ours is None else max(ours.updated, came.updated)
            yield Kept(came.id, came.game, record, updated)
