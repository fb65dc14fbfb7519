"""`companion stats` tells what the games that are kept come to, and changes nothing but what is counted."""

import json
import os
from random import Random
from shutil import copy

import pytest

from companion.cli.main import main
from companion.core.serialization import encode
from companion.games.registry import get_game
from companion.statistics.query import GameFilter
from companion.statistics.reports import build_complete_report, iterate_statistics
from companion.storage import database
from companion.storage.games import open_session
from companion.storage.store import open_store
from tools.random_games import random_games

DAY = 86_400.0


@pytest.fixture(scope="module")
def thirty(tmp_path_factory):
    """Thirty games, one a day."""
    now = 1_789_992_000.0
    folder = tmp_path_factory.mktemp("thirty")
    store = open_store(folder, lambda: now)
    store.database.connection.execute("PRAGMA synchronous=OFF")
    for played in random_games(Random(3), 30, left=0.0):
        now += DAY
        stored = store.games.start(played.game.id, encode(played.setup))
        session = open_session(played.game, stored, store.games)
        for move in played.moves:
            session.play(move)
    with store.database.transaction() as execute:
        execute("INSERT INTO people (reading, name, same_as) VALUES ('addie', 'Addie', 'ada')", ())
    store.close()
    return folder


@pytest.fixture
def folder(thirty, tmp_path, monkeypatch):
    """Of which nothing is counted yet."""
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    monkeypatch.setenv("COMPANION_LANGUAGE", "en")
    copy(thirty / database.DATABASE_FILE, tmp_path / database.DATABASE_FILE)
    return tmp_path


def told(capsys, *words):
    assert main(["stats", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def exports(folder):
    store = open_store(folder, lambda: 0.0)
    rows = [store.database.rows(f"SELECT * FROM {table}") for table in ("moves", "people")]
    games = store.database.rows("SELECT id, setup, started, updated, position, ended, uid FROM games")
    store.close()
    return rows, games


@pytest.mark.parametrize("game", ["avalon", "cultists", "silver", "duet"])
def test_the_figures_are_those_of_the_page(folder, capsys, game):
    record = told(capsys, game)
    store = open_store(folder, lambda: 0.0)
    page = build_complete_report(get_game(game), store.statistics, GameFilter())
    store.close()
    shown = [
        (figure.name, figure.part, figure.person, figure.numerator, figure.denominator, figure.games)
        for figure in iterate_statistics(page.cards)
    ]
    assert record["games"] == page.total.numerator > 0
    assert [
        (one["name"], one["part"], one["person"], one["times"], one["of"], one["games"])
        for one in record["figures"]
    ] == shown
    assert {one["person"] for one in record["figures"]} - {""} == record["names"].keys()


def test_only_what_is_counted_is_written(folder, capsys):
    before = exports(folder)
    told(capsys, "avalon")
    assert exports(folder) == before


def test_games_can_be_chosen(folder, capsys):
    every = told(capsys, "avalon")["games"]
    sizes = [told(capsys, "avalon", "--players", str(count))["games"] for count in range(5, 11)]
    assert sum(sizes) == every
    assert told(capsys, "avalon", "--since", "2199-01-01")["games"] == 0
    half = "2026-10-06"
    early, late = told(capsys, "avalon", "--until", half), told(capsys, "avalon", "--since", "2026-10-07")
    assert early["games"] + late["games"] == every
    assert early["games"] > 0
    assert late["games"] > 0


def test_somebody_is_known_by_every_name(folder, capsys):
    one, other = told(capsys, "avalon", "--person", "ADA"), told(capsys, "avalon", "--person", "addie")
    assert one == other
    assert one["person"] == "ada"


def test_words_tell_the_same(folder, capsys):
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
def test_what_makes_no_sense_is_refused_in_a_sentence(folder, capsys, words):
    assert main(["stats", *words]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1


def test_without_games_it_says_where_it_looked(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "none"))
    assert main(["stats", "avalon"]) == 2
    assert "none" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()


def test_games_that_another_copy_of_the_app_holds_are_left_alone(folder, capsys):
    held = open_store(folder, lambda: 0.0)
    try:
        assert main(["stats", "avalon"]) == 2
    finally:
        held.close()
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only for the superuser")
def test_a_folder_that_cannot_be_written_to_is_told(folder, capsys):
    (folder / "companion.db").chmod(0o400)
    folder.chmod(0o500)
    try:
        assert main(["stats", "avalon"]) == 2
    finally:
        folder.chmod(0o700)
    assert str(folder) in capsys.readouterr().err
