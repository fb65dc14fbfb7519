"""What of a zip was not taken, and why not."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.games.game import Problem
from companion.screens.sheet_buttons import closed_first
from companion.shell import Shell
from companion.widgets.cards import Notice
from companion.widgets.layout import Column
from companion.widgets.sheet import Sheet
from companion.widgets.text import Text

# More than so many are told by their number: a zip of other things may hold thousands.
_TOLD = 12


def open_left_out(
    shell: Shell, problems: Sequence[Problem], then: Callable[[], object] = lambda: None
) -> None:
    """`then` is called when it has been read: whatever is to be said of the rest would lie over it."""
    tr, stage = shell.tr, shell.stage
    told = Column(*(Notice(tr.problem(problem)) for problem in problems[:_TOLD]), gap=8)
    more = len(problems) - _TOLD
    if more > 0:
        told.add_widget(Text(tr("app.files.left_out_more", n=more), tone="ink_2"))
    stage.open_sheet(Sheet(tr("app.files.left_out"), told, on_close=closed_first(stage, then)))
