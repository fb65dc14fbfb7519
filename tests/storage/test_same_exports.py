"""A backup that was brought back on a fresh device gives the same exports, to the byte."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from companion.storage.backup import stage_backup, write_backup, write_snapshot
from companion.storage.bgstats import export_plays
from companion.storage.csv_export import export_csv
from companion.storage.json_export import export_json, iterate_games
from companion.storage.statistics_index import index_all
from companion.storage.store import Store, open_memory_store, open_store
from tests.storage.exchange import restore
from tools.filled_store import fill

NOW = 1_790_000_000.0


def exports(store: Store) -> dict[str, bytes]:
    files = {name: io.BytesIO() for name in ("json", "scores", "votes", "bgstats")}
    export_json(store.database, files["json"])
    export_csv(store.database, files["scores"], files["votes"])
    export_plays(iterate_games(store.database), files["bgstats"])
    return {name: file.getvalue() for name, file in files.items()}


def marks(store: Store) -> list[tuple[object, ...]]:
    return store.database.rows(
        "SELECT uid, seat, marks.position, mark FROM marks JOIN games ON games.id = game_id"
        " WHERE deleted IS NULL ORDER BY uid"
    )


def carried(here: Store, there: Store, folder: Path) -> None:
    folder.mkdir()
    write_snapshot(here.database, folder / "copy.db")
    write_backup(folder / "copy.db", (), NOW, folder / "backup.zip")
    restore(there.database, stage_backup(folder / "backup.zip", folder, "backup.zip"))


def test_what_was_brought_back_on_a_fresh_device_gives_the_same_bytes(tmp_path: Path) -> None:
    here, there = open_store(tmp_path / "here", lambda: NOW), open_store(tmp_path / "there", lambda: NOW)
    fill(here, 16)
    with here.database.transaction() as execute:
        # Written by an app that cleans nothing.
        execute("UPDATE games SET title = ? WHERE id = 2", ("  two\u202e  words\u0301 \x07" + "x" * 300,))
        execute("INSERT INTO notes VALUES (3, 7, 0, ?, 1.0)", ("a\u200d\x1b\r\n\r\nb  c " + "y" * 5_000,))
        execute("INSERT INTO notes VALUES (3, 8, 99, ' \n', 1.0)", ())
        execute("UPDATE games SET position = position - 1, ended = NULL, outcome = NULL WHERE id = 4", ())
    # Counted or not, gone out of sight or not.
    index_all(here.database)
    here.games.delete(5)
    carried(here, there, tmp_path / "once")
    before = exports(here)
    assert exports(there) == before
    assert all(before.values())
    assert marks(there) == marks(here)
    carried(here, there, tmp_path / "twice")
    assert there.games.count() == here.games.count() == 15
    here.close()
    there.close()


@pytest.mark.thorough
def test_the_same_with_thousands_of_games(tmp_path: Path) -> None:
    here, there = open_store(tmp_path / "here", lambda: NOW), open_memory_store(lambda: NOW)
    fill(here, 2_000)
    carried(here, there, tmp_path / "once")
    assert exports(there) == exports(here)
    here.close()
    there.close()
