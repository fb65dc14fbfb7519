"""Commands about stored data and files: backup, restore, export, stats, replay, `companion FILE`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import wave
import zipfile
from pathlib import Path
from random import Random
from shutil import copy

import pytest

from companion.cli.data import describe_file
from companion.cli.main import main
from companion.core.serialization import encode
from companion.games.duet.campaign import new_campaign
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import Setup
from companion.games.duet.state import Agent, Assassin
from companion.games.registry import get_game
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.narrator.narration import sample_line
from companion.statistics.query import GameFilter
from companion.statistics.reports import build_complete_report, iterate_statistics
from companion.storage import database
from companion.storage.database import PENDING_RECORDINGS_KEY
from companion.storage.games import open_session, start_session
from companion.storage.json_export import export_json
from companion.storage.store import open_store
from tools.filled_store import fill
from tools.random_games import random_games

# -- backup and restore ------------------------------------------------------------------------------------

NOW = 1_790_000_000.0


@pytest.fixture
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a data folder with some games and a recorded line."""
    monkeypatch.setenv("COMPANION_LANGUAGE", "en")
    folder = tmp_path / "data"
    store = open_store(folder, lambda: NOW)
    fill(store, 12)
    store.close()
    line = folder / "voices" / "en" / f"{sample_line()}.wav"
    line.parent.mkdir(parents=True)
    with wave.open(str(line), "wb") as audio:
        audio.setnchannels(1)
        audio.setsampwidth(2)
        audio.setframerate(8_000)
        audio.writeframes(b"\0\1" * 8_000)
    return folder


def run(folder: Path, *words: object) -> int:
    return main(["--data", str(folder), *map(str, words)])


