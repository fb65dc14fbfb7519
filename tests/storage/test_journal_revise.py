"""An edit of the past on disk: the whole old log or the whole new one, whatever happens meanwhile."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from companion.core.session import GameSession
from companion.storage.database import DATABASE_FILE, StorageError
from companion.storage.games import open_session, start_session
from companion.storage.store import Store, open_store

Running = tuple[GameSession[Any, Any, Any], int]


@pytest.fixture
def running(store: Store, counter: ModuleType) -> Running:
    """A table of six moves, worth 1 to 6 points."""
    session, number = start_session(counter.COUNTER, counter.SETUP, store.games)
    for points in range(1, 7):
        session.play(counter.Add(points % 3, points))
    return session, number


def found(store: Store, number: int, counter: ModuleType) -> GameSession[Any, Any, Any]:
    return open_session(counter.COUNTER, store.games.load(number), store.games)


def picture(session: GameSession[Any, Any, Any]) -> tuple[Any, ...]:
    return session.moves, session.undone_moves, session.state


def test_an_accepted_edit_is_there_when_the_app_opens_again(
    running: Running, counter: ModuleType, reopen: Callable[[], Store]
) -> None:
    session, number = running
    session.commit_edit(session.preview_edit({2: (counter.Add(0, 50),), 4: ()}))
    assert session.state.total == 1 + 2 + 50 + 4 + 6
    assert picture(found(reopen(), number, counter)) == picture(session)


def test_an_undone_edit_is_as_if_it_had_not_been(
    running: Running, counter: ModuleType, reopen: Callable[[], Store]
) -> None:
    session, number = running
    before = picture(session)
    session.commit_edit(session.preview_edit({0: (), 5: ()}))
    session.undo()
    assert picture(session) == before
    assert picture(found(reopen(), number, counter)) == before


def test_a_redone_edit_keeps_what_was_played_after_it(
    running: Running, store: Store, counter: ModuleType
) -> None:
    session, number = running
    session.commit_edit(session.preview_edit({3: ()}))
    session.play(counter.Add(0, 9))
    for step in (session.undo, session.undo, session.redo):
        step()
    assert picture(found(store, number, counter)) == picture(session)
    assert session.undone_moves == (counter.Add(0, 9),)
    session.redo()
    assert picture(found(store, number, counter)) == picture(session)


def test_a_table_opened_again_has_only_the_accepted_log(
    running: Running, counter: ModuleType, reopen: Callable[[], Store]
) -> None:
    session, number = running
    session.commit_edit(session.preview_edit({0: (counter.Add(0, 7),)}))
    again = found(reopen(), number, counter)
    again.undo()
    assert again.moves == session.moves[:-1]


def test_play_goes_on_after_an_edit(
    running: Running, counter: ModuleType, reopen: Callable[[], Store]
) -> None:
    session, number = running
    session.commit_edit(session.preview_edit({1: (), 2: (), 3: ()}))
    session.play(counter.Add(1, 8))
    session.undo()
    session.play(counter.Add(2, 9))
    assert picture(found(reopen(), number, counter)) == picture(session)


def test_an_edit_can_end_a_game_and_its_undo_goes_on_with_it(
    running: Running, store: Store, counter: ModuleType
) -> None:
    session, number = running
    session.commit_edit(session.preview_edit({5: (counter.Add(1, counter.SETUP.goal),)}))
    stored = store.games.load(number)
    assert (stored.outcome, stored.ended is None) == (session.outcome, False)
    assert next(store.games.iterate_unfinished(), None) is None
    session.undo()
    unfinished = next(store.games.iterate_unfinished(), None)
    assert unfinished is not None
    assert unfinished.id == number


@pytest.mark.parametrize("pragma", ["query_only=ON", "max_page_count={pages}"])
def test_an_edit_that_cannot_be_written_is_not_made(
    pragma: str, running: Running, store: Store, counter: ModuleType
) -> None:
    session, number = running
    before = picture(session)
    connection = store.database.connection
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA {pragma.format(pages=pages)}")
    long = [counter.Add(n % 3, 1, "note " * 400) for n in range(30)]
    with pytest.raises(StorageError):
        session.commit_edit(session.preview_edit({0: tuple(long)}))
    assert picture(session) == before
    for mended in ("query_only=OFF", "max_page_count=1000000"):
        connection.execute(f"PRAGMA {mended}")
    assert picture(found(store, number, counter)) == before
    session.commit_edit(session.preview_edit({0: tuple(long)}))
    assert picture(found(store, number, counter)) == picture(session)


def test_a_move_that_is_not_json_takes_the_whole_edit_along(
    running: Running, store: Store, counter: ModuleType
) -> None:
    session, number = running
    before = picture(session)
    with pytest.raises(TypeError):
        session.commit_edit(session.preview_edit({2: (counter.Add(0, 1), counter.Add(0, 1, note=object()))}))
    assert picture(session) == before
    assert picture(found(store, number, counter)) == before


@pytest.mark.parametrize(("first", "moves", "position"), [(7, 0, 7), (-1, 0, 0), (2, 1, 4), (2, 1, -1)])
def test_a_log_with_a_gap_is_a_mistake_and_is_not_written(
    first: int, moves: int, position: int, running: Running, store: Store, counter: ModuleType
) -> None:
    session, number = running
    journal = store.games.open_journal(number, dict)
    with pytest.raises(ValueError, match="after 6 moves"):
        journal.replace(first, [{}] * moves, position, None)
    assert picture(found(store, number, counter)) == picture(session)


def test_an_edit_of_a_game_that_is_gone_says_so(running: Running, store: Store, counter: ModuleType) -> None:
    session, number = running
    store.games.delete(number)
    store.games.purge(float("inf"))
    with pytest.raises(StorageError) as refused:
        session.commit_edit(session.preview_edit({0: ()}))
    assert refused.value.problem.code == "game_missing"


def test_a_power_cut_leaves_the_old_log_or_the_new_one(
    running: Running, store: Store, counter: ModuleType, tmp_path: Path, clock: Callable[[], float]
) -> None:
    session, number = running
    store.checkpoint()
    old = picture(session)
    session.commit_edit(session.preview_edit({1: (counter.Add(2, 70, "long " * 900),), 3: ()}))
    new = picture(session)
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
            there = picture(found(after, number, counter))
        assert there in (old, new)
        assert (there == new) == (cut == len(log))
        seen.add(there == new)
        shutil.rmtree(folder)
    assert seen == {True, False}
