"""`companion doctor`: its checks of data, texts and fonts, and its report."""

import json
import os
import shutil
import sqlite3
import sys
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path

import pytest

from companion.cli import doctor
from companion.cli.doctor import CheckResult, Health, format_results, is_usable, results_to_json
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import Setup
from companion.games.duet.state import Agent
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.storage.database import DATABASE_FILE
from companion.storage.games import start_session
from companion.storage.store import open_store


@pytest.fixture
def store(tmp_path):
    """Return an open store with a running game."""
    launches = open_store(tmp_path / "data", lambda: 1_700_000_000.0)
    session, _ = start_session(DUET, Setup(("Ada", "Bruno")), launches.games)
    session.play(Agent())
    yield launches
    launches.close()


def findings(folder):
    return {
        result.topic: (result.health, result.key.rpartition(".")[2])
        for result in doctor.check_data_folder(folder)
    }


def contents(folder):
    return {path.name: path.read_bytes() if path.is_file() else None for path in folder.iterdir()}


def test_missing_data_folder_is_good_and_not_created(tmp_path):
    folder = tmp_path / "not" / "yet"
    assert findings(folder)["data"] == (Health.GOOD, "data_new")
    assert not (tmp_path / "not").exists()


def test_stored_games_are_valid_and_unchanged(store, tmp_path):
    store.close()
    before = contents(tmp_path / "data")
    assert findings(tmp_path / "data") == {
        "data": (Health.GOOD, "data"),
        "database": (Health.GOOD, "database"),
        "space": (Health.GOOD, "space"),
    }
    assert contents(tmp_path / "data") == before
    assert DATABASE_FILE in before


def test_database_in_use_is_unchanged(store, tmp_path):
    before = contents(tmp_path / "data")
    assert findings(tmp_path / "data")["database"] == (Health.GOOD, "database")
    assert contents(tmp_path / "data") == before
    assert store.games.count() == 1


def test_database_of_a_killed_app_is_read_with_its_log(store, tmp_path):
    left = tmp_path / "left"
    shutil.copytree(tmp_path / "data", left)
    before = contents(left)
    assert findings(left)["database"] == (Health.GOOD, "database")
    assert contents(left) == before


def altered_database(*statements):
    """Return a builder of a database changed by these statements."""

    def build(folder):
        open_store(folder, lambda: 1_700_000_000.0).close()
        with closing(sqlite3.connect(folder / DATABASE_FILE, isolation_level=None)) as connection:
            for statement in statements:
                connection.execute(statement)

    return build


def database_with_damaged_page(folder):
    """Damage in the middle of the moves, where nothing is read on opening."""
    altered_database(
        "WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 300)"
        " INSERT INTO moves SELECT 1, n, hex(zeroblob(100)), 0 FROM counted"
    )(folder)
    data = bytearray((folder / DATABASE_FILE).read_bytes())
    size = int.from_bytes(data[16:18], "big")
    # The last page holds the last move, which is read at once.
    data[-2 * size : -size] = b"\xaa" * size
    (folder / DATABASE_FILE).write_bytes(data)


def link_to(to):
    def build(folder):
        folder.mkdir()
        (folder / DATABASE_FILE).symlink_to(to)

    return build


def file_with(name, contents):
    def build(folder):
        folder.mkdir()
        (folder / name).write_bytes(contents)

    return build


@pytest.mark.parametrize(
    ("build", "expected", "problems"),
    [
        (altered_database(), (Health.GOOD, "database"), []),
        (file_with("else.txt", b""), (Health.GOOD, "database_none"), []),
        (link_to("elsewhere.db"), (Health.GOOD, "database_none"), []),
        (database_with_damaged_page, (Health.POOR, "database_hurt"), []),
        (
            file_with(DATABASE_FILE, b"not a database at all" * 400),
            (Health.POOR, "database_damaged"),
            ["storage_damaged"],
        ),
        (altered_database("DROP TABLE moves"), (Health.POOR, "database_damaged"), ["storage_damaged"]),
        (file_with(f"{DATABASE_FILE}-wal", b"moves"), (Health.POOR, "database_damaged"), ["storage_damaged"]),
        (altered_database("PRAGMA user_version=999"), (Health.POOR, "database_newer"), ["storage_newer"]),
        (
            lambda folder: (folder / DATABASE_FILE).mkdir(parents=True),
            (Health.BROKEN, "database_locked"),
            ["storage_unwritable"],
        ),
        (link_to("no/such/folder.db"), (Health.BROKEN, "database_locked"), ["storage_unwritable"]),
        (link_to(DATABASE_FILE), (Health.BROKEN, "database_locked"), ["storage_unwritable"]),
    ],
    ids=[
        *(
            "sound",
            "no file",
            "a link to nothing yet",
            "a page spoilt",
            "another kind of file",
            "a table gone",
        ),
        *("a log alone", "a later version", "a folder", "a link into no folder", "a link to itself"),
    ],
)
def test_database_check_agrees_with_what_the_app_reports_on_opening(tmp_path, build, expected, problems):
    folder = tmp_path / "data"
    build(folder)
    before = contents(folder)
    assert findings(folder)["database"] == expected
    assert contents(folder) == before
    store = open_store(folder, lambda: 1_700_000_000.0)
    store.close()
    assert [problem.code for problem in store.problems] == problems


