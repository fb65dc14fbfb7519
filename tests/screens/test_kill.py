"""The app killed at any moment: every move that was shown is there when it opens again."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.window

# Taps like mad and prints what the screen shows after each tap, until it is killed.
SCRIPT = """
import sys
from pathlib import Path
from companion.launch import prepare_kivy
prepare_kivy(off_screen=True)
from kivy.base import EventLoop
from kivy.tests.common import UnitTestTouch
from companion.app import open_app
from companion.games.duet import DUET
from companion.games.duet.setup import Setup

app = open_app(Path(sys.argv[1]))
EventLoop.ensure_window()
app._run_prepare()
EventLoop.start()
table = app.latest_table()
if table is None:
    app.start_table(DUET, Setup(("Ada", "Bob"), tokens=11))
else:
    app.open_table(table)
EventLoop.idle()
page = app.stage.page
def tap(widget):
    touch = UnitTestTouch(*widget.to_window(widget.x + widget.width / 2, widget.y + widget.height / 2))
    touch.touch_down(); touch.touch_up(); EventLoop.idle()
for _ in range(12):
    EventLoop.idle()
while True:
    for target in (page.main, page.undo, page.main, page.bystander, page.undo, page.redo, page.undo):
        tap(target)
        print(len(page.table.moves), page.table.state.agents, page.table.state.bank.left, flush=True)
"""


def test_a_killed_app_opens_again_with_all_that_was_shown(tmp_path: Path):
    luck = random.Random(7)
    for _ in range(4):
        running = subprocess.Popen(
            [sys.executable, "-c", SCRIPT, str(tmp_path)],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        )
        shown = ""
        for _ in range(luck.randint(1, 25)):
            shown = running.stdout.readline()
        running.send_signal(signal.SIGKILL)
        later = running.stdout.read().splitlines()
        running.wait()
        assert shown
        told = [tuple(map(int, line.split())) for line in (shown, *later[-3:]) if len(line.split()) == 3]
        kept = _kept(tmp_path)
        # The last line may have been cut off while the move behind it was already safe.
        assert kept == told[-1] or kept in _next(told[-1])


def _kept(folder: Path) -> tuple[int, int, int]:
    from companion.games.shelf import engine_of
    from companion.storage.store import open_store
    from companion.storage.tables import open_table

    store = open_store(folder, lambda: 0.0)
    assert not store.problems
    stored = store.games.latest_unfinished()
    table = open_table(engine_of("duet"), stored, store.games)
    store.close()
    return (len(table.moves), table.state.agents, table.state.bank.left)


def _next(state: tuple[int, int, int]) -> set[tuple[int, int, int]]:
    moves, agents, left = state
    return {
        (moves + 1, agents + 1, left),
        (moves + 1, agents, left - 1),
        (moves - 1, agents - 1, left),
        (moves - 1, agents, left + 1),
    }
