"""What of a zip was not taken, and why not."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.games.game import Problem
from companion.screens.sheet_buttons import close_sheet_then
from companion.shell import AppContext
from companion.widgets.cards import Notice
from companion.widgets.layout import Column
from companion.widgets.sheet import Sheet
from companion.widgets.text import Text

# More than so many are told by their number: a zip of other things may hold thousands.
_MAX_LISTED = 12


def open_import_problems(
    context: AppContext, problems: Sequence[Problem], callback: Callable[[], object] = lambda: None
) -> None:
    """`callback` is called when it has been read: whatever is to be said of the rest would lie over it."""
    tr, navigator = context.tr, context.navigator
    notices = Column(*(Notice(tr.translate_problem(problem)) for problem in problems[:_MAX_LISTED]), gap=8)
    hidden_count = len(problems) - _MAX_LISTED
    if hidden_count > 0:
        notices.add_widget(Text(tr("app.files.left_out_more", n=hidden_count), tone="ink_2"))
    navigator.open_sheet(
        Sheet(tr("app.files.left_out"), notices, on_close=close_sheet_then(navigator, callback))
    )
