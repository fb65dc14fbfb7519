"""What the screens of one table share: undo and redo, and for boards also seldom moves and staying awake."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.shell import AnySitting, Shell
from companion.widgets.icon_names import Icon
from companion.widgets.page import Page, TitleBar
from companion.widgets.tap import IconButton
from companion.widgets.theme import TARGET


class LogPage(Page):
    """A screen that shows a kept table and can take its moves back. A subclass shows the table in `show`."""

    def __init__(
        self, shell: Shell, sitting: AnySitting, *tools: Widget, title: str = " ", most: int = 1
    ) -> None:
        self._shell = shell
        self.sitting = sitting
        self.table = sitting.table
        self.undo = IconButton(Icon.UNDO, self._undo, mirrored=True, tone="ink_2")
        self.redo = IconButton(Icon.REDO, self._redo, mirrored=True, tone="ink_2")
        self.title = TitleBar(title, " ", on_back=shell.back, tools=[self.undo, self.redo, *tools], most=most)
        super().__init__(self.title)

    def show(self) -> None:
        """Show the table as it stands; subclasses go on from here."""
        self.undo.enabled = self.table.can_undo
        self.redo.enabled = self.table.can_redo

    def _changed(self, words: str) -> None:
        """The past was changed: show what came of it, and offer to take it back."""
        self.show()
        self._shell.toaster.show(words, action=self._shell.tr("app.undo"), on_action=self._undo)

    def _undo(self) -> None:
        if self._shell.attempt(self.sitting.undo):
            self.show()

    def _redo(self) -> None:
        if self._shell.attempt(self.sitting.redo):
            self.show()


class TablePage(LogPage):
    """Base of the boards. A subclass offers what is seldom needed in `open_more`."""

    widest = 1040

    def __init__(self, shell: Shell, sitting: AnySitting, *tools: Widget) -> None:
        self.more = IconButton(Icon.MORE, self.open_more, tone="ink_2")
        super().__init__(shell, sitting, *tools, self.more)

    def enter(self) -> None:
        self._shell.stay_awake(True)

    def leave(self) -> None:
        self._shell.stay_awake(False)

    def play(self, move: Any) -> bool:
        """Make a move and show what came of it; a refused one says why and changes nothing."""
        done = self._shell.attempt(lambda: self._make(move))
        if done:
            self.show()
        return done

    def _make(self, move: Any) -> None:
        self.sitting.play(move)

    def show(self) -> None:
        super().show()
        # Only what was undone can be redone: until then the button takes no room from the title.
        self.redo.opacity = 1 if self.table.can_redo else 0
        self.redo.width = dp(TARGET) if self.table.can_redo else 0

    def open_more(self) -> None:
        """What is seldom needed."""
