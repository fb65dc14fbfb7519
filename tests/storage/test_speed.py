"""The cost of a start and of a move, counted in SQLite's steps and statements and not timed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType

import pytest

from companion.storage import campaigns, games, importing, journal
from companion.storage.games import start_session
from companion.storage.schema import FIRST_READS
from companion.storage.store import Store

MANY = 3000


def fill(store: Store, count: int, *, finished: bool) -> None:
    """As many games as `count` evenings leave, in one go."""
    with store.database.transaction() as execute:
        for n in range(count):
            at = 1_000_000.0 + n
            number = execute(
                "INSERT INTO games (game, setup, started, updated, position, ended) VALUES (?,?,?,?,?,?)",
                ("counter", '{"names":["Anna"],"goal":9}', at, at, 3, at if finished else None),
            ).lastrowid
            for move in range(3):
                execute("INSERT INTO moves VALUES (?,?,?,?)", (number, move, '{"move":"add"}', at))


def machine_steps(store: Store, work: Callable[[], object]) -> int:
    count = 0

    def step() -> int:
        nonlocal count
        count += 1
        return 0

    store.database.connection.set_progress_handler(step, 1)
    work()
    store.database.connection.set_progress_handler(None, 0)
    return count


@pytest.mark.parametrize("finished", [True, False])
def test_the_first_screen_costs_the_same_with_thousands_of_games(finished: bool, store: Store) -> None:
    def first_screen() -> None:
        for sql in FIRST_READS:
            store.database.rows(sql)
        next(store.games.iterate_unfinished(), None)
        store.games.list_recent(5)
        store.games.count()

    fill(store, 10, finished=finished)
    # Newer SQLites count what it takes to understand a question too; from the second time on it is known.
    first_screen()
    few = machine_steps(store, first_screen)
    fill(store, MANY, finished=finished)
    assert store.games.count() == MANY + 10
    assert machine_steps(store, first_screen) == few


@pytest.mark.parametrize(
    ("sql", "args", "way"),
    [
        (games._UNFINISHED, (), "INDEX games_unfinished"),
        (games._RECENT, (9.0, 9), "INDEX games_by_start"),
        (journal._GAME, (9,), "INTEGER PRIMARY KEY"),
        (journal._MOVES, (9,), "PRIMARY KEY (game_id=?)"),
        (games._MOVE_COUNT, (9,), "PRIMARY KEY (game_id=?)"),
        (games._PURGE, (9.0,), "INDEX games_deleted"),
        (games._OF_NO_CAMPAIGN, ("duet", None), "INDEX games_by_start"),
        (importing._BY_UID, ("a1", "duet", 9), "INDEX games_by_uid"),
        (importing._BY_START, (9.0, "a1", "duet", 9), "INDEX games_by_start"),
        (journal.STORE_MOVE_COUNTS, (), "INDEX games_unfinished"),
        (campaigns._ONE, ("a1",), "INDEX sqlite_autoindex_campaigns_1 (id=?)"),
    ],
)
def test_every_query_uses_an_index(sql: str, args: Sequence[object], way: str, store: Store) -> None:
    plan = store.database.rows("EXPLAIN QUERY PLAN " + sql, args)
    assert way in plan[0][3]
    assert not any("TEMP B-TREE" in line[3] for line in plan)


def test_a_move_is_one_statement_until_the_next_read(store: Store, counter: ModuleType) -> None:
    session, number = start_session(counter.COUNTER, counter.SETUP, store.games)
    said: list[str] = []
    store.database.connection.set_trace_callback(lambda sql: said.append(sql.split()[0]))

    def statements(act: Callable[[], object]) -> list[str]:
        said.clear()
        act()
        return list(said)

    assert statements(lambda: session.play(counter.Add(1, 1))) == ["BEGIN", "UPDATE", "INSERT", "COMMIT"]
    assert statements(lambda: session.play(counter.Add(1, 1))) == ["INSERT"]
    assert statements(lambda: session.save_draft({"seat": 1})) == ["UPDATE"]
    assert statements(lambda: session.play(counter.Add(1, 1))) == ["INSERT"]
    assert statements(lambda: store.games.load(number)) == ["UPDATE", "SELECT", "SELECT"]
    assert statements(session.undo) == ["BEGIN", "UPDATE", "COMMIT"]
    redone = ["BEGIN", "UPDATE", "DELETE", "INSERT", "COMMIT"]
    assert statements(lambda: session.play(counter.Add(2, 5))) == redone


def test_a_move_does_not_rewrite_the_index_of_stale_games(store: Store) -> None:
    """Each page that a move changes is written and summed before its screen is shown."""
    names: dict[int, str] = dict(
        store.database.rows("SELECT rootpage, name FROM sqlite_master WHERE rootpage > 0")
    )
    program = store.database.rows(f"EXPLAIN {journal._ADVANCE_UNFINISHED}", (1, 1.0, 0, 1))
    opened = {names[page] for _, code, _, page, *_ in program if code == "OpenWrite"}
    assert opened == {"games", "games_unfinished"}
