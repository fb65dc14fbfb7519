"""The doctor looks and touches nothing: what it finds about the data, the texts and the fonts."""

import os
import shutil
import sqlite3
import sys
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path

import pytest

from companion.cli import doctor
from companion.cli.doctor import Health
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import Setup
from companion.games.duet.state import Agent
from companion.i18n.languages import LANGUAGES
from companion.storage.database import DATABASE_FILE
from companion.storage.games import start_session
from companion.storage.store import open_store


@pytest.fixture
def store(tmp_path):
    """A store with one game under way, as a running app holds it."""
    opened = open_store(tmp_path / "data", lambda: 1_700_000_000.0)
    session, _ = start_session(DUET, Setup(("Ada", "Bruno")), opened.games)
    session.play(Agent())
    yield opened
    opened.close()


def findings(folder):
    return {
        found.topic: (found.health, found.key.rpartition(".")[2])
        for found in doctor.check_data_folder(folder)
    }


def contents(folder):
    return {path.name: path.read_bytes() if path.is_file() else None for path in folder.iterdir()}


def test_a_folder_that_is_not_there_yet_is_fine_and_stays_so(tmp_path):
    folder = tmp_path / "not" / "yet"
    assert findings(folder)["data"] == (Health.GOOD, "data_new")
    assert not (tmp_path / "not").exists()


def test_saved_games_are_found_sound_and_left_as_they_were(store, tmp_path):
    store.close()
    before = contents(tmp_path / "data")
    assert findings(tmp_path / "data") == {
        "data": (Health.GOOD, "data"),
        "database": (Health.GOOD, "database"),
        "space": (Health.GOOD, "space"),
    }
    assert contents(tmp_path / "data") == before
    assert DATABASE_FILE in before


def test_a_running_app_is_not_disturbed(store, tmp_path):
    before = contents(tmp_path / "data")
    assert findings(tmp_path / "data")["database"] == (Health.GOOD, "database")
    assert contents(tmp_path / "data") == before
    assert store.games.count() == 1


def test_what_a_killed_app_left_behind_is_read_with_its_log(store, tmp_path):
    left = tmp_path / "left"
    shutil.copytree(tmp_path / "data", left)
    before = contents(left)
    assert findings(left)["database"] == (Health.GOOD, "database")
    assert contents(left) == before


def altered(*statements):
    """A file of ours that was changed behind our back."""

    def build(folder):
        open_store(folder, lambda: 1_700_000_000.0).close()
        with closing(sqlite3.connect(folder / DATABASE_FILE, isolation_level=None)) as connection:
            for statement in statements:
                connection.execute(statement)

    return build


def spoilt_page(folder):
    """Damage in the middle of the moves, where nothing is read on opening."""
    altered(
        "WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 300)"
        " INSERT INTO moves SELECT 1, n, hex(zeroblob(100)), 0 FROM counted"
    )(folder)
    data = bytearray((folder / DATABASE_FILE).read_bytes())
    size = int.from_bytes(data[16:18], "big")
    # The last page holds the last move, which is read at once.
    data[-2 * size : -size] = b"\xaa" * size
    (folder / DATABASE_FILE).write_bytes(data)


def linked(to):
    def build(folder):
        folder.mkdir()
        (folder / DATABASE_FILE).symlink_to(to)

    return build


def holding(name, contents):
    def build(folder):
        folder.mkdir()
        (folder / name).write_bytes(contents)

    return build


@pytest.mark.parametrize(
    ("build", "found", "then"),
    [
        (altered(), (Health.GOOD, "database"), []),
        (holding("else.txt", b""), (Health.GOOD, "database_none"), []),
        (linked("elsewhere.db"), (Health.GOOD, "database_none"), []),
        (spoilt_page, (Health.POOR, "database_hurt"), []),
        (
            holding(DATABASE_FILE, b"not a database at all" * 400),
            (Health.POOR, "database_damaged"),
            ["storage_damaged"],
        ),
        (altered("DROP TABLE moves"), (Health.POOR, "database_damaged"), ["storage_damaged"]),
        (holding(f"{DATABASE_FILE}-wal", b"moves"), (Health.POOR, "database_damaged"), ["storage_damaged"]),
        (altered("PRAGMA user_version=999"), (Health.POOR, "database_newer"), ["storage_newer"]),
        (
            lambda folder: (folder / DATABASE_FILE).mkdir(parents=True),
            (Health.BROKEN, "database_locked"),
            ["storage_unwritable"],
        ),
        (linked("no/such/folder.db"), (Health.BROKEN, "database_locked"), ["storage_unwritable"]),
        (linked(DATABASE_FILE), (Health.BROKEN, "database_locked"), ["storage_unwritable"]),
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
def test_the_doctor_foretells_what_the_app_does_and_leaves_all_as_it_was(tmp_path, build, found, then):
    folder = tmp_path / "data"
    build(folder)
    before = contents(folder)
    assert findings(folder)["database"] == found
    assert contents(folder) == before
    store = open_store(folder, lambda: 1_700_000_000.0)
    store.close()
    assert [problem.code for problem in store.problems] == then


def test_damage_is_told_on_one_line(tmp_path):
    spoilt_page(tmp_path / "data")
    (found,) = (found for found in doctor.check_data_folder(tmp_path / "data") if found.topic == "database")
    reason = found.args["reason"]
    assert isinstance(reason, str)
    assert reason.splitlines() == [reason]


@pytest.mark.parametrize("to", ["data", "nowhere"])
def test_a_link_in_place_of_the_folder_that_leads_to_none_is_broken(tmp_path, to):
    (tmp_path / "data").symlink_to(to)
    assert findings(tmp_path / "data") == {"data": (Health.BROKEN, "data_locked")}


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="no such file system here")
def test_a_folder_that_takes_no_files_is_broken_whatever_its_rights_say():
    assert findings(Path("/proc/companion")) == {"data": (Health.BROKEN, "data_locked")}


def test_a_file_in_place_of_the_folder_is_broken(tmp_path):
    (tmp_path / "data").write_text("in the way")
    assert findings(tmp_path / "data")["data"] == (Health.BROKEN, "data_locked")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_must_not_be_written_is_broken(tmp_path):
    tmp_path.chmod(0o500)
    assert findings(tmp_path)["data"] == (Health.BROKEN, "data_locked")
    tmp_path.chmod(0o700)


@pytest.mark.skipif(find_spec("kivy") is None, reason="there is no window to ask for")
@pytest.mark.parametrize("program", [None, ""])
def test_a_phone_which_cannot_start_another_python_is_told_of_all_the_same(monkeypatch, program):
    monkeypatch.setattr(sys, "executable", program)
    assert [found.topic for found in doctor.check_window_and_sound()] == ["display", "sound"]


def test_every_language_is_looked_at_for_voice_and_texts():
    names = [language.name for language in LANGUAGES.values()]
    assert [found.args["language"] for found in doctor.check_voices()] == names
    assert [found.args["language"] for found in doctor.check_catalogues()] == names


def test_english_is_whole_by_definition():
    english = next(iter(doctor.check_catalogues()))
    assert (english.health, english.args["n"]) == (Health.GOOD, english.args["all"])


def test_all_fonts_are_shipped():
    (found,) = doctor.check_fonts()
    assert found.health is Health.GOOD
