"""Backups: written, validated, restored into other stores; damaged and hostile ones are rejected."""

from __future__ import annotations

import hashlib
import io
import json
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.core.game import ProblemError
from companion.core.serialization import decode, encode
from companion.games.duet.campaign import Attempt, Campaign, new_campaign
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import Mission, Setup
from companion.games.duet.state import Agent, Assassin
from companion.storage.backup import ImportPreview, apply_restore, stage_backup, write_backup, write_snapshot
from companion.storage.campaigns import export_map, import_map, read_map
from companion.storage.database import PENDING_RECORDINGS_KEY, StorageError
from companion.storage.games import open_session, start_session
from companion.storage.journal import ALL_MOVES
from companion.storage.rosters import MAX_GROUPS, MAX_PLAYERS
from companion.storage.statistics_index import index_all
from companion.storage.store import Store, open_store
from companion.storage.validation import MAX_MAPS
from tests.storage.exchange import Clock, Device, dump_tables, preview_restore, restore
from tools.flip_backup import KINDS, OTHER, REFUSED, a_backup, import_outcome, rounds


@pytest.fixture
def stores(tmp_path: Path, clock: Clock) -> Iterator[Callable[[str], Store]]:
    """Stores by name, each in a folder of its own."""
    opened: dict[str, Store] = {}

    def store(name: str) -> Store:
        if name not in opened:
            opened[name] = open_store(tmp_path / name, clock)
        return opened[name]

    yield store
    for one in opened.values():
        one.close()


def play(store: Store, clock: Clock, *names: str, moves: tuple[Any, ...] = (Agent(),)) -> int:
    clock.on(3600)
    session, number = start_session(DUET, Setup(names or ("Ada", "آرش")), store.games)
    for move in moves:
        session.play(move)
    return number


def write_backup_of(store: Store, tmp_path: Path) -> Path:
    write_snapshot(store.database, tmp_path / "copy.db")
    path = tmp_path / "backup.zip"
    write_backup(tmp_path / "copy.db", (), store.games._clock(), path)
    return path


def restore_backup(store: Store, backup: Path, tmp_path: Path) -> ImportPreview:
    folder = tmp_path / "staged"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    staged = stage_backup(backup, folder, "backup.zip")
    foreseen = preview_restore(store.database, staged)
    restore(store.database, staged)
    return foreseen


TABLES = (
    *("games", "moves", "notes", "marks", "people", "players", "groups", "group_players"),
    *("settings", "counts", "campaigns"),
)


def dump_store(store: Store) -> list[list[tuple[Any, ...]]]:
    return [store.database.rows(f"SELECT * FROM {table}") for table in TABLES]


@pytest.fixture
def full(stores: Callable[[str], Store], clock: Clock) -> Store:
    store = stores("full")
    play(store, clock)
    play(store, clock, "Bruno", "Chloe", moves=(Agent(), Assassin()))
    store.rosters.remember(["Ada", "Bruno"])
    store.rosters.save_group("Friday", ["Ada", "Bruno"])
    store.settings.save("language", "el")
    store.settings.save("last.learners", {"tables": [1]})
    return store


def test_restoring_into_an_empty_app_copies_everything(
    full: Store, stores: Callable[[str], Store], tmp_path: Path
) -> None:
    other = stores("other")
    other.settings.save("language", "it")
    foreseen = restore_backup(other, write_backup_of(full, tmp_path), tmp_path)
    assert (foreseen.new_games, foreseen.groups, foreseen.players, foreseen.has_settings) == (2, 1, 2, True)
    for came, was in zip(other.games.list_recent(9).games, full.games.list_recent(9).games, strict=True):
        assert (came.setup, came.moves, came.started) == (was.setup, was.moves, was.started)
    assert other.games.list_recent(1).games[0].outcome == full.games.list_recent(1).games[0].outcome
    assert other.games.count() == 2
    assert [player.name for player in other.rosters.list_players()] == ["Ada", "Bruno"]
    assert other.rosters.list_groups()[0].players == ("Ada", "Bruno")
    # Tables have other numbers here, so what names them by these stays behind.
    assert other.settings.load() == {"language": "el"}


