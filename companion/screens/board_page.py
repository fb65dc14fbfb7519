"""Base pages of a session: its board with undo, redo, timer and the coach's card, and its history, which can
be edited and, in some games, hidden until the game is over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app_context import AnyController, AppContext
from companion.core.game import IllegalMove, Problem
from companion.core.resume_state import BoardOverlay
from companion.core.what_if import WhatIf
from companion.games.game_text import summarize_game
from companion.games.registry import get_game
from companion.i18n.translator import Arg, Translator
from companion.screens.game_screens import GameScreens
from companion.screens.history.replay_page import build_session_notes, open_replay
from companion.screens.learn.rule_links import has_rules, open_rules
from companion.screens.names import open_names_sheet, resume_rename
from companion.screens.rows import (
    HiddenHistory,
    PressableRow,
    build_labelled_row,
    create_sheet_button,
    draw_card,
    get_hidden_history_card,
    is_history_hidden,
    show_with_undo,
)
from companion.screens.timer import TimerController
from companion.scripts.teaching import GuideDefinition, Lesson
from companion.widgets.buttons import IconButton, Pressable, PrimaryButton, SecondaryButton, shade
from companion.widgets.cards import ToggleSwitch
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.page import Page, Sheet, TitleBar
from companion.widgets.text import MUTED, NUMBER, IconLabel, Text
from companion.widgets.theme import (
    ACCENTS,
    CANDLE,
    RADIUS_CHIP,
    TOUCH_TARGET,
    TWO_PANES_WIDTH,
    Accent,
    sp,
    theme_colour,
)

# Below these heights in sp the card starts folded, so that the board stays visible. The second applies where
# ring or timer are beside the board.
_MIN_OPEN_SP, _MIN_OPEN_TWO_PANES_SP = 700, 560

# Opens the rulebook; gets the problem of the last refused tap, if any.
RuleLookup = Callable[[Problem | None], object]


class BaseLessonCard(Pressable):
    """Base of the games' lesson cards; a tap folds it to its first line.

    A tap on the rule calls `on_lookup` with the problem of the last refused tap, if any, to open the
    rulebook; `on_lookup` is None if the game has none. The card starts folded below a height of
    `min_open_sp`.
    """

    def __init__(
        self,
        tr: Translator,
        accent: Accent = CANDLE,
        on_lookup: RuleLookup | None = None,
        *,
        min_open_sp: float = _MIN_OPEN_SP,
    ) -> None:
        self._tr = tr
        # The problem whose rule is shown, if a tap was refused in this phase.
        self.refusal: Problem | None = None
        self.is_open = False
        self._lessons: tuple[Lesson, ...] = ()
        self._lesson_index = 0
        super().__init__(
            self._toggle,
            orientation="vertical",
            size_hint_y=None,
            height=dp(TOUCH_TARGET),
            padding=(dp(12), dp(8)),
        )
        self._box = draw_card(self)
        self._now_text = Text("", NUMBER, size_sp=16)
        self._actor_text = Text("")
        self._rule_text = Text("", MUTED)
        self._rule_icon = IconLabel(Icon.BOOK, 22, pos_hint={"top": 1})
        self._arrow = IconLabel(Icon.ARROW_UP, 20, tone="ink_3")
        now_icon = IconLabel(Icon.BOOK_OPEN, 22, tone=accent.line)
        actor_icon = IconLabel(Icon.PERSON, 22, tone="ink_2", pos_hint={"top": 1})
        self._rows = Column(
            Row(now_icon, self._now_text, self._arrow, gap=10), gap=4, pos_hint={"center_y": 0.5}
        )
        self._rule_row = Row(self._rule_icon, self._rule_text, gap=10)
        self.rule_widget: Widget = self._rule_row
        self._rule_icon_tone = "ink_2"
        if on_lookup is not None:
            self.rule_widget = PressableRow(
                lambda: on_lookup(self.refusal), self._rule_row, radius=RADIUS_CHIP
            )
            self._rule_icon_tone = accent.line
        self._folding_rows = (Row(actor_icon, self._actor_text, gap=10), self.rule_widget)
        # Beside the rule, which usually has two lines, so that it takes no extra height.
        self.next_button = IconButton(Icon.FORWARD, self.show_next_lesson, tone="ink_2", mirrored=True)
        self.add_widget(self._rows)
        self._rows.bind(height=self._fit_height)
        has_two_panes = Window.width >= dp(TWO_PANES_WIDTH)
        self._set_open(Window.height >= sp(_MIN_OPEN_TWO_PANES_SP if has_two_panes else min_open_sp))
        self._refresh_style()

    def show_lessons(self, *lessons: Lesson) -> None:
        """Show the lessons of a phase: the first one or, if they are unchanged, the selected one."""
        if lessons != self._lessons:
            self._lessons, self._lesson_index = lessons, 0
        self._show_lesson()
        has_several = len(lessons) > 1
        if has_several and self.next_button.parent is None:
            self._rule_row.add_widget(self.next_button)
        elif not has_several and self.next_button.parent is not None:
            self._rule_row.remove_widget(self.next_button)

    def show_next_lesson(self) -> None:
        """Show the next lesson; the first one after the last."""
        self._lesson_index = (self._lesson_index + 1) % len(self._lessons)
        self._show_lesson()

    def show_warning(self, text: str) -> None:
        """Show a warning in place of the rule, until the next phase or lesson."""
        self._show_rule(text, is_refused=True)
        self._set_open(True)

    def _show_lesson(self) -> None:
        tr, lesson = self._tr, self._lessons[self._lesson_index]
        self._now_text.content = tr(lesson.now_key, **lesson.args)
        self._actor_text.content = tr(lesson.who_key, **lesson.args)
        self._show_rule(tr(lesson.rule_key, **lesson.args), is_refused=False)
        self.refusal = None

    def explain_refusal(self, problem: Problem) -> bool:
        """Show the rule behind a problem until the next phase; returns False if there is none."""
        raise NotImplementedError

    def show_refusal(self, problem: Problem, rule: str | None, **numbers: Arg) -> bool:
        """Show the rule with this key and numbers until the next phase; returns False if `rule` is None."""
        self.refusal = None if rule is None else problem
        if rule is None:
            return False
        self.show_warning(self._tr(rule, **numbers))
        return True

    def _show_rule(self, text: str, *, is_refused: bool) -> None:
        self._rule_text.content = text
        self._rule_text.set_tone("ink" if is_refused else "ink_2")
        self._rule_icon.show(Icon.WARNING if is_refused else Icon.BOOK)
        self._rule_icon.set_tone("ember" if is_refused else self._rule_icon_tone)

    def _toggle(self) -> None:
        self._set_open(not self.is_open)

    def _set_open(self, is_open: bool) -> None:
        self.is_open = is_open
        self._arrow.show(Icon.ARROW_UP if is_open else Icon.ARROW_DOWN)
        for row in self._folding_rows:
            if is_open and row.parent is None:
                self._rows.add_widget(row)
            elif not is_open and row.parent is not None:
                self._rows.remove_widget(row)

    def _fit_height(self, *_: object) -> None:
        self.height = max(dp(TOUCH_TARGET), self._rows.height + self.padding[1] + self.padding[3])

    def update_style(self, *, pressed: bool) -> None:
        ground = theme_colour("plank")
        self._box.set_style(background=shade(ground, 0.05) if pressed else ground)


class MoreSheet(Sheet):
    """The menu of a board. `game_buttons` are those of the game; `timer` is None if the game is over."""

    def __init__(
        self,
        context: AppContext,
        controller: AnyController,
        game_buttons: Sequence[Widget],
        timer: TimerController | None,
        speak_status: Callable[[], object],
    ) -> None:
        self._app_context, self._controller = context, controller
        tr, navigator, session = context.tr, context.navigator, controller.session
        game, build_button = get_game(session.game.id), partial(create_sheet_button, navigator)
        buttons: list[Widget] = []
        if controller.has_speech:
            switch = ToggleSwitch(context.settings.speak_in_game, self._set_speech)
            buttons.append(build_labelled_row(tr("app.settings.speak_in_game"), switch))
            buttons.append(build_button(tr("app.more.status"), Icon.SPEAKER, speak_status))
        if timer is not None and game.has_lessons:
            # Switching the coach on closes the sheet, so that the board shows its lesson.
            switch = ToggleSwitch(context.is_coached(session), partial(context.set_coached, session))
            buttons.append(build_labelled_row(tr("app.more.coach"), switch, tr("app.more.coach_why")))
        if timer is not None:
            buttons.append(build_button(tr("app.more.timer"), Icon.TIMER, timer.open))
        if has_rules(game):
            open_rulebook = partial(open_rules, context, game, None, session)
            buttons.append(build_button(tr("app.rules.title"), Icon.BOOK, open_rulebook))
        buttons += game_buttons
        if session.outcome is not None and game.has_part(GuideDefinition):
            buttons.append(build_button(tr("guide.learn.pack"), Icon.BROOM, self._open_packing))
        if session.outcome is not None:
            open_statistics = partial(context.open_statistics, game.id)
            buttons.append(build_button(tr("statistics.home.title"), Icon.TROPHY, open_statistics))
        if timer is not None and game.has_part(WhatIf):
            buttons.append(build_button(tr("app.more.what_if"), Icon.INFO, self._open_what_if))
        open_names = partial(open_names_sheet, context, controller)
        buttons.append(build_button(tr("app.names.title"), Icon.PEOPLE, open_names))
        if session.game_id is not None:
            buttons.append(build_button(tr("moments.note.title"), Icon.PENCIL, self._add_note))
            if session.moves:
                replay = partial(open_replay, context, controller)
                buttons.append(build_button(tr("moments.leaf.title"), Icon.BOOK_OPEN, replay))
            if context.settings.notepad:
                buttons.append(build_button(tr("moments.pad.title"), Icon.EYE_CLOSED, self._open_notepad))
            if timer is not None:
                buttons.append(build_button(tr("hand_on.title"), Icon.SHARE, self._open_share_page))
        buttons.append(build_button(tr("app.more.turn"), Icon.ROTATE_SCREEN, context.rotate_screen))
        buttons.append(build_button(tr("app.more.home"), Icon.BACK, navigator.go_home))
        super().__init__(tr("app.more.title"), *buttons, on_close=navigator.close_sheet)

    def _set_speech(self, on: bool) -> None:
        self._app_context.change_settings(speak_in_game=on)
        if not on:
            self._app_context.speech.stop_speech()

    # -- pages, imported on demand --------------------------------------------------------------------------

    def _add_note(self) -> None:
        from companion.screens.notes_page import open_new_note

        open_new_note(self._app_context, self._controller.session)

    def _open_notepad(self) -> None:
        from companion.screens.notes_page import NotepadPage

        self._app_context.push(NotepadPage, self._controller.session.game_id)

    def _open_what_if(self) -> None:
        from companion.screens.what_if_page import WhatIfPage

        self._app_context.push(WhatIfPage, self._controller)

    def _open_share_page(self) -> None:
        from companion.screens.files.share import ShareGamePage

        self._app_context.push(ShareGamePage, self._controller)

    def _open_packing(self) -> None:
        from companion.screens.learn.guide_page import PackingPage

        self._app_context.push(PackingPage, self._controller.session.setup)


# In dp: a window lower than this and at least this wide is in landscape, with room for title and timer side
# by side.
_LANDSCAPE_HEIGHT_DP, _LANDSCAPE_WIDTH_DP = 480, 560


class SessionPage(Page):
    """A page that shows a session, with undo and redo. Subclasses extend `show`."""

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
        """Show the state of the session; subclasses extend it."""
        self.undo_button.enabled = self.session.can_undo
        self.redo_button.enabled = self.session.can_redo

    def show_notes(self) -> None:
        """Add a card with the game's notes and their moments at the bottom."""
        card = build_session_notes(self._app_context, self.session)
        if card is not None:
            self.body.add_widget(card)

    def _undo(self) -> None:
        if self._app_context.run_or_show_error(self.controller.undo):
            self.show()

    def _redo(self) -> None:
        if self._app_context.run_or_show_error(self.controller.redo):
            self.show()


