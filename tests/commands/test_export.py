"""`companion export` writes the games that are kept, whole or not at all."""

import json

import pytest

from companion.cli.main import main
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import Setup
from companion.games.duet.state import Agent, Assassin
from companion.storage.games import start_session
from companion.storage.store import open_store


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The data of somebody who has played one mission to its end."""
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COMPANION_LANGUAGE", "en")
    with_one = open_store(tmp_path / "data", lambda: 1_790_000_000.0)
    session, _ = start_session(DUET, Setup(("Ada", "آرش")), with_one.games)
    session.play(Agent())
    session.play(Assassin())
    with_one.close()
    return tmp_path


def export(*words):
    return main(["export", *map(str, words)])


def test_all_games_are_written_as_json_and_the_file_tells_what_it_is(folder, capsys):
    path = folder / "all.json"
    assert export("--json", path) == 0
    assert [record["game"] for record in json.loads(path.read_bytes())["games"]] == ["duet"]
    assert "1" in capsys.readouterr().out
    assert main([str(path)]) == 0
    assert "all.json" in capsys.readouterr().out


def test_spreadsheets_are_two_files(folder):
    assert export("--csv", folder / "games.csv") == 0
    assert (folder / "games.csv").read_text(encoding="utf-8-sig").count("duet") == 2
    assert (folder / "games-votes.csv").read_text(encoding="utf-8-sig").startswith("uid,")


def test_plays_are_written_for_another_app(folder):
    assert export("--bgstats", folder / "plays.bgsplay") == 0
    assert len(json.loads((folder / "plays.bgsplay").read_bytes())["plays"]) == 1


def test_only_one_game_if_that_is_wanted(folder):
    assert export("--json", folder / "silver.json", "--game", "Silver") == 0
    assert json.loads((folder / "silver.json").read_bytes())["games"] == []


def test_a_file_that_is_there_is_not_written_over(folder, capsys):
    for taken, wanted in (("one.json", "--json"), ("two-votes.csv", "--csv")):
        (folder / taken).write_text("mine", encoding="utf-8")
        assert export(wanted, folder / taken.replace("-votes", "")) == 2
        assert (folder / taken).read_text(encoding="utf-8") == "mine"
        assert taken in capsys.readouterr().err
    assert not (folder / "two.csv").exists()


def test_what_cannot_be_written_leaves_nothing_behind(folder, capsys):
    assert export("--json", folder / "no such folder" / "all.json") == 2
    assert "all.json" in capsys.readouterr().err
    assert sorted(path.name for path in folder.iterdir()) == ["data"]


@pytest.mark.parametrize("words", [(), ("--game", "duet"), ("--json", "x.json", "--game", "chess")])
def test_what_makes_no_sense_is_refused(folder, monkeypatch, capsys, words):
    monkeypatch.chdir(folder)
    assert export(*words) == 2
    assert capsys.readouterr().err
    assert not (folder / "x.json").exists()


def test_where_nothing_is_kept_nothing_is_made(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    assert export("--json", tmp_path / "all.json") == 2
    assert list(tmp_path.iterdir()) == []
