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

from companion.past.coming import ImportPreview
from companion.storage.came_games import GameImportPlan, apply_game_import, max_local_id, plan_game_import
from companion.storage.came_people import (
    INCOMING,
    find_new_groups,
    find_new_people,
    find_new_players,
    insert_group,
    insert_people,
    insert_players,
)
from companion.storage.campaigns import COLUMNS as MAP_COLUMNS
from companion.storage.campaigns import UPSERT, CampaignRow, find_campaign, parse_campaign, to_row
from companion.storage.database import Database, Row
from companion.storage.maps import MapFile, merge_maps
from companion.storage.same_games import MatchKind
from companion.storage.settings_rows import PENDING_RECORDINGS_KEY
from companion.storage.staging import StagedBackup
from companion.storage.stepwise import run_to_completion

# Few enough for a slow phone to draw a frame in between.
BATCH_SIZE: Final = 20
# In the order of their beginnings, as if they had been played here.
_GAMES: Final = (
    f"SELECT id, uid, started, position FROM {INCOMING}.games WHERE (started, id) > (?, ?)"
    " AND deleted IS NULL ORDER BY started, id LIMIT ?"
)


def preview_import(
    database: Database, backup: StagedBackup, open_game_ids: Collection[int] = ()
) -> ImportPreview:
    """What `import_backup` would add now."""
    return run_to_completion(plan_import(database, backup, open_game_ids))


def import_backup(
    database: Database,
    backup: StagedBackup,
    recordings: str | None = None,
    open_game_ids: Collection[int] = (),
) -> None:
    """Add what is not here yet, all of it or nothing."""
    run_to_completion(apply_import(database, backup, recordings, open_game_ids))


def plan_import(
    database: Database, backup: StagedBackup, open_game_ids: Collection[int] = ()
) -> Generator[float, None, ImportPreview]:
    """Slice by slice; yields how far it is, from 0 to 1. Nobody may use another database beside meanwhile."""
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
    """Slice by slice, in one step: whoever closes it before its end takes all of it back. Yields how far it
    is, from 0 to 1; nobody may begin another step meanwhile.

    `recordings` is where those lie that come with it. A game that is on the table does not go on under it.
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
    """No cursor stays open in between: whoever stops half way leaves nothing locked."""
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
    """Whether nobody has played here yet: what was chosen so far was only tried out."""
    tables = ("main.games WHERE deleted IS NULL", "main.players", "main.groups", "main.campaigns")
    return not any(database.rows(f"SELECT 1 FROM {table_name} LIMIT 1") for table_name in tables)


def _iterate_merged_maps(database: Database) -> Iterator[CampaignRow]:
    """Maps that are not here, and those that learn something, as they shall be then."""
    for row in database.rows(f"SELECT {MAP_COLUMNS} FROM {INCOMING}.campaigns ORDER BY updated, id"):
        incoming = parse_campaign(row)
        if incoming is None:
            continue
        local = find_campaign(database, incoming.id)
        record = merge_maps(local, MapFile(incoming.id, incoming.game, incoming.record))
        if record is not None:
            updated = incoming.updated if local is None else max(local.updated, incoming.updated)
            yield CampaignRow(incoming.id, incoming.game, record, updated)
