"""Restore a backup: preview what it would add, then merge it into the local data in one transaction.

Local groups, people and recordings never change. A matching local game gets missing notes, and is
extended if the backup has all its moves and more. Groups and people match by name, campaigns by id and
are merged. Settings are imported only if nobody has played in this app yet.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from companion.core.players import normalize_name
from companion.files.import_preview import ImportPreview
from companion.storage.campaign_files import MapFile, merge_maps
from companion.storage.campaigns import COLUMNS as MAP_COLUMNS
from companion.storage.campaigns import UPSERT, CampaignRow, find_campaign, parse_campaign, to_row
from companion.storage.database import Database, Execute, Row
from companion.storage.game_matching import (
    IncomingGame,
    MatchKind,
    NoteRow,
    allocate_uid,
    find_match,
    find_missing_notes,
    has_new_metadata,
    merge_notes,
)
from companion.storage.games import COLUMNS
from companion.storage.json_export import run_to_completion
from companion.storage.rosters import MAX_PLAYERS
from companion.storage.settings_table import PENDING_RECORDINGS_KEY
from companion.storage.validation import StagedBackup

# Schema name of the attached, staged backup.
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
    """Return new players with the time they last played, limited by the free places in the list."""
    local_keys = {normalize_name(name) for (name,) in database.rows("SELECT name FROM main.players")}
    incoming = database.rows(f"SELECT name, last_used FROM {INCOMING}.players ORDER BY id DESC")
    new = [(name, last_used) for name, last_used in incoming if normalize_name(name) not in local_keys]
    return tuple(new[: max(0, MAX_PLAYERS - len(local_keys))])


def insert_players(execute: Execute, database: Database, new: Sequence[tuple[str, float]]) -> None:
    """Insert players by `last_used`: ids give the order of use, so all rows are renumbered."""
    if not new:
        return
    local_players = database.rows("SELECT name, last_used FROM main.players ORDER BY id")
    # At equal times local players come first; the new ones are given latest first.
    merged = sorted((*reversed(new), *local_players), key=lambda player: player[1])
    execute("DELETE FROM main.players", ())
    for player_id, (name, last_used) in enumerate(merged, 1):
        execute(
            "INSERT INTO main.players (id, name, last_used) VALUES (?, ?, ?)", (player_id, name, last_used)
        )


def find_new_people(database: Database) -> list[Row]:
    """Return the people that are not stored here."""
    return database.rows(
        f"SELECT reading, name, mark, colour, same_as FROM {INCOMING}.people"
        " WHERE reading NOT IN (SELECT reading FROM main.people) ORDER BY reading"
    )


def insert_people(execute: Execute, database: Database, new: Sequence[Row]) -> None:
    """Insert people with their looks and aliases.

    An alias must point directly to a person: one that would form a chain or a cycle becomes a person.
    """
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


_GAME: Final = (
    f"SELECT uid, game, setup, started, updated, position, title, starred FROM {INCOMING}.games WHERE id = ?"
)
_MOVES: Final = f"SELECT move FROM {INCOMING}.moves WHERE game_id = ? AND number < ? ORDER BY number"
_NOTES: Final = f"SELECT position, text, at FROM {INCOMING}.notes WHERE game_id = ? ORDER BY number"
_ADD_GAME: Final = (
    f"INSERT INTO main.games ({COLUMNS})"
    f" SELECT {COLUMNS.replace(' uid,', ' ?,')} FROM {INCOMING}.games WHERE id = ?"
)
_ADD_MOVES: Final = (
    "INSERT INTO main.moves (game_id, number, move, at)"
    f" SELECT ?, number, move, at FROM {INCOMING}.moves WHERE game_id = ? AND number >= ?"
)
_ADD_MARKS: Final = (
    "INSERT OR IGNORE INTO main.marks (game_id, seat, position, mark)"
    f" SELECT ?, seat, position, mark FROM {INCOMING}.marks WHERE game_id = ?"
)
_ADD_NOTES: Final = (
    "INSERT INTO main.notes (game_id, number, position, text, at)"
    f" SELECT ?, number, position, text, at FROM {INCOMING}.notes WHERE game_id = ?"
)
_DELETE_MOVES: Final = "DELETE FROM main.moves WHERE game_id = ? AND number >= ?"
# Names, game night and night duration stay as they are here.
_EXTEND: Final = f"""
    UPDATE main.games SET (position, updated, ended, outcome, entry_at, entry, counted) = (
        SELECT came.position, max(came.updated, games.updated), came.ended, came.outcome,
            came.entry_at, came.entry, 0
        FROM {INCOMING}.games AS came WHERE came.id = ?
    ) WHERE id = ?