class BaseBoardPage(SessionPage):
    """Base of the boards. Subclasses add menu items in `create_menu_items` and reopen their own pages in
    `restore_overlay`."""

    max_width_dp = 1040
    # The coach's card, on boards that have one.
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
        # A discussion page may have taken the timer bar.
        if self.timer.bar.parent is not self._timer_slot:
            if self.timer.bar.parent is not None:
                self.timer.bar.parent.remove_widget(self.timer.bar)
            self._timer_slot.add_widget(self.timer.bar)
        resume_rename(self._app_context, self.controller)
        if self._app_context.resume_state.pending_note is not None:
            from companion.screens.notes_page import resume_note

            resume_note(self._app_context, self.session.game_id)

    def leave(self) -> None:
        self._app_context.set_keep_awake(False)
        self.timer.leave()

    def _update_margins(self, *args: object) -> None:
        super()._update_margins(*args)
        self._place_timer()

    def _place_timer(self, *_: object) -> None:
        """Place the timer below the title, or within it in landscape, so that it stays in view."""
        is_landscape = self.height < dp(_LANDSCAPE_HEIGHT_DP) and self.width >= dp(_LANDSCAPE_WIDTH_DP)
        is_in_title = is_landscape and bool(self.timer.bar.children)
        container = self.title if is_in_title else self
        if self._timer_slot.parent is not container:
            self._timer_slot.parent.remove_widget(self._timer_slot)
            # In the title: after the text, its second child; in the page: after the title, its first.
            container.add_widget(self._timer_slot, index=len(container.children) - (2 if is_in_title else 1))
        side = 0 if is_in_title else self.body.padding[0]
        self._timer_slot.padding = (side, 0, side, 0)

    def play_move(self, move: Any) -> bool:
        """Play a move and show the new state; show the problem if it is illegal. Returns True if it was
        played."""
        is_played = self._app_context.run_or_show_error(lambda: self._apply_move(move))
        if is_played:
            self.show()
        elif self.lesson is not None:
            self._explain_refusal(move, self.lesson)
        return is_played

    def _explain_refusal(self, move: Any, lesson: BaseLessonCard) -> None:
        """Show learners the rule that the illegal move breaks."""
        try:
            self.session.game.apply(self.session.state, move)
        except IllegalMove as error:
            lesson.explain_refusal(error.problem)

    def _apply_move(self, move: Any) -> None:
        self.controller.play(move)

    def show(self) -> None:
        super().show()
        # Without moves to redo, the title gets the width of the button.
        self.redo_button.opacity = 1 if self.session.can_redo else 0
        self.redo_button.width = dp(TOUCH_TARGET) if self.session.can_redo else 0

        if self._is_over:
            self.timer.reset()

    @property
    def _is_over(self) -> bool:
        return self.session.outcome is not None

    def open_more(self) -> None:
        """Open the menu: common items and those of the game."""
        timer = None if self._is_over else self.timer
        sheet = MoreSheet(
            self._app_context, self.controller, self.create_menu_items(), timer, self.say_status
        )
        self._app_context.navigator.open_sheet(sheet)

    def restore_overlay(self, overlay: BoardOverlay | None, unsaved_state: Mapping[str, Any]) -> None:
        """Reopen the page that was above the board when the app was closed, with its unsaved state."""

    def create_menu_items(self) -> Sequence[Widget]:
        """Return the menu items of this game."""
        return ()

    def say_status(self) -> None:
        """Speak the status of the game."""
        self.controller.speak_status()


