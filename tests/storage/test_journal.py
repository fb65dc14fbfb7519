"""A disk that fails while playing: the step is refused, the table stands, and play goes on after."""

from __future__ import annotations

import resource
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from companion.core.game import IllegalMove
from companion.core.session import GameSession
from companion.storage.database import DATABASE_FILE, StorageError
from companion.storage.games import open_session, start_session
from companion.storage.store import Store, open_store
from tests.storage.exchange import Clock


@contextmanager
def pages_run_out(store: Store, _folder: Path) -> Iterator[None]:
    connection = store.database.connection
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count={pages}")
    yield
    connection.execute("PRAGMA max_page_count=1000000")


@contextmanager
def writing_fails(_store: Store, folder: Path) -> Iterator[None]:
    size = (folder / (DATABASE_FILE + "-wal")).stat().st_size
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def only_reading_allowed(store: Store, _folder: Path) -> Iterator[None]:
    connection = store.database.connection
    connection.execute("PRAGMA query_only=ON")
    yield
    connection.execute("PRAGMA query_only=OFF")


Failure = Callable[[Store, Path], Any]
FAILURES = [
    (pages_run_out, "app.problem.storage_full", {}),
    (writing_fails, "app.problem.storage_failed", {"reason": "SQLITE_IOERR_WRITE"}),
    (only_reading_allowed, "app.problem.storage_failed", {"reason": "SQLITE_READONLY"}),
]


def picture(session: GameSession[Any, Any, Any]) -> tuple[Any, ...]:
    return session.state, session.moves, session.undone_moves


def until_refused(session: GameSession[Any, Any, Any], counter: ModuleType) -> StorageError:
    """Play long notes until the storage refuses; full pages need a few moves to show."""
    for n in range(200):
        before = picture(session)
        try:
            session.play(counter.Add(n % 3, 1, "note " * 300))
        except StorageError as refused:
            assert picture(session) == before
            return refused
    return pytest.fail("the storage never refused")


@pytest.mark.parametrize(("failure", "key", "args"), FAILURES)
def test_a_move_that_cannot_be_written_is_not_made(
    failure: Failure,
    key: str,
    args: dict[str, str],
    store: Store,
    counter: ModuleType,
    tmp_path: Path,
    reopen: Callable[[], Store],
) -> None:
    session, number = start_session(counter.COUNTER, counter.SETUP, store.games)
    for n in range(4):
        session.play(counter.Add(n % 3, n + 1))
    session.undo()
    with failure(store, tmp_path):
        refused = until_refused(session, counter)
        before = picture(session)
        again = until_refused(session, counter)
    assert [(wrong.problem.key, dict(wrong.problem.args)) for wrong in (refused, again)] == [(key, args)] * 2
    assert picture(session) == before
    assert picture(open_session(counter.COUNTER, store.games.load(number), store.games)) == before

    # Room again: the very same table goes on.
    session.play(counter.Add(2, 9))
    session.undo()
    session.redo()
    store = reopen()
    assert store.problems == ()
    assert picture(open_session(counter.COUNTER, store.games.load(number), store.games)) == picture(session)


@pytest.mark.parametrize(("failure", "key", "args"), FAILURES[1:])
def test_an_undo_that_cannot_be_written_is_not_made(
    failure: Failure, key: str, args: dict[str, str], store: Store, counter: ModuleType, tmp_path: Path
) -> None:
    session, number = start_session(counter.COUNTER, counter.SETUP, store.games)
    for n in range(4):
        session.play(counter.Add(n % 3, n + 1))
    session.undo()
    before = picture(session)
    with failure(store, tmp_path):
        for step in (session.undo, session.redo):
            with pytest.raises(StorageError) as refused:
                step()
            assert (refused.value.problem.key, refused.value.problem.args) == (key, args)
            assert picture(session) == before
    assert store.games.load(number).move_count == 3
    session.undo()
    assert store.games.load(number).move_count == 2


def test_a_killed_game_opens_with_all_its_moves_and_the_time_of_the_last(
    store: Store, counter: ModuleType, clock: Clock, tmp_path: Path
) -> None:
    undone, _ = start_session(counter.COUNTER, counter.SETUP, store.games)
    for n in range(4):
        undone.play(counter.Add(n % 3, n + 1))
    undone.undo()
    session, number = start_session(counter.COUNTER, counter.SETUP, store.games)
    for n in range(5):
        clock.on(60)
        session.play(counter.Add(n % 3, n + 1))
        session.save_draft({"seat": n})
    killed = shutil.copytree(tmp_path, tmp_path / "killed")
    expected = store.games.list_recent(2).games
    assert [game.move_count for game in expected] == [5, 3]
    with closing(open_store(killed, Clock())) as found:
        assert found.problems == ()
        assert found.games.list_recent(2).games == expected
        assert picture(open_session(counter.COUNTER, found.games.load(number), found.games)) == picture(
            session
        )


