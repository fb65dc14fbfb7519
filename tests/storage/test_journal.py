"""The journal: failing disks, edits of the past, kills and truncated logs lose no move."""

from __future__ import annotations

import os
import random
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import companion
from companion.core.game import IllegalMove
from companion.core.session import GameSession
from companion.storage.database import DATABASE_FILE, StorageError
from companion.storage.games import open_session, start_session
from companion.storage.store import Store, open_store
from tests.cases import sample
from tests.storage.exchange import Clock


@contextmanager
def limit_pages(store: Store, _folder: Path) -> Iterator[None]:
    connection = store.database.connection
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count={pages}")
    yield
    connection.execute("PRAGMA max_page_count=1000000")


@contextmanager
def fail_writes(_store: Store, folder: Path) -> Iterator[None]:
    size = (folder / (DATABASE_FILE + "-wal")).stat().st_size
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def forbid_writes(store: Store, _folder: Path) -> Iterator[None]:
    connection = store.database.connection
    connection.execute("PRAGMA query_only=ON")
    yield
    connection.execute("PRAGMA query_only=OFF")


Failure = Callable[[Store, Path], Any]
FAILURES = [
    (limit_pages, "app.problem.storage_full", {}),
    (fail_writes, "app.problem.storage_failed", {"reason": "SQLITE_IOERR_WRITE"}),
    (forbid_writes, "app.problem.storage_failed", {"reason": "SQLITE_READONLY"}),
]


def read_log(session: GameSession[Any, Any, Any]) -> tuple[Any, ...]:
    return session.state, session.moves, session.undone_moves


def play_until_refused(session: GameSession[Any, Any, Any], counter: ModuleType) -> StorageError:
    """Play long notes until the storage refuses; full pages need a few moves to show."""
    for n in range(200):
        before = read_log(session)
        try:
            session.play(counter.Add(n % 3, 1, "note " * 300))
        except StorageError as refused:
            assert read_log(session) == before
            return refused
    return pytest.fail("the storage never refused")


