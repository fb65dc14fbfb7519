"""Games of earlier versions are given names for all devices, and the evenings they were played in."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from companion.storage.schema import MIGRATIONS
from companion.storage.store import Store, open_store

HOUR = 3_600.0
START = 1_790_000_000.0


def old_file(folder: Path, clock: Callable[[], float], games: Sequence[tuple[float, Sequence[str]]]) -> None:
    """One of the version before, with games that began so long after the first, of these people."""
    with closing(open_store(folder, clock, MIGRATIONS[:5])) as old, old.database.transaction() as execute:
        for after, players in games:
            setup = json.dumps({"players": list(players)})
            started = START + after
            add = "INSERT INTO games (game, setup, started, updated, position) VALUES ('silver', ?, ?, ?, 1)"
            number = execute(add, (setup, started, started)).lastrowid
            execute("INSERT INTO moves VALUES (?, 0, '{}', ?)", (number, started + 60))


def evenings(store: Store) -> list[float]:
    return [at - START for (at,) in store.database.rows("SELECT evening FROM games ORDER BY id")]


def test_games_of_one_night_are_gathered(tmp_path: Path, clock: Callable[[], float]) -> None:
    old_file(
        tmp_path,
        clock,
        [
            (0.0, ("Ada", "Bruno")),
            (HOUR, ("Bruno", "Chloe")),
            (2 * HOUR, ("Dario", "Elena")),
            (24 * HOUR, ("Ada", "Bruno")),
        ],
    )
    with closing(open_store(tmp_path, clock)) as store:
        assert store.problems == ()
        assert evenings(store) == [0.0, 0.0, 2 * HOUR, 24 * HOUR]


def test_two_groups_that_played_at_the_same_time_have_an_evening_each(
    tmp_path: Path, clock: Callable[[], float]
) -> None:
    tables = [(600.0 * at, (("Ada", "Bruno"), ("Kim", "Lea"))[at % 2]) for at in range(6)]
    old_file(tmp_path, clock, tables)
    with closing(open_store(tmp_path, clock)) as store:
        assert evenings(store) == [0.0, 600.0] * 3


def test_the_same_game_gets_the_same_name_on_every_device(tmp_path: Path, clock: Callable[[], float]) -> None:
    uids = []
    for folder, names in (("one", ("Ada", "Bruno")), ("two", ("Ada", "Brunello"))):
        (tmp_path / folder).mkdir()
        old_file(tmp_path / folder, clock, [(0.0, names), (0.0, names), (9.0, names)])
        with closing(open_store(tmp_path / folder, clock)) as store:
            uids.append([uid for (uid,) in store.database.rows("SELECT uid FROM games ORDER BY id")])
    assert uids[0] == uids[1]
    assert len(set(uids[0])) == 3


def test_rows_that_cannot_be_read_do_not_hold_a_file_up(tmp_path: Path, clock: Callable[[], float]) -> None:
    old_file(tmp_path, clock, [(0.0, ("Ada", "Bruno"))])
    with closing(open_store(tmp_path, clock, MIGRATIONS[:5])) as old, old.database.transaction() as execute:
        for setup, started in (("{", 1.0), ("[]", 2.0), ('{"players": 3}', 3.0), ("{}", "soon")):
            add = "INSERT INTO games (game, setup, started, updated) VALUES ('silver', ?, ?, 1.0)"
            execute(add, (setup, started))
    with closing(open_store(tmp_path, clock)) as store:
        assert store.problems == ()
        ((games, uids),) = store.database.rows("SELECT count(*), count(DISTINCT uid) FROM games")
        assert (games, uids) == (5, 5)
