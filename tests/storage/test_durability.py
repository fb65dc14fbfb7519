"""Kills and cuts: every step that was shown is in the file, in order, and at most one more."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import companion
from companion.core.session import GameSession
from companion.storage.database import DATABASE_FILE
from companion.storage.games import open_session, start_session
from companion.storage.store import Store, open_store
from tests.cases import sample

ROOT = Path(companion.__file__).parents[1]


def shown_until_killed(folder: Path, seed: int, lines: int) -> list[str]:
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


def picture(session: GameSession[Any, Any, Any]) -> tuple[Any, ...]:
    return session.moves, session.undone_moves, session.state


@pytest.mark.parametrize("kills", sample([6, 25]))
def test_no_step_that_was_shown_is_lost_by_a_kill(
    kills: int, tmp_path: Path, counter: ModuleType, clock: Callable[[], float]
) -> None:
    dice = random.Random(20260101)
    # The table as the players saw it, kept in memory by playing along with what was shown.
    seen: GameSession[Any, Any, Any] = GameSession(counter.COUNTER, counter.SETUP)
    for kill in range(kills):
        steps = shown_until_killed(tmp_path, kill, dice.randint(1, 40))
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
        if picture(found) != picture(seen):
            counter.step(seen, own)  # written, but killed before it was shown
        assert picture(found) == picture(seen)
    assert len(seen.moves) > kills


def test_a_log_cut_anywhere_gives_the_moves_up_to_there(
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
