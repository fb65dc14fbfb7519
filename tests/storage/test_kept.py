"""A game that is sent to another device is the same game there."""

import json
from random import Random

import pytest

from companion.core.game import ProblemError
from companion.core.serialization import BadRecord, encode_move
from companion.games.game_file import parse_record
from companion.storage.games import start_session
from companion.storage.journal import load_metadata
from companion.storage.json_export import to_record
from companion.storage.store import open_store
from tools.random_games import random_game


@pytest.fixture
def elsewhere(tmp_path, clock):
    opened = open_store(tmp_path / "elsewhere", clock)
    yield opened
    opened.close()


def play(store, clock, seed=1, kind="duet", moves=None):
    played = random_game(Random(seed), kind, left=0)
    session, number = start_session(played.game, played.setup, store.games)
    for move in played.moves[:moves]:
        clock.on(30)
        session.play(move)
    store.games.set_title(number, "The long one")
    store.games.set_starred(number, True)
    with store.database.transaction() as execute:
        execute("INSERT INTO notes VALUES (?, 0, 1, 'What a start\nto this', 5.0)", (number,))
        execute("INSERT INTO marks VALUES (?, 0, 1, 'evil')", (number,))
    return store.games.load(number), played


def written(store, stored, tmp_path):
    path = tmp_path / "sent.json"
    path.write_text(json.dumps(to_record(stored, load_metadata(store.database, stored))), encoding="utf-8")
    return path


def test_private_marks_stay_behind(store, clock, tmp_path):
    stored, _ = play(store, clock)
    assert "evil" not in written(store, stored, tmp_path).read_text(encoding="utf-8")


def test_a_record_without_it_is_read_as_ever(store, clock):
    stored, played = play(store, clock)
    record = parse_record(json.dumps(to_record(stored)))
    assert record.metadata is None
    assert record.moves == tuple(encode_move(played.game, move) for move in played.moves)


@pytest.mark.parametrize(
    "changes",
    [
        {"id": ""},
        {"id": "0123456789ABCDEF"},
        {"id": "0123456789abcdef0"},
        {"id": None},
        {"started": "today"},
        {"started": -1.0},
        {"started": 1e300},
        {"started": True},
        {"updated": None},
        {"ended": 1e12},
        {"night": -3},
        {"times": []},
        {"times": [1, 2, 3]},
        {"title": "two\nlines"},
        {"title": "x" * 201},
        {"title": "\ud800"},
        {"title": "\x1b[2J"},
        {"starred": 1},
        {"notes": [{"at": -1, "text": "x"}]},
        {"notes": [{"at": 2_000, "text": "x"}]},
        {"notes": [{"at": 0, "text": ""}]},
        {"notes": [{"at": 0, "text": "\x00"}]},
        {"notes": [{"at": 0, "text": "x"}] * 501},
        {"notes": "x"},
        {"marks": []},
    ],
)
def test_a_record_with_something_wrong_beside_its_moves_is_refused_whole(store, elsewhere, clock, changes):
    stored, _ = play(store, clock)
    record = to_record(stored, load_metadata(store.database, stored))
    record["kept"] |= changes
    with pytest.raises(BadRecord) as refused:
        parse_record(json.dumps(record))
    assert str(refused.value.problem.args["place"]).startswith("kept.")


def test_times_that_no_number_holds_are_refused(store, clock):
    stored, _ = play(store, clock)
    text = json.dumps(to_record(stored, load_metadata(store.database, stored)))
    for wrong in ("NaN", "Infinity", "-Infinity", "1e999", "9" * 5_000):
        with pytest.raises(ProblemError):
            parse_record(text.replace(f'"started": {stored.started}', f'"started": {wrong}'))