@pytest.mark.parametrize(("failure", "key", "args"), FAILURES)
def test_a_move_that_cannot_be_written_is_not_played(
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
        refused = play_until_refused(session, counter)
        before = read_log(session)
        again = play_until_refused(session, counter)
    assert [(wrong.problem.key, dict(wrong.problem.args)) for wrong in (refused, again)] == [(key, args)] * 2
    assert read_log(session) == before
    assert read_log(open_session(counter.COUNTER, store.games.load(number), store.games)) == before

    # Room again: the very same table goes on.
    session.play(counter.Add(2, 9))
    session.undo()
    session.redo()
    store = reopen()
    assert store.problems == ()
    assert read_log(open_session(counter.COUNTER, store.games.load(number), store.games)) == read_log(session)


@pytest.mark.parametrize(("failure", "key", "args"), FAILURES[1:])
def test_an_undo_that_cannot_be_written_is_not_applied(
    failure: Failure, key: str, args: dict[str, str], store: Store, counter: ModuleType, tmp_path: Path
) -> None:
    session, number = start_session(counter.COUNTER, counter.SETUP, store.games)
    for n in range(4):
        session.play(counter.Add(n % 3, n + 1))
    session.undo()
    before = read_log(session)
    with failure(store, tmp_path):
        for step in (session.undo, session.redo):
            with pytest.raises(StorageError) as refused:
                step()
            assert (refused.value.problem.key, refused.value.problem.args) == (key, args)
            assert read_log(session) == before
    assert store.games.load(number).move_count == 3
    session.undo()
    assert store.games.load(number).move_count == 2


def test_a_killed_game_has_all_moves_and_the_time_of_the_last(
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
        assert read_log(open_session(counter.COUNTER, found.games.load(number), found.games)) == read_log(
            session
        )


def test_two_sessions_on_one_game_never_overwrite_each_other(store: Store, counter: ModuleType) -> None:
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


def test_a_purged_game_is_reported_to_its_session(store: Store, counter: ModuleType, clock: Clock) -> None:
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


def test_a_game_is_read_even_if_the_deferred_update_fails(
    store: Store, counter: ModuleType, tmp_path: Path
) -> None:
    session, number = start_session(counter.COUNTER, counter.SETUP, store.games)
    for n in range(3):
        session.play(counter.Add(n % 3, n + 1))
    with forbid_writes(store, tmp_path):
        assert store.games.load(number).move_count == 3
        with pytest.raises(StorageError):
            store.games.start("counter", {})
    assert store.games.load(number).move_count == 3
    position = store.database.connection.execute("SELECT position FROM games WHERE id = ?", (number,))
    assert position.fetchone() == (3,)


def test_a_rolled_back_transaction_loses_no_deferred_update(store: Store, counter: ModuleType) -> None:
    session, number = start_session(counter.COUNTER, counter.SETUP, store.games)
    for n in range(3):
        session.play(counter.Add(n % 3, n + 1))
    with pytest.raises(StorageError), store.database.transaction() as execute:
        execute("DELETE FROM moves WHERE number = sum(1)", ())
    assert store.games.load(number).move_count == 3


def test_an_illegal_move_is_not_written(store: Store, counter: ModuleType) -> None:
    session, number = start_session(counter.COUNTER, counter.SETUP, store.games)
    before = store.games.load(number)
    with pytest.raises(IllegalMove):
        session.play(counter.Add(0, 0))
    assert store.games.load(number) == before


def test_a_move_that_cannot_be_encoded_changes_nothing(store: Store, counter: ModuleType) -> None:
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


def test_a_disk_that_fills_up_during_a_game_loses_no_move(
    tiny_disk: Path, counter: ModuleType, clock: Callable[[], float]
) -> None:
    with closing(open_store(tiny_disk, clock)) as store:
        session, number = start_session(counter.COUNTER, counter.SETUP, store.games)
        refused = play_until_refused(session, counter)
        assert refused.problem.key == "app.problem.storage_full"
        shown = session.moves
        assert shown
    with closing(open_store(tiny_disk, clock)) as store:
        assert store.problems == ()
        assert open_session(counter.COUNTER, store.games.load(number), store.games).moves == shown


def test_a_disk_that_is_full_at_start_uses_memory(tiny_disk: Path, clock: Callable[[], float]) -> None:
    (tiny_disk / "film").write_bytes(bytes(508 * 1024))
    with closing(open_store(tiny_disk, clock)) as store:
        assert [problem.key for problem in store.problems] == ["app.problem.storage_unwritable"]
    (tiny_disk / "film").unlink()
    with closing(open_store(tiny_disk, clock)) as store:
        assert store.problems == ()
        assert store.is_durable


RunningSession = tuple[GameSession[Any, Any, Any], int]


@pytest.fixture
def six_moves(store: Store, counter: ModuleType) -> RunningSession:
    """A table of six moves, worth 1 to 6 points."""
    session, number = start_session(counter.COUNTER, counter.SETUP, store.games)
    for points in range(1, 7):
        session.play(counter.Add(points % 3, points))
    return session, number


def reopen_session(store: Store, number: int, counter: ModuleType) -> GameSession[Any, Any, Any]:
    return open_session(counter.COUNTER, store.games.load(number), store.games)


def test_a_committed_edit_survives_a_restart(
    six_moves: RunningSession, counter: ModuleType, reopen: Callable[[], Store]
) -> None:
    session, number = six_moves
    session.commit_edit(session.preview_edit({2: (counter.Add(0, 50),), 4: ()}))
    assert session.state.total == 1 + 2 + 50 + 4 + 6
    assert read_log(reopen_session(reopen(), number, counter)) == read_log(session)


def test_an_undone_edit_restores_the_log(
    six_moves: RunningSession, counter: ModuleType, reopen: Callable[[], Store]
) -> None:
    session, number = six_moves
    before = read_log(session)
    session.commit_edit(session.preview_edit({0: (), 5: ()}))
    session.undo()
    assert read_log(session) == before
    assert read_log(reopen_session(reopen(), number, counter)) == before


def test_a_redone_edit_keeps_later_moves(
    six_moves: RunningSession, store: Store, counter: ModuleType
) -> None:
    session, number = six_moves
    session.commit_edit(session.preview_edit({3: ()}))
    session.play(counter.Add(0, 9))
    for step in (session.undo, session.undo, session.redo):
        step()
    assert read_log(reopen_session(store, number, counter)) == read_log(session)
    assert session.undone_moves == (counter.Add(0, 9),)
    session.redo()
    assert read_log(reopen_session(store, number, counter)) == read_log(session)


def test_a_reopened_session_has_only_the_committed_log(
    six_moves: RunningSession, counter: ModuleType, reopen: Callable[[], Store]
) -> None:
    session, number = six_moves
    session.commit_edit(session.preview_edit({0: (counter.Add(0, 7),)}))
    again = reopen_session(reopen(), number, counter)
    again.undo()
    assert again.moves == session.moves[:-1]


def test_moves_can_be_played_after_an_edit(
    six_moves: RunningSession, counter: ModuleType, reopen: Callable[[], Store]
) -> None:
    session, number = six_moves
    session.commit_edit(session.preview_edit({1: (), 2: (), 3: ()}))
    session.play(counter.Add(1, 8))
    session.undo()
    session.play(counter.Add(2, 9))
    assert read_log(reopen_session(reopen(), number, counter)) == read_log(session)


def test_an_edit_can_end_a_game_and_its_undo_reopens_it(
    six_moves: RunningSession, store: Store, counter: ModuleType
) -> None:
    session, number = six_moves
    session.commit_edit(session.preview_edit({5: (counter.Add(1, counter.SETUP.goal),)}))
    stored = store.games.load(number)
    assert (stored.outcome, stored.ended is None) == (session.outcome, False)
    assert next(store.games.iterate_unfinished(), None) is None
    session.undo()
    unfinished = next(store.games.iterate_unfinished(), None)
    assert unfinished is not None
    assert unfinished.id == number


@pytest.mark.parametrize("pragma", ["query_only=ON", "max_page_count={pages}"])
def test_an_edit_that_cannot_be_written_is_not_applied(
    pragma: str, six_moves: RunningSession, store: Store, counter: ModuleType
) -> None:
    session, number = six_moves
    before = read_log(session)
    connection = store.database.connection
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA {pragma.format(pages=pages)}")
    long = [counter.Add(n % 3, 1, "note " * 400) for n in range(30)]
    with pytest.raises(StorageError):
        session.commit_edit(session.preview_edit({0: tuple(long)}))
    assert read_log(session) == before
    for mended in ("query_only=OFF", "max_page_count=1000000"):
        connection.execute(f"PRAGMA {mended}")
    assert read_log(reopen_session(store, number, counter)) == before
    session.commit_edit(session.preview_edit({0: tuple(long)}))
    assert read_log(reopen_session(store, number, counter)) == read_log(session)


def test_a_move_that_cannot_be_encoded_rejects_the_edit(
    six_moves: RunningSession, store: Store, counter: ModuleType
) -> None:
    session, number = six_moves
    before = read_log(session)
    with pytest.raises(TypeError):
        session.commit_edit(session.preview_edit({2: (counter.Add(0, 1), counter.Add(0, 1, note=object()))}))
    assert read_log(session) == before
    assert read_log(reopen_session(store, number, counter)) == before


@pytest.mark.parametrize(("first", "moves", "position"), [(7, 0, 7), (-1, 0, 0), (2, 1, 4), (2, 1, -1)])
def test_a_log_with_a_gap_is_rejected(
    first: int, moves: int, position: int, six_moves: RunningSession, store: Store, counter: ModuleType
) -> None:
    session, number = six_moves
    journal = store.games.open_journal(number, dict)
    with pytest.raises(ValueError, match="after 6 moves"):
        journal.replace(first, [{}] * moves, position, None)
    assert read_log(reopen_session(store, number, counter)) == read_log(session)


def test_an_edit_of_a_purged_game_reports_it_missing(
    six_moves: RunningSession, store: Store, counter: ModuleType
) -> None:
    session, number = six_moves
    store.games.delete(number)
    store.games.purge(float("inf"))
    with pytest.raises(StorageError) as refused:
        session.commit_edit(session.preview_edit({0: ()}))
    assert refused.value.problem.code == "game_missing"


def test_a_power_cut_leaves_either_the_old_or_the_new_log(
    six_moves: RunningSession, store: Store, counter: ModuleType, tmp_path: Path, clock: Callable[[], float]
) -> None:
    session, number = six_moves
    store.checkpoint()
    old = read_log(session)
    session.commit_edit(session.preview_edit({1: (counter.Add(2, 70, "long " * 900),), 3: ()}))
    new = read_log(session)
    # Copied while open, as a power cut would find them.
    file, log = (tmp_path / DATABASE_FILE).read_bytes(), (tmp_path / (DATABASE_FILE + "-wal")).read_bytes()
    dice = random.Random(11)
    seen = set()
    for cut in sorted({0, len(log) - 1, len(log), *(dice.randrange(len(log)) for _ in range(30))}):
        folder = tmp_path / "cut"
        folder.mkdir()
        (folder / DATABASE_FILE).write_bytes(file)
        (folder / (DATABASE_FILE + "-wal")).write_bytes(log[:cut])
        with closing(open_store(folder, clock)) as after:
            assert after.problems == ()
            there = read_log(reopen_session(after, number, counter))
        assert there in (old, new)
        assert (there == new) == (cut == len(log))
        seen.add(there == new)
        shutil.rmtree(folder)
    assert seen == {True, False}


ROOT = Path(companion.__file__).parents[1]


def play_until_killed(folder: Path, seed: int, lines: int) -> list[str]:
    """Let a child play, kill it once it has shown `lines` steps, and return all it has shown."""
    child = subprocess.Popen(
        [sys.executable, Path(__file__).with_name("counter.py"), folder, str(seed)],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        text=True,
    )
    with child:
        assert child.stdout is not None
        shown = [child.stdout.readline() for _ in range(lines + 1)]
        child.kill()
        # What it managed to show between our reading and its death counts as well. A kill can
        # cut the last line short: then nobody has seen it whole.
        shown += child.stdout.readlines()
    opened, *steps = [line.rstrip("\n") for line in shown if line.endswith("\n")]
    assert opened == "open"
    assert len(steps) >= lines
    return steps


@pytest.mark.parametrize("kills", sample([6, 25]))
def test_no_shown_step_is_lost_by_a_kill(
    kills: int, tmp_path: Path, counter: ModuleType, clock: Callable[[], float]
) -> None:
    dice = random.Random(20260101)
    # The table as the players saw it, kept in memory by playing along with what was shown.
    seen: GameSession[Any, Any, Any] = GameSession(counter.COUNTER, counter.SETUP)
    for kill in range(kills):
        steps = play_until_killed(tmp_path, kill, dice.randint(1, 40))
        own = random.Random(kill)
        for step in steps:
            # The child draws its steps from the seed, so both must agree on what was done.
            assert counter.step(seen, own) == step

        with closing(open_store(tmp_path, clock)) as store:
            assert store.problems == ()
            assert store.games.count() == 1
            stored = next(store.games.iterate_unfinished(), None)
            assert stored is not None
            found = open_session(counter.COUNTER, stored, store.games)
        if read_log(found) != read_log(seen):
            counter.step(seen, own)  # written, but killed before it was shown
        assert read_log(found) == read_log(seen)
    assert len(seen.moves) > kills


def test_a_truncated_wal_holds_the_moves_up_to_there(
    store: Store, counter: ModuleType, tmp_path: Path, clock: Callable[[], float]
) -> None:
    """What a power cut leaves of a log: its beginning, then nothing or rubbish."""
    session, number = start_session(counter.COUNTER, counter.SETUP, store.games)
    store.checkpoint()
    ends = [0]
    for n in range(12):
        session.play(counter.Add(n % 3, n + 1))
        ends.append((tmp_path / (DATABASE_FILE + "-wal")).stat().st_size)
    # Copied while open, as a power cut would find them.
    file, log = (tmp_path / DATABASE_FILE).read_bytes(), (tmp_path / (DATABASE_FILE + "-wal")).read_bytes()
    dice = random.Random(7)
    cuts = sorted({*ends, *(dice.randrange(ends[-1]) for _ in range(12))})
    for cut in cuts:
        for rubbish in (b"", dice.randbytes(5000)):
            folder = tmp_path / "cut"
            folder.mkdir()
            (folder / DATABASE_FILE).write_bytes(file)
            (folder / (DATABASE_FILE + "-wal")).write_bytes(log[:cut] + rubbish)
            with closing(open_store(folder, clock)) as after:
                assert after.problems == ()
                stored = after.games.load(number)
                moves = open_session(counter.COUNTER, stored, after.games).moves
            whole = sum(end <= cut for end in ends) - 1
            assert moves == session.moves[:whole]
            shutil.rmtree(folder)
