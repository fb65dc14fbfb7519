"""The connection, its JSON, the data folder, and the settings as stored."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.settings import UNREADABLE, Settings, diff_settings, parse_settings, update_settings
from companion.storage import database
from companion.storage.database import StorageError, dump_json, find_data_folder, load_json, make_durable
from companion.storage.store import Store


def read_values(store: Store) -> dict[str, str]:
    return dict(store.database.rows("SELECT key, value FROM settings"))


def test_a_changed_setting_survives_a_restart(store: Store, reopen: Callable[[], Store]) -> None:
    before = Settings()
    after = update_settings(
        before, language="fa", second_narration="en", pace=1.25, theme="light", keep_awake=False
    )
    for name, value in diff_settings(before, after).items():
        store.settings.save(name, value)
    store = reopen()
    assert parse_settings(store.settings.load()) == (after, ())
    assert sorted(read_values(store)) == ["keep_awake", "language", "pace", "second_narration", "theme"]
    store.settings.save("second_narration", None)
    assert parse_settings(store.settings.load())[0].second_narration is None


def test_one_setting_is_found_as_in_all_settings(store: Store) -> None:
    store.settings.save("pace", 1.25)
    with store.database.transaction() as execute:
        execute("INSERT INTO settings VALUES (?, ?)", ("theme", "{broken"))
    everything = store.settings.load()
    assert [store.settings.find(key) for key in ("pace", "theme", "none")] == [1.25, UNREADABLE, None]
    assert all(store.settings.find(key) == value for key, value in everything.items())


def test_only_changed_settings_are_written(store: Store, reopen: Callable[[], Store]) -> None:
    strange = {"pace": '"warp"', "theme": "{broken", "hologram": '{"on":true}', "text_size": "115"}
    with store.database.transaction() as execute:
        for row in strange.items():
            execute("INSERT INTO settings VALUES (?, ?)", row)

    store = reopen()
    raw = store.settings.load()
    assert raw == {"pace": "warp", "theme": UNREADABLE, "hologram": {"on": True}, "text_size": 115}
    settings, problems = parse_settings(raw)
    assert settings == Settings(text_size=115)
    assert [problem.args["name"] for problem in problems] == ["pace", "theme"]
    assert read_values(store) == strange

    for name, value in diff_settings(settings, update_settings(settings, theme="light")).items():
        store.settings.save(name, value)
    assert read_values(store) == {**strange, "theme": '"light"'}


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
