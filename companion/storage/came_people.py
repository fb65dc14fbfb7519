"""Who came with a backup: groups and names that are not here, and what is known of people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.games.seats import normalize_name
from companion.storage.database import Database, Execute, Row
from companion.storage.rosters import MAX_PLAYERS

# Under which the staged backup lies beside the database.
INCOMING = "arrived"


@dataclass(frozen=True, slots=True)
class IncomingGroup:
    name: str
    last_used: float
    players: tuple[str, ...]


def find_new_groups(database: Database) -> tuple[IncomingGroup, ...]:
    return tuple(_iterate_new_groups(database))


def _iterate_new_groups(database: Database) -> Iterator[IncomingGroup]:
    local_keys = {normalize_name(name) for (name,) in database.rows("SELECT name FROM main.groups")}
    for group_id, name, last_used in database.rows(
        f"SELECT id, name, last_used FROM {INCOMING}.groups ORDER BY id"
    ):
        if normalize_name(name) not in local_keys:
            players = database.rows(
                f"SELECT name FROM {INCOMING}.group_players WHERE group_id = ? ORDER BY seat", (group_id,)
            )
            yield IncomingGroup(name, last_used, tuple(person for (person,) in players))


def insert_group(execute: Execute, group: IncomingGroup) -> None:
    group_id = execute(
        "INSERT INTO main.groups (name, last_used) VALUES (?, ?)", (group.name, group.last_used)
    ).lastrowid
    for seat, name in enumerate(group.players):
        execute(
            "INSERT INTO main.group_players (group_id, seat, name) VALUES (?, ?, ?)", (group_id, seat, name)
        )


def find_new_players(database: Database) -> tuple[tuple[str, float], ...]:
    """Who came, and when each played last; no more than are remembered beside those who are here."""
    local_keys = {normalize_name(name) for (name,) in database.rows("SELECT name FROM main.players")}
    incoming = database.rows(f"SELECT name, last_used FROM {INCOMING}.players ORDER BY id DESC")
    new = [(name, last_used) for name, last_used in incoming if normalize_name(name) not in local_keys]
    return tuple(new[: max(0, MAX_PLAYERS - len(local_keys))])


def insert_players(execute: Execute, database: Database, new: Sequence[tuple[str, float]]) -> None:
    """A higher number was used later, so all are numbered anew: those who came stand where they belong."""
    if not new:
        return
    local_players = database.rows("SELECT name, last_used FROM main.players ORDER BY id")
    # Of the same moment, whoever was here first stays ahead; those who came are given latest first.
    merged = sorted((*reversed(new), *local_players), key=lambda player: player[1])
    execute("DELETE FROM main.players", ())
    for player_id, (name, last_used) in enumerate(merged, 1):
        execute(
            "INSERT INTO main.players (id, name, last_used) VALUES (?, ?, ?)", (player_id, name, last_used)
        )


def find_new_people(database: Database) -> list[Row]:
    """Those of whom nothing is known here."""
    return database.rows(
        f"SELECT reading, name, mark, colour, same_as FROM {INCOMING}.people"
        " WHERE reading NOT IN (SELECT reading FROM main.people) ORDER BY reading"
    )


def insert_people(execute: Execute, database: Database, new: Sequence[Row]) -> None:
    """With their looks and their other names. A name leads to a person in one step, as everywhere: one that
    would lead on, or round in a circle, is a name of its own."""
    if not new:
        return
    aliases: dict[str, str] = dict(
        database.rows("SELECT reading, same_as FROM main.people WHERE same_as IS NOT NULL")
    )
    for name_key, name, mark, colour, same_as in new:
        person = aliases.get(same_as, same_as)
        if person == name_key or name_key in aliases.values():
            person = None
        if person is not None:
            aliases[name_key] = person
            execute(
                "UPDATE main.games SET counted = 0"
                " WHERE id IN (SELECT game_id FROM main.seats WHERE reading = ?)",
                (name_key,),
            )
        execute("INSERT INTO main.people VALUES (?, ?, ?, ?, ?)", (name_key, name, mark, colour, person))
