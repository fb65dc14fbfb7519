"""Who came with a backup: groups and names that are not here, and what is known of people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.games.seats import read_name
from companion.storage.database import Database, Execute, Row
from companion.storage.rosters import MOST_PLAYERS

# Under which the staged backup lies beside the database.
CAME = "arrived"


@dataclass(frozen=True, slots=True)
class CameGroup:
    name: str
    used: float
    players: tuple[str, ...]


def new_groups(database: Database) -> tuple[CameGroup, ...]:
    return tuple(_new_groups(database))


def _new_groups(database: Database) -> Iterator[CameGroup]:
    known = {read_name(name) for (name,) in database.rows("SELECT name FROM main.groups")}
    for number, name, used in database.rows(f"SELECT id, name, last_used FROM {CAME}.groups ORDER BY id"):
        if read_name(name) not in known:
            people = database.rows(
                f"SELECT name FROM {CAME}.group_players WHERE group_id = ? ORDER BY seat", (number,)
            )
            yield CameGroup(name, used, tuple(person for (person,) in people))


def add_group(execute: Execute, group: CameGroup) -> None:
    number = execute(
        "INSERT INTO main.groups (name, last_used) VALUES (?, ?)", (group.name, group.used)
    ).lastrowid
    for seat, name in enumerate(group.players):
        execute(
            "INSERT INTO main.group_players (group_id, seat, name) VALUES (?, ?, ?)", (number, seat, name)
        )


def new_players(database: Database) -> tuple[tuple[str, float], ...]:
    """Who came, and when each played last; no more than are remembered beside those who are here."""
    ours = {read_name(name) for (name,) in database.rows("SELECT name FROM main.players")}
    came = database.rows(f"SELECT name, last_used FROM {CAME}.players ORDER BY id DESC")
    new = [(name, used) for name, used in came if read_name(name) not in ours]
    return tuple(new[: max(0, MOST_PLAYERS - len(ours))])


def add_players(execute: Execute, database: Database, new: Sequence[tuple[str, float]]) -> None:
    """A higher number was used later, so all are numbered anew: those who came stand where they belong."""
    if not new:
        return
    ours = database.rows("SELECT name, last_used FROM main.players ORDER BY id")
    # Of the same moment, whoever was here first stays ahead; those who came are given latest first.
    together = sorted((*reversed(new), *ours), key=lambda player: player[1])
    execute("DELETE FROM main.players", ())
    for number, (name, used) in enumerate(together, 1):
        execute("INSERT INTO main.players (id, name, last_used) VALUES (?, ?, ?)", (number, name, used))


def new_people(database: Database) -> list[Row]:
    """Those of whom nothing is known here."""
    return database.rows(
        f"SELECT reading, name, mark, colour, same_as FROM {CAME}.people"
        " WHERE reading NOT IN (SELECT reading FROM main.people) ORDER BY reading"
    )


def add_people(execute: Execute, database: Database, new: Sequence[Row]) -> None:
    """With their looks and their other names. A name leads to a person in one step, as everywhere: one that
    would lead on, or round in a circle, is a name of its own."""
    if not new:
        return
    aliases: dict[str, str] = dict(
        database.rows("SELECT reading, same_as FROM main.people WHERE same_as IS NOT NULL")
    )
    for reading, name, mark, colour, same_as in new:
        person = aliases.get(same_as, same_as)
        if person == reading or reading in aliases.values():
            person = None
        if person is not None:
            aliases[reading] = person
            execute(
                "UPDATE main.games SET counted = 0"
                " WHERE id IN (SELECT game_id FROM main.seats WHERE reading = ?)",
                (reading,),
            )
        execute("INSERT INTO main.people VALUES (?, ?, ?, ?, ?)", (reading, name, mark, colour, person))
