"""Baseline of the tap benchmarks: ten Kivy buttons, a counting label, and one database commit per tap.

plain_board.py FILE COUNT taps COUNT times and reports how long each tap took to be painted. Window settings
and durability of the database are those of the app.
"""

from __future__ import annotations

import sys
from pathlib import Path
from sqlite3 import Connection

from companion.storage.database import connect, make_durable
from tools.bench.children.finger import Finger, never_wait_for_a_tick
from tools.bench.children.report import SIZE, tell

BUTTONS = 10
# Pixels: the size of a touch target and no larger, so that painting costs no more than it must.
HEIGHT = 48


def main(file: Path, count: int) -> None:
    never_wait_for_a_tick()
    from kivy.config import Config

    Config.set("graphics", "width", str(SIZE[0]))
    Config.set("graphics", "height", str(SIZE[1]))
    Config.set("graphics", "multisamples", "0")
    from kivy.base import EventLoop
    from kivy.core.window import Window
    from kivy.uix.boxlayout import BoxLayout
    from kivy.uix.button import Button
    from kivy.uix.gridlayout import GridLayout
    from kivy.uix.label import Label

    rows = _opened(file)
    label = Label(text="0")
    grid = GridLayout(cols=2, size_hint_y=None, height=HEIGHT * BUTTONS // 2)

    def keep(button: Button) -> None:
        number = int(label.text) + 1
        rows.execute("BEGIN IMMEDIATE")
        rows.execute("INSERT INTO taps (number, button) VALUES (?, ?)", (number, button.text))
        rows.execute("COMMIT")
        label.text = str(number)

    buttons = [Button(text=f"Seat {number}") for number in range(1, BUTTONS + 1)]
    for button in buttons:
        button.bind(on_release=keep)
        grid.add_widget(button)
    board = BoxLayout(orientation="vertical")
    board.add_widget(label)
    board.add_widget(grid)
    EventLoop.ensure_window()
    Window.add_widget(board)
    EventLoop.start()
    finger = Finger(Window)
    finger.run_until_still()
    # Warm-up round, not measured: it opens everything that later taps reuse.
    for button in buttons:
        finger.tap(button)
    finger.late = 0
    elapsed, work = zip(*(finger.tap(buttons[number % BUTTONS]) for number in range(count)), strict=True)
    rows.close()
    tell(milliseconds=elapsed, work=work, late=finger.late)


def _opened(file: Path) -> Connection:
    rows = connect(file)
    make_durable(rows)
    rows.execute("CREATE TABLE IF NOT EXISTS taps (id INTEGER PRIMARY KEY, number INTEGER, button TEXT)")
    return rows


main(Path(sys.argv[1]), int(sys.argv[2]))
