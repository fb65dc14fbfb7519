"""Stored games for tests, and devices that exchange them by each way there is."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from companion.core.game import Outcome
from companion.core.serialization import decode_setup, encode, encode_move
from companion.files.share_link import SharedGame, pack, unpack
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import Setup
from companion.games.game_file import GameMetadata, GameNote, GameRecord
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
from companion.storage.games import MatchKind, open_session, start_session
from companion.storage.importing import (
    ImportCounts,
    IncomingGame,
    apply_game_import,
    import_game,
    import_game_file,
    import_json,
    plan_game_import,
    preview_json_import,
    run_to_completion,
)
from companion.storage.journal import StoredGame, load_metadata
from companion.storage.json_export import export_json, to_record
from companion.storage.store import Store, open_store
from tools.random_games import Played, random_game, random_games

START: Final = 1_790_000_000.0
TABLES: Final = (
    *("games", "moves", "notes", "marks", "people", "players", "groups", "group_players"),
    *("settings", "counts", "campaigns"),
)
# The ways in which a game travels, and what can happen to it.
WAYS: Final = ("link", "file", "json", "backup")
NEW, EXISTING, EXTENDED = "new", "existing", "extended"


class Clock:
    """Time of day that stands still until it is moved on."""

    def __init__(self) -> None:
        self.now = 1_790_000_000.0

    def __call__(self) -> float:
        return self.now

    def on(self, seconds: float = 1.0) -> float:
        self.now += seconds
        return self.now


class Device:
    """A store in a folder of its own, with games of Codenames Duet."""

    def __init__(self, folder: Path, clock: Clock) -> None:
        self.folder, self.clock = folder, clock
        self.store = open_store(folder / "data", clock)
        self._file_count = 0

    def start(self, *moves: Any, players: tuple[str, ...] = ("Ada", "آرش")) -> int:
        self.clock.on(3600)
        session, game_id = start_session(DUET, Setup(players), self.store.games)
        for move in moves:
            session.play(move)
        return game_id

    def play(self, game_id: int, *moves: Any) -> None:
        self.clock.on(60)
        session = open_session(DUET, self.store.games.load(game_id), self.store.games)
        for move in moves:
            session.play(move)

    def undo(self, game_id: int) -> None:
        self.clock.on(60)
        open_session(DUET, self.store.games.load(game_id), self.store.games).undo()

    def rename(self, game_id: int, *players: str) -> None:
        self.clock.on(60)
        open_session(DUET, self.store.games.load(game_id), self.store.games).rename(players)

    def add_note(self, game_id: int, move_count: int, text: str) -> None:
        """Write a note as it is, which may be one that the app would not have written."""
        self.clock.on(1)
        with self.store.database.transaction() as execute:
            execute(
                "INSERT INTO notes SELECT ?, count(*), ?, ?, ? FROM notes WHERE game_id = ?",
                (game_id, move_count, text, self.clock(), game_id),
            )

    def list_notes(self, game_id: int) -> list[str]:
        rows = self.store.database.rows(
            "SELECT text FROM notes WHERE game_id = ? ORDER BY number", (game_id,)
        )
        return [text for (text,) in rows]

    def list_games(self) -> tuple[StoredGame, ...]:
        return self.store.games.list_recent(99).games

    def list_uids(self) -> set[str]:
        return {game.uid for game in self.list_games()}

    def list_logs(self) -> list[list[str]]:
        """Return the moves that count of every game."""
        return sorted([move["move"] for move in game.moves[: game.move_count]] for game in self.list_games())

    def create_folder(self) -> Path:
        self._file_count += 1
        folder = self.folder / f"incoming-{self._file_count}"
        folder.mkdir(parents=True)
        return folder

    def stage_backup_of(self, other: Device) -> StagedBackup:
        return stage_backup_of(other.store, self.create_folder())

    def restore(self, other: Device) -> ImportPreview:
        """Restore a backup of another device; return what was foretold."""
        staged = self.stage_backup_of(other)
        preview = preview_restore(self.store.database, staged)
        restore(self.store.database, staged)
        return preview

    def receive(self, way: str, other: Device, game_id: int) -> str:
        """Import a game of another device, alone or with all others; return what became of it."""
        if way == "link":
            shared = create_link(other.store, game_id)
            kind = preview_link(self.store, shared)
            import_link(self.store, shared)
            by_kind = {MatchKind.EXISTING: EXISTING, MatchKind.EXTENDS: EXTENDED}
            return by_kind.get(kind, NEW)
        if way == "file":
            path = write_record(other.store, game_id, self.create_folder() / "game.json")
            imported = import_game_file(self.store, path, path.name)
            return NEW if imported.is_new else EXTENDED if imported.is_changed else EXISTING
        if way == "json":
            counts = import_all_as_json(other.store, self.store, self.create_folder())
            new, extended = counts.new_count > counts.extended_count, counts.extended_count > 0
        else:
            preview = self.restore(other)
            new, extended = preview.new_games > 0, preview.extended_games > 0 or preview.notes > 0
        return NEW if new else EXTENDED if extended else EXISTING


def save_game(store: Store, clock: Clock, played: Played) -> int:
    stored = store.games.start(played.game.id, encode(played.setup))
    session = open_session(played.game, stored, store.games)
    for move in played.moves:
        clock.on(20)
        session.play(move)
    return stored.id


def save_random_games(store: Store, clock: Clock, count: int, seed: int = 1) -> list[int]:
    dice = Random(seed)
    return [save_game(store, clock, random_game(dice)) for _ in range(count)]


def fill_store(store: Store, seed: int, count: int) -> None:
    """Store random games of every kind with metadata."""
    with store.database.transaction() as execute:
        for number, played in enumerate(random_games(Random(seed), count)):
            state = played.game.start(played.setup)
            for move in played.moves:
                state = played.game.apply(state, move)
            begun = START + 3_600 * number
            times = tuple(begun + 20 * at for at in range(len(played.moves)))
            metadata = GameMetadata(
                f"{seed:08x}{number:08x}", begun, times[-1] if times else begun, None, times,
                title="=cmd" if number == 0 else "", starred=number % 3 == 0, evening=START,
                notes=(GameNote(0, "well"),) if number % 4 == 0 else (),
            )  # fmt: skip
            moves = tuple(encode_move(played.game, move) for move in played.moves)
            record = GameRecord(played.game, played.setup, moves, metadata)
            incoming = IncomingGame.from_record(record, played.game.outcome(state), START)
            apply_game_import(store.database, execute, incoming, plan_game_import(store.database, incoming))


def dump_tables(store: Store) -> list[list[tuple[Any, ...]]]:
    return [store.database.rows(f"SELECT * FROM {table}") for table in TABLES]


def create_link(store: Store, game_id: int) -> SharedGame:
    return unpack(pack(store.games.to_shared_game(game_id)))


def preview_link(store: Store, shared: SharedGame) -> MatchKind:
    return plan_game_import(store.database, IncomingGame.from_link(shared, store.clock())).kind


def import_link(store: Store, shared: SharedGame) -> int:
    return import_game(store.database, IncomingGame.from_link(shared, store.clock())).game_id


def write_record(store: Store, game_id: int, path: Path) -> Path:
    """Write the file of a game with its metadata."""
    stored = store.games.load(game_id)
    path.write_text(json.dumps(to_record(stored, load_metadata(store.database, stored))), encoding="utf-8")
    return path


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
    folder.mkdir(parents=True, exist_ok=True)
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
