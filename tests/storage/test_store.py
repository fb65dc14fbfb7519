"""Opening the store: whatever files are in the folder, the app starts and overwrites nothing."""

from __future__ import annotations

import os
import random
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import ModuleType

import pytest

import companion
from companion.storage.database import DATABASE_FILE, mark_for_check
from companion.storage.games import start_session
from companion.storage.schema import MIGRATIONS
from companion.storage.store import Store, open_store

ROOT = Path(companion.__file__).parents[1]
STAMP = "20260921-141320"


def problem_keys(store: Store) -> list[str]:
    return [problem.key for problem in store.problems]


def can_play(store: Store) -> bool:
    """Whether a game can be played and found again, durable or not."""
    game = store.games.start("counter", {"goal": 3})
    store.games.open_journal(game.id, dict).append(0, {"move": "add"}, None)
    return store.games.load(game.id).moves == ({"move": "add"},)


def play_game(store: Store, counter: ModuleType, moves: int) -> None:
    session, _ = start_session(counter.COUNTER, counter.SETUP, store.games)
    for n in range(moves):
        session.play(counter.Add(n % 3, 1, "x" * 200))


def kill_during_game(folder: Path, lines: int = 12) -> None:
    """Leave the folder as a run leaves it that was killed while playing."""
    child = subprocess.Popen(
        [sys.executable, Path(__file__).with_name("counter.py"), folder, "1"],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    with child:
        assert child.stdout is not None
        for _ in range(lines):
            child.stdout.readline()
        child.kill()


def test_the_folder_is_created_with_its_parents(tmp_path: Path, clock: Callable[[], float]) -> None:
    with closing(open_store(tmp_path / "a" / "b", clock)) as store:
        assert store.is_durable
        assert store.path == tmp_path / "a" / "b" / DATABASE_FILE
        assert store.problems == ()
        assert can_play(store)


def test_a_commit_is_on_disk_when_it_returns(store: Store) -> None:
    pragma = {
        name: store.database.rows(f"PRAGMA {name}")[0][0]
        for name in ("journal_mode", "synchronous", "foreign_keys", "locking_mode", "user_version")
    }
    assert pragma == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "locking_mode": "exclusive",
        "user_version": len(MIGRATIONS),
    }


def test_a_store_can_be_closed_twice(store: Store) -> None:
    store.close()
    store.close()


def test_a_closed_store_leaves_one_file(store: Store, tmp_path: Path) -> None:
    assert can_play(store)
    store.close()
    assert [file.name for file in tmp_path.iterdir()] == [DATABASE_FILE]


def test_a_checkpointed_store_needs_no_check_after_a_kill(store: Store, tmp_path: Path) -> None:
    assert can_play(store)
    assert (tmp_path / (DATABASE_FILE + "-wal")).stat().st_size > 0
    store.checkpoint()
    assert (tmp_path / (DATABASE_FILE + "-wal")).stat().st_size == 0


# --- damaged, foreign, newer -------------------------------------------------------------------


def not_a_database(path: Path) -> None:
    path.write_bytes(b"This was once a shopping list.\n" * 300)


def a_few_bytes(path: Path) -> None:
    path.write_bytes(b"oops")


def all_zeros(path: Path) -> None:
    path.write_bytes(bytes(40_960))