def test_only_the_last_used_players_and_groups_are_restored_above_the_limit(
    stores: Callable[[str], Store], tmp_path: Path
) -> None:
    odd, other = stores("odd"), stores("other")
    with odd.database.transaction() as execute:
        for number in range(1, MAX_GROUPS + 6):
            execute("INSERT INTO groups VALUES (?, ?, ?)", (number, f"group {number}", float(number)))
            execute("INSERT INTO group_players VALUES (?, 0, 'Ada')", (number,))
        for number in range(1, MAX_PLAYERS + 6):
            execute("INSERT INTO players VALUES (?, ?, 1.0)", (number, f"player {number}"))
        # The same name to whoever reads it.
        execute("INSERT INTO groups VALUES (?, 'GROUP 9', 900.0)", (MAX_GROUPS + 6,))
        execute("INSERT INTO group_players VALUES (?, 0, 'Ada')", (MAX_GROUPS + 6,))
    restore_backup(other, write_backup_of(odd, tmp_path), tmp_path)
    groups = [group.name for group in other.rosters.list_groups()]
    assert len(groups) == MAX_GROUPS
    assert {"GROUP 9", "group 9", "group 6", "group 5"} & set(groups) == {"GROUP 9", "group 6"}
    assert len(other.rosters.list_players()) == MAX_PLAYERS
    assert other.rosters.list_players()[0].name == f"player {MAX_PLAYERS + 5}"


def test_names_with_bidi_controls_are_left_out(stores: Callable[[str], Store], tmp_path: Path) -> None:
    odd, other = stores("odd"), stores("other")
    odd.rosters.save_group("Friday", ["Ada"])
    with odd.database.transaction() as execute:
        execute("INSERT INTO players VALUES (1, 'A\u202eda', 1.0)", ())
        execute("INSERT INTO groups VALUES (7, 'Sun\u202eday', 1.0), (8, 'Monday', 1.0)", ())
        execute("INSERT INTO group_players VALUES (7, 0, 'Ada'), (8, 0, 'B\u202eob')", ())
    restore_backup(other, write_backup_of(odd, tmp_path), tmp_path)
    assert [group.name for group in other.rosters.list_groups()] == ["Friday"]
    assert other.rosters.list_players() == ()


def test_a_game_in_progress_is_backed_up_with_all_moves(
    full: Store, stores: Callable[[str], Store], tmp_path: Path
) -> None:
    with full.database.transaction() as execute:
        execute("UPDATE games SET position = ? WHERE ended IS NULL", (ALL_MOVES,))
    other = stores("other")
    restore_backup(other, write_backup_of(full, tmp_path), tmp_path)
    assert [game.move_count for game in other.games.list_recent(9).games] == [
        len(game.moves) for game in full.games.list_recent(9).games
    ]


def test_restoring_twice_adds_nothing(full: Store, stores: Callable[[str], Store], tmp_path: Path) -> None:
    other, backup = stores("other"), write_backup_of(full, tmp_path)
    restore_backup(other, backup, tmp_path)
    before = dump_store(other)
    foreseen = restore_backup(other, backup, tmp_path)
    assert foreseen.is_empty
    assert foreseen.existing_games == 2
    assert dump_store(other) == before


def test_restoring_keeps_local_data_and_adds_what_is_missing(
    full: Store, stores: Callable[[str], Store], tmp_path: Path, clock: Clock
) -> None:
    other = stores("other")
    restore_backup(other, write_backup_of(full, tmp_path), tmp_path)
    mine = play(other, clock, "Dario", "Eva")
    other.settings.save("language", "fa")
    other.rosters.save_group("Sunday", ["Dario"])
    theirs = play(full, clock, "Fred", "Gina")
    full.rosters.remember(["Gina"])
    foreseen = restore_backup(other, write_backup_of(full, tmp_path), tmp_path)
    assert (foreseen.new_games, foreseen.existing_games, foreseen.groups, foreseen.players) == (1, 2, 0, 1)
    assert not foreseen.has_settings
    assert other.settings.find("language") == "fa"
    assert other.games.load(mine).setup["players"] == ["Dario", "Eva"]
    assert other.games.list_recent(1).games[0].setup == full.games.load(theirs).setup
    assert foreseen.first_start == foreseen.last_start == full.games.load(theirs).started
    assert {group.name for group in other.rosters.list_groups()} == {"Friday", "Sunday"}
    assert other.rosters.list_players()[0].name == "Gina"


def test_the_same_start_with_another_move_is_another_game(
    full: Store, stores: Callable[[str], Store], tmp_path: Path
) -> None:
    other, backup = stores("other"), write_backup_of(full, tmp_path)
    restore_backup(other, backup, tmp_path)
    with other.database.transaction() as execute:
        execute('UPDATE moves SET move = \'{"move":"bystander"}\' WHERE game_id = 1', ())
    assert restore_backup(other, backup, tmp_path).new_games == 1


def test_a_game_that_was_renamed_or_continued_since_is_the_same(full: Store, tmp_path: Path) -> None:
    backup = write_backup_of(full, tmp_path)
    session = open_session(DUET, full.games.load(1), full.games)
    session.rename(("Zoe", "2"))
    session.play(Agent())
    before = dump_store(full)
    foreseen = restore_backup(full, backup, tmp_path)
    assert (foreseen.new_games, foreseen.existing_games) == (0, 2)
    assert dump_store(full) == before
    # What was undone since can be redone here.
    session.undo()
    session.undo()
    before = dump_store(full)
    assert restore_backup(full, backup, tmp_path).is_empty
    assert dump_store(full) == before


