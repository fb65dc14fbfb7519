"""The same games on two devices: held, gone on with, parted, and what was remarked on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games.duet.rules import GAME as DUET
from companion.games.duet.state import Agent, Assassin
from companion.storage.backup import (
    ImportPreview,
    StagedBackup,
    apply_restore,
    stage_backup,
    write_backup,
    write_snapshot,
)
from companion.storage.games import open_session
from companion.storage.statistics_index import index_all
from companion.storage.store import open_store
from tests.storage.conftest import Clock
from tests.storage.exchange import preview_restore, restore
from tests.storage.test_restore import TABLES, everything, play


class Device:
    """A store in a folder of its own, which can have the backup of another one."""

    def __init__(self, folder: Path, clock: Clock) -> None:
        self._folder, self._clock = folder, clock
        self.store = open_store(folder / "data", clock)
        self._backups = 0

    def staged_from(self, other: Device) -> StagedBackup:
        self._backups += 1
        place = self._folder / f"came-{self._backups}"
        place.mkdir(parents=True)
        write_snapshot(other.store.database, place / "copy.db")
        write_backup(place / "copy.db", (), self._clock(), place / "backup.zip")
        return stage_backup(place / "backup.zip", place, "backup.zip")

    def learn_from(self, other: Device) -> ImportPreview:
        staged = self.staged_from(other)
        foreseen = preview_restore(self.store.database, staged)
        restore(self.store.database, staged)
        return foreseen

    def go_on(self, number: int, *moves: Any) -> None:
        self._clock.on(60)
        session = open_session(DUET, self.store.games.load(number), self.store.games)
        for move in moves:
            session.play(move)

    def note(self, number: int, position: int, text: str) -> None:
        self._clock.on(1)
        with self.store.database.transaction() as execute:
            execute(
                "INSERT INTO notes SELECT ?, count(*), ?, ?, ? FROM notes WHERE game_id = ?",
                (number, position, text, self._clock(), number),
            )

    def notes(self, number: int) -> list[str]:
        rows = self.store.database.rows("SELECT text FROM notes WHERE game_id = ? ORDER BY number", (number,))
        return [text for (text,) in rows]

    def uids(self) -> set[str]:
        return {game.uid for game in self.store.games.list_recent(99).games}


@pytest.fixture
def device(tmp_path: Path, clock: Clock) -> Iterator[Callable[[str], Device]]:
    made: dict[str, Device] = {}

    def named(name: str) -> Device:
        if name not in made:
            made[name] = Device(tmp_path / name, clock)
        return made[name]

    yield named
    for one in made.values():
        one.store.close()


def test_a_game_that_was_played_on_elsewhere_goes_on_here_and_is_not_doubled(
    device: Callable[[str], Device], clock: Clock
) -> None:
    here, there = device("here"), device("there")
    number = play(here.store, clock)
    there.learn_from(here)
    there.go_on(1, Agent(), Assassin())
    there.note(1, 2, "the last word")
    there.store.games.set_title(1, "A long night")
    there.store.games.set_starred(1, True)
    index_all(here.store.database)
    foreseen = here.learn_from(there)
    assert (foreseen.new_games, foreseen.extended_games, foreseen.existing_games, foreseen.notes) == (
        0,
        1,
        0,
        1,
    )
    mine, theirs = here.store.games.load(number), there.store.games.load(1)
    assert (mine.moves, mine.move_count, mine.outcome) == (theirs.moves, theirs.move_count, theirs.outcome)
    assert (mine.ended, mine.title, mine.starred) == (theirs.ended, "A long night", True)
    assert here.notes(number) == ["the last word"]
    assert here.store.games.load_move_times(number) == there.store.games.load_move_times(1)
    assert here.store.database.rows("SELECT counted FROM games") == [(0,)]
    assert here.learn_from(there).is_empty


def test_what_the_table_calls_it_here_stays(device: Callable[[str], Device], clock: Clock) -> None:
    here, there = device("here"), device("there")
    play(here.store, clock)
    there.learn_from(here)
    there.store.games.set_title(1, "Theirs")
    here.store.games.set_title(1, "Ours")
    assert here.learn_from(there).is_empty
    there.go_on(1, Agent())
    assert here.learn_from(there).extended_games == 1
    assert here.store.games.load(1).title == "Ours"


def test_what_is_being_played_does_not_go_on_under_the_table(
    device: Callable[[str], Device], clock: Clock
) -> None:
    here, there = device("here"), device("there")
    play(here.store, clock)
    there.learn_from(here)
    there.go_on(1, Agent())
    there.note(1, 1, "later")
    staged, before = here.staged_from(there), everything(here.store)
    assert preview_restore(here.store.database, staged, open_game_ids=(1,)).is_empty
    restore(here.store.database, staged, open_game_ids=(1,))
    assert everything(here.store) == before


def test_games_that_went_apart_are_two_on_both_devices_however_often_they_meet(
    device: Callable[[str], Device], clock: Clock
) -> None:
    here, there = device("here"), device("there")
    play(here.store, clock)
    there.learn_from(here)
    here.go_on(1, Agent())
    there.go_on(1, Assassin())
    assert here.learn_from(there).new_games == 1
    assert there.learn_from(here).new_games == 1
    for _ in range(2):
        assert here.learn_from(there).is_empty
        assert there.learn_from(here).is_empty
    assert here.store.games.count() == there.store.games.count() == 2
    # Each goes on by itself, on the device that has it under the other name too.
    here.go_on(1, Agent(), Agent())
    assert there.learn_from(here).extended_games == 1
    assert there.store.games.count() == 2
    assert len(here.uids()) == 2


def test_undone_there_and_played_on_it_is_the_same_where_that_was_saved(
    device: Callable[[str], Device], clock: Clock
) -> None:
    here, there = device("here"), device("there")
    play(here.store, clock, moves=(Agent(), Agent()))
    session = open_session(DUET, here.store.games.load(1), here.store.games)
    session.undo()
    there.learn_from(here)
    clock.on(60)
    session.redo()
    assert there.learn_from(here).extended_games == 1
    assert there.store.games.load(1).move_count == 2


def test_two_games_that_a_slow_clock_let_begin_at_once_stay_two(
    device: Callable[[str], Device], clock: Clock
) -> None:
    here, there = device("here"), device("there")
    play(there.store, clock)
    play(there.store, clock, "Bruno", "Chloe")
    with there.store.database.transaction() as execute:
        execute("UPDATE games SET started = 5.0, setup = (SELECT setup FROM games WHERE id = 1)", ())
    assert here.learn_from(there).new_games == 2
    assert here.store.games.count() == 2
    assert here.uids() == there.uids()
    assert here.learn_from(there).is_empty


def test_remarks_on_a_game_that_is_here_come_together_once(
    device: Callable[[str], Device], clock: Clock
) -> None:
    here, there = device("here"), device("there")
    play(here.store, clock)
    there.learn_from(here)
    here.note(1, 0, "ours")
    there.note(1, 0, "theirs")
    there.note(1, 1, "theirs too")
    foreseen = here.learn_from(there)
    assert (foreseen.existing_games, foreseen.notes, foreseen.is_empty) == (1, 2, False)
    assert here.notes(1) == ["ours", "theirs", "theirs too"]
    assert here.learn_from(there).is_empty
    there.learn_from(here)
    assert sorted(there.notes(1)) == sorted(here.notes(1))


def test_a_remark_that_was_changed_here_is_not_doubled_by_an_older_backup(
    device: Callable[[str], Device], clock: Clock
) -> None:
    here, there = device("here"), device("there")
    play(here.store, clock)
    here.note(1, 1, "Ada laughed")
    there.learn_from(here)
    here.store.notes.change(1, 0, "Ada laughed here")
    assert here.learn_from(there).is_empty
    assert here.notes(1) == ["Ada laughed here"]


def test_what_a_game_is_called_and_its_star_come_where_ours_has_none(
    device: Callable[[str], Device], clock: Clock
) -> None:
    here, there = device("here"), device("there")
    play(here.store, clock)
    there.learn_from(here)
    there.store.games.set_title(1, "The rematch")
    there.store.games.set_starred(1, True)
    index_all(here.store.database)
    foreseen = here.learn_from(there)
    assert (foreseen.existing_games, foreseen.notes) == (1, 1)
    mine = here.store.games.load(1)
    assert (mine.title, mine.starred) == ("The rematch", True)
    assert here.store.database.rows("SELECT counted FROM games") == [(0,)]
    assert here.learn_from(there).is_empty


def test_one_that_was_deleted_a_moment_ago_comes_back_under_its_name(
    device: Callable[[str], Device], clock: Clock
) -> None:
    here, there = device("here"), device("there")
    play(here.store, clock)
    there.learn_from(here)
    uids = here.uids()
    here.store.games.delete(1)
    assert here.learn_from(there).new_games == 1
    assert here.uids() == uids
    here.store.games.restore(1)
    assert here.store.games.count() == 2


def test_a_new_folder_has_all_that_the_other_had_and_its_backup_is_the_same(
    device: Callable[[str], Device], clock: Clock
) -> None:
    here, there = device("here"), device("there")
    play(here.store, clock)
    play(here.store, clock, "Bruno", "Chloe", moves=(Agent(), Assassin()))
    here.note(1, 1, "first line\nsecond line")
    here.store.games.set_title(2, "عنوان")
    here.store.games.set_starred(2, True)
    with here.store.database.transaction() as execute:
        execute("INSERT INTO marks VALUES (2, 1, 1, 'suspect')", ())
        execute("INSERT INTO people VALUES ('ada', 'Ada', 'star', 'red', NULL)", ())
        execute("INSERT INTO people VALUES ('adele', 'Adele', NULL, NULL, 'ada')", ())
    here.store.rosters.remember(["Ada"])
    here.store.rosters.save_group("Friday", ["Ada"])
    index_all(here.store.database)
    foreseen = there.learn_from(here)
    assert (foreseen.new_games, foreseen.people, foreseen.notes) == (2, 2, 0)
    # Numbers that are counted from the logs are counted where they are asked for.
    assert there.store.database.rows("SELECT count(*) FROM tallies") == [(0,)]
    index_all(there.store.database)
    for table in (*TABLES, "tallies", "seats", "facts"):
        sql = f"SELECT * FROM {table}"
        assert there.store.database.rows(sql) == here.store.database.rows(sql)


def test_what_is_known_of_people_here_stays_and_names_lead_to_somebody_in_one_step(
    device: Callable[[str], Device], clock: Clock
) -> None:
    here, there = device("here"), device("there")
    play(here.store, clock, "Bob", "Cy")
    index_all(here.store.database)
    with here.store.database.transaction() as execute:
        execute("INSERT INTO people VALUES ('ada', 'Ada', 'star', 'red', 'eve')", ())
        execute("INSERT INTO people VALUES ('fay', 'Fay', NULL, NULL, 'gus')", ())
    with there.store.database.transaction() as execute:
        execute("INSERT INTO people VALUES ('ada', 'ADA', 'moon', 'blue', NULL)", ())
        execute("INSERT INTO people VALUES ('bob', 'Bob', NULL, NULL, 'ada')", ())
        execute("INSERT INTO people VALUES ('eve', 'Eve', NULL, NULL, 'ada')", ())
        execute("INSERT INTO people VALUES ('gus', 'Gus', NULL, NULL, 'hal')", ())
    assert here.learn_from(there).people == 3
    rows = here.store.database.rows("SELECT reading, mark, same_as FROM people ORDER BY reading")
    assert rows == [
        ("ada", "star", "eve"),
        ("bob", None, "eve"),
        ("eve", None, None),
        ("fay", None, "gus"),
        ("gus", None, None),
    ]
    assert here.store.database.rows("SELECT counted FROM games") == [(0,)]
    assert here.learn_from(there).is_empty


def test_what_people_wrote_elsewhere_turns_no_line_round_and_fills_no_screen(
    device: Callable[[str], Device], clock: Clock
) -> None:
    here, there = device("here"), device("there")
    play(there.store, clock)
    there.note(1, 0, "a\u202eb\x07c\nnext")
    there.note(1, 0, "x" * 9_000)
    there.note(1, 0, "\u202e")
    there.note(1, -1, "nowhere")
    with there.store.database.transaction() as execute:
        title = "T\u202e" + "t" * 500
        execute(
            "UPDATE games SET title = ?, starred = 7, evening = -5.0, night = 1e9, uid = '../x'", (title,)
        )
        execute("INSERT INTO marks VALUES (1, 0, 0, 'm\x1b'), (1, -1, 0, 'm'), (1, 1, 1, 'good')", ())
        execute("INSERT INTO people VALUES ('zed', 'Ada', NULL, NULL, NULL)", ())
        execute("INSERT INTO people VALUES ('ida', 'Ida', 'x\x1b', ?, 'A\u202e')", ("c" * 99,))
    here.learn_from(there)
    assert here.notes(1) == ["abc\nnext", "x" * 4_000]
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


def test_stopped_half_way_nothing_has_changed_and_all_goes_on(
    device: Callable[[str], Device], clock: Clock
) -> None:
    here, there = device("here"), device("there")
    for _ in range(50):
        play(there.store, clock)
    play(here.store, clock)
    staged, before = here.staged_from(there), everything(here.store)
    work = apply_restore(here.store.database, staged)
    assert 0 < next(work) < next(work) < 1
    assert here.store.games.count() > 1
    work.close()
    assert everything(here.store) == before
    play(here.store, clock)
    parts = list(apply_restore(here.store.database, staged))
    assert parts == sorted(parts)
    assert parts[-1] == 1
    assert here.store.games.count() == 52


class Enough(Exception):
    pass


def test_looking_tells_how_far_it_is_and_can_be_stopped(
    device: Callable[[str], Device], clock: Clock, tmp_path: Path
) -> None:
    there = device("there")
    for _ in range(45):
        play(there.store, clock)
    device("here").staged_from(there)
    backup, place = tmp_path / "here" / "came-1" / "backup.zip", tmp_path / "place"
    place.mkdir()
    told: list[float] = []
    stage_backup(backup, place, "backup.zip", on_progress=told.append)
    assert told == sorted(told)
    assert 0 < told[0] < told[-1] <= 1
    (place / "staged.db").unlink()

    def stop(part: float) -> None:
        if part > 0.5:
            raise Enough

    with pytest.raises(Enough):
        stage_backup(backup, place, "backup.zip", on_progress=stop)
    assert not (place / "companion.db").exists()
