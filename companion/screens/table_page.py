"""What the screens of one table share: undo and redo, and for boards also seldom moves and staying awake."""

from __future__ import annotations

from collections.abc import Callable
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


class LogPage(Page):
    """A screen that shows a kept table and can take its moves back. A subclass shows the table in `show`."""

    def __init__(
        self, app: CompanionApp, table: Table[Any, Any, Any], *tools: Widget, title: str = " ", most: int = 1
    ) -> None:
        self._app = app
        self.table = table
        self.undo = IconButton(Icon.UNDO, self._undo, mirrored=True, tone="ink_2")
        self.redo = IconButton(Icon.REDO, self._redo, mirrored=True, tone="ink_2")
        self.title = TitleBar(title, " ", on_back=app.back, tools=[self.undo, self.redo, *tools], most=most)
        super().__init__(self.title)

    def show(self) -> None:
        """Show the table as it stands; subclasses go on from here."""
        self.undo.enabled = self.table.can_undo
        self.redo.enabled = self.table.can_redo

    def _changed(self, words: str) -> None:
        """The past was changed: show what came of it, and offer to take it back."""
        self.show()
        self._app.toaster.show(words, action=self._app.tr("app.undo"), on_action=self._undo)

    def _undo(self) -> None:
        if self._app.attempt(self.table.undo):
            self.show()

    def _redo(self) -> None:
        if self._app.attempt(self.table.redo):
            self.show()


class TablePage(LogPage):
    """Base of the boards. A subclass offers what is seldom needed in `open_more`."""

    widest = 1040

    def __init__(self, app: CompanionApp, table: Table[Any, Any, Any], *tools: Widget) -> None:
        self.more = IconButton(Icon.MORE, self.open_more, tone="ink_2")
        self._welcomed = False
        super().__init__(app, table, *tools, self.more)

    def enter(self) -> None:
        self._app.stay_awake(True)

    def leave(self) -> None:
        self._app.stay_awake(False)

    def welcome(self, opening: Callable[[Any], tuple[str, ...]]) -> None:
        """Say once how the game begins, unless it has begun."""
        if not self.table.moves and not self._welcomed:
            self._welcomed = True
            self._app.speaking.say(opening(self.table.state))

    def play(self, move: Any) -> bool:
        """Make a move and show what came of it; a refused one says why and changes nothing."""
        done = self._app.attempt(lambda: self.table.play(move))
        if done:
            self.show()
        return done

    def show(self) -> None:
        super().show()
        # Only what was undone can be redone: until then the button takes no room from the title.
        self.redo.opacity = 1 if self.table.can_redo else 0
        self.redo.width = dp(TARGET) if self.table.can_redo else 0

    def open_more(self) -> None:
        """What is seldom needed."""
