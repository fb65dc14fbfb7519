"""What the owner of a device thinks of the others: by moment, and part of nothing that is shared."""

import io
import json
import zipfile
from random import Random

import pytest

from companion.past.moments import UNMARKED, Mark
from companion.past.packing import pack, text_link
from companion.storage.all_games import each_game
from companion.storage.backup import DATABASE, snapshot
from companion.storage.backup import pack as pack_backup
from companion.storage.bgstats import write_plays
from companion.storage.database import StorageError
from companion.storage.everything import write_everything
from companion.storage.sheets import write_sheets
from companion.storage.tables import new_table
from companion.storage.transfer import handed_of, parcel_of, record_of
from tools.random_games import random_game

# A word that stands nowhere else.
SECRET = "xyzzy"


def kept_game(store, kind="avalon"):
    made = random_game(Random(5), kind, left=0)
    table, number = new_table(made.game, made.setup, store.games)
    for move in made.moves:
        table.play(move)
    return number


@pytest.fixture
def game(store):
    return kept_game(store)


def test_marks_are_kept_by_moment(reopen, store, game):
    store.marks.put(game, 2, 1, "trusted")
    store.marks.put(game, 2, 4, "doubted")
    store.marks.put(game, 0, 2, "evil")
    kept = (Mark(2, 1, "trusted"), Mark(0, 2, "evil"), Mark(2, 4, "doubted"))
    assert store.marks.of(game) == kept
    assert reopen().marks.of(game) == kept


def test_a_second_thought_at_the_same_moment_takes_the_place_of_the_first(store, game):
    store.marks.put(game, 2, 1, "trusted")
    store.marks.put(game, 2, 1, "doubted")
    assert store.marks.of(game) == (Mark(2, 1, "doubted"),)


def test_the_same_thought_again_is_no_news(store, game):
    store.marks.put(game, 2, 1, "trusted")
    store.marks.put(game, 2, 3, "trusted")
    assert store.marks.of(game) == (Mark(2, 1, "trusted"),)


def test_a_mark_can_be_taken_away_and_is_remembered_as_long_as_there_was_one(store, game):
    store.marks.put(game, 2, 1, "trusted")
    store.marks.put(game, 2, 3, UNMARKED)
    assert store.marks.of(game) == (Mark(2, 1, "trusted"), Mark(2, 3, UNMARKED))
    store.marks.put(game, 2, 1, UNMARKED)
    assert store.marks.of(game) == ()


def test_whoever_marks_anew_after_moves_were_taken_back_has_thought_again(store, game):
    store.marks.put(game, 2, 6, "evil")
    store.marks.put(game, 1, 6, "good")
    store.marks.put(game, 2, 4, "trusted")
    assert store.marks.of(game) == (Mark(2, 4, "trusted"), Mark(1, 6, "good"))


def test_marking_leaves_the_numbers_of_a_game_alone(store, game):
    store.statistics.count_some()
    store.marks.put(game, 2, 1, "trusted")
    assert store.statistics.uncounted == 0


def test_a_game_that_is_gone_takes_no_mark_and_takes_its_marks_along(store, game, clock):
    store.marks.put(game, 2, 1, "trusted")
    store.games.delete(game)
    with pytest.raises(StorageError):
        store.marks.put(game, 2, 2, "evil")
    store.games.purge(clock.now)
    assert store.database.rows("SELECT count(*) FROM marks") == [(0,)]


def test_damaged_rows_are_passed_over(store, game):
    with store.database.step() as execute:
        execute("INSERT INTO marks VALUES (?, -1, 0, 'a'), (?, 1, 'x', 'a'), (?, 1, 2, 3)", (game,) * 3)
    assert [mark.mark for mark in store.marks.of(game)] == ["3"]


@pytest.mark.parametrize("kind", ["avalon", "cultists", "silver", "duet"])
def test_no_export_holds_a_mark(store, tmp_path, kind):
    number = kept_game(store, kind)
    store.marks.put(number, 0, 1, SECRET)
    store.notes.add(number, 1, "a laugh")
    store.statistics.count_some()
    stored = store.games.load(number)
    kept = store.games.what_is_kept(stored)
    everything, plays, scores, votes = (io.BytesIO() for _ in range(4))
    assert write_everything(store.database, everything)
    assert write_plays(each_game(store.database), plays)
    assert write_sheets(store.database, scores, votes)
    parcel_of(stored, kept).pack(tmp_path / "parcel")
    handed = handed_of(stored)
    told = [
        *(file.getvalue() for file in (everything, plays, scores, votes)),
        *(json.dumps(record_of(stored, kept)).encode(), (tmp_path / "parcel").read_bytes()),
        *(repr(handed).encode(), text_link(pack(handed)).encode()),
    ]
    assert "a laugh" in told[0].decode()
    assert not any(SECRET.encode() in data for data in told)
    # Nor is a game found by one.
    assert SECRET not in repr(store.database.rows("SELECT * FROM tallies"))


def test_a_backup_of_ones_own_device_holds_them(store, game, tmp_path):
    store.marks.put(game, 0, 1, SECRET)
    snapshot(store.database, tmp_path / "copy.db")
    pack_backup(tmp_path / "copy.db", (), 1.0, tmp_path / "backup.zip")
    with zipfile.ZipFile(tmp_path / "backup.zip") as packed:
        assert SECRET.encode() in packed.read(DATABASE)
