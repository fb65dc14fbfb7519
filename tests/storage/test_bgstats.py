"""The export for BG Stats: one play for each finished game."""

import io
import json

import pytest

from companion.storage.bgstats import export_plays
from companion.storage.json_export import iterate_games


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
