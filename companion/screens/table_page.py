"""What every board shares: a kept table, undo and redo, seldom moves, a screen that stays awake."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.table import Table
from companion.widgets.icon_names import Icon
from companion.widgets.page import Page, TitleBar
from companion.widgets.tap import IconButton
from companion.widgets.theme import TARGET

if TYPE_CHECKING:
    from companion.app import CompanionApp


class TablePage(Page):
    """Base of the boards. A subclass shows the table in `show` and offers what is seldom needed in `more`."""

    widest = 1040

    def __init__(self, app: CompanionApp, table: Table[Any, Any, Any], *tools: Widget) -> None:
        self._app = app
        self.table = table
        self.undo = IconButton(Icon.UNDO, self._undo, mirrored=True, tone="ink_2")
        self.redo = IconButton(Icon.REDO, self._redo, mirrored=True, tone="ink_2")
        self.more = IconButton(Icon.MORE, self.open_more, tone="ink_2")
        bar = TitleBar(" ", " ", on_back=app.back, tools=[self.undo, self.redo, *tools, self.more])
        super().__init__(bar)
        self.title = bar

    def enter(self) -> None:
        self._app.stay_awake(True)

    def leave(self) -> None:
        self._app.stay_awake(False)

    def play(self, move: Any) -> bool:
        """Make a move and show what came of it; a refused one says why and changes nothing."""
        done = self._app.attempt(lambda: self.table.play(move))
        if done:
            self.show()
        return done

    def _undo(self) -> None:
        if self._app.attempt(self.table.undo):
            self.show()

    def _redo(self) -> None:
        if self._app.attempt(self.table.redo):
            self.show()

    def show(self) -> None:
        """Show the table as it stands; subclasses go on from here."""
        self.undo.enabled = self.table.can_undo
        # Only what was undone can be redone: until then the button takes no room from the title.
        self.redo.enabled = self.table.can_redo
        self.redo.opacity = 1 if self.table.can_redo else 0
        self.redo.width = dp(TARGET) if self.table.can_redo else 0

    def open_more(self) -> None:
        """What is seldom needed."""
