"""The same games on two devices: held, gone on with, parted, and what was remarked on them."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.duet.state import Agent, Assassin
from companion.storage.backup import (
    apply_restore,
    stage_backup,
)
from companion.storage.statistics_index import index_all
from tests.storage.exchange import Device, dump_tables, preview_restore, restore
from tests.storage.test_restore import TABLES


def test_a_game_that_is_open_is_not_extended(here: Device, there: Device) -> None:
    here.start(Agent())
    there.restore(here)
    there.play(1, Agent())
    there.add_note(1, 1, "later")
    staged, before = here.stage_backup_of(there), dump_tables(here.store)
    assert preview_restore(here.store.database, staged, open_game_ids=(1,)).is_empty
    restore(here.store.database, staged, open_game_ids=(1,))
    assert dump_tables(here.store) == before


def test_two_games_of_one_backup_with_the_same_start_stay_two(here: Device, there: Device) -> None:
    there.start(Agent())
    there.start(Agent(), players=("Bruno", "Chloe"))
    with there.store.database.transaction() as execute:
        execute("UPDATE games SET started = 5.0, setup = (SELECT setup FROM games WHERE id = 1)", ())
    assert here.restore(there).new_games == 2
    assert here.store.games.count() == 2
    assert here.list_uids() == there.list_uids()
    assert here.restore(there).is_empty


def test_an_empty_store_gets_every_row(here: Device, there: Device) -> None:
    here.start(Agent())
    here.start(Agent(), Assassin(), players=("Bruno", "Chloe"))
    here.add_note(1, 1, "first line\nsecond line")
    here.store.games.set_title(2, "عنوان")
    here.store.games.set_starred(2, True)
    with here.store.database.transaction() as execute:
        execute("INSERT INTO marks VALUES (2, 1, 1, 'suspect')", ())
        execute("INSERT INTO people VALUES ('ada', 'Ada', 'star', 'red', NULL)", ())
        execute("INSERT INTO people VALUES ('adele', 'Adele', NULL, NULL, 'ada')", ())
    here.store.rosters.remember(["Ada"])
    here.store.rosters.save_group("Friday", ["Ada"])
    index_all(here.store.database)
    preview = there.restore(here)
    assert (preview.new_games, preview.people, preview.notes) == (2, 2, 0)
    # Numbers that are counted from the logs are counted where they are asked for.
    assert there.store.database.rows("SELECT count(*) FROM tallies") == [(0,)]
    index_all(there.store.database)
    for table in (*TABLES, "tallies", "seats", "facts"):
        sql = f"SELECT * FROM {table}"
        assert there.store.database.rows(sql) == here.store.database.rows(sql)


def test_local_people_stay_and_an_alias_points_directly_to_a_person(here: Device, there: Device) -> None:
    here.start(Agent(), players=("Bob", "Cy"))
    index_all(here.store.database)
    with here.store.database.transaction() as execute:
        execute("INSERT INTO people VALUES ('ada', 'Ada', 'star', 'red', 'eve')", ())
        execute("INSERT INTO people VALUES ('fay', 'Fay', NULL, NULL, 'gus')", ())
    with there.store.database.transaction() as execute:
        execute("INSERT INTO people VALUES ('ada', 'ADA', 'moon', 'blue', NULL)", ())
        execute("INSERT INTO people VALUES ('bob', 'Bob', NULL, NULL, 'ada')", ())
        execute("INSERT INTO people VALUES ('eve', 'Eve', NULL, NULL, 'ada')", ())
        execute("INSERT INTO people VALUES ('gus', 'Gus', NULL, NULL, 'hal')", ())
    assert here.restore(there).people == 3
    rows = here.store.database.rows("SELECT reading, mark, same_as FROM people ORDER BY reading")
    assert rows == [
        ("ada", "star", "eve"),
        ("bob", None, "eve"),
        ("eve", None, None),
        ("fay", None, "gus"),
        ("gus", None, None),
    ]
    assert here.store.database.rows("SELECT counted FROM games") == [(0,)]
    assert here.restore(there).is_empty


def test_incoming_texts_are_cleaned_and_truncated(here: Device, there: Device) -> None:
    there.start(Agent())
    there.add_note(1, 0, "a\u202eb\x07c\nnext")
    there.add_note(1, 0, "x" * 9_000)
    there.add_note(1, 0, "\u202e")
    there.add_note(1, -1, "nowhere")
    with there.store.database.transaction() as execute:
        title = "T\u202e" + "t" * 500
        execute(
            "UPDATE games SET title = ?, starred = 7, evening = -5.0, night = 1e9, uid = '../x'", (title,)
        )
        execute("INSERT INTO marks VALUES (1, 0, 0, 'm\x1b'), (1, -1, 0, 'm'), (1, 1, 1, 'good')", ())
        execute("INSERT INTO people VALUES ('zed', 'Ada', NULL, NULL, NULL)", ())
        execute("INSERT INTO people VALUES ('ida', 'Ida', 'x\x1b', ?, 'A\u202e')", ("c" * 99,))
    here.restore(there)
    assert here.list_notes(1) == ["abc\nnext", "x" * 4_000]
    game = here.store.games.load(1)
    assert (game.title, game.starred, game.game_night, game.night_seconds) == (
        "T" + "t" * 199,
        False,
        None,
        None,
    )
    assert len(game.uid) == 16
    assert here.store.database.rows("SELECT seat, position, mark FROM marks") == [(1, 1, "good")]
    assert here.store.database.rows("SELECT * FROM people") == [("ida", "Ida", None, None, None)]


def test_a_cancelled_restore_changes_nothing_and_can_be_repeated(here: Device, there: Device) -> None:
    for _ in range(50):
        there.start(Agent())
    here.start(Agent())
    staged, before = here.stage_backup_of(there), dump_tables(here.store)
    work = apply_restore(here.store.database, staged)
    assert 0 < next(work) < next(work) < 1
    assert here.store.games.count() > 1
    work.close()
    assert dump_tables(here.store) == before
    here.start(Agent())
    parts = list(apply_restore(here.store.database, staged))
    assert parts == sorted(parts)
    assert parts[-1] == 1
    assert here.store.games.count() == 52


class Cancel(Exception):
    pass


def test_staging_reports_its_progress_and_can_be_cancelled(
    here: Device, there: Device, tmp_path: Path
) -> None:
    for _ in range(45):
        there.start(Agent())
    here.stage_backup_of(there)
    backup, place = tmp_path / "here" / "incoming-1" / "backup.zip", tmp_path / "place"
    place.mkdir()
    told: list[float] = []
    stage_backup(backup, place, "backup.zip", on_progress=told.append)
    assert told == sorted(told)
    assert 0 < told[0] < told[-1] <= 1
    (place / "staged.db").unlink()

    def stop(part: float) -> None:
        if part > 0.5:
            raise Cancel

    with pytest.raises(Cancel):
        stage_backup(backup, place, "backup.zip", on_progress=stop)
    assert not (place / "companion.db").exists()
