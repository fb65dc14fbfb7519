"""What the screens of one table share: undo and redo, and where moves are made also the timer, what is seldom
needed, and staying awake."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.whereabouts import BoardOverlay
from companion.games.game import IllegalMove
from companion.screens.lesson_card import BaseLessonCard
from companion.screens.more_sheet import MoreSheet
from companion.screens.names import resume_rename
from companion.screens.timer import TimerController
from companion.shell import AnyController, AppContext
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column
from companion.widgets.page import Page, TitleBar
from companion.widgets.tap import IconButton
from companion.widgets.theme import TOUCH_TARGET

# In dp: lower than any phone that stands, higher than any that lies; and wide enough for title and time.
_LANDSCAPE_HEIGHT_DP, _LANDSCAPE_WIDTH_DP = 480, 560


class SessionPage(Page):
    """A screen that shows a kept table and can take its moves back. A subclass shows the table in `show`."""

    def __init__(
        self,
        context: AppContext,
        controller: AnyController,
        *tools: Widget,
        title: str = " ",
        max_lines: int = 1,
    ) -> None:
        self._app_context = context
        self.controller = controller
        self.session = controller.session
        self.undo_button = IconButton(Icon.UNDO, self._undo, mirrored=True, tone="ink_2")
        self.redo_button = IconButton(Icon.REDO, self._redo, mirrored=True, tone="ink_2")
        self.title = TitleBar(
            title,
            " ",
            on_back=context.go_back,
            actions=[self.undo_button, self.redo_button, *tools],
            max_lines=max_lines,
        )
        super().__init__(self.title)

    def show(self) -> None:
        """Show the table as it stands; subclasses go on from here."""
        self.undo_button.enabled = self.session.can_undo
        self.redo_button.enabled = self.session.can_redo

    def show_notes(self) -> None:
        """Below everything else what was noted on the game, each note with its moment."""
        # What leafs and notes is loaded when somebody looks.
        from companion.screens.leafing import build_session_notes

        card = build_session_notes(self._app_context, self.session)
        if card is not None:
            self.body.add_widget(card)

    def _on_edited(self, text: str) -> None:
        """The past was changed: show what came of it, and offer to take it back."""
        self.show()
        self._app_context.toaster.show(
            text, action_text=self._app_context.tr("app.undo"), on_action=self._undo
        )

    def _undo(self) -> None:
        if self._app_context.run_or_show_error(self.controller.undo):
            self.show()

    def _redo(self) -> None:
        if self._app_context.run_or_show_error(self.controller.redo):
            self.show()


class BaseBoardPage(SessionPage):
    """Base of the boards. A subclass adds to what is seldom needed in `create_menu_items`, and in
    `restore_overlay` says what of its pages outlives the app."""

    max_width_dp = 1040
    # For learners; a board that has one makes it.
    lesson: BaseLessonCard | None = None

    def __init__(self, context: AppContext, controller: AnyController, *tools: Widget) -> None:
        self.more = IconButton(Icon.MORE, self.open_more, tone="ink_2")
        super().__init__(context, controller, *tools, self.more)
        self.timer = TimerController(context, controller)
        self._timer_slot = Column(self.timer.bar, gap=0, pos_hint={"center_y": 0.5})
        self.add_widget(self._timer_slot, index=len(self.children) - 1)
        self.bind(height=self._place_timer)
        self.timer.bar.bind(children=self._place_timer)

    def enter(self) -> None:
        self._app_context.resume_state.set_open_table(self.session.game_id)
        self._app_context.set_keep_awake(True)
        self.timer.enter()
        # A page on which people talk may have borrowed it.
        if self.timer.bar.parent is not self._timer_slot:
            if self.timer.bar.parent is not None:
                self.timer.bar.parent.remove_widget(self.timer.bar)
            self._timer_slot.add_widget(self.timer.bar)
        resume_rename(self._app_context, self.controller)
        if self._app_context.resume_state.pending_note is not None:
            # What notes is loaded when somebody does.
            from companion.screens.moment_notes import resume_note

            resume_note(self._app_context, self.session.game_id)

    def leave(self) -> None:
        self._app_context.set_keep_awake(False)
        self.timer.leave()

    def _update_margins(self, *args: object) -> None:
        super()._update_margins(*args)
        self._place_timer()

    def _place_timer(self, *_: object) -> None:
        """The time to watch is never scrolled away: it stands below the title, or beside it where a phone
        lies on its side and has no height to give. Without one it takes no room."""
        is_landscape = self.height < dp(_LANDSCAPE_HEIGHT_DP) and self.width >= dp(_LANDSCAPE_WIDTH_DP)
        is_in_title = is_landscape and bool(self.timer.bar.children)
        container = self.title if is_in_title else self
        if self._timer_slot.parent is not container:
            self._timer_slot.parent.remove_widget(self._timer_slot)
            # After the words, which come second in the title; after the title, which comes first in the page.
            container.add_widget(self._timer_slot, index=len(container.children) - (2 if is_in_title else 1))
        side = 0 if is_in_title else self.body.padding[0]
        self._timer_slot.padding = (side, 0, side, 0)

    def play_move(self, move: Any) -> bool:
        """Make a move and show what came of it; a refused one says why and changes nothing."""
        is_played = self._app_context.run_or_show_error(lambda: self._apply_move(move))
        if is_played:
            self.show()
        elif self.lesson is not None:
            self._explain_refusal(move, self.lesson)
        return is_played

    def _explain_refusal(self, move: Any, lesson: BaseLessonCard) -> None:
        """Learners also see the rule that a refused move went against."""
        try:
            self.session.game.apply(self.session.state, move)
        except IllegalMove as error:
            lesson.explain_refusal(error.problem)

    def _apply_move(self, move: Any) -> None:
        self.controller.play(move)

    def show(self) -> None:
        super().show()
        # Only what was undone can be redone: until then the button takes no room from the title.
        self.redo_button.opacity = 1 if self.session.can_redo else 0
        self.redo_button.width = dp(TOUCH_TARGET) if self.session.can_redo else 0

        if self._is_over:
            self.timer.reset()

    @property
    def _is_over(self) -> bool:
        return self.session.outcome is not None

    def open_more(self) -> None:
        """What is seldom needed: the same at every board, and what this game adds."""
        timer = None if self._is_over else self.timer
        sheet = MoreSheet(
            self._app_context, self.controller, self.create_menu_items(), timer, self.say_status
        )
        self._app_context.navigator.open_sheet(sheet)

    def restore_overlay(self, overlay: BoardOverlay | None, unsaved_state: Mapping[str, Any]) -> None:
        """Open the page that lay above the board when the app was ended, if one did, with what was half done
        on it."""

    def create_menu_items(self) -> Sequence[Widget]:
        """What only this game has among the seldom needed."""
        return ()

    def say_status(self) -> None:
        """Where the game stands, aloud."""
        self.controller.speak_status()