def somebody_elses(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE songs (title TEXT)")
        other.execute("PRAGMA application_id=77")


def unsigned(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE songs (title TEXT)")


@pytest.mark.parametrize("make", [not_a_database, a_few_bytes, all_zeros, somebody_elses, unsigned])
def test_a_foreign_file_is_moved_away_unchanged(
    make: Callable[[Path], None], tmp_path: Path, reopen: Callable[[], Store]
) -> None:
    make(tmp_path / DATABASE_FILE)
    before = (tmp_path / DATABASE_FILE).read_bytes()

    store = reopen()

    aside = f"companion.damaged-{STAMP}.db"
    assert problem_keys(store) == ["app.problem.storage_damaged"]
    assert store.problems[0].args == {"file": aside}
    assert (tmp_path / aside).read_bytes() == before
    assert store.is_durable
    assert can_play(store)
    assert reopen().problems == ()


def test_an_empty_file_is_opened_as_new(tmp_path: Path, reopen: Callable[[], Store]) -> None:
    (tmp_path / DATABASE_FILE).touch()
    store = reopen()
    assert store.problems == ()
    assert can_play(store)


def test_a_used_file_name_is_not_overwritten(tmp_path: Path, reopen: Callable[[], Store]) -> None:
    for taken in (f"companion.damaged-{STAMP}.db", f"companion.damaged-{STAMP}-2.db-wal"):
        (tmp_path / taken).write_text("kept")
    not_a_database(tmp_path / DATABASE_FILE)

    store = reopen()

    assert store.problems[0].args == {"file": f"companion.damaged-{STAMP}-3.db"}
    assert (tmp_path / f"companion.damaged-{STAMP}.db").read_text() == "kept"
    assert (tmp_path / f"companion.damaged-{STAMP}-2.db-wal").read_text() == "kept"


def test_a_truncated_file_is_moved_away(
    store: Store, counter: ModuleType, tmp_path: Path, reopen: Callable[[], Store]
) -> None:
    play_game(store, counter, 200)
    store.close()
    whole = (tmp_path / DATABASE_FILE).read_bytes()
    (tmp_path / DATABASE_FILE).write_bytes(whole[: len(whole) // 2])

    assert problem_keys(reopen()) == ["app.problem.storage_damaged"]
    assert (tmp_path / f"companion.damaged-{STAMP}.db").read_bytes() == whole[: len(whole) // 2]


def test_a_file_damaged_by_a_kill_is_moved_away_with_its_log(
    store: Store, counter: ModuleType, tmp_path: Path, reopen: Callable[[], Store]
) -> None:
    play_game(store, counter, 400)
    store.close()
    kill_during_game(tmp_path)
    log = (tmp_path / (DATABASE_FILE + "-wal")).read_bytes()
    assert log
    whole = (tmp_path / DATABASE_FILE).read_bytes()
    page = 4096
    # A page in the middle of the moves, far from what the first screen reads.
    middle = len(whole) // page // 2 * page
    broken = whole[:middle] + random.Random(5).randbytes(page) + whole[middle + page :]
    (tmp_path / DATABASE_FILE).write_bytes(broken)

    store = reopen()

    assert problem_keys(store) == ["app.problem.storage_damaged"]
    aside = tmp_path / f"companion.damaged-{STAMP}.db"
    assert aside.read_bytes() == broken
    assert (tmp_path / (aside.name + "-wal")).read_bytes() == log
    assert can_play(store)


def test_a_valid_file_is_opened_after_a_kill(
    tmp_path: Path, reopen: Callable[[], Store], counter: ModuleType
) -> None:
    kill_during_game(tmp_path)
    store = reopen()
    assert store.problems == ()
    assert next(store.games.iterate_unfinished(), None) is not None
    store.close()
    assert [file.name for file in tmp_path.iterdir()] == [DATABASE_FILE]


HALF_WRITTEN = """
import os, sqlite3, sys
hand = sqlite3.connect(sys.argv[1], isolation_level=None)
hand.execute("PRAGMA journal_mode=DELETE")
hand.execute("PRAGMA cache_size=1")
hand.execute("BEGIN")
hand.execute("UPDATE moves SET move = 'gone'")
os.kill(os.getpid(), 9)
"""


def test_without_wal_a_half_written_transaction_is_rolled_back(
    store: Store, counter: ModuleType, tmp_path: Path, reopen: Callable[[], Store]
) -> None:
    play_game(store, counter, 100)
    before = next(store.games.iterate_unfinished(), None)
    store.close()
    subprocess.run([sys.executable, "-c", HALF_WRITTEN, tmp_path / DATABASE_FILE], check=False)
    assert (tmp_path / (DATABASE_FILE + "-journal")).stat().st_size > 0

    store = reopen()

    assert store.problems == ()
    assert next(store.games.iterate_unfinished(), None) == before


def test_damage_is_detected_after_a_rollback(
    store: Store, counter: ModuleType, tmp_path: Path, reopen: Callable[[], Store]
) -> None:
    for n in range(60):
        store.games.start("counter", {"note": f"evening-{n:02} " * 50})
    play_game(store, counter, 100)
    store.close()
    subprocess.run([sys.executable, "-c", HALF_WRITTEN, tmp_path / DATABASE_FILE], check=False)
    torn = bytearray((tmp_path / DATABASE_FILE).read_bytes())
    # A page of games that neither the half-written step nor the first screen comes near.
    page = torn.index(b"evening-30") // 4096 * 4096
    torn[page : page + 4096] = b"\xff" * 4096
    (tmp_path / DATABASE_FILE).write_bytes(torn)

    store = reopen()

    assert problem_keys(store) == ["app.problem.storage_damaged"]
    assert b"evening-59" in (tmp_path / f"companion.damaged-{STAMP}.db").read_bytes()
    assert can_play(store)


def test_the_check_marker_of_a_valid_file_is_removed(
    store: Store, tmp_path: Path, reopen: Callable[[], Store]
) -> None:
    assert can_play(store)
    store.close()
    mark_for_check(tmp_path / DATABASE_FILE)
    store = reopen()
    assert store.problems == ()
    assert store.games.count() == 1
    store.close()
    assert [file.name for file in tmp_path.iterdir()] == [DATABASE_FILE]


def test_damage_met_during_a_game_is_checked_at_the_next_start(
    store: Store, counter: ModuleType, tmp_path: Path, reopen: Callable[[], Store]
) -> None:
    play_game(store, counter, 400)
    play_game(store, counter, 3)
    store.close()
    whole = (tmp_path / DATABASE_FILE).read_bytes()
    # A page full of moves, of which the first game has the most by far.
    page = max(range(0, len(whole), 4096), key=lambda start: whole.count(b'"move"', start, start + 4096))
    (tmp_path / DATABASE_FILE).write_bytes(whole[:page] + b"\xff" * 4096 + whole[page + 4096 :])

    store = reopen()
    assert store.problems == ()  # a clean end: nobody looked that far
    listing = store.games.list_recent(10)
    assert [game.id for game in listing.games] == [2]
    assert [problem.args for problem in listing.problems] == [{"id": 1}]

    assert problem_keys(reopen()) == ["app.problem.storage_damaged"]
    assert reopen().problems == ()


@pytest.mark.parametrize("left", ["gone", "empty"])
def test_an_orphaned_log_is_moved_away(left: str, tmp_path: Path, reopen: Callable[[], Store]) -> None:
    kill_during_game(tmp_path)
    log = (tmp_path / (DATABASE_FILE + "-wal")).read_bytes()
    (tmp_path / DATABASE_FILE).unlink()
    if left == "empty":
        (tmp_path / DATABASE_FILE).touch()

    store = reopen()

    assert problem_keys(store) == ["app.problem.storage_damaged"]
    assert (tmp_path / f"companion.damaged-{STAMP}.db-wal").read_bytes() == log
    assert can_play(store)


def test_a_missing_table_is_damage(store: Store, tmp_path: Path, reopen: Callable[[], Store]) -> None:
    store.close()
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as hand:
        hand.execute("DROP TABLE moves")
    assert problem_keys(reopen()) == ["app.problem.storage_damaged"]


def test_an_undecodable_error_message_is_damage(
    store: Store, tmp_path: Path, reopen: Callable[[], Store]
) -> None:
    """SQLite quotes the broken definition of a table."""
    store.close()
    data = (tmp_path / DATABASE_FILE).read_bytes()
    (tmp_path / DATABASE_FILE).write_bytes(data.replace(b"CREATE TABLE groups", b"CREATE TABL\xff groups"))
    assert problem_keys(reopen()) == ["app.problem.storage_damaged"]


@pytest.mark.parametrize("killed", [False, True])
def test_a_newer_file_is_moved_away_with_its_version(
    killed: bool, tmp_path: Path, reopen: Callable[[], Store]
) -> None:
    kill_during_game(tmp_path)
    version = len(MIGRATIONS) + 4
    hand = sqlite3.connect(tmp_path / DATABASE_FILE)
    hand.execute(f"PRAGMA user_version={version}")
    if killed:
        # What a later version leaves when it is killed: its version only stands in the log.
        for suffix in ("", "-wal"):
            shutil.copy(tmp_path / (DATABASE_FILE + suffix), tmp_path / ("copy" + suffix))
    hand.close()
    if killed:
        for suffix in ("", "-wal"):
            (tmp_path / ("copy" + suffix)).rename(tmp_path / (DATABASE_FILE + suffix))
    before = (tmp_path / DATABASE_FILE).read_bytes()

    store = reopen()

    aside = f"companion.newer-v{version}-{STAMP}.db"
    assert problem_keys(store) == ["app.problem.storage_newer"]
    assert store.problems[0].args == {"file": aside}
    assert (tmp_path / aside).read_bytes() == before
    assert (tmp_path / (aside + "-wal")).exists() is killed
    assert store.games.count() == 0
    assert can_play(store)
    with closing(sqlite3.connect(tmp_path / aside)) as kept:
        assert kept.execute("SELECT count(*) FROM moves").fetchone()[0] > 0
        assert kept.execute("PRAGMA user_version").fetchone() == (version,)


# --- busy and unwritable -----------------------------------------------------------------------


def test_a_second_instance_does_not_touch_the_file(
    store: Store, tmp_path: Path, clock: Callable[[], float]
) -> None:
    game = store.games.start("counter", {})
    with closing(open_store(tmp_path, clock)) as second:
        assert problem_keys(second) == ["app.problem.storage_busy"]
        assert not second.is_durable
        assert second.path is None
        assert can_play(second)
    store.games.open_journal(game.id, dict).append(0, {"move": "add"}, None)
    store.close()
    assert [file.name for file in tmp_path.iterdir()] == [DATABASE_FILE]


def test_an_instance_in_another_process_is_detected(tmp_path: Path, clock: Callable[[], float]) -> None:
    child = subprocess.Popen(
        [sys.executable, Path(__file__).with_name("counter.py"), tmp_path, "1"],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    with child:
        assert child.stdout is not None
        try:
            child.stdout.readline()
            with closing(open_store(tmp_path, clock)) as second:
                assert problem_keys(second) == ["app.problem.storage_busy"]
                assert can_play(second)
        finally:
            child.kill()
    with closing(open_store(tmp_path, clock)) as store:
        assert store.problems == ()
        assert store.games.count() == 1


def test_a_folder_that_cannot_be_created_uses_memory(tmp_path: Path, clock: Callable[[], float]) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "data"
    with closing(open_store(folder, clock)) as store:
        assert problem_keys(store) == ["app.problem.storage_unwritable"]
        assert store.problems[0].args == {"folder": str(folder)}
        assert not store.is_durable
        assert can_play(store)


def test_a_folder_in_place_of_the_file_uses_memory(tmp_path: Path, reopen: Callable[[], Store]) -> None:
    (tmp_path / DATABASE_FILE).mkdir()
    store = reopen()
    assert problem_keys(store) == ["app.problem.storage_unwritable"]
    assert can_play(store)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that other users can look into: `tmp_path` of root is closed to them."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


@contextmanager
def ordinary_user() -> Iterator[None]:
    """Root may write anywhere, so as root the test steps down for a moment."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.parametrize("killed", [False, True])
@pytest.mark.parametrize("mode", [(0o444, 0o755), (0o444, 0o555), (0o666, 0o555)])
def test_a_read_only_file_or_folder_uses_memory(
    killed: bool, mode: tuple[int, int], open_folder: Path, clock: Callable[[], float]
) -> None:
    kill_during_game(open_folder)
    if not killed:
        open_store(open_folder, clock).close()
    before = {file.name: file.read_bytes() for file in open_folder.iterdir()}
    (open_folder / DATABASE_FILE).chmod(mode[0])
    open_folder.chmod(mode[1])

    with ordinary_user():
        store = open_store(open_folder, clock)
    with closing(store):
        assert problem_keys(store) == ["app.problem.storage_unwritable"]
        assert can_play(store)
    assert {name: (open_folder / name).read_bytes() for name in before} == before


@contextmanager
def limit_disk(size: int) -> Iterator[None]:
    """For the kernel no file of this process may grow beyond `size` now."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("room", [0, 4096, 20_000])
def test_a_full_disk_uses_memory_until_the_next_start(
    room: int, tmp_path: Path, reopen: Callable[[], Store]
) -> None:
    with limit_disk(room):
        store = reopen()
    assert problem_keys(store) == ["app.problem.storage_unwritable"]
    assert can_play(store)

    store = reopen()
    assert store.problems == ()
    assert store.is_durable


def test_a_damaged_file_on_a_full_disk_is_moved_away(tmp_path: Path, reopen: Callable[[], Store]) -> None:
    not_a_database(tmp_path / DATABASE_FILE)
    before = (tmp_path / DATABASE_FILE).read_bytes()
    with limit_disk(0):
        store = reopen()
    assert problem_keys(store) == ["app.problem.storage_damaged", "app.problem.storage_unwritable"]
    assert (tmp_path / f"companion.damaged-{STAMP}.db").read_bytes() == before
    assert can_play(store)
