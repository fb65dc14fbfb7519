"""What the owner of a device thinks of the others: by moment, and part of nothing that is shared."""

import io
import json
import zipfile
from random import Random

import pytest

from companion.core.notes import NO_MARK, Mark
from companion.files.share_link import format_link, pack
from companion.storage.backup import DATABASE_FILE, write_snapshot
from companion.storage.backup import write_backup as pack_backup
from companion.storage.bgstats import export_plays
from companion.storage.csv_export import export_csv
from companion.storage.database import StorageError
from companion.storage.games import start_session
from companion.storage.journal import load_metadata
from companion.storage.json_export import export_game, export_json, iterate_games, to_record, to_shared_game
from tools.random_games import random_game

# A word that stands nowhere else.
SECRET = "xyzzy"


def kept_game(store, kind="avalon"):
    made = random_game(Random(5), kind, left=0)
    session, number = start_session(made.game, made.setup, store.games)
    for move in made.moves:
        session.play(move)
    return number


@pytest.fixture
def game(store):
    return kept_game(store)


def test_marks_are_kept_by_moment(reopen, store, game):
    store.marks.set_mark(game, 2, 1, "trusted")
    store.marks.set_mark(game, 2, 4, "doubted")
    store.marks.set_mark(game, 0, 2, "evil")
    kept = (Mark(2, 1, "trusted"), Mark(0, 2, "evil"), Mark(2, 4, "doubted"))
    assert store.marks.list_marks(game) == kept
    assert reopen().marks.list_marks(game) == kept


def test_a_second_thought_at_the_same_moment_takes_the_place_of_the_first(store, game):
    store.marks.set_mark(game, 2, 1, "trusted")
    store.marks.set_mark(game, 2, 1, "doubted")
    assert store.marks.list_marks(game) == (Mark(2, 1, "doubted"),)


def test_the_same_thought_again_is_no_news(store, game):
    store.marks.set_mark(game, 2, 1, "trusted")
    store.marks.set_mark(game, 2, 3, "trusted")
    assert store.marks.list_marks(game) == (Mark(2, 1, "trusted"),)


def test_a_mark_can_be_taken_away_and_is_remembered_as_long_as_there_was_one(store, game):
    store.marks.set_mark(game, 2, 1, "trusted")
    store.marks.set_mark(game, 2, 3, NO_MARK)
    assert store.marks.list_marks(game) == (Mark(2, 1, "trusted"), Mark(2, 3, NO_MARK))
    store.marks.set_mark(game, 2, 1, NO_MARK)
    assert store.marks.list_marks(game) == ()


def test_whoever_marks_anew_after_moves_were_taken_back_has_thought_again(store, game):
    store.marks.set_mark(game, 2, 6, "evil")
    store.marks.set_mark(game, 1, 6, "good")
    store.marks.set_mark(game, 2, 4, "trusted")
    assert store.marks.list_marks(game) == (Mark(2, 4, "trusted"), Mark(1, 6, "good"))


def test_marking_leaves_the_numbers_of_a_game_alone(store, game):
    store.statistics.index_batch()
    store.marks.set_mark(game, 2, 1, "trusted")
    assert store.statistics.stale_count == 0


def test_a_game_that_is_gone_takes_no_mark_and_takes_its_marks_along(store, game, clock):
    store.marks.set_mark(game, 2, 1, "trusted")
    store.games.delete(game)
    with pytest.raises(StorageError):
        store.marks.set_mark(game, 2, 2, "evil")
    store.games.purge(clock.now)
    assert store.database.rows("SELECT count(*) FROM marks") == [(0,)]


def test_damaged_rows_are_passed_over(store, game):
    with store.database.transaction() as execute:
        execute("INSERT INTO marks VALUES (?, -1, 0, 'a'), (?, 1, 'x', 'a'), (?, 1, 2, 3)", (game,) * 3)
    assert [mark.mark for mark in store.marks.list_marks(game)] == ["3"]


@pytest.mark.parametrize("kind", ["avalon", "cultists", "silver", "duet"])
def test_no_export_holds_a_mark(store, tmp_path, kind):
    number = kept_game(store, kind)
    store.marks.set_mark(number, 0, 1, SECRET)
    store.notes.add(number, 1, "a laugh")
    store.statistics.index_batch()
    stored = store.games.load(number)
    kept = load_metadata(store.database, stored)
    everything, plays, scores, votes = (io.BytesIO() for _ in range(4))
    assert export_json(store.database, everything)
    assert export_plays(iterate_games(store.database), plays)
    assert export_csv(store.database, scores, votes)
    export_game(stored, kept).write(tmp_path / "parcel")
    handed = to_shared_game(stored)
    told = [
        *(file.getvalue() for file in (everything, plays, scores, votes)),
        *(json.dumps(to_record(stored, kept)).encode(), (tmp_path / "parcel").read_bytes()),
        *(repr(handed).encode(), format_link(pack(handed)).encode()),
    ]
    assert "a laugh" in told[0].decode()
    assert not any(SECRET.encode() in data for data in told)
    # Nor is a game found by one.
    assert SECRET not in repr(store.database.rows("SELECT * FROM tallies"))


def test_a_backup_of_ones_own_device_holds_them(store, game, tmp_path):
    store.marks.set_mark(game, 0, 1, SECRET)
    write_snapshot(store.database, tmp_path / "copy.db")
    pack_backup(tmp_path / "copy.db", (), 1.0, tmp_path / "backup.zip")
    with zipfile.ZipFile(tmp_path / "backup.zip") as packed:
        assert SECRET.encode() in packed.read(DATABASE_FILE)