def test_two_tables_on_one_game_never_write_over_each_other(store: Store, counter: ModuleType) -> None:
    session, number = start_session(counter.COUNTER, counter.SETUP, store.games)
    other = open_session(counter.COUNTER, store.games.load(number), store.games)
    session.play(counter.Add(0, 1))
    session.play(counter.Add(1, 2))
    with pytest.raises(StorageError):
        other.play(counter.Add(2, 9))
    session.play(counter.Add(2, 3))
    moves = open_session(counter.COUNTER, store.games.load(number), store.games).moves
    assert moves == session.moves
    assert len(moves) == 3


def test_a_table_whose_game_was_removed_for_good_says_so(
    store: Store, counter: ModuleType, clock: Clock
) -> None:
    session, number = start_session(counter.COUNTER, counter.SETUP, store.games)
    session.play(counter.Add(0, 1))
    session.play(counter.Add(1, 1))
    store.games.delete(number)
    store.games.purge(clock.on())
    journal = store.games.open_journal(number, dict)
    steps: list[Callable[[], object]] = [
        lambda: session.save_draft({}),
        lambda: session.play(counter.Add(0, 1)),
        lambda: journal.rename({}),
        lambda: journal.append(0, {}, None),
    ]
    for step in steps:
        with pytest.raises(StorageError) as missing:
            step()
        assert missing.value.problem.key == "app.problem.game_missing"


def test_a_row_that_cannot_be_brought_up_to_date_is_read_all_the_same(
    store: Store, counter: ModuleType, tmp_path: Path
) -> None:
    session, number = start_session(counter.COUNTER, counter.SETUP, store.games)
    for n in range(3):
        session.play(counter.Add(n % 3, n + 1))
    with only_reading_allowed(store, tmp_path):
        assert store.games.load(number).move_count == 3
        with pytest.raises(StorageError):
            store.games.start("counter", {})
    assert store.games.load(number).move_count == 3
    position = store.database.connection.execute("SELECT position FROM games WHERE id = ?", (number,))
    assert position.fetchone() == (3,)


def test_a_step_that_is_taken_back_takes_nothing_of_a_game_with_it(store: Store, counter: ModuleType) -> None:
    session, number = start_session(counter.COUNTER, counter.SETUP, store.games)
    for n in range(3):
        session.play(counter.Add(n % 3, n + 1))
    with pytest.raises(StorageError), store.database.transaction() as execute:
        execute("DELETE FROM moves WHERE number = sum(1)", ())
    assert store.games.load(number).move_count == 3


def test_a_move_against_the_rules_is_not_written(store: Store, counter: ModuleType) -> None:
    session, number = start_session(counter.COUNTER, counter.SETUP, store.games)
    before = store.games.load(number)
    with pytest.raises(IllegalMove):
        session.play(counter.Add(0, 0))
    assert store.games.load(number) == before


def test_a_move_that_is_not_json_takes_nothing_along(store: Store, counter: ModuleType) -> None:
    session, number = start_session(counter.COUNTER, counter.SETUP, store.games)
    before = store.games.load(number)
    with pytest.raises(TypeError):
        session.play(counter.Add(0, 1, note=object()))
    assert store.games.load(number) == before
    assert session.moves == ()
    session.play(counter.Add(0, 1))
    assert store.games.load(number).move_count == 1


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    """A real file system of half a megabyte; only root can make one."""
    disk = tmp_path / "disk"
    disk.mkdir()
    if shutil.which("mount") is None:
        pytest.skip("no mount command")
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=512k", "none", disk], capture_output=True, check=False
    )
    if made.returncode:
        pytest.skip("file systems cannot be mounted here")
    yield disk
    subprocess.run(["umount", disk], check=True)


def test_a_disk_that_fills_up_while_playing_loses_no_move(
    tiny_disk: Path, counter: ModuleType, clock: Callable[[], float]
) -> None:
    with closing(open_store(tiny_disk, clock)) as store:
        session, number = start_session(counter.COUNTER, counter.SETUP, store.games)
        refused = until_refused(session, counter)
        assert refused.problem.key == "app.problem.storage_full"
        shown = session.moves
        assert shown
    with closing(open_store(tiny_disk, clock)) as store:
        assert store.problems == ()
        assert open_session(counter.COUNTER, store.games.load(number), store.games).moves == shown


def test_a_disk_that_is_full_at_the_start_leaves_memory(tiny_disk: Path, clock: Callable[[], float]) -> None:
    (tiny_disk / "film").write_bytes(bytes(508 * 1024))
    with closing(open_store(tiny_disk, clock)) as store:
        assert [problem.key for problem in store.problems] == ["app.problem.storage_unwritable"]
    (tiny_disk / "film").unlink()
    with closing(open_store(tiny_disk, clock)) as store:
        assert store.problems == ()
        assert store.is_durable