class SessionHistoryPage(SessionPage):
    """Subclasses add the entries in `show_entries`.

    Where the game has a `hidden_history_key`, `hide_button` hides the history during the game and the host
    can always show it. The choice is stored under that key and applies to later games too.
    """

    def __init__(self, context: AppContext, controller: AnyController) -> None:
        self._game = get_game(controller.session.game.id)
        tr = context.tr
        self._title = tr(f"{self._game.id}.history.title")
        super().__init__(context, controller, title=self._title, max_lines=2)
        self.main = PrimaryButton(tr("app.board.back"), context.go_back, accent=ACCENTS[self._game.accent])
        self.add_to_footer(self.main)
        self._setting_key = self._game.get_part(GameScreens).hidden_history_key
        self.hide_button = SecondaryButton(tr("app.history.seal"), self._hide, icon=Icon.LOCK, outlined=True)

    def enter(self) -> None:
        self._app_context.resume_state.set_open_table(self.session.game_id, BoardOverlay.HISTORY)

    def show(self) -> None:
        super().show()
        self.title.show(self._title, self.summarize())
        self.body.clear_widgets()
        hidden_card = get_hidden_history_card(self._app_context, self._game, self.session, self.show)
        if hidden_card is not None:
            self.body.add_widget(hidden_card)
            return
        self.show_entries()
        if self._setting_key is not None and self.session.outcome is None:
            self.body.add_widget(self.hide_button)
        self.show_notes()

    def summarize(self) -> str:
        """Return the state of the game in one line."""
        return summarize_game(self._game, self._app_context.tr, self.session).title

    def show_entries(self) -> None:
        raise NotImplementedError

    @property
    def is_hidden(self) -> bool:
        return is_history_hidden(self._app_context, self._game, self.session)

    def _hide(self) -> None:
        self._app_context.remember(HiddenHistory(True), str(self._setting_key))
        self.show()

    def resume_edit(self, unsaved_state: Mapping[str, Any]) -> None:
        """Reopen an unfinished edit from before the app was closed, if there is one."""
        raise NotImplementedError

    def open_edit_sheet(self, sheet: Sheet) -> None:
        self._app_context.navigator.open_sheet(sheet)

    def on_edited(self) -> None:
        """Show the result of a committed edit and offer to undo it."""
        self.show()
        show_with_undo(self._app_context, self._app_context.tr("app.edit.changed"), self._undo)
