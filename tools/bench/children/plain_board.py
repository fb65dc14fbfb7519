"""The least a board can be, tapped as ours are: ten of Kivy's buttons, a label that counts, a commit a tap.

plain.py FILE COUNT taps so often and tells how long each took to be on the screen. Its window is as plain as
ours, and its rows are as safe on the disk.
"""

from __future__ import annotations

import sys
from pathlib import Path
from sqlite3 import Connection

from companion.storage.database import connect, make_durable
from tools.bench.children.finger import Finger, never_wait_for_a_tick
from tools.bench.children.report import SIZE, tell

BUTTONS = 10
# Pixels: as high as what a finger needs, so that painting them takes no more than it must.
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
    finger.rest()
    # The first round opens what all others find open.
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