def test_damage_is_reported_on_one_line(tmp_path):
    database_with_damaged_page(tmp_path / "data")
    results = doctor.check_data_folder(tmp_path / "data")
    (result,) = (result for result in results if result.topic == "database")
    reason = result.args["reason"]
    assert isinstance(reason, str)
    assert reason.splitlines() == [reason]


@pytest.mark.parametrize("to", ["data", "nowhere"])
def test_data_folder_that_is_a_dangling_link_is_broken(tmp_path, to):
    (tmp_path / "data").symlink_to(to)
    assert findings(tmp_path / "data") == {"data": (Health.BROKEN, "data_locked")}


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="no such file system here")
def test_data_folder_that_accepts_no_files_is_broken_despite_its_permissions():
    assert findings(Path("/proc/companion")) == {"data": (Health.BROKEN, "data_locked")}


def test_file_instead_of_the_data_folder_is_broken(tmp_path):
    (tmp_path / "data").write_text("in the way")
    assert findings(tmp_path / "data")["data"] == (Health.BROKEN, "data_locked")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_read_only_data_folder_is_broken(tmp_path):
    tmp_path.chmod(0o500)
    assert findings(tmp_path)["data"] == (Health.BROKEN, "data_locked")
    tmp_path.chmod(0o700)


@pytest.mark.skipif(find_spec("kivy") is None, reason="there is no window to ask for")
@pytest.mark.parametrize("program", [None, ""])
def test_window_and_sound_are_checked_where_no_subprocess_can_start(monkeypatch, program):
    monkeypatch.setattr(sys, "executable", program)
    assert [result.topic for result in doctor.check_window_and_sound()] == ["display", "sound"]


def test_voices_and_catalogues_are_checked_for_every_language():
    names = [language.name for language in LANGUAGES.values()]
    assert [result.args["language"] for result in doctor.check_voices()] == names
    assert [result.args["language"] for result in doctor.check_catalogues()] == names


def test_english_catalogue_is_complete():
    english = next(iter(doctor.check_catalogues()))
    assert (english.health, english.args["n"]) == (Health.GOOD, english.args["all"])


def test_all_fonts_are_found():
    (result,) = doctor.check_fonts()
    assert result.health is Health.GOOD


# -- the report ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("healths", "verdict"),
    [
        ([Health.GOOD, Health.GOOD], True),
        ([Health.GOOD, Health.POOR], True),
        ([Health.POOR, Health.BROKEN], False),
    ],
)
def test_only_broken_results_make_the_app_unusable(healths, verdict):
    results = [
        CheckResult("fonts", health, "app.doctor.fonts", {"families": ("A", "B")}) for health in healths
    ]
    tr = Translator("en")
    assert is_usable(results) is verdict
    assert len(format_results(results, tr).splitlines()) == 3
    data = json.loads(json.dumps(results_to_json(results, tr)))
    assert data["usable"] is verdict
    assert [item["health"] for item in data["findings"]] == [health.value for health in healths]
    assert data["findings"][0]["args"] == {"families": ["A", "B"]}


@pytest.mark.parametrize("code", ["en", "fa"])
def test_result_with_control_characters_stays_on_one_line(code):
    results = [CheckResult("data", Health.GOOD, "app.doctor.data", {"folder": "/a\nb\x1b[31m\u2028c"})]
    text = format_results(results, Translator(code))
    assert len(text.splitlines()) == 2
    assert "/a\\nb\\x1b[31m\\u2028c" in text