def test_a_game_that_was_damaged_here_is_restored(full: Store, tmp_path: Path) -> None:
    backup = write_backup_of(full, tmp_path)
    with full.database.transaction() as execute:
        execute("UPDATE games SET setup = '{\"players' WHERE id = 1", ())
    assert restore_backup(full, backup, tmp_path).new_games == 1


def test_a_backup_contains_no_deleted_data(full: Store, tmp_path: Path, clock: Clock) -> None:
    full.games.delete(play(full, clock, "Zenobia", "Yorick"))
    path = write_backup_of(full, tmp_path)
    with zipfile.ZipFile(path) as packed:
        assert json.loads(packed.read("backup.json"))["games"] == 2
        assert b"Zenobia" not in packed.read("companion.db")


def test_a_damaged_snapshot_is_reported_as_a_disk_error(tmp_path: Path) -> None:
    (tmp_path / "copy.db").write_bytes(b"not a database, and longer than its header would be" * 4)
    with pytest.raises(OSError, match="not a database"):
        write_backup(tmp_path / "copy.db", (), 0.0, tmp_path / "backup.zip")


def test_a_failing_statement_rolls_the_restore_back(
    full: Store, stores: Callable[[str], Store], tmp_path: Path, clock: Clock
) -> None:
    other = stores("other")
    play(other, clock, "Dario", "Eva")
    with other.database.transaction() as execute:
        execute("CREATE TRIGGER no_more BEFORE INSERT ON groups BEGIN SELECT RAISE(ABORT, 'full'); END", ())
    before = dump_store(other)
    with pytest.raises(StorageError):
        restore_backup(other, write_backup_of(full, tmp_path), tmp_path)
    assert dump_store(other) == before
    # Nothing of the backup is left within reach: the next step is an ordinary one.
    play(other, clock)


KILLED = """
import os, sys
from pathlib import Path
from companion.storage.backup import StagedBackup, apply_restore
from companion.storage.importing import run_to_completion
from companion.storage.store import open_store

store = open_store(Path(sys.argv[1]), lambda: 1_790_000_000.0)
added = []

def see(statement):
    added.extend([statement] * statement.startswith("INSERT INTO main.games"))
    if len(added) == 250:
        os._exit(9)

store.database.connection.set_trace_callback(see)
run_to_completion(apply_restore(store.database, StagedBackup(Path(sys.argv[2]), 502, 0)))
"""


def test_a_kill_during_a_restore_leaves_the_old_state(
    full: Store, stores: Callable[[str], Store], tmp_path: Path, clock: Clock
) -> None:
    with full.database.transaction() as execute:
        for number in range(500):
            execute(
                "INSERT INTO games (game, setup, started, updated) VALUES ('duet', '{}', ?, ?)",
                (float(number), float(number)),
            )
    other = stores("other")
    play(other, clock, "Dario", "Eva")
    before = dump_store(other)
    other.close()
    (tmp_path / "staged").mkdir()
    staged = stage_backup(write_backup_of(full, tmp_path), tmp_path / "staged", "backup.zip")
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path / "other"), str(staged.path)], check=False
    )
    assert done.returncode == 9
    after = open_store(tmp_path / "other", clock)
    assert after.problems == ()
    assert dump_store(after) == before
    restore(after.database, staged)
    assert after.games.count() == 503
    after.close()


def test_the_folder_of_recordings_is_stored_in_the_same_transaction(
    full: Store, stores: Callable[[str], Store], tmp_path: Path
) -> None:
    (tmp_path / "staged").mkdir()
    staged = stage_backup(write_backup_of(full, tmp_path), tmp_path / "staged", "backup.zip")
    restore(stores("other").database, staged, "tmpabc")
    assert stores("other").settings.find(PENDING_RECORDINGS_KEY) == "tmpabc"


def test_an_unreadable_game_does_not_hide_the_others(
    full: Store, stores: Callable[[str], Store], tmp_path: Path
) -> None:
    with full.database.transaction() as execute:
        execute("UPDATE games SET setup = '{\"players\": [1]}' WHERE id = 1", ())
    foreseen = restore_backup(stores("other"), write_backup_of(full, tmp_path), tmp_path)
    assert (foreseen.new_games, foreseen.unreadable) == (1, 1)


