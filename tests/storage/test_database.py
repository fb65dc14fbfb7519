"""The connection, its JSON, and the data folder."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.storage import database
from companion.storage.database import StorageError, dump_json, find_data_folder, load_json, make_durable
from companion.storage.store import Store


def test_without_wal_the_journal_is_fully_synced(tmp_path: Path) -> None:
    # Without locks SQLite refuses to keep a log, like some file systems do.
    address = (tmp_path / "plain.db").as_uri() + "?nolock=1"
    with closing(sqlite3.connect(address, uri=True, isolation_level=None)) as connection:
        make_durable(connection)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        assert connection.execute("PRAGMA synchronous").fetchone() == (3,)


def test_a_raising_transaction_is_rolled_back(store: Store) -> None:
    def half() -> None:
        with store.database.transaction() as execute:
            execute("INSERT INTO settings VALUES ('a', '1')", ())
            raise KeyError("a")

    with pytest.raises(KeyError):
        half()
    assert store.settings.load() == {}
    store.settings.save("b", 2)
    assert store.settings.load() == {"b": 2}


def test_programming_errors_are_not_storage_errors(store: Store) -> None:
    with pytest.raises(sqlite3.ProgrammingError):
        store.database.rows("SELECT ?", ())


def test_read_errors_carry_a_problem(store: Store) -> None:
    database = store.database
    for read in (database.rows, lambda sql: next(database.iterate(sql))):
        with pytest.raises(StorageError) as wrong:
            read("SELECT * FROM no_such_table")
        assert wrong.value.problem.key == "app.problem.storage_failed"
        assert wrong.value.problem.args == {"reason": "SQLITE_ERROR"}


@pytest.mark.parametrize(
    "value", ["Χλόη", "شب\u200cنم", "\ud83d", "a\x00b", {"pace": 0.7}, [None, True, 2**70]]
)
def test_any_text_round_trips_as_json(value: object, store: Store) -> None:
    store.settings.save("value", value)
    assert store.settings.load()["value"] == value
    assert load_json(dump_json(value)) == value


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, None, 5, b"\xff\xfe\xfd"])
def test_invalid_json_raises_value_error(text: object) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        load_json(text)


@pytest.mark.parametrize("make", [None, lambda *_: None, lambda *_: lambda *_: ["{}"]])
def test_json_is_written_without_the_c_encoder(make: object) -> None:
    assert database._build_json_writer(make)({"a": [1, None]}) == '{"a":[1,null]}'


@pytest.mark.parametrize(
    ("environ", "platform", "folder"),
    [
        ({"HOME": "/home/anna"}, "linux", "/home/anna/.local/share/table-companion"),
        ({"HOME": "/home/anna", "XDG_DATA_HOME": "/data"}, "linux", "/data/table-companion"),
        ({"HOME": "/home/anna", "XDG_DATA_HOME": "data"}, "linux", "/home/anna/.local/share/table-companion"),
        ({"HOME": "/home/anna", "XDG_DATA_HOME": ""}, "linux", "/home/anna/.local/share/table-companion"),
        (
            {"HOME": "/Users/anna"},
            "darwin",
            "/Users/anna/Library/Application Support/table-companion",
        ),
        ({"APPDATA": "/roaming", "USERPROFILE": "/anna"}, "win32", "/roaming/table-companion"),
        ({"USERPROFILE": "/anna"}, "win32", "/anna/AppData/Roaming/table-companion"),
        ({"ANDROID_PRIVATE": "/data/user/0/app/files"}, "android", "/data/user/0/app/files/table-companion"),
        ({"ANDROID_PRIVATE": "/data/user/0/app/files"}, "linux", "/data/user/0/app/files/table-companion"),
    ],
)
def test_each_platform_has_its_data_folder(environ: dict[str, str], platform: str, folder: str) -> None:
    assert find_data_folder(environ, platform) == Path(folder)


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32", "android"])
def test_the_environment_variable_overrides_the_data_folder(platform: str) -> None:
    environ = {
        "COMPANION_DATA": "/chosen",
        "HOME": "/home/anna",
        "XDG_DATA_HOME": "/data",
        "APPDATA": "/roaming",
        "ANDROID_PRIVATE": "/files",
    }
    assert find_data_folder(environ, platform) == Path("/chosen")


def test_without_environment_the_home_folder_is_used() -> None:
    assert find_data_folder({}, "linux") == Path.home() / ".local" / "share" / "table-companion"
