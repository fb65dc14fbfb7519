"""A fifth game is its own folders and a place on the shelf, and may come from outside the package.

No file of the package knows it. It is found by the command line, by records, by the history and by the
catalogue check; its night is proven, planned and spoken.
"""

from __future__ import annotations

import json
import shutil
import sys
import wave
from pathlib import Path

import polib
import pytest

import companion
from companion.cli.command import EXIT_REFUSED
from companion.cli.main import main
from companion.games.game_file import parse_record, replay
from companion.games.registry import find_game_by_name, list_games
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator, catalogue_domains
from companion.storage.games import start_session
from companion.storage.importing import IMPORT_FOLDER, ImportFolder
from companion.storage.store import open_store
from tests.tools.catalogue_tree import Tree

ROOT = Path(companion.__file__).parent.parent
HOUSE = Path(__file__).parent / "outside" / "pebble_house"
NIGHT = ["night", "pebbles", "--players", "3"]

pytestmark = pytest.mark.usefixtures("pebbles")


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COMPANION_LANGUAGE", "en")


@pytest.fixture
def archive(tmp_path):
    store = open_store(tmp_path / "kept", lambda: 1_700_000_000.0)
    yield store
    store.close()


def test_no_file_of_the_package_knows_the_game():
    told = [
        path
        for path in (ROOT / "companion").rglob("*")
        if path.suffix in (".py", ".po") and "pebble" in path.read_text(encoding="utf-8")
    ]
    assert told == []


def test_it_is_known_by_its_names_and_speaks_every_language(pebbles):
    assert find_game_by_name("  NIM ") is pebbles
    assert list_games()[-1] is pebbles
    assert "pebbles" in catalogue_domains()
    for code in LANGUAGES:
        tr = Translator(code)
        assert tr("pebbles.summary.left", n=3) != tr("app.game.pebbles")
        assert tr.missing == set()
        assert tr.problems == []


def test_its_numbers_are_games_people_and_lengths(tmp_path, pebbles, capsys):
    from pebble_house.games.pebbles.rules import Setup, Take

    now = 1_700_000_000.0
    store = open_store(tmp_path / "data", lambda: now)
    for names in (("Ada", "Bruno"), ("Ada", "Chloe")):
        session, _ = start_session(pebbles.rules, Setup(names), store.games)
        while session.outcome is None:
            now += 30
            session.play(Take(1))
    store.close()
    assert main(["stats", "pebbles", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == 2
    played = {one["person"]: one["times"] for one in told["figures"] if one["name"] == "played"}
    assert played == {"ada": 2, "bruno": 1, "chloe": 1}
    assert any(one["name"] == "length" and one["times"] > 0 for one in told["figures"])
    assert main(["stats", "pebbles", "--person", "ada"]) == 0


def test_a_table_of_it_is_kept_undone_and_found_again(archive, pebbles):
    from pebble_house.games.pebbles.rules import Setup, Take

    kept = games_kept = archive.games
    session, _ = start_session(pebbles.rules, Setup(("Ada", "Bruno")), games_kept)
    for number in (3, 3, 2):
        session.play(Take(number))
    session.undo()
    again = kept.open_latest()
    assert again is not None
    assert (again.game, again.state.left, again.undone_moves) == (pebbles.rules, 4, (Take(2),))


def test_it_is_written_out_replayed_and_read_in(archive, pebbles, capsys, tmp_path):
    from pebble_house.games.pebbles.rules import Setup, Take

    kept = games_kept = archive.games
    session, _ = start_session(pebbles.rules, Setup(("Ada", "Bruno")), games_kept)
    for number in (3, 3, 3, 1):
        session.play(Take(number))
    (stored,) = kept.list_recent(1).games
    parcel = kept.export_game(stored)
    (tmp_path / "kept" / IMPORT_FOLDER).mkdir()
    path = tmp_path / "kept" / IMPORT_FOLDER / parcel.name
    parcel.write(path)
    *_, last = replay(parse_record(path.read_bytes()))
    assert last == session.state
    assert main(["replay", str(path)]) == 0
    assert json.loads(capsys.readouterr().out) == {"left": 0, "turn": 0, "outcome": "last_pebble"}
    kept.delete(stored.id)
    assert ImportFolder(tmp_path / "kept", archive).import_files() == (1, ())
    assert kept.count() == 1


def test_a_move_against_its_rules_is_refused_in_its_own_words(tmp_path, capsys):
    record = {
        "format": 1,
        "game": "Nim",
        "setup": {"players": ["Ada", "Bruno"]},
        "moves": [{"move": "take", "pebbles": 4}],
    }
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    assert main(["replay", str(path)]) == EXIT_REFUSED
    told = capsys.readouterr()
    assert json.loads(told.out) == {"refused": 1, "problem": "too_many"}
    assert "From 1 to 3 pebbles may be taken." in told.err


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_night_of_three_lines_is_told_in_every_language(language, capsys):
    assert main([*NIGHT, "--lang", language, "--text"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 4
    assert Translator(language)("pebbles.night.normal.listen") in lines[1]


def test_its_night_becomes_sound_though_it_has_no_clips(tmp_path, capsys):
    """A device's engine speaks what no clip holds; with neither, the pauses still run."""
    path = tmp_path / "night.wav"
    assert main([*NIGHT, "--heap", "7", "--out", str(path)]) == 0
    with wave.open(str(path)) as sound:
        assert sound.getnframes() / sound.getframerate() > 3
    capsys.readouterr()


def test_its_night_is_told_step_by_step_as_json(capsys):
    assert main([*NIGHT, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [cue["kind"] for cue in told["cues"]] == ["ALL_CLOSE", "LISTEN", "ALL_OPEN"]


def test_its_own_option_is_no_other_games(capsys):
    assert main(["night", "avalon", "--players", "7", "--heap", "3"]) == 2
    assert "--heap" in capsys.readouterr().err


def test_the_catalogue_checker_reads_its_texts_too_and_sees_what_they_lack(tmp_path, monkeypatch):
    tree = Tree(tmp_path / "checkout")
    assert tree.findings() == []
    shutil.copytree(HOUSE / "catalogues", tmp_path / "catalogues")
    path = tmp_path / "catalogues" / "it" / "pebbles.po"
    entries = polib.pofile(str(path), encoding="utf-8")
    entries.remove(entries.find("pebbles.say.won"))
    entries.find("pebbles.night.begins").msgstr = "Comincia qualcuno."
    entries.save(str(path))
    house = sys.modules["pebble_house"].__spec__
    monkeypatch.setattr(house, "submodule_search_locations", [str(tmp_path)])
    missing, lacking = tree.findings()
    assert "pebbles.say.won is missing" in missing
    assert "pebbles.night.begins lacks {name}" in lacking