def test_a_backup_of_an_earlier_version_is_migrated(
    full: Store, stores: Callable[[str], Store], tmp_path: Path
) -> None:
    path = write_backup_of(full, tmp_path)
    with closing(sqlite3.connect(tmp_path / "copy.db", isolation_level=None)) as old:
        for table in (
            "campaigns",
            "notes",
            "marks",
            "people",
            "tallies",
            "seats",
            "facts",
            "fact_sums",
            "seat_sums",
            "streaks",
        ):
            old.execute(f"DROP TABLE {table}")
        old.execute("DROP TRIGGER game_uncounted")
        for index in ("games_by_uid", "games_by_evening", "games_uncounted"):
            old.execute(f"DROP INDEX {index}")
        for column in ("uid", "title", "starred", "evening", "night", "counted"):
            old.execute(f"ALTER TABLE games DROP COLUMN {column}")
        old.execute("DROP INDEX games_by_start")
        old.execute("ALTER TABLE games DROP COLUMN entry_at")
        old.execute("ALTER TABLE games DROP COLUMN entry")
        old.execute("PRAGMA user_version=2")
    damage_again(path, {"companion.db": (tmp_path / "copy.db").read_bytes()})
    assert restore_backup(stores("other"), path, tmp_path).new_games == 2


def damage_again(path: Path, changed: dict[str, bytes | None]) -> None:
    """With these files in it, listed as if they had been packed so, unless the list itself is given."""
    with zipfile.ZipFile(path) as packed:
        files: dict[str, bytes | None] = {name: packed.read(name) for name in packed.namelist()}
    files |= changed
    if "backup.json" not in changed:
        told = json.loads(files["backup.json"] or b"")
        told["files"] = [
            {"name": name, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
            for name, data in files.items()
            if data is not None and name != "backup.json"
        ]
        files["backup.json"] = json.dumps(told).encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in files.items():
            if data is not None:
                packed.writestr(name, data)


def read_contents(**changed: Any) -> bytes:
    """Of the first version, which lists no files."""
    return json.dumps({"format": "table-companion-backup", "version": 1, **changed}).encode()


LISTED = {"name": "companion.db", "bytes": 2, "sha256": "0" * 64}


@pytest.mark.parametrize(
    ("changed", "key"),
    [
        ({"backup.json": b"{"}, "damaged"),
        ({"backup.json": b"[" * 90_000}, "damaged"),
        ({"backup.json": b" " * 2_000_000}, "big"),
        ({"backup.json": read_contents(format="other")}, "damaged"),
        ({"backup.json": read_contents(version="1")}, "damaged"),
        ({"backup.json": read_contents(version=3)}, "newer"),
        ({"backup.json": read_contents(version=2)}, "damaged"),
        ({"backup.json": read_contents(version=2, files=[])}, "damaged"),
        ({"backup.json": read_contents(version=2, files=["companion.db"])}, "damaged"),
        ({"backup.json": read_contents(version=2, files=[LISTED])}, "damaged"),
        ({"backup.json": read_contents(version=2, files=[{**LISTED, "bytes": "2"}])}, "damaged"),
        ({"backup.json": read_contents(version=2, files=[LISTED, LISTED])}, "damaged"),
        ({"backup.json": read_contents(version=2, files=[{}] * 20_001)}, "damaged"),
        ({"companion.db": None}, "damaged"),
        ({"companion.db": b""}, "damaged"),
        ({"companion.db": b"SQLite format 3\0" + bytes(5000)}, "damaged"),
        ({"companion.db": bytes(10_000_000)}, "big"),
    ],
)  # fmt: skip
def test_an_invalid_backup_is_rejected_and_changes_nothing(
    full: Store, stores: Callable[[str], Store], tmp_path: Path, changed: dict[str, bytes | None], key: str
) -> None:
    other, path = stores("other"), write_backup_of(full, tmp_path)
    before = dump_store(other)
    damage_again(path, changed)
    with pytest.raises(ProblemError) as refused:
        restore_backup(other, path, tmp_path)
    assert refused.value.problem.key == f"app.files.problem.{key}"
    assert dump_store(other) == before


@pytest.mark.parametrize(
    ("spoil", "key"),
    [
        ("PRAGMA user_version=99", "newer"),
        ("PRAGMA application_id=7", "damaged"),
        ("CREATE VIEW peek AS SELECT * FROM games", "damaged"),
        ("CREATE TRIGGER sly AFTER INSERT ON games BEGIN DELETE FROM games; END", "damaged"),
        ("DROP TABLE groups", "damaged"),
        ("UPDATE moves SET game_id = game_id + 77", "damaged"),
    ],
)
def test_a_database_with_another_schema_is_rejected(
    full: Store, tmp_path: Path, spoil: str, key: str
) -> None:
    path = write_backup_of(full, tmp_path)
    with closing(sqlite3.connect(tmp_path / "copy.db", isolation_level=None)) as copy:
        copy.execute("PRAGMA foreign_keys=OFF")
        copy.execute(spoil)
    damage_again(path, {"companion.db": (tmp_path / "copy.db").read_bytes()})
    (tmp_path / "staged").mkdir()
    with pytest.raises(ProblemError) as refused:
        stage_backup(path, tmp_path / "staged", "backup.zip")
    assert refused.value.problem.key == f"app.files.problem.{key}"


def test_an_overwritten_database_page_is_detected(full: Store, tmp_path: Path) -> None:
    path = write_backup_of(full, tmp_path)
    data = bytearray((tmp_path / "copy.db").read_bytes())
    data[4096 * 2 : 4096 * 4] = b"\xa5" * 8192
    damage_again(path, {"companion.db": bytes(data)})
    (tmp_path / "staged").mkdir()
    with pytest.raises(ProblemError) as refused:
        stage_backup(path, tmp_path / "staged", "backup.zip")
    assert refused.value.problem.key == "app.files.problem.damaged"


def test_a_failing_copy_is_not_reported_as_a_damaged_backup(full: Store, tmp_path: Path) -> None:
    (tmp_path / "staged" / "staged.db").mkdir(parents=True)
    with pytest.raises(ProblemError) as refused:
        stage_backup(write_backup_of(full, tmp_path), tmp_path / "staged", "backup.zip")
    assert refused.value.problem.key == "app.problem.import_failed"


def test_an_undecodable_error_message_is_damage(full: Store, tmp_path: Path) -> None:
    """SQLite quotes the broken definition of a table."""
    path = write_backup_of(full, tmp_path)
    data = (tmp_path / "copy.db").read_bytes()
    damage_again(path, {"companion.db": data.replace(b"CREATE TABLE groups", b"CREATE TABL\xff groups")})
    (tmp_path / "staged").mkdir()
    with pytest.raises(ProblemError) as refused:
        stage_backup(path, tmp_path / "staged", "backup.zip")
    assert refused.value.problem.key == "app.files.problem.damaged"


def test_thousands_of_games_are_matched_by_an_index(
    full: Store, stores: Callable[[str], Store], tmp_path: Path, clock: Clock
) -> None:
    """Each with each would be a million comparisons."""
    with full.database.transaction() as execute:
        for number in range(1000):
            execute(
                "INSERT INTO games (game, setup, started, updated) VALUES ('duet', '{}', ?, ?)",
                (float(number), float(number)),
            )
    other, backup = stores("other"), write_backup_of(full, tmp_path)
    restore_backup(other, backup, tmp_path)
    assert other.games.count() == 1002
    (tmp_path / "again").mkdir()
    staged = stage_backup(backup, tmp_path / "again", "backup.zip")
    steps: list[None] = []
    other.database.connection.set_progress_handler(lambda: steps.append(None), 1000)
    assert preview_restore(other.database, staged).new_games == 0
    assert len(steps) < 400


# -- maps --------------------------------------------------------------------------------------------------

MAP = new_campaign("a1", "Ada & Bruno", ("Ada", "Bruno"))
WON = Attempt("prague", 1_700_000_000.5, 1_700_000_900.0, True, 12)


def save_map(store: Store, campaign: Campaign) -> None:
    store.campaigns.save("duet", campaign.id, encode(campaign))


def list_maps(store: Store) -> list[Campaign]:
    return [decode(Campaign, kept.record, "campaign") for kept in store.campaigns.list_campaigns("duet")]


def test_new_maps_are_added_and_local_ones_merged_once(
    stores: Callable[[str], Store], tmp_path: Path, clock: Clock
) -> None:
    there, here = stores("there"), stores("here")
    save_map(there, replace(MAP, attempts=(WON,)))
    save_map(there, replace(MAP, id="b2", team="آرش"))
    clock.on()
    save_map(here, replace(MAP, team="Ours"))
    backup = write_backup_of(there, tmp_path)
    foreseen = restore_backup(here, backup, tmp_path)
    assert (foreseen.new_maps, foreseen.updated_maps, foreseen.is_empty) == (1, 1, False)
    assert list_maps(here) == [replace(MAP, team="Ours", attempts=(WON,)), replace(MAP, id="b2", team="آرش")]
    assert [kept.updated for kept in here.campaigns.list_campaigns("duet")] == [clock.now, clock.now - 1]
    before = dump_store(here)
    again = restore_backup(here, backup, tmp_path)
    assert (again.new_maps, again.updated_maps, again.is_empty) == (0, 0, True)
    assert dump_store(here) == before


def test_the_manifest_counts_the_maps(stores: Callable[[str], Store], tmp_path: Path) -> None:
    save_map(stores("there"), MAP)
    with zipfile.ZipFile(write_backup_of(stores("there"), tmp_path)) as packed:
        assert json.loads(packed.read("backup.json"))["campaigns"] == 1


def test_settings_are_not_imported_if_there_is_a_local_map(
    stores: Callable[[str], Store], tmp_path: Path
) -> None:
    there, here = stores("there"), stores("here")
    there.settings.save("language", "el")
    here.settings.save("language", "it")
    save_map(here, MAP)
    assert not restore_backup(here, write_backup_of(there, tmp_path), tmp_path).has_settings
    assert here.settings.find("language") == "it"


@pytest.mark.parametrize(
    ("id", "game", "text", "updated"),
    [
        ("a1", "chess", json.dumps(encode(MAP)), 1.0),
        ("a1", "silver", json.dumps(encode(MAP)), 1.0),
        ("other", "duet", json.dumps(encode(MAP)), 1.0),
        ("a1", "duet", "{", 1.0),
        ("a1", "duet", "[]", 1.0),
        ("a1", "duet", b"{}", 1.0),
        ("a1", "duet", json.dumps(encode(MAP)), -1.0),
        ("a1", "duet", json.dumps(encode(MAP)), b"never"),
        ("a1", "duet", json.dumps({**encode(MAP), "team": "A\u202eda"}), 1.0),
        ("a1", "duet", json.dumps({**encode(MAP), "attempts": [encode(replace(WON, city="x"))]}), 1.0),
    ],
)
def test_an_invalid_map_is_left_out_without_the_others(
    stores: Callable[[str], Store], tmp_path: Path, id: str, game: str, text: str | bytes, updated: object
) -> None:
    there, here = stores("there"), stores("here")
    save_map(there, replace(MAP, id="b2"))
    with there.database.transaction() as execute:
        execute("INSERT INTO campaigns VALUES (?, ?, ?, ?)", (id, game, text, updated))
    assert restore_backup(here, write_backup_of(there, tmp_path), tmp_path).new_maps == 1
    assert [campaign.id for campaign in list_maps(here)] == ["b2"]


def test_only_the_last_changed_maps_are_restored_above_the_limit(
    stores: Callable[[str], Store], tmp_path: Path
) -> None:
    with stores("there").database.transaction() as execute:
        for number in range(MAX_MAPS + 5):
            text = json.dumps(encode(replace(MAP, id=f"m{number}")))
            execute("INSERT INTO campaigns VALUES (?, 'duet', ?, ?)", (f"m{number}", text, float(number)))
    assert (
        restore_backup(stores("here"), write_backup_of(stores("there"), tmp_path), tmp_path).new_maps
        == MAX_MAPS
    )
    assert {"m4", "m5"} & {campaign.id for campaign in list_maps(stores("here"))} == {"m5"}


def test_a_map_exchanged_by_file_matches_the_games_of_a_backup(
    stores: Callable[[str], Store], tmp_path: Path, clock: Clock
) -> None:
    home, away = stores("home"), stores("away")
    save_map(home, MAP)
    play(home, clock, "Ada", "Bruno")
    parcel = export_map(home.campaigns.list_campaigns("duet")[0], clock.now)
    parcel.write(tmp_path / parcel.name)
    import_map(read_map((tmp_path / parcel.name).read_bytes(), parcel.name), away.campaigns)
    # What else is at home follows in a backup, which brings no second map.
    assert restore_backup(away, write_backup_of(home, tmp_path), tmp_path).new_maps == 0
    clock.on(3600)
    setup = Setup(("Ada", "Bruno"), mission=Mission("a1", "prague"))
    session, number = start_session(DUET, setup, away.games)
    session.play(Assassin())
    stored = away.games.load(number)
    lost = Attempt("prague", stored.started, stored.ended or 0.0, won=False)
    save_map(away, replace(list_maps(away)[0], attempts=(lost,)))
    foreseen = restore_backup(home, write_backup_of(away, tmp_path), tmp_path)
    assert (foreseen.new_games, foreseen.existing_games, foreseen.new_maps, foreseen.updated_maps) == (
        1,
        1,
        0,
        1,
    )
    assert list_maps(home) == [replace(MAP, attempts=(lost,))]
    (came,) = home.games.games_of_campaign("duet", "a1")
    assert (came.started, came.ended) == (lost.started, lost.ended)


def test_a_game_that_is_open_is_not_extended(here: Device, there: Device) -> None:
    here.start(Agent())
    there.restore(here)
    there.play(1, Agent())
    there.add_note(1, 1, "later")
    staged, before = here.stage_backup_of(there), dump_tables(here.store)
    assert preview_restore(here.store.database, staged, open_game_ids=(1,)).is_empty
    restore(here.store.database, staged, open_game_ids=(1,))
    assert dump_tables(here.store) == before


def test_two_games_of_one_backup_with_the_same_start_stay_two(here: Device, there: Device) -> None:
    there.start(Agent())
    there.start(Agent(), players=("Bruno", "Chloe"))
    with there.store.database.transaction() as execute:
        execute("UPDATE games SET started = 5.0, setup = (SELECT setup FROM games WHERE id = 1)", ())
    assert here.restore(there).new_games == 2
    assert here.store.games.count() == 2
    assert here.list_uids() == there.list_uids()
    assert here.restore(there).is_empty


def test_an_empty_store_gets_every_row(here: Device, there: Device) -> None:
    here.start(Agent())
    here.start(Agent(), Assassin(), players=("Bruno", "Chloe"))
    here.add_note(1, 1, "first line\nsecond line")
    here.store.games.set_title(2, "عنوان")
    here.store.games.set_starred(2, True)
    with here.store.database.transaction() as execute:
        execute("INSERT INTO marks VALUES (2, 1, 1, 'suspect')", ())
        execute("INSERT INTO people VALUES ('ada', 'Ada', 'star', 'red', NULL)", ())
        execute("INSERT INTO people VALUES ('adele', 'Adele', NULL, NULL, 'ada')", ())
    here.store.rosters.remember(["Ada"])
    here.store.rosters.save_group("Friday", ["Ada"])
    index_all(here.store.database)
    preview = there.restore(here)
    assert (preview.new_games, preview.people, preview.notes) == (2, 2, 0)
    # Numbers that are counted from the logs are counted where they are asked for.
    assert there.store.database.rows("SELECT count(*) FROM tallies") == [(0,)]
    index_all(there.store.database)
    for table in (*TABLES, "tallies", "seats", "facts"):
        sql = f"SELECT * FROM {table}"
        assert there.store.database.rows(sql) == here.store.database.rows(sql)


def test_local_people_stay_and_an_alias_points_directly_to_a_person(here: Device, there: Device) -> None:
    here.start(Agent(), players=("Bob", "Cy"))
    index_all(here.store.database)
    with here.store.database.transaction() as execute:
        execute("INSERT INTO people VALUES ('ada', 'Ada', 'star', 'red', 'eve')", ())
        execute("INSERT INTO people VALUES ('fay', 'Fay', NULL, NULL, 'gus')", ())
    with there.store.database.transaction() as execute:
        execute("INSERT INTO people VALUES ('ada', 'ADA', 'moon', 'blue', NULL)", ())
        execute("INSERT INTO people VALUES ('bob', 'Bob', NULL, NULL, 'ada')", ())
        execute("INSERT INTO people VALUES ('eve', 'Eve', NULL, NULL, 'ada')", ())
        execute("INSERT INTO people VALUES ('gus', 'Gus', NULL, NULL, 'hal')", ())
    assert here.restore(there).people == 3
    rows = here.store.database.rows("SELECT reading, mark, same_as FROM people ORDER BY reading")
    assert rows == [
        ("ada", "star", "eve"),
        ("bob", None, "eve"),
        ("eve", None, None),
        ("fay", None, "gus"),
        ("gus", None, None),
    ]
    assert here.store.database.rows("SELECT counted FROM games") == [(0,)]
    assert here.restore(there).is_empty


def test_incoming_texts_are_cleaned_and_truncated(here: Device, there: Device) -> None:
    there.start(Agent())
    there.add_note(1, 0, "a\u202eb\x07c\nnext")
    there.add_note(1, 0, "x" * 9_000)
    there.add_note(1, 0, "\u202e")
    there.add_note(1, -1, "nowhere")
    with there.store.database.transaction() as execute:
        title = "T\u202e" + "t" * 500
        execute(
            "UPDATE games SET title = ?, starred = 7, evening = -5.0, night = 1e9, uid = '../x'", (title,)
        )
        execute("INSERT INTO marks VALUES (1, 0, 0, 'm\x1b'), (1, -1, 0, 'm'), (1, 1, 1, 'good')", ())
        execute("INSERT INTO people VALUES ('zed', 'Ada', NULL, NULL, NULL)", ())
        execute("INSERT INTO people VALUES ('ida', 'Ida', 'x\x1b', ?, 'A\u202e')", ("c" * 99,))
    here.restore(there)
    assert here.list_notes(1) == ["abc\nnext", "x" * 4_000]
    game = here.store.games.load(1)
    assert (game.title, game.starred, game.game_night, game.night_seconds) == (
        "T" + "t" * 199,
        False,
        None,
        None,
    )
    assert len(game.uid) == 16
    assert here.store.database.rows("SELECT seat, position, mark FROM marks") == [(1, 1, "good")]
    assert here.store.database.rows("SELECT * FROM people") == [("ida", "Ida", None, None, None)]


def test_a_cancelled_restore_changes_nothing_and_can_be_repeated(here: Device, there: Device) -> None:
    for _ in range(50):
        there.start(Agent())
    here.start(Agent())
    staged, before = here.stage_backup_of(there), dump_tables(here.store)
    work = apply_restore(here.store.database, staged)
    assert 0 < next(work) < next(work) < 1
    assert here.store.games.count() > 1
    work.close()
    assert dump_tables(here.store) == before
    here.start(Agent())
    parts = list(apply_restore(here.store.database, staged))
    assert parts == sorted(parts)
    assert parts[-1] == 1
    assert here.store.games.count() == 52


class Cancel(Exception):
    pass


def test_staging_reports_its_progress_and_can_be_cancelled(
    here: Device, there: Device, tmp_path: Path
) -> None:
    for _ in range(45):
        there.start(Agent())
    here.stage_backup_of(there)
    backup, place = tmp_path / "here" / "incoming-1" / "backup.zip", tmp_path / "place"
    place.mkdir()
    told: list[float] = []
    stage_backup(backup, place, "backup.zip", on_progress=told.append)
    assert told == sorted(told)
    assert 0 < told[0] < told[-1] <= 1
    (place / "staged.db").unlink()

    def stop(part: float) -> None:
        if part > 0.5:
            raise Cancel

    with pytest.raises(Cancel):
        stage_backup(backup, place, "backup.zip", on_progress=stop)
    assert not (place / "companion.db").exists()


def find_problem(path: Path, tmp_path: Path) -> str:
    place = tmp_path / "place"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    with pytest.raises(ProblemError) as refused:
        stage_backup(path, place, "backup.zip")
    assert not (place / "companion.db").exists()
    return refused.value.problem.key.rpartition(".")[2]


def repack(path: Path, *more: tuple[str, bytes], without: str = "") -> Path:
    with zipfile.ZipFile(path) as packed:
        files = [(name, packed.read(name)) for name in packed.namelist() if name != without]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in (*files, *more):
            packed.writestr(name, data)
    return path


@pytest.mark.parametrize("kind", KINDS)
def test_flipped_bytes_are_rejected_or_change_nothing(tmp_path: Path, kind: str) -> None:
    found = rounds(tmp_path, kind, 100)
    assert found[OTHER] == 0
    assert found[REFUSED] > 80
    if kind == "a fifth":
        assert found[REFUSED] == 100


def test_a_truncated_backup_is_rejected(tmp_path: Path) -> None:
    path = a_backup(tmp_path)
    data = path.read_bytes()
    for length in range(0, len(data), max(1, len(data) // 60)):
        path.write_bytes(data[:length])
        assert find_problem(path, tmp_path) == "damaged"


def test_the_manifest_lists_every_file_with_size_and_checksum(tmp_path: Path) -> None:
    with zipfile.ZipFile(a_backup(tmp_path)) as packed:
        told = json.loads(packed.read("backup.json"))
        assert told["version"] == 2
        assert [file["name"] for file in told["files"]] == ["companion.db", "voices/en/line.wav"]
        assert [file["bytes"] for file in told["files"]] == [
            len(packed.read(file["name"])) for file in told["files"]
        ]


def test_a_repacked_backup_is_accepted(tmp_path: Path) -> None:
    path = a_backup(tmp_path)
    before = import_outcome(path, tmp_path / "one")
    assert before is not None
    assert import_outcome(repack(path), tmp_path / "two") == before


def test_a_changed_recording_rejects_the_backup(tmp_path: Path) -> None:
    path = repack(a_backup(tmp_path), ("voices/en/line.wav", b"other"), without="voices/en/line.wav")
    assert find_problem(path, tmp_path) == "damaged"
    of_one_size = ("voices/en/line.wav", b"x" * len(b"RIFF and some more" * 40))
    assert find_problem(repack(path, of_one_size, without="voices/en/line.wav"), tmp_path) == "damaged"


def test_a_missing_recording_rejects_the_backup(tmp_path: Path) -> None:
    assert find_problem(repack(a_backup(tmp_path), without="voices/en/line.wav"), tmp_path) == "damaged"


@pytest.mark.parametrize("name", ["../evil", "/etc/passwd", "voices/en/more.wav"])
def test_an_unlisted_file_rejects_the_backup_and_is_not_written(tmp_path: Path, name: str) -> None:
    path = repack(a_backup(tmp_path), (name, b"evil"))
    before = sorted(path.name for path in tmp_path.parent.iterdir())
    assert find_problem(path, tmp_path) == "damaged"
    assert sorted(path.name for path in tmp_path.parent.iterdir()) == before


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("name", ["backup.json", "companion.db", "voices/en/line.wav"])
def test_a_duplicate_file_rejects_the_backup(tmp_path: Path, name: str) -> None:
    assert find_problem(repack(a_backup(tmp_path), (name, b"{}")), tmp_path) == "damaged"


def test_a_backup_inside_a_zip_is_not_a_backup(tmp_path: Path) -> None:
    path = a_backup(tmp_path)
    outer = io.BytesIO()
    with zipfile.ZipFile(outer, "w") as packed:
        packed.writestr("backup.zip", path.read_bytes())
    path.write_bytes(outer.getvalue())
    assert find_problem(path, tmp_path) == "damaged"


def test_a_gigabyte_of_zeros_is_rejected_unread(tmp_path: Path) -> None:
    path = tmp_path / "backup.zip"
    with path.open("wb") as file:
        file.write(b"PK\x03\x04")
        file.truncate(1_000_000_000)
    assert find_problem(path, tmp_path) == "damaged"
