"""How a game ended, as a picture to be sent: whole, in the language of the app, without its buttons."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.games.game import ProblemError
from companion.games.shelf import game_of
from companion.i18n.dates import written
from companion.shell import AnySitting, AnyTable, Parcel, Shell
from companion.sitting import Sitting
from companion.widgets.emblem import Emblem
from companion.widgets.layout import Column, Row
from companion.widgets.png import png
from companion.widgets.poster import Poster
from companion.widgets.tap import SideButton
from companion.widgets.text import Text

# In dp: on a wide screen the picture is no wider than a board.
_WIDEST = 1040

# What a game shows of its end: the same parts as on its screen, made once more. It stands as `PICTURED` in
# `screens/<game>/result.py`.
Pictured = Callable[[Shell, AnySitting], Widget]


def pictured(column: Callable[[Shell, AnySitting], Any]) -> Pictured:
    """What a game shows of its end in a column that `show` fills."""

    def draw(shell: Shell, sitting: AnySitting) -> Widget:
        made = column(shell, sitting)
        made.show()
        return made

    return draw


def draw_result(shell: Shell, table: AnyTable, then: Callable[[Parcel], object]) -> None:
    """Draw it, and go on with it a moment later."""
    sitting: AnySitting = Sitting(table, lambda _: None)
    shown = _result_of(table).PICTURED(shell, sitting)
    leave_out_buttons(shown)
    title = shell.tr("app.title")
    poster = Poster(
        _heading(shell, sitting),
        shown,
        Text(title, tone="ink_3", size_sp=14, align="center"),
        width=min(shell.stage.page.width, dp(_WIDEST)),
    )
    # Its heights pass outwards in the next frame, and its words are set in the one after.
    Clock.schedule_once(lambda _: Clock.schedule_once(partial(_pack, table, poster, then), 0), 0)


def is_pictured(table: AnyTable) -> bool:
    """Whether its game draws how it ended, and it has."""
    return table.outcome is not None and hasattr(_result_of(table), "PICTURED")


def _result_of(table: AnyTable) -> Any:
    return game_of(table.game.id).find("screens", "result")


def _pack(table: AnyTable, poster: Poster, then: Callable[[Parcel], object], _: float) -> None:
    pixels = poster.pixels()
    name = table.game.id if table.number is None else f"{table.game.id}-{table.number}"
    then(Parcel(f"{name}.png", "image/png", lambda path: path.write_bytes(png(*pixels))))


def leave_out_buttons(shown: Widget) -> None:
    """And whatever holds nothing else."""
    for button in [part for part in shown.walk(restrict=True) if isinstance(part, SideButton)]:
        holder = button.parent
        holder.remove_widget(button)
        while not holder.children and holder is not shown:
            empty, holder = holder, holder.parent
            holder.remove_widget(empty)


def _heading(shell: Shell, sitting: AnySitting) -> Row:
    """Which game it was, when, and who played."""
    tr, table = shell.tr, sitting.table
    words = Column(
        Text(tr(f"app.game.{table.game.id}"), face="title", size_sp=22), gap=0, pos_hint={"center_y": 0.5}
    )
    line = _when_and_who(shell, sitting)
    if line:
        words.add_widget(Text(line, tone="ink_2"))
    return Row(Emblem(game_of(table.game.id).emblem, 52, pos_hint={"center_y": 0.5}), words, gap=12)


def _when_and_who(shell: Shell, sitting: AnySitting) -> str:
    number = sitting.table.number
    if number is None:
        return ""
    try:
        day = datetime.fromtimestamp(shell.archive.kept(number).started)
    except ProblemError:
        return ""
    when = written(shell.tr, day.year, day.month, day.day)
    return shell.tr("app.history.line", when=when, names=tuple(sitting.table.setup.players))
