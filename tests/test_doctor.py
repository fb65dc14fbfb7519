"""The doctor looks and touches nothing: what it finds about the data, the texts and the fonts."""

import json
import os
import shutil
import sqlite3
from contextlib import closing

import pytest

from companion import doctor
from companion.doctor import Finding, Health
from companion.games.duet import DUET
from companion.games.duet.moves import Agent
from companion.games.duet.setup import Setup
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.storage.files import FILE
from companion.storage.store import open_store
from companion.storage.tables import new_table


@pytest.fixture
def store(tmp_path):
    """A store with one game under way, as a running app holds it."""
    opened = open_store(tmp_path / "data", lambda: 1_700_000_000.0)
    table, _ = new_table(DUET, Setup(("Ada", "Bruno")), opened.games)
    table.play(Agent())
    yield opened
    opened.close()


def findings(folder):
    return {found.topic: (found.health, found.key.rpartition(".")[2]) for found in doctor.data(folder)}


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


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
    assert FILE in before


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


@pytest.mark.parametrize("damage", [b"not a database at all" * 400, None])
def test_a_damaged_file_is_told_and_left_alone(tmp_path, damage):
    file = tmp_path / FILE
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE t (x)")
        connection.executemany("INSERT INTO t VALUES (?)", [("x" * 500,)] * 200)
        connection.commit()
    data = bytearray(file.read_bytes())
    data[8192:12288] = b"\xaa" * 4096
    file.write_bytes(damage or bytes(data))
    before = contents(tmp_path)
    assert findings(tmp_path)["database"] == (Health.BROKEN, "database_damaged")
    assert contents(tmp_path) == before


def test_a_file_in_place_of_the_folder_is_broken(tmp_path):
    (tmp_path / "data").write_text("in the way")
    assert findings(tmp_path / "data")["data"] == (Health.BROKEN, "data_locked")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_must_not_be_written_is_broken(tmp_path):
    tmp_path.chmod(0o500)
    assert findings(tmp_path)["data"] == (Health.BROKEN, "data_locked")
    tmp_path.chmod(0o700)


def test_every_language_is_looked_at_for_voice_and_texts():
    names = [language.name for language in LANGUAGES.values()]
    assert [found.args["language"] for found in doctor.voices()] == names
    assert [found.args["language"] for found in doctor.catalogues()] == names


def test_english_is_whole_by_definition():
    english = next(iter(doctor.catalogues()))
    assert (english.health, english.args["n"]) == (Health.GOOD, english.args["all"])


def test_all_fonts_are_shipped():
    (found,) = doctor.fonts()
    assert found.health is Health.GOOD


@pytest.mark.parametrize(
    ("healths", "usable"),
    [
        ([Health.GOOD, Health.GOOD], True),
        ([Health.GOOD, Health.POOR], True),
        ([Health.POOR, Health.BROKEN], False),
    ],
)
def test_only_what_is_broken_makes_the_app_unusable(healths, usable):
    found = tuple(
        Finding("fonts", health, "app.doctor.fonts", {"families": ("A", "B")}) for health in healths
    )
    tr = Translator("en")
    assert doctor.usable(found) is usable
    assert len(doctor.as_text(found, tr).splitlines()) == 3
    data = json.loads(json.dumps(doctor.as_json(found, tr)))
    assert data["usable"] is usable
    assert [one["health"] for one in data["findings"]] == [health.value for health in healths]
    assert data["findings"][0]["args"] == {"families": ["A", "B"]}
