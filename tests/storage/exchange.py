"""Games that travel between two stores, by each way there is."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from companion.core.game import Outcome
from companion.core.serialization import decode_setup
from companion.files.share_link import SharedGame, pack, unpack
from companion.games.game_file import GameRecord
from companion.games.registry import get_game
from companion.storage.backup import (
    ImportPreview,
    StagedBackup,
    apply_restore,
    plan_restore,
    stage_backup,
    write_backup,
    write_snapshot,
)
from companion.storage.database import Database
from companion.storage.games import MatchKind
from companion.storage.importing import (
    ImportCounts,
    IncomingGame,
    import_game,
    import_game_file,
    import_json,
    plan_game_import,
    preview_json_import,
    run_to_completion,
)
from companion.storage.json_export import export_json
from companion.storage.store import Store


def create_link(store: Store, game_id: int) -> SharedGame:
    return unpack(pack(store.games.to_shared_game(game_id)))


def preview_link(store: Store, shared: SharedGame) -> MatchKind:
    return plan_game_import(store.database, IncomingGame.from_link(shared, store.clock())).kind


def import_link(store: Store, shared: SharedGame) -> int:
    return import_game(store.database, IncomingGame.from_link(shared, store.clock())).game_id


def import_file(path: Path, store: Store) -> int | None:
    """Import a game file; return the id of the game, or None if nothing is new."""
    imported = import_game_file(store, path, path.name)
    return imported.game_id if imported.is_changed else None


def import_record(
    store: Store, game: str, setup: dict[str, Any], moves: Sequence[dict[str, Any]], outcome: Outcome | None
) -> int:
    """Import a record without metadata; return the id of the game."""
    rules = get_game(game).rules
    record = GameRecord(rules, decode_setup(rules, setup), tuple(moves))
    return import_game(store.database, IncomingGame.from_record(record, outcome, store.clock())).game_id


def import_all_as_json(source: Store, target: Store, folder: Path) -> ImportCounts:
    path = folder / "all.json"
    with path.open("wb") as file:
        export_json(source.database, file)
    preview = preview_json_import(target.database, path, path.name)
    counts = run_to_completion(import_json(target.database, path, path.name))
    if preview != counts:
        raise AssertionError(f"the dry run counted {preview}, the import {counts}")
    return counts


def stage_backup_of(source: Store, folder: Path) -> StagedBackup:
    folder.mkdir(parents=True)
    write_snapshot(source.database, folder / "copy.db")
    write_backup(folder / "copy.db", (), source.clock(), folder / "backup.zip")
    return stage_backup(folder / "backup.zip", folder, "backup.zip")


def preview_restore(
    database: Database, backup: StagedBackup, open_game_ids: Collection[int] = ()
) -> ImportPreview:
    return run_to_completion(plan_restore(database, backup, open_game_ids))


def restore(
    database: Database,
    backup: StagedBackup,
    recordings: str | None = None,
    open_game_ids: Collection[int] = (),
) -> None:
    run_to_completion(apply_restore(database, backup, recordings, open_game_ids))
