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

from companion.games.game import IllegalMove
from companion.storage.database import StorageError
from companion.storage.files import FILE
from companion.storage.store import Store, open_store
from companion.storage.tables import new_table, open_table
from companion.table import Table


@contextmanager
def pages_run_out(store: Store, _folder: Path) -> Iterator[None]:
    connection = store.database.connection
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count={pages}")
    yield
    connection.execute("PRAGMA max_page_count=1000000")


@contextmanager
def writing_fails(_store: Store, folder: Path) -> Iterator[None]:
    size = (folder / (FILE + "-wal")).stat().st_size
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


def picture(table: Table[Any, Any, Any]) -> tuple[Any, ...]:
    return table.state, table.moves, table.undone


def until_refused(table: Table[Any, Any, Any], counter: ModuleType) -> StorageError:
    """Play long notes until the storage refuses; full pages need a few moves to show."""
    for n in range(200):
        before = picture(table)
        try:
            table.play(counter.Add(n % 3, 1, "note " * 300))
        except StorageError as refused:
            assert picture(table) == before
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
    table, number = new_table(counter.COUNTER, counter.SETUP, store.games)
    for n in range(4):
        table.play(counter.Add(n % 3, n + 1))
    table.undo()
    with failure(store, tmp_path):
        refused = until_refused(table, counter)
        before = picture(table)
        again = until_refused(table, counter)
    assert [(wrong.problem.key, dict(wrong.problem.args)) for wrong in (refused, again)] == [(key, args)] * 2
    assert picture(table) == before
    assert picture(open_table(counter.COUNTER, store.games.load(number), store.games)) == before

    # Room again: the very same table goes on.
    table.play(counter.Add(2, 9))
    table.undo()
    table.redo()
    store = reopen()
    assert store.problems == ()
    assert picture(open_table(counter.COUNTER, store.games.load(number), store.games)) == picture(table)


@pytest.mark.parametrize(("failure", "key", "args"), FAILURES[1:])
def test_an_undo_that_cannot_be_written_is_not_made(
    failure: Failure, key: str, args: dict[str, str], store: Store, counter: ModuleType, tmp_path: Path
) -> None:
    table, number = new_table(counter.COUNTER, counter.SETUP, store.games)
    for n in range(4):
        table.play(counter.Add(n % 3, n + 1))
    table.undo()
    before = picture(table)
    with failure(store, tmp_path):
        for step in (table.undo, table.redo):
            with pytest.raises(StorageError) as refused:
                step()
            assert (refused.value.problem.key, refused.value.problem.args) == (key, args)
            assert picture(table) == before
    assert store.games.load(number).position == 3
    table.undo()
    assert store.games.load(number).position == 2


def test_a_move_against_the_rules_is_not_written(store: Store, counter: ModuleType) -> None:
    table, number = new_table(counter.COUNTER, counter.SETUP, store.games)
    before = store.games.load(number)
    with pytest.raises(IllegalMove):
        table.play(counter.Add(0, 0))
    assert store.games.load(number) == before


def test_a_move_that_is_not_json_takes_nothing_along(store: Store, counter: ModuleType) -> None:
    table, number = new_table(counter.COUNTER, counter.SETUP, store.games)
    before = store.games.load(number)
    with pytest.raises(TypeError):
        table.play(counter.Add(0, 1, note=object()))
    assert store.games.load(number) == before
    assert table.moves == ()
    table.play(counter.Add(0, 1))
    assert store.games.load(number).position == 1


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
        table, number = new_table(counter.COUNTER, counter.SETUP, store.games)
        refused = until_refused(table, counter)
        assert refused.problem.key == "app.problem.storage_full"
        shown = table.moves
        assert shown
    with closing(open_store(tiny_disk, clock)) as store:
        assert store.problems == ()
        assert open_table(counter.COUNTER, store.games.load(number), store.games).moves == shown


def test_a_disk_that_is_full_at_the_start_leaves_memory(tiny_disk: Path, clock: Callable[[], float]) -> None:
    (tiny_disk / "film").write_bytes(bytes(508 * 1024))
    with closing(open_store(tiny_disk, clock)) as store:
        assert [problem.key for problem in store.problems] == ["app.problem.storage_unwritable"]
    (tiny_disk / "film").unlink()
    with closing(open_store(tiny_disk, clock)) as store:
        assert store.problems == ()
        assert store.durable
