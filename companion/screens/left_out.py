"""What of a zip was not taken, and why not."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.game import Problem
from companion.shell import Shell
from companion.widgets.cards import Notice
from companion.widgets.layout import Column
from companion.widgets.sheet import Sheet
from companion.widgets.text import Text

# More than so many are told by their number: a zip of other things may hold thousands.
_TOLD = 12


def open_left_out(shell: Shell, problems: Sequence[Problem]) -> None:
    tr = shell.tr
    told = Column(*(Notice(tr.problem(problem)) for problem in problems[:_TOLD]), gap=8)
    more = len(problems) - _TOLD
    if more > 0:
        told.add_widget(Text(tr("app.files.left_out_more", n=more), tone="ink_2"))
    shell.stage.open_sheet(Sheet(tr("app.files.left_out"), told, on_close=shell.stage.close_sheet))