"""


@dataclass(frozen=True, slots=True)
class GameImportPlan:
    """What importing a game will do.

    It is inserted (NEW), extends the local game `local_id` from move `common_moves` on, or only adds
    metadata. `new_notes` are missing in the local game; `is_metadata_changed` is True if it gets a title
    or a star.
    """

    kind: MatchKind
    local_id: int = 0
    common_moves: int = 0
    new_notes: tuple[NoteRow, ...] = ()
    title: str = ""
    starred: bool = False
    is_metadata_changed: bool = False

    @property
    def note_count(self) -> int:
        """Count the notes for a local game; a new title or star counts as one."""
        return len(self.new_notes) + (self.is_metadata_changed and self.kind is MatchKind.EXISTING)


def max_local_id(database: Database) -> int:
    """Return the highest local game id before the import.

    It limits matching to local games: games of one backup are never duplicates of each other.
    """
    ((max_id,),) = database.rows("SELECT ifnull(max(id), 0) FROM main.games")
    return int(max_id)


def plan_game_import(database: Database, incoming_id: int, max_id: int) -> GameImportPlan:
    """Plan the import of one game of the backup; local games up to `max_id` can match."""
    ((uid, game, setup, started, updated, move_count, title, starred),) = database.rows(_GAME, (incoming_id,))
    incoming = IncomingGame(
        uid, game, setup, started, lambda: _load_moves(database, incoming_id, move_count), updated
    )
    match = find_match(database, incoming, max_id)
    if match.kind is MatchKind.NEW:
        return GameImportPlan(MatchKind.NEW)
    notes = database.rows(_NOTES, (incoming_id,))
    missing_notes = find_missing_notes(database, match.local_id, match.move_count, notes, move_count)
    metadata_changed = has_new_metadata(database, match.local_id, title, starred)
    return GameImportPlan(
        match.kind, match.local_id, match.move_count, missing_notes, title, starred, metadata_changed
    )


def apply_game_import(
    execute: Execute, database: Database, incoming_id: int, uid: str, move_count: int, plan: GameImportPlan
) -> None:
    """Insert or extend one game of the backup, as planned."""
    if plan.kind is MatchKind.NEW:
        new_uid = allocate_uid(database, execute, uid, _load_moves(database, incoming_id, move_count))
        local_id = execute(_ADD_GAME, (new_uid, incoming_id)).lastrowid
        execute(_ADD_MOVES, (local_id, incoming_id, 0))
        execute(_ADD_MARKS, (local_id, incoming_id))
        execute(_ADD_NOTES, (local_id, incoming_id))
        return
    if plan.kind is MatchKind.EXTENDS:
        execute(_DELETE_MOVES, (plan.local_id, plan.common_moves))
        execute(_ADD_MOVES, (plan.local_id, incoming_id, plan.common_moves))
        execute(_EXTEND, (incoming_id, plan.local_id))
        execute(_ADD_MARKS, (plan.local_id, incoming_id))
    if plan.new_notes or plan.is_metadata_changed:
        merge_notes(execute, plan.local_id, plan.new_notes, plan.title, plan.starred)


def _load_moves(database: Database, incoming_id: int, move_count: int) -> Sequence[str]:
    return [move for (move,) in database.rows(_MOVES, (incoming_id, move_count))]


# Small enough for a slow phone to draw a frame in between.
BATCH_SIZE: Final = 20
# In order of their start times, as if they had been played here.
_GAMES: Final = (
    f"SELECT id, uid, started, position FROM {INCOMING}.games WHERE (started, id) > (?, ?)"
    " AND deleted IS NULL ORDER BY started, id LIMIT ?"
)


def preview_import(
    database: Database, backup: StagedBackup, open_game_ids: Collection[int] = ()
) -> ImportPreview:
    """Return what `import_backup` would add."""
    return run_to_completion(plan_import(database, backup, open_game_ids))


def import_backup(
    database: Database,
    backup: StagedBackup,
    recordings: str | None = None,
    open_game_ids: Collection[int] = (),
) -> None:
    """Add what is missing here in one transaction."""
    run_to_completion(apply_import(database, backup, recordings, open_game_ids))


def plan_import(
    database: Database, backup: StagedBackup, open_game_ids: Collection[int] = ()
) -> Generator[float, None, ImportPreview]:
    """Preview the import in batches, yielding the progress from 0 to 1.

    No other database may be attached meanwhile.
    """
    new_games = extended_games = existing_games = notes = done = 0
    first = last = None
    with database.attach(backup.path, INCOMING):
        max_id = max_local_id(database)
        for rows in _iterate_batches(database):
            for incoming_id, _, started, _ in rows:
                plan = _plan_game(database, incoming_id, max_id, open_game_ids)
                if plan.kind is MatchKind.NEW:
                    new_games += 1
                    first = started if first is None else first
                    last = started
                elif plan.kind is MatchKind.EXTENDS:
                    extended_games += 1
                else:
                    existing_games += 1
                notes += plan.note_count
            done += len(rows)
            yield done / max(1, backup.games)
        groups, players, people = (
            find_new_groups(database),
            find_new_players(database),
            find_new_people(database),
        )
        settings = _is_empty(database) and bool(database.rows(f"SELECT 1 FROM {INCOMING}.settings LIMIT 1"))
        is_local = [
            find_campaign(database, campaign.id) is not None for campaign in _iterate_merged_maps(database)
        ]
    return ImportPreview(
        new_games, first, last,
        existing_games=existing_games, groups=len(groups), players=len(players), has_settings=settings,
        unreadable=backup.unreadable, new_maps=is_local.count(False), updated_maps=is_local.count(True),
        extended_games=extended_games, notes=notes, people=len(people),
    )  # fmt: skip


def apply_import(
    database: Database,
    backup: StagedBackup,
    recordings: str | None = None,
    open_game_ids: Collection[int] = (),
) -> Generator[float, None, None]:
    """Import in batches inside one transaction, yielding the progress from 0 to 1.

    Closing the generator early rolls back; no other transaction may begin meanwhile. `recordings` is the
    folder with the recordings of the backup. Games in `open_game_ids` are not extended.
    """
    done = 0
    with database.attach(backup.path, INCOMING), database.transaction() as execute:
        max_id = max_local_id(database)
        if _is_empty(database):
            execute(f"INSERT OR REPLACE INTO main.settings SELECT key, value FROM {INCOMING}.settings", ())
        for rows in _iterate_batches(database):
            for incoming_id, uid, _, move_count in rows:
                plan = _plan_game(database, incoming_id, max_id, open_game_ids)
                apply_game_import(execute, database, incoming_id, uid, move_count, plan)
            done += len(rows)
            yield done / max(1, backup.games)
        for campaign in _iterate_merged_maps(database):
            execute(UPSERT, to_row(campaign))
        for group in find_new_groups(database):
            insert_group(execute, group)
        insert_players(execute, database, find_new_players(database))
        insert_people(execute, database, find_new_people(database))
        if recordings is not None:
            execute(
                "INSERT OR REPLACE INTO main.settings (key, value) VALUES (?, ?)",
                (PENDING_RECORDINGS_KEY, json.dumps(recordings)),
            )


def _iterate_batches(database: Database) -> Iterator[list[Row]]:
    """Yield batches of games. No cursor stays open in between, so that stopping early leaves no lock."""
    last_key: tuple[float, int] = (-1.0, 0)
    while rows := database.rows(_GAMES, (*last_key, BATCH_SIZE)):
        yield rows
        last_key = (rows[-1][2], rows[-1][0])


def _plan_game(
    database: Database, incoming_id: int, max_id: int, open_game_ids: Collection[int]
) -> GameImportPlan:
    plan = plan_game_import(database, incoming_id, max_id)
    if plan.kind is MatchKind.EXTENDS and plan.local_id in open_game_ids:
        return GameImportPlan(MatchKind.EXISTING, plan.local_id)
    return plan


def _is_empty(database: Database) -> bool:
    """True if nobody has played here yet: settings made so far were only tried out."""
    tables = ("main.games WHERE deleted IS NULL", "main.players", "main.groups", "main.campaigns")
    return not any(database.rows(f"SELECT 1 FROM {table_name} LIMIT 1") for table_name in tables)


def _iterate_merged_maps(database: Database) -> Iterator[CampaignRow]:
    """Yield new campaigns, and local ones that change, in their merged form."""
    for row in database.rows(f"SELECT {MAP_COLUMNS} FROM {INCOMING}.campaigns ORDER BY updated, id"):
        incoming = parse_campaign(row)
        if incoming is None:
            continue
        local = find_campaign(database, incoming.id)
        record = merge_maps(local, MapFile(incoming.id, incoming.game, incoming.record))
        if record is not None:
            updated = incoming.updated if local is None else max(local.updated, incoming.updated)
            yield CampaignRow(incoming.id, incoming.game, record, updated)
