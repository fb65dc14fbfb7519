"""CSV: one row for each seat and each vote, without formulas. BG Stats: one play for each finished game."""

from __future__ import annotations

import csv
import io
import json

import pytest

from companion.storage.json_export import iterate_games
from companion.storage.table_export import SCORE_COLUMNS, VOTE_COLUMNS, export_csv, export_plays, format_cell


@pytest.fixture(scope="module")
def plays(source):
    file = io.BytesIO()
    count = export_plays(iterate_games(source.database), file)
    found = json.loads(file.getvalue())
    assert len(found["plays"]) == count
    return found


def test_every_finished_game_is_a_bg_stats_play(source, plays):
    assert len(plays["plays"]) == sum(game.is_over for game in iterate_games(source.database))
    assert len({play["uuid"] for play in plays["plays"]}) == len(plays["plays"])


def test_a_play_has_a_start_player_and_a_result_for_everybody(plays):
    for play in plays["plays"]:
        assert [score["startPlayer"] for score in play["playerScores"]].count(True) == 1
        assert all(type(score["winner"]) is bool for score in play["playerScores"])
        assert all(type(score["score"]) is str for score in play["playerScores"])


def test_every_reference_of_a_play_resolves(plays):
    games = {game["id"] for game in plays["games"]}
    players = {player["id"] for player in plays["players"]}
    assert {play["gameRefId"] for play in plays["plays"]} == games
    assert {score["playerRefId"] for play in plays["plays"] for score in play["playerScores"]} == players
    assert plays["userInfo"] == {"meRefId": 0}


def test_a_play_exported_twice_has_the_same_ids(source, plays):
    file = io.BytesIO()
    export_plays(iterate_games(source.database), file)
    assert json.loads(file.getvalue()) == plays


@pytest.fixture(scope="module")
def csv_tables(source):
    scores, votes = io.BytesIO(), io.BytesIO()
    assert export_csv(source.database, scores, votes) == 14
    return scores.getvalue(), votes.getvalue()


def read_rows(data):
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def test_csv_files_start_with_a_byte_order_mark(csv_tables):
    assert all(data.startswith(b"\xef\xbb\xbf") for data in csv_tables)


def test_csv_has_a_row_for_every_seat(source, csv_tables):
    found = read_rows(csv_tables[0])
    assert tuple(found[0]) == SCORE_COLUMNS
    assert len(found) == sum(len(game.stored.setup["players"]) for game in iterate_games(source.database))
    assert found[0]["title"] == "'=cmd"
    for uid in {row["uid"] for row in found}:
        assert [row["started_game"] for row in found if row["uid"] == uid].count("yes") == 1


def test_csv_has_a_row_for_every_named_vote(source, csv_tables):
    found = read_rows(csv_tables[1])
    assert tuple(found[0]) == VOTE_COLUMNS
    told = 0
    for game in iterate_games(source.database):
        for move in game.record["moves"]:
            if game.stored.game == "avalon" and move.get("approve") is not None:
                told += len(game.stored.setup["players"])
    assert len([row for row in found if row["game"] == "avalon"]) == told
    assert {row["choice"] for row in found if row["game"] == "avalon"} == {"approve", "reject"}
    assert all(row["against"] or row["choice"] == "abstain" for row in found if row["game"] == "cultists")


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "\tx", "\rx", '"=1', "＝1"])
def test_formulas_in_csv_cells_are_escaped(text):
    assert format_cell(text) == f"'{text}"


def test_formulas_after_cell_separators_are_escaped():
    assert [format_cell(text) for text in ("a;=1", "a\t@x", 'a;"-1', "two\n+1", "a, - b; c")] == [
        *("a;'=1", "a\t'@x", "a;'\"-1", "two\n'+1", "a, - b; c"),
    ]


def test_csv_numbers_are_not_escaped():
    assert [format_cell(value) for value in (-3, 2.5, 61.0, True, False, None, "Ada")] == [
        *("-3", "2.5", "61", "yes", "no", "", "Ada")
    ]
