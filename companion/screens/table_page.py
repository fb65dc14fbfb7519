"""What the screens of one table share: undo and redo, and where moves are made also the timer, what is seldom
needed, and staying awake."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.whereabouts import Above
from companion.games.game import IllegalMove
from companion.screens.lesson_card import FoldingLesson
from companion.screens.more_sheet import MoreSheet
from companion.screens.names import open_half_typed
from companion.screens.timer import TimerDesk
from companion.shell import AnySitting, Shell
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column
from companion.widgets.page import Page, TitleBar
from companion.widgets.tap import IconButton
from companion.widgets.theme import TARGET

# In dp: lower than any phone that stands, higher than any that lies; and wide enough for title and time.
_FLAT, _WIDE = 480, 560


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

    def show_notes(self) -> None:
        """Below everything else what was noted on the game, each note with its moment."""
        # What leafs and notes is loaded when somebody looks.
        from companion.screens.leafing import notes_of_table

        card = notes_of_table(self._shell, self.table)
        if card is not None:
            self.body.add_widget(card)

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
    """Base of the boards. A subclass adds to what is seldom needed in `own_offers`, and in `reopen` says what
    of its pages outlives the app."""

    widest = 1040
    # For learners; a board that has one makes it.
    lesson: FoldingLesson | None = None

    def __init__(self, shell: Shell, sitting: AnySitting, *tools: Widget) -> None:
        self.more = IconButton(Icon.MORE, self.open_more, tone="ink_2")
        super().__init__(shell, sitting, *tools, self.more)
        self.timer = TimerDesk(shell, sitting)
        self._watched = Column(self.timer.bar, gap=0, pos_hint={"center_y": 0.5})
        self.add_widget(self._watched, index=len(self.children) - 1)
        self.bind(height=self._lay_time)
        self.timer.bar.bind(children=self._lay_time)

    def enter(self) -> None:
        self._shell.whereabouts.sit(self.table.number)
        self._shell.stay_awake(True)
        self.timer.enter()
        # A page on which people talk may have borrowed it.
        if self.timer.bar.parent is not self._watched:
            if self.timer.bar.parent is not None:
                self.timer.bar.parent.remove_widget(self.timer.bar)
            self._watched.add_widget(self.timer.bar)
        open_half_typed(self._shell, self.sitting)
        if self._shell.whereabouts.noting is not None:
            # What notes is loaded when somebody does.
            from companion.screens.moment_notes import open_half_noted

            open_half_noted(self._shell, self.table.number)

    def leave(self) -> None:
        self._shell.stay_awake(False)
        self.timer.leave()

    def _centre(self, *args: object) -> None:
        super()._centre(*args)
        self._lay_time()

    def _lay_time(self, *_: object) -> None:
        """The time to watch is never scrolled away: it stands below the title, or beside it where a phone
        lies on its side and has no height to give. Without one it takes no room."""
        flat = self.height < dp(_FLAT) and self.width >= dp(_WIDE)
        beside = flat and bool(self.timer.bar.children)
        holder = self.title if beside else self
        if self._watched.parent is not holder:
            self._watched.parent.remove_widget(self._watched)
            # After the words, which come second in the title; after the title, which comes first in the page.
            holder.add_widget(self._watched, index=len(holder.children) - (2 if beside else 1))
        side = 0 if beside else self.body.padding[0]
        self._watched.padding = (side, 0, side, 0)

    def play(self, move: Any) -> bool:
        """Make a move and show what came of it; a refused one says why and changes nothing."""
        done = self._shell.attempt(lambda: self._make(move))
        if done:
            self.show()
        elif self.lesson is not None:
            self._explain(move, self.lesson)
        return done

    def _explain(self, move: Any, lesson: FoldingLesson) -> None:
        """Learners also see the rule that a refused move went against."""
        try:
            self.table.game.apply(self.table.state, move)
        except IllegalMove as refused:
            lesson.explain(refused.problem)

    def _make(self, move: Any) -> None:
        self.sitting.play(move)

    def show(self) -> None:
        super().show()
        # Only what was undone can be redone: until then the button takes no room from the title.
        self.redo.opacity = 1 if self.table.can_redo else 0
        self.redo.width = dp(TARGET) if self.table.can_redo else 0

        if self._over:
            self.timer.reset()

    @property
    def _over(self) -> bool:
        return self.table.outcome is not None

    def open_more(self) -> None:
        """What is seldom needed: the same at every board, and what this game adds."""
        timer = None if self._over else self.timer
        sheet = MoreSheet(self._shell, self.sitting, self.own_offers(), timer, self.say_status)
        self._shell.stage.open_sheet(sheet)

    def reopen(self, page: Above | None, doing: Mapping[str, Any]) -> None:
        """Open the page that lay above the board when the app was ended, if one did, with what was half done
        on it."""

    def own_offers(self) -> Sequence[Widget]:
        """What only this game has among the seldom needed."""
        return ()

    def say_status(self) -> None:
        """Where the game stands, aloud."""
        self.sitting.say_status()
