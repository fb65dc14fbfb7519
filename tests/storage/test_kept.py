"""A game that is sent to another device is the same game there."""

import json
from random import Random

import pytest

from companion.core.game import ProblemError
from companion.core.serialization import BadRecord, encode_move
from companion.games.game_file import parse_record
from companion.storage.games import open_session, start_session
from companion.storage.journal import load_metadata
from companion.storage.json_export import to_record
from companion.storage.store import open_store
from tests.storage.exchange import import_file
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


@pytest.mark.parametrize("kind", ["avalon", "cultists", "silver", "duet"])
def test_a_game_keeps_what_it_is_on_another_device(store, elsewhere, clock, tmp_path, kind):
    stored, _ = play(store, clock, kind=kind)
    path = written(store, stored, tmp_path)
    clock.on(1_000_000)
    there = elsewhere.games.load(import_file(path, elsewhere))
    assert there._replace(id=stored.id) == stored
    assert elsewhere.games.load_move_times(there.id) == store.games.load_move_times(stored.id)
    assert load_metadata(elsewhere.database, there) == load_metadata(store.database, stored)


def test_private_marks_stay_behind(store, clock, tmp_path):
    stored, _ = play(store, clock)
    assert "evil" not in written(store, stored, tmp_path).read_text(encoding="utf-8")


def test_a_game_that_is_here_already_is_not_doubled(store, clock, tmp_path):
    stored, _ = play(store, clock)
    assert import_file(written(store, stored, tmp_path), store) is None
    assert store.games.count() == 1


def test_a_game_that_was_played_on_elsewhere_goes_on_here(store, elsewhere, clock, tmp_path):
    stored, played = play(store, clock, moves=3)
    there = elsewhere.games.load(import_file(written(store, stored, tmp_path), elsewhere))
    session = open_session(played.game, there, elsewhere.games)
    for move in played.moves[3:]:
        clock.on(30)
        session.play(move)
    there = elsewhere.games.load(there.id)
    assert import_file(written(elsewhere, there, tmp_path), store) == stored.id
    ours = store.games.load(stored.id)
    assert ours._replace(id=there.id) == there
    assert store.games.load_move_times(ours.id) == elsewhere.games.load_move_times(there.id)
    assert len(store.notes.list_notes(ours.id)) == 1
    assert import_file(written(elsewhere, there, tmp_path), store) is None


def test_a_copy_that_went_another_way_is_kept_beside_ours_once(store, elsewhere, clock, tmp_path):
    stored, played = play(store, clock, kind="silver", moves=1)
    there = elsewhere.games.load(import_file(written(store, stored, tmp_path), elsewhere))
    session = open_session(played.game, there, elsewhere.games)
    session.play(played.moves[1])
    ours = open_session(played.game, stored, store.games)
    ours.undo()
    ours.play(played.moves[1])
    before = store.games.load(stored.id)
    path = written(elsewhere, elsewhere.games.load(there.id), tmp_path)
    beside = store.games.load(import_file(path, store))
    assert (beside.moves, beside.started) == (elsewhere.games.load(there.id).moves, stored.started)
    assert store.games.load(stored.id) == before
    assert import_file(path, store) is None
    assert store.games.count() == 2


def test_a_deleted_game_comes_back_with_its_file(store, clock, tmp_path):
    stored, _ = play(store, clock)
    path = written(store, stored, tmp_path)
    store.games.delete(stored.id)
    number = import_file(path, store)
    assert store.games.load(number)._replace(id=stored.id) == stored
    # That it was deleted can still be undone; it is another game then.
    store.games.restore(stored.id)
    assert store.games.load(stored.id).moves == stored.moves
    assert store.games.load(stored.id).uid != stored.uid


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


def test_whole_seconds_are_times_too(store, elsewhere, clock, tmp_path):
    stored, _ = play(store, clock)
    record = to_record(stored, load_metadata(store.database, stored))
    record["kept"]["started"] = int(stored.started)
    path = tmp_path / "whole.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    assert elsewhere.games.load(import_file(path, elsewhere)).started == int(stored.started)
