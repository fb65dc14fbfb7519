"""Records and the JSON export of all games: deterministic, and rejected as a whole if invalid."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import companion
from companion.core.game import ProblemError
from companion.core.serialization import BadRecord
from companion.games.duet.state import Agent, Stop
from companion.games.game_file import parse_record
from companion.storage import json_export
from companion.storage.importing import (
    ImportCounts,
    import_json,
    run_to_completion,
)
from companion.storage.journal import load_metadata
from companion.storage.json_export import FORMAT, export_json, is_json_export, iterate_games, to_record
from companion.storage.statistics_index import index_all
from companion.storage.store import Store, open_memory_store, open_store
from companion.storage.table_export import export_csv, export_plays
from companion.storage.validation import MAX_GAMES
from tests.storage.exchange import START, fill_store, restore, stage_backup_of
from tools.filled_store import fill as fill_with_random_games


@pytest.fixture(scope="module")
def data(source):
    return export_bytes(source)


def export_bytes(store, game=None):
    file = io.BytesIO()
    export_json(store.database, file, game)
    return file.getvalue()


def import_bytes(store, data, tmp_path):
    path = tmp_path / "came.json"
    path.write_bytes(data)
    return run_to_completion(import_json(store.database, path, "came.json"))


def import_refused(store, data, tmp_path):
    before = list(store.database.connection.iterdump())
    with pytest.raises(ProblemError) as wrong:
        import_bytes(store, data, tmp_path)
    assert list(store.database.connection.iterdump()) == before
    assert not store.database.connection.in_transaction
    return wrong.value.problem.code


def test_an_imported_export_gives_the_same_bytes(data, store, tmp_path):
    assert import_bytes(store, data, tmp_path) == ImportCounts(14, 14)
    assert export_bytes(store) == data
    assert store.rosters.list_groups()[0].players == ("Ada", "آرش")
    assert store.database.rows("SELECT same_as FROM people WHERE reading = 'adina'") == [("ada",)]


def test_importing_twice_adds_nothing(data, store, tmp_path):
    import_bytes(store, data, tmp_path)
    assert import_bytes(store, data, tmp_path) == ImportCounts(14, 0)
    assert export_bytes(store) == data


def test_the_order_of_imports_does_not_matter(data, store, tmp_path):
    found = json.loads(data)
    found["games"].reverse()
    import_bytes(store, json.dumps(found).encode(), tmp_path)
    assert export_bytes(store) == data


def test_games_of_one_kind_are_exported(source, data):
    games = json.loads(export_bytes(source, "silver"))["games"]
    assert games
    assert games == [record for record in json.loads(data)["games"] if record["game"] == "silver"]


def test_a_byte_order_mark_is_ignored(data, store, tmp_path):
    assert import_bytes(store, b"\xef\xbb\xbf" + data, tmp_path).new_count == 14


def test_a_cancelled_import_changes_nothing(data, store, tmp_path):
    path = tmp_path / "came.json"
    path.write_bytes(data)
    steps = import_json(store.database, path, path.name)
    parts = [next(steps) for _ in range(9)]
    assert parts == sorted(parts)
    steps.close()
    assert store.games.count() == 0
    assert store.rosters.list_groups() == ()


def test_a_game_that_cannot_be_replayed_is_left_out(data, store, tmp_path):
    import_bytes(store, data, tmp_path)
    with store.database.transaction() as execute:
        execute("UPDATE moves SET move = '{}' WHERE game_id = 3 AND number = 0", ())
    assert len(json.loads(export_bytes(store))["games"]) == 13


def test_a_truncated_export_is_rejected(data, store, tmp_path):
    for length in range(0, len(data) - 2, len(data) // 20):
        import_refused(store, data[:length], tmp_path)
    assert import_refused(store, data[:-2], tmp_path) == "damaged"


@given(st.randoms(use_true_random=False))
@settings(max_examples=20, deadline=None)
def test_a_flipped_byte_never_imports_half_a_file(data, tmp_path_factory, dice):
    store = open_memory_store(lambda: START)
    spoiled = bytearray(data)
    spoiled[dice.randrange(len(spoiled))] ^= 1 << dice.randrange(8)
    try:
        added = import_bytes(store, bytes(spoiled), tmp_path_factory.getbasetemp())
    except ProblemError:
        assert store.games.count() == 0
    else:
        assert store.games.count() == added.new_count
    finally:
        store.close()


@given(seed=st.integers(0, 2**31), count=st.integers(0, 4))
@settings(max_examples=8, deadline=None)
def test_any_games_round_trip(tmp_path_factory, seed, count):
    here, there = open_memory_store(lambda: START), open_memory_store(lambda: START)
    try:
        fill_store(here, seed, count)
        out = export_bytes(here)
        assert import_bytes(there, out, tmp_path_factory.getbasetemp()) == ImportCounts(count, count)
        assert export_bytes(there) == out
    finally:
        here.close()
        there.close()


HEAD = '{"format":"table-companion-games","version":1'
EMPTY = ',"people":[],"groups":[],"maps":[],"games":[]}'


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "damaged"),
        ("[]", "damaged"),
        ("{}", "record_missing_field"),
        ('{"version":1}', "unknown"),
        ('{"format":"table-companion-map","version":1}', "unknown"),
        ('{"format":"table-companion-games","games":[]}', "damaged"),
        ('{"format":"table-companion-games","version":2,"dreams":[]}', "newer"),
        ('{"format":"table-companion-games","version":true}', "damaged"),
        ('{"format":"table-companion-games","version":NaN}', "damaged"),
        ('{"format":"table-companion-games","version":' + "9" * 5000 + "}", "damaged"),
        (HEAD + "}", "record_missing_field"),
        (HEAD + ',"dreams":[]}', "record_unknown_field"),
        (HEAD + ',"games":[],"games":[]}', "record_field_twice"),
        (HEAD + EMPTY + "x", "damaged"),
        (HEAD + ',"games":[' + "[" * 100_000, "damaged"),
        (HEAD + ',"games":[{"format":1,"format":1}]}', "record_field_twice"),
        (HEAD + ',"games":[1]}', "record_shape"),
        (HEAD + ',"games":[{"a":Infinity}]}', "damaged"),
        (HEAD + ',"games":[{"a":"' + "x" * 2_100_000 + '"}]}', "big"),
        (HEAD + ',"games":' + " " * 2_200_000 + "[]}", "big"),
        (HEAD + ',"people":[{"name":"A\\u0007da"}]}', "name_unclean"),
        (HEAD + ',"people":[{"name":"Ada","mark":"\\u0007"}]}', "record_wrong_type"),
        (HEAD + ',"people":[{"name":"Ada"},{"name":"ADA"}]}', "twice"),
        (HEAD + ',"groups":[{"name":"A\\n","players":["B"],"last_used":1}]}', "record_wrong_type"),
        (HEAD + ',"groups":[{"name":"A","players":["B"],"last_used":1e999}]}', "record_wrong_type"),
        (HEAD + ',"maps":[{"game":"chess","campaign":{},"updated":1}]}', "record_unknown_game"),
    ],
)
def test_an_invalid_export_is_rejected_as_a_whole(store, tmp_path, text, code):
    assert import_refused(store, text.encode(), tmp_path) == code


def test_other_encodings_are_rejected(data, store, tmp_path):
    assert import_refused(store, data.decode().encode("utf-16"), tmp_path) == "damaged"
    assert import_refused(store, data.replace("آ".encode(), b"\xff"), tmp_path) == "damaged"


def change_record(data, change):
    found = json.loads(data)
    change(found["games"])
    return json.dumps(found).encode()


def test_duplicate_games_are_rejected(data, store, tmp_path):
    assert (
        import_refused(store, change_record(data, lambda games: games.append(games[0])), tmp_path) == "twice"
    )


def test_a_game_without_metadata_is_rejected(data, store, tmp_path):
    assert (
        import_refused(store, change_record(data, lambda games: games[5].pop("kept")), tmp_path)
        == "record_missing_field"
    )


def test_an_illegal_move_in_the_last_game_rejects_the_file(data, store, tmp_path):
    def spoil(games):
        games[-1]["moves"].insert(0, {"move": "no such"})
        games[-1]["kept"]["times"].insert(0, START)

    assert import_refused(store, change_record(data, spoil), tmp_path) == "record_unknown_move"


def test_a_million_moves_are_rejected_without_replay(data, store, tmp_path):
    def stretch(games):
        games[0]["moves"] = [{}] * 1_000_000

    assert import_refused(store, change_record(data, stretch), tmp_path) == "big"


def test_a_name_with_a_control_character_is_rejected(data, store, tmp_path):
    def spoil(games):
        games[2]["setup"]["players"][0] = "A\x1b"

    assert import_refused(store, change_record(data, spoil), tmp_path) == "name_unclean"


def test_a_gigabyte_of_whitespace_is_rejected_early(store, tmp_path):
    path = tmp_path / "hole.json"
    with path.open("wb") as file:
        file.truncate(1 << 30)
    with pytest.raises(ProblemError):
        run_to_completion(import_json(store.database, path, path.name))


def test_more_games_than_the_limit_are_rejected(data, store, tmp_path, monkeypatch):
    monkeypatch.setattr(json_export, "MAX_GAMES", 13)
    assert import_refused(store, data, tmp_path) == "big"


def test_a_cycle_of_aliases_is_removed(store, tmp_path):
    ring = '"people":[{"name":"A","same_as":"b"},{"name":"B","same_as":"a"}]'
    text = HEAD + EMPTY.replace('"people":[]', ring)
    import_bytes(store, text.encode(), tmp_path)
    assert store.database.rows("SELECT count(*) FROM people WHERE same_as IS NOT NULL") == [(0,)]


def test_the_documented_fields_are_those_read_and_written(store, tmp_path):
    document = (Path(companion.__file__).parents[1] / "docs" / "records.md").read_text(encoding="utf-8")
    (shown,) = (block for block in re.findall(r"```json\n(.*?)```", document, re.DOTALL) if FORMAT in block)
    assert import_bytes(store, shown.encode(), tmp_path) == ImportCounts(1, 1)
    out, told = json.loads(export_bytes(store)), json.loads(shown)
    # A set-up is export_bytes with its defaults.
    assert told["games"][0].pop("setup").items() <= out["games"][0].pop("setup").items()
    assert out == told
    assert f"most {MAX_GAMES:,} games" in document


def test_an_export_is_recognised_by_its_head(data):
    assert is_json_export(data[:256])
    assert is_json_export(b'\xef\xbb\xbf {\n "format" : "table-companion-games"')
    assert not is_json_export(b'{"format": 1}')


def export_all(store: Store) -> dict[str, bytes]:
    files = {name: io.BytesIO() for name in ("json", "scores", "votes", "bgstats")}
    export_json(store.database, files["json"])
    export_csv(store.database, files["scores"], files["votes"])
    export_plays(iterate_games(store.database), files["bgstats"])
    return {name: file.getvalue() for name, file in files.items()}


def marks(store: Store) -> list[tuple[object, ...]]:
    return store.database.rows(
        "SELECT uid, seat, marks.position, mark FROM marks JOIN games ON games.id = game_id"
        " WHERE deleted IS NULL ORDER BY uid"
    )


def test_a_restored_backup_gives_the_same_exports(tmp_path: Path) -> None:
    here, there = open_store(tmp_path / "here", lambda: START), open_store(tmp_path / "there", lambda: START)
    fill_with_random_games(here, 16)
    with here.database.transaction() as execute:
        # Written by an app that cleans nothing.
        execute("UPDATE games SET title = ? WHERE id = 2", ("  two\u202e  words\u0301 \x07" + "x" * 300,))
        execute("INSERT INTO notes VALUES (3, 7, 0, ?, 1.0)", ("a\u200d\x1b\r\n\r\nb  c " + "y" * 5_000,))
        execute("INSERT INTO notes VALUES (3, 8, 99, ' \n', 1.0)", ())
        execute("UPDATE games SET position = position - 1, ended = NULL, outcome = NULL WHERE id = 4", ())
    index_all(here.database)
    here.games.delete(5)
    restore(there.database, stage_backup_of(here, tmp_path / "once"))
    before = export_all(here)
    assert export_all(there) == before
    assert all(before.values())
    assert marks(there) == marks(here)
    restore(there.database, stage_backup_of(here, tmp_path / "twice"))
    assert there.games.count() == here.games.count() == 15
    here.close()
    there.close()


@pytest.mark.thorough
def test_thousands_of_restored_games_give_the_same_exports(tmp_path: Path) -> None:
    here, there = open_store(tmp_path / "here", lambda: START), open_memory_store(lambda: START)
    fill_with_random_games(here, 2_000)
    restore(there.database, stage_backup_of(here, tmp_path / "once"))
    assert export_all(there) == export_all(here)
    here.close()
    there.close()


@pytest.fixture
def metadata_record(here):
    """The record of a game with all metadata."""
    game_id = here.start(Agent(), Agent(), Stop())
    here.store.games.set_title(game_id, "The long one")
    here.store.games.set_starred(game_id, True)
    here.add_note(game_id, 1, "What a start\nto this")
    here.store.marks.set_mark(game_id, 0, 1, "evil")
    stored = here.store.games.load(game_id)
    return to_record(stored, load_metadata(here.store.database, stored))


def test_a_record_contains_no_marks(metadata_record):
    assert "evil" not in json.dumps(metadata_record)


def test_metadata_is_optional(here):
    stored = here.store.games.load(here.start(Agent(), Stop()))
    record = parse_record(json.dumps(to_record(stored)))
    assert record.metadata is None
    assert record.moves == stored.moves


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
        {"times": [1, 2]},
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
def test_a_record_with_invalid_metadata_is_rejected(metadata_record, changes):
    metadata_record["kept"] |= changes
    with pytest.raises(BadRecord) as refusal:
        parse_record(json.dumps(metadata_record))
    assert str(refusal.value.problem.args["place"]).startswith("kept.")


def test_times_beyond_every_number_are_rejected(metadata_record):
    text, started = json.dumps(metadata_record), metadata_record["kept"]["started"]
    for wrong in ("NaN", "Infinity", "-Infinity", "1e999", "9" * 5_000):
        with pytest.raises(ProblemError):
            parse_record(text.replace(f'"started": {started}', f'"started": {wrong}'))