def list_files(folder: Path) -> list[str]:
    """All files_before below it."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def export_all(folder: Path, to: Path) -> bytes:
    store = open_store(folder, lambda: NOW)
    with to.open("wb") as file:
        export_json(store.database, file)
    store.close()
    return to.read_bytes()


def test_backup_is_restored_completely_on_another_device(
    data_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(data_folder, "backup", tmp_path / "all.zip") == 0
    assert "12 games" in capsys.readouterr().out
    other_folder = tmp_path / "other"
    assert run(other_folder, "restore", tmp_path / "all.zip") == 0
    output = capsys.readouterr().out
    assert "+ 12 games" in output
    assert "+ 1 recorded line" in output
    assert list_files(other_folder) == list_files(data_folder)
    assert export_all(other_folder, tmp_path / "one") == export_all(data_folder, tmp_path / "two")
    store = open_store(other_folder, lambda: NOW)
    assert store.settings.find("theme") == "light"
    assert store.settings.find(PENDING_RECORDINGS_KEY) is None
    store.close()
    assert run(other_folder, "restore", tmp_path / "all.zip") == 0
    assert "nothing to add" in capsys.readouterr().out
    assert export_all(other_folder, tmp_path / "one") == (tmp_path / "two").read_bytes()


def test_dry_run_prints_the_same_and_changes_nothing(
    data_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(data_folder, "backup", tmp_path / "all.zip")
    capsys.readouterr()
    assert run(tmp_path / "other", "restore", "--dry-run", tmp_path / "all.zip") == 0
    assert "+ 12 games" in capsys.readouterr().out
    assert not (tmp_path / "other").exists()
    before = export_all(data_folder, tmp_path / "one")
    store = open_store(data_folder, lambda: NOW)
    store.games.delete(1)
    store.games.purge(NOW)
    store.close()
    after = export_all(data_folder, tmp_path / "two")
    assert run(data_folder, "restore", "--dry-run", tmp_path / "all.zip") == 0
    assert "+ 1 game " in capsys.readouterr().out
    assert export_all(data_folder, tmp_path / "two") == after != before


def test_json_export_is_restored_too(
    data_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = export_all(data_folder, tmp_path / "all.json")
    other_folder = tmp_path / "other"
    assert run(other_folder, "restore", "--dry-run", tmp_path / "all.json") == 0
    assert "12 games" in capsys.readouterr().out
    assert not other_folder.exists()
    assert run(other_folder, "restore", tmp_path / "all.json") == 0
    assert "12 games came in" in capsys.readouterr().out
    assert export_all(other_folder, tmp_path / "again") == before
    for look in ("--dry-run", "--"):
        assert run(other_folder, "restore", look, tmp_path / "all.json") == 0
        assert "here already" in capsys.readouterr().out


def test_backup_overwrites_no_file_and_leaves_no_partial_file(
    data_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.zip").write_text("mine", encoding="utf-8")
    assert run(data_folder, "backup", tmp_path / "mine.zip") == 2
    assert "mine.zip" in capsys.readouterr().err
    assert (tmp_path / "mine.zip").read_text(encoding="utf-8") == "mine"
    assert run(data_folder, "backup", tmp_path / "nowhere" / "all.zip") == 2
    assert run(tmp_path / "empty", "backup", tmp_path / "all.zip") == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "mine.zip"]
    assert "inbox" not in {path.name for path in data_folder.iterdir()}


@pytest.mark.parametrize("words", [("backup",), ("restore",), ("restore", "no such file")])
def test_invalid_backup_and_restore_arguments_are_rejected(
    tmp_path: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path / "data", *words) == 2
    assert capsys.readouterr().err
    assert not (tmp_path / "data").exists()


def test_damaged_or_foreign_file_changes_nothing(
    data_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(data_folder, "backup", tmp_path / "all.zip")
    whole = (tmp_path / "all.zip").read_bytes()
    before, files_before = export_all(data_folder, tmp_path / "one"), list_files(data_folder)
    spoiled = {
        "cut.zip": whole[: len(whole) // 2],
        "flipped.zip": whole[:900] + bytes([whole[900] ^ 1]) + whole[901:],
        "letter.txt": b"dear",
        "game.json": b'{"format":1,"game":"duet","setup":{"players":["A","B"]},"moves":[]}',
        "all.json": b'{"format":"table-companion-games","version":99}',
    }
    for name, content in spoiled.items():
        (tmp_path / name).write_bytes(content)
        assert run(data_folder, "restore", tmp_path / name) == 2
        assert name in capsys.readouterr().err
    assert export_all(data_folder, tmp_path / "two") == before
    assert list_files(data_folder) == files_before


OPEN_STORE = """
import sys
from pathlib import Path
from companion.storage.store import open_store
store = open_store(Path(sys.argv[1]), lambda: 0.0)
print(store.is_durable, flush=True)
sys.stdin.read()
"""


def test_commands_report_that_the_app_is_running(
    data_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(data_folder, "backup", tmp_path / "all.zip")
    capsys.readouterr()
    command = [sys.executable, "-c", OPEN_STORE, str(data_folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as app:
        if app.stdin is None or app.stdout is None:
            raise AssertionError("no pipes")
        assert app.stdout.readline() == "True\n"
        for words in (("backup", "more.zip"), ("restore", "all.zip"), ("export", "--json", "all.json")):
            assert run(data_folder, *words[:-1], tmp_path / words[-1]) == 2
            assert "is running" in capsys.readouterr().err
        app.stdin.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all.zip", "data"]


def test_data_of_a_newer_version_is_left_unchanged(
    data_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = open_store(data_folder, lambda: NOW)
    store.database.connection.execute("PRAGMA user_version = 999")
    store.close()
    files_before = list_files(data_folder)
    assert run(data_folder, "backup", tmp_path / "all.zip") == 2
    assert "later version" in capsys.readouterr().err
    assert list_files(data_folder) == files_before


def test_backup_with_a_path_outside_is_not_unpacked(data_folder: Path, tmp_path: Path) -> None:
    run(data_folder, "backup", tmp_path / "all.zip")
    with zipfile.ZipFile(tmp_path / "all.zip", "a") as packed:
        packed.writestr("../outside.txt", "here")
    assert run(data_folder, "restore", tmp_path / "all.zip") == 2
    assert not (tmp_path / "outside.txt").exists()
    assert not (tmp_path.parent / "outside.txt").exists()


# -- export --------------------------------------------------------------------------------------------------


@pytest.fixture
def export_folder(tmp_path, monkeypatch):
    """Return a folder whose data holds one finished mission."""
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COMPANION_LANGUAGE", "en")
    store = open_store(tmp_path / "data", lambda: 1_790_000_000.0)
    session, _ = start_session(DUET, Setup(("Ada", "آرش")), store.games)
    session.play(Agent())
    session.play(Assassin())
    store.close()
    return tmp_path


def export(*words):
    return main(["export", *map(str, words)])


def test_json_export_is_described_without_a_display(export_folder, capsys):
    path = export_folder / "all.json"
    assert export("--json", path) == 0
    assert [record["game"] for record in json.loads(path.read_bytes())["games"]] == ["duet"]
    assert "1" in capsys.readouterr().out
    assert main([str(path)]) == 0
    assert "all.json" in capsys.readouterr().out


def test_csv_export_writes_two_files(export_folder):
    assert export("--csv", export_folder / "games.csv") == 0
    assert (export_folder / "games.csv").read_text(encoding="utf-8-sig").count("duet") == 2
    assert (export_folder / "games-votes.csv").read_text(encoding="utf-8-sig").startswith("uid,")


def test_bgstats_export_writes_plays(export_folder):
    assert export("--bgstats", export_folder / "plays.bgsplay") == 0
    assert len(json.loads((export_folder / "plays.bgsplay").read_bytes())["plays"]) == 1


def test_export_can_be_limited_to_one_game(export_folder):
    assert export("--json", export_folder / "silver.json", "--game", "Silver") == 0
    assert json.loads((export_folder / "silver.json").read_bytes())["games"] == []


def test_export_does_not_overwrite_files(export_folder, capsys):
    for existing, option in (("one.json", "--json"), ("two-votes.csv", "--csv")):
        (export_folder / existing).write_text("mine", encoding="utf-8")
        assert export(option, export_folder / existing.replace("-votes", "")) == 2
        assert (export_folder / existing).read_text(encoding="utf-8") == "mine"
        assert existing in capsys.readouterr().err
    assert not (export_folder / "two.csv").exists()


def test_failed_export_leaves_no_file(export_folder, capsys):
    assert export("--json", export_folder / "no such folder" / "all.json") == 2
    assert "all.json" in capsys.readouterr().err
    assert sorted(path.name for path in export_folder.iterdir()) == ["data"]


@pytest.mark.parametrize("words", [(), ("--game", "duet"), ("--json", "x.json", "--game", "chess")])
def test_invalid_export_arguments_are_rejected(export_folder, monkeypatch, capsys, words):
    monkeypatch.chdir(export_folder)
    assert export(*words) == 2
    assert capsys.readouterr().err
    assert not (export_folder / "x.json").exists()


def test_export_without_stored_data_creates_nothing(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    assert export("--json", tmp_path / "all.json") == 2
    assert list(tmp_path.iterdir()) == []


# -- statistics ----------------------------------------------------------------------------------------------


DAY = 86_400.0


@pytest.fixture(scope="module")
def thirty_games(tmp_path_factory):
    """Return a data folder with thirty games, one per day."""
    now = 1_789_992_000.0
    stats_folder = tmp_path_factory.mktemp("thirty_games")
    store = open_store(stats_folder, lambda: now)
    store.database.connection.execute("PRAGMA synchronous=OFF")
    for game in random_games(Random(3), 30, left=0.0):
        now += DAY
        stored = store.games.start(game.game.id, encode(game.setup))
        session = open_session(game.game, stored, store.games)
        for move in game.moves:
            session.play(move)
    with store.database.transaction() as execute:
        execute("INSERT INTO people (reading, name, same_as) VALUES ('addie', 'Addie', 'ada')", ())
    store.close()
    return stats_folder


@pytest.fixture
def stats_folder(thirty_games, tmp_path, monkeypatch):
    """Return a copy of it in which nothing is indexed yet."""
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    monkeypatch.setenv("COMPANION_LANGUAGE", "en")
    copy(thirty_games / database.DATABASE_FILE, tmp_path / database.DATABASE_FILE)
    return tmp_path


def read_stats(capsys, *words):
    assert main(["stats", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def read_rows(stats_folder):
    store = open_store(stats_folder, lambda: 0.0)
    rows = [store.database.rows(f"SELECT * FROM {table}") for table in ("moves", "people")]
    games = store.database.rows("SELECT id, setup, started, updated, position, ended, uid FROM games")
    store.close()
    return rows, games


@pytest.mark.parametrize("game", ["avalon", "cultists", "silver", "duet"])
def test_statistics_equal_those_of_the_page(stats_folder, capsys, game):
    record = read_stats(capsys, game)
    store = open_store(stats_folder, lambda: 0.0)
    page = build_complete_report(get_game(game), store.statistics, GameFilter())
    store.close()
    shown = [
        (figure.name, figure.part, figure.person, figure.numerator, figure.denominator, figure.games)
        for figure in iterate_statistics(page.cards)
    ]
    assert record["games"] == page.total.numerator > 0
    assert [
        tuple(figure[name] for name in ("name", "part", "person", "times", "of", "games"))
        for figure in record["figures"]
    ] == shown
    assert {figure["person"] for figure in record["figures"]} - {""} == record["names"].keys()


def test_stats_changes_only_the_index(stats_folder, capsys):
    before = read_rows(stats_folder)
    read_stats(capsys, "avalon")
    assert read_rows(stats_folder) == before


def test_stats_filters_games_by_players_and_days(stats_folder, capsys):
    every = read_stats(capsys, "avalon")["games"]
    sizes = [read_stats(capsys, "avalon", "--players", str(count))["games"] for count in range(5, 11)]
    assert sum(sizes) == every
    assert read_stats(capsys, "avalon", "--since", "2199-01-01")["games"] == 0
    half = "2026-10-06"
    early, late = (
        read_stats(capsys, "avalon", "--until", half),
        read_stats(capsys, "avalon", "--since", "2026-10-07"),
    )
    assert early["games"] + late["games"] == every
    assert early["games"] > 0
    assert late["games"] > 0


def test_person_is_found_by_every_name(stats_folder, capsys):
    by_name, by_alias = (
        read_stats(capsys, "avalon", "--person", "ADA"),
        read_stats(capsys, "avalon", "--person", "addie"),
    )
    assert by_name == by_alias
    assert by_name["person"] == "ada"


def test_stats_as_text(stats_folder, capsys):
    assert main(["stats", "avalon"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Avalon in numbers")
    assert "Merlin found" in out


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("chess",),
        ("avalon", "--players", "many"),
        ("avalon", "--players", "0"),
        ("avalon", "--since", "yesterday"),
        ("avalon", "--until", "9999-12-31"),
        ("avalon", "--person", "Nobody At All"),
    ],
)
def test_invalid_stats_arguments_are_rejected_in_one_line(stats_folder, capsys, words):
    assert main(["stats", *words]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert len(output.err.splitlines()) == 1


def test_stats_without_stored_data_names_the_folder(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "none"))
    assert main(["stats", "avalon"]) == 2
    assert "none" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()


def test_stats_rejects_a_locked_database(stats_folder, capsys):
    other_store = open_store(stats_folder, lambda: 0.0)
    try:
        assert main(["stats", "avalon"]) == 2
    finally:
        other_store.close()
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only for the superuser")
def test_stats_names_a_read_only_folder(stats_folder, capsys):
    (stats_folder / "companion.db").chmod(0o400)
    stats_folder.chmod(0o500)
    try:
        assert main(["stats", "avalon"]) == 2
    finally:
        stats_folder.chmod(0o700)
    assert str(stats_folder) in capsys.readouterr().err


# -- replay --------------------------------------------------------------------------------------------------


GRID_SETUP = {
    "players": ["Ada", "آرش"],
    "tokens": 9,
    "mistakes": 5,
    "keeps": "grid",
    "mission": {"campaign": "a1", "city": "cairo"},
}
GRID_MOVES = [
    {"move": "word", "place": 7, "word": "ΓΑΤΑ"},
    {"move": "clue", "word": "ζώα", "number": 2, "by": 0},
    {"move": "agent", "place": 7},
    {"move": "bystander", "place": 8},
    {"move": "clue", "number": 0},
]


@pytest.fixture
def replay_record(tmp_path, capsys):
    def replay(*options, **changes):
        path = tmp_path / "game.json"
        record = {"format": 1, "game": "duet", "setup": GRID_SETUP, "moves": GRID_MOVES, **changes}
        path.write_text(json.dumps(record, ensure_ascii=False), encoding="utf-8")
        code = main(["replay", *options, str(path)])
        out, err = capsys.readouterr()
        return code, [json.loads(line) for line in out.splitlines()], err

    return replay


def test_replay_prints_clues_and_grid(replay_record):
    code, states, err = replay_record("--trace")
    assert (code, err, len(states)) == (0, "", len(GRID_MOVES))
    assert states[1]["clue"] == {"word": "ζώα", "number": 2, "by": 0}
    last = states[-1]
    assert last["clue"] == {"word": "", "number": 0, "by": None}
    assert last["grid"][7] == {"found": True, "key": 0, "stopped": [], "killed": False}
    assert last["grid"][8]["stopped"] == [1]
    assert last["words"][7] == "ΓΑΤΑ"
    assert last["keys"] == [1, 0]
    assert last["bank"] == {"bystanders": 4, "checks": 4, "left": 8}


@pytest.mark.parametrize(
    ("moves", "number", "problem"),
    [
        ([{"move": "agent"}], 1, "place_missing"),
        ([{"move": "agent", "place": 25}], 1, "no_such_place"),
        ([*GRID_MOVES, {"move": "agent", "place": 7}], 6, "place_found"),
        ([*GRID_MOVES, {"move": "clue", "word": "x"}], 6, "clue_given"),
        ([{"move": "clue", "word": 3}], 1, "record_wrong_type"),
        ([{"move": "word", "place": 1}], 1, "record_missing_field"),
    ],
)
def test_replay_names_the_number_of_an_illegal_move(replay_record, moves, number, problem):
    code, lines, err = replay_record(moves=moves)
    assert code == 2
    assert lines == [{"refused": number, "problem": problem}]
    assert err.count("\n") == 1


def test_replay_rejects_a_city_name_with_control_characters(replay_record):
    mission = {"campaign": "a1", "city": "x1", "name": "Lari\u202essa"}
    code, lines, _ = replay_record(setup={**GRID_SETUP, "mission": mission})
    assert code == 2
    assert lines == [{"refused": None, "problem": "mission_unclean"}]


# -- a file without a display --------------------------------------------------------------------------------


GAME_RECORD = {
    "format": 1,
    "game": "duet",
    "setup": {"players": ["Ada", "آرش"]},
    "moves": [{"move": "agent"}],
}
MAP_RECORD = {
    "format": "table-companion-map",
    "version": 1,
    "game": "duet",
    "campaign": encode(new_campaign("a1", "Ada & Bruno")),
}


@pytest.fixture
def describe(tmp_path, capsys):
    def write_and_describe(data, tr):
        path = tmp_path / "given.json"
        path.write_text(json.dumps(data), encoding="utf-8")
        return describe_file(path, tr), *capsys.readouterr()

    return write_and_describe


@pytest.mark.parametrize("language", LANGUAGES)
def test_map_is_described_by_team_and_game(describe, language):
    tr = Translator(language)
    code, out, err = describe(MAP_RECORD, tr)
    assert (code, err) == (0, "")
    assert out.count("\n") == 1
    for words in ("given.json", "Ada & Bruno", tr("app.game.duet")):
        assert words in out


def test_game_is_described_by_its_name(describe):
    tr = Translator("en")
    code, out, _ = describe(GAME_RECORD, tr)
    assert code == 0
    assert tr("app.game.duet") in out
    assert "map" not in out


@pytest.mark.parametrize(
    "changes",
    [{"version": 2}, {"game": "chess"}, {"campaign": {}}, {"campaign": {**MAP_RECORD["campaign"], "id": ""}}],
)
def test_invalid_map_is_rejected_in_one_line(describe, changes):
    code, out, err = describe({**MAP_RECORD, **changes}, Translator("en"))
    assert code != 0
    assert out == ""
    assert err.startswith("companion: ")
    assert err.count("\n") == 1
    assert "given.json" in err
