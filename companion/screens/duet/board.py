"""The board of a Codenames Duet mission, and the sheets to enter a clue and to type the cards' words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.core.game import Problem
from companion.core.resume_state import BoardOverlay
from companion.games.duet.campaign import city_name
from companion.games.duet.definition import DEFINITION
from companion.games.duet.drafts import TurnDraft, open_words, untyped_cards, validate_place
from companion.games.duet.setup import (
    KEY_AGENTS,
    MAX_CLUE_LENGTH,
    ClueNumber,
    Unlimited,
    clean_clue,
    clue_warnings,
)
from companion.games.duet.state import (
    Agent,
    Assassin,
    Bystander,
    CardWord,
    GuessType,
    Move,
    PhaseKind,
    SideDone,
    State,
    Stop,
)
from companion.games.duet.text import turn_text
from companion.i18n.translator import Translator
from companion.screens.board_page import BaseBoardPage
from companion.screens.duet.cards import DuetController, build_cell_look, set_children
from companion.screens.duet.clue_card import BoardActions, BoardParts, LessonCard, build_more_buttons
from companion.screens.duet.result import ResultColumn
from companion.screens.learn.rule_links import create_rules_opener
from companion.widgets.buttons import ActionTile, IconButton, PrimaryButton
from companion.widgets.cards import Chip, Notice, RoundButton
from companion.widgets.field import TextField
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Panes, Row
from companion.widgets.page import Sheet
from companion.widgets.text import LABEL, MUTED, TITLE, IconLabel, Text
from companion.widgets.theme import ACCENTS, TWO_PANES_WIDTH, theme_colour

_DUET = ACCENTS[DEFINITION.accent]
# Further warnings add nothing.
_MAX_DOUBTS = 2

DraftCallback = Callable[[TurnDraft], object]


class ClueSheet(Sheet):
    """The sheet to enter a clue. `on_change` saves the draft, `on_done` plays it as the clue of this turn,
    `on_close` receives the draft when the sheet is closed, so that it is not lost."""

    def __init__(
        self,
        tr: Translator,
        state: State,
        draft: TurnDraft,
        on_change: DraftCallback,
        on_done: Callable[[], object],
        on_close: DraftCallback,
    ) -> None:
        self._tr = tr
        self._state, self._draft = state, draft
        self._on_change, self._on_done, self._on_put_away = on_change, on_done, on_close
        self.field = TextField(tr("duet.clue.word"), lambda _: self._end_typing(), max_length=MAX_CLUE_LENGTH)
        self.field.text = draft.word
        self._doubts = Column(gap=8)
        numbers: tuple[ClueNumber, ...] = (*range(KEY_AGENTS + 1), Unlimited.UNLIMITED)
        self.numbers = {number: self._build_number(number) for number in numbers}
        *number_chips, unlimited = self.numbers.values()
        self.givers = self._build_givers()
        self.main = PrimaryButton(tr("duet.clue.tell"), self.finish, icon=Icon.CLUE, accent=_DUET)
        super().__init__(
            tr("duet.clue.tell"),
            Row(self.field, RoundButton(Icon.CHECK, self._end_typing), gap=8),
            self._doubts,
            Text(tr("duet.clue.number"), LABEL),
            Grid(*number_chips, gap=8, min_column_width=48, max_columns=5),
            unlimited,
            *self._build_giver_choice(),
            self.main,
            *_build_reminder(tr, state),
            on_close=self._close,
        )
        # Several keys may arrive within one frame: save once per frame.
        self._schedule_save = Clock.create_trigger(lambda _: self.save_text(), 0)
        self.field.bind(text=self._schedule_save)
        self._show()

    # -- input ----------------------------------------------------------------------------------------------

    def save_text(self) -> None:
        """Save the text of the field in the draft."""
        self._schedule_save.cancel()
        if self.field.text != self._draft.word:
            self._update_draft(self._draft.with_word(self.field.text))

    def _end_typing(self) -> None:
        """Save the word and close the keyboard, which would cover the numbers."""
        self.save_text()
        self.field.focus = False

    def finish(self) -> None:
        self.save_text()
        self._on_done()

    def _close(self) -> None:
        self.save_text()
        self._on_put_away(self._draft)

    def _update_draft(self, draft: TurnDraft) -> None:
        self._draft = draft
        self._on_change(draft)
        self._show()

    def _apply_change(self, change: Callable[[TurnDraft], TurnDraft]) -> None:
        self.save_text()
        self._update_draft(change(self._draft))

    # -- parts ----------------------------------------------------------------------------------------------

    def _build_number(self, number: ClueNumber) -> Chip:
        # The board shows the sign; here its name is shown, which can be read aloud.
        tr, toggle = self._tr, partial(self._apply_change, lambda draft: draft.toggle_number(number))
        words = tr("duet.clue.unlimited") if isinstance(number, Unlimited) else tr.format_number(number)
        return Chip(words, toggle, accent=_DUET)

    def _build_givers(self) -> dict[int, Chip]:
        """Build a chip for each player who may have given the clue; none if there is only one."""
        setup, giver = self._state.setup, self._state.giver
        seats = [seat for seat in range(len(setup.players)) if setup.side_of(seat) is giver]
        if len(seats) == 1:
            return {}
        return {seat: self._build_giver(seat, self._tr.player_name(setup.players[seat])) for seat in seats}

    def _build_giver(self, seat: int, name: str) -> Chip:
        return Chip(name, partial(self._apply_change, lambda draft: draft.toggle_giver(seat)), accent=_DUET)

    def _build_giver_choice(self) -> tuple[Widget, ...]:
        if not self.givers:
            return ()
        heading = Text(self._tr("duet.clue.by"), LABEL)
        return heading, Grid(*self.givers.values(), gap=8, min_column_width=110, max_columns=3)

    def _show(self) -> None:
        draft, rules = self._draft, self._state.setup.effective_clue_rules
        for number, chip in self.numbers.items():
            chip.set_selected(number == draft.number)
        for seat, chip in self.givers.items():
            chip.set_selected(seat == draft.by)
        doubts = clue_warnings(rules, open_words(self._state), draft.word)[:_MAX_DOUBTS]
        set_children(self._doubts, [Notice(self._tr.translate_problem(doubt)) for doubt in doubts])
        self.main.enabled = draft.has_clue


def _build_reminder(tr: Translator, state: State) -> tuple[Widget, ...]:
    """Build a reminder of the clue rules and of this table's options."""
    rules = state.setup.effective_clue_rules
    agreed = {field.name: getattr(rules, field.name) for field in fields(rules)}
    rows = (_build_rule_row(tr(f"duet.option.{name}.name"), allowed) for name, allowed in agreed.items())
    return (
        Row(
            IconLabel(Icon.BOOK, 22, tone="ink_2", pos_hint={"top": 1}),
            Text(tr("duet.learn.clue.rule"), MUTED, pos_hint={"y": 0}),
            gap=10,
        ),
        Column(Text(tr("duet.clue.agreed"), MUTED), *rows, gap=4),
    )


def _build_rule_row(words: str, allowed: bool) -> Row:
    mark = Icon.CHECK if allowed else Icon.CROSS
    return Row(
        IconLabel(mark, 20, tone="teal" if allowed else "ink_3"),
        Text(words, tone="ink" if allowed else "ink_3"),
        gap=10,
    )


class CardSheet(Sheet):
    """The sheet to type the word of the card in the draft. `on_change` saves the draft; `on_done` receives
    the word as a move, or None if it is unchanged."""

    def __init__(
        self,
        tr: Translator,
        on_change: Callable[[TurnDraft], object],
        on_done: Callable[[CardWord | None], object],
        on_close: Callable[[], object],
    ) -> None:
        self._tr, self._on_change, self._on_done = tr, on_change, on_done
        self._draft, self._previous_word = TurnDraft(), ""
        self.field = TextField(tr("duet.words.hint"), lambda _: self.finish(), max_length=MAX_CLUE_LENGTH)
        self.done_button = RoundButton(Icon.CHECK, self.finish)
        self._place = Text("", TITLE)
        self._status = Text("", MUTED)
        self._remaining = Text("", MUTED)
        entry_row = Row(self.field, self.done_button, gap=8)
        super().__init__(self._place, entry_row, self._status, self._remaining, on_close=on_close)
        # Several keys may arrive within one frame.
        self._schedule_save = Clock.create_trigger(lambda _: self.save_text(), 0)
        self.field.bind(text=self._schedule_save)

    def show(self, state: State, draft: TurnDraft) -> None:
        tr, place = self._tr, draft.card or 0
        self._draft, self._previous_word = draft, state.word(place)
        self.field.text = draft.typed
        self._place.content, *status = build_cell_look(tr, state, draft, place).labels
        self._status.content = tr.join_items(status)
        unread_count = len(untyped_cards(state))
        self._remaining.content = tr("duet.words.left", n=unread_count) if unread_count else ""

    def has_next_card(self, state: State) -> bool:
        """True if another untyped card follows; False when an existing word is corrected."""
        return not self._previous_word and bool(untyped_cards(state, self._draft.card or 0))

    def save_text(self) -> None:
        """Save the text of the field in the draft."""
        self._schedule_save.cancel()
        if self.field.text != self._draft.typed:
            self._draft = self._draft.with_card(self._draft.card, self.field.text)
            self._on_change(self._draft)

    def finish(self) -> None:
        self._schedule_save.cancel()
        word = clean_clue(self.field.text)
        self._on_done(CardWord(self._draft.card or 0, word) if word != self._previous_word else None)


# In dp: on a lower screen a grid leaves little room, even in two panes.
_LOW_HEIGHT_DP = 560
# Opacity of the glow in sudden death.
_GLOW_ALPHA = 0.7


class BoardPage(BaseBoardPage):
    def __init__(self, context: AppContext, controller: DuetController) -> None:
        if controller.session.setup.has_grid:
            # Five columns of words need the width.
            self.margin = 12
        self.history_button = IconButton(Icon.HISTORY, self._open_history, tone="ink_2")
        super().__init__(context, controller, self.history_button)
        tr, session = context.tr, controller.session
        setup = session.setup
        if context.is_coached(session):
            self.lesson = LessonCard(
                tr, create_rules_opener(context, DEFINITION, session), is_started=bool(session.moves)
            )
        self.draft: TurnDraft = controller.draft
        compact = setup.has_grid and (
            Window.width < dp(TWO_PANES_WIDTH) or Window.height < dp(_LOW_HEIGHT_DP)
        )
        actions = BoardActions(self.edit_clue, self.say_status, self.tap_place, self.type_card)
        self._board_parts = BoardParts(tr, setup, actions, compact=compact)
        self.clue, self.grid = self._board_parts.clue, self._board_parts.grid
        self._hint = Text(tr("duet.grid.hint"), MUTED) if setup.has_grid else None
        self.bystander_tile = ActionTile(
            tr("duet.board.bystander"), Icon.BYSTANDER, partial(self._guess, Bystander),
            border="rim", tone="ink_2",
        )  # fmt: skip
        stop = partial(self.play_move, Stop())
        self.stop_tile = ActionTile(
            tr("duet.board.stop"), Icon.HAND_STOP, stop,
            # Playing the move shows why it is refused.
            border="teal", tone="teal", on_blocked=stop,
        )  # fmt: skip
        self.assassin_tile = ActionTile(
            tr("duet.board.assassin"), Icon.SKULL, partial(self._guess, Assassin),
            border="brick", tone="brick", background="brick_deep",
        )  # fmt: skip
        self._info_column = Column(gap=12 if self.lesson is None else 10)
        self._board_column = Column(gap=10)
        self._board_panes = _BoardPanes(self._info_column, self._board_column, self._arrange_parts)
        self._result = ResultColumn(context, controller)
        self.main = PrimaryButton(tr("duet.board.agent"), self._on_main, accent=_DUET, icon=Icon.HAT)
        self._guess_buttons = _GuessButtons(
            (self.bystander_tile, self.stop_tile, self.assassin_tile), self.main
        )
        self.add_to_footer(self._guess_buttons)
        # The glow covers the whole page in sudden death.
        self._glow, self._glow_rectangle = InstructionGroup(), Rectangle()
        self._glow.add(Color(rgba=theme_colour("brick_deep", _GLOW_ALPHA)))
        self._glow.add(self._glow_rectangle)
        self.bind(pos=self._resize_glow, size=self._resize_glow)
        self._entry_sheet: ClueSheet | CardSheet | None = None
        # Reopen an unfinished entry after a restart or a rebuild of the page.
        self._should_resume_entry = True
        self._shown_moves = session.moves
        self.show()

    def enter(self) -> None:
        super().enter()
        self.controller.speak_opening()
        # Moves may have been edited on a page opened from here.
        if self._shown_moves != self.session.moves:
            self.show()
        if self._should_resume_entry and self._app_context.navigator.sheet is None:
            self._resume_entry()
        self._should_resume_entry = False

    def suspend(self) -> None:
        """Save typed text now: there may be no next frame."""
        super().suspend()
        if self._entry_sheet is not None and not self._entry_sheet.is_inactive:
            self._entry_sheet.save_text()

    # -- the draft ------------------------------------------------------------------------------------------

    def update_draft(self, draft: TurnDraft) -> bool:
        """Save the draft, then show it. Return False if it could not be saved."""
        is_saved = self._save_draft(draft)
        if is_saved:
            self._show_draft()
        return is_saved

    def _save_draft(self, draft: TurnDraft) -> bool:
        """Save the draft without redrawing the board, which is covered by a sheet."""
        is_saved = self._app_context.run_or_show_error(lambda: self.controller.save_draft(draft))
        if is_saved:
            self.draft = draft
        return is_saved

    def tap_place(self, place: int) -> None:
        """Select or deselect a word, or show why the guessing side may not touch it."""
        problem = validate_place(self.session.state, place)
        if problem is None:
            self._app_context.toaster.dismiss()
            self.update_draft(self.draft.toggle_place(place))
        else:
            self._show_refusal(problem)

    def edit_clue(self) -> None:
        """Open the sheet to enter the clue of this turn."""
        if self._save_draft(self.draft.set_clue_entry(True)):
            self._open_clue_sheet()

    def type_card(self, place: int) -> None:
        """Open the sheet to type the word of this card, then of the following untyped cards."""
        if self._save_draft(self.draft.with_card(place, self.session.state.word(place))):
            self._open_card_sheet(should_focus=True)

    def _resume_entry(self) -> None:
        if self.draft.telling:
            self._open_clue_sheet()
        elif self.draft.card is not None:
            self._open_card_sheet(should_focus=False)

    def _open_clue_sheet(self) -> None:
        navigator, state = self._app_context.navigator, self.session.state

        def close(draft: TurnDraft) -> None:
            navigator.close_sheet()
            self.update_draft(draft.set_clue_entry(False))

        sheet = ClueSheet(self._app_context.tr, state, self.draft, self._save_draft, self._give_clue, close)
        self._entry_sheet = sheet
        navigator.open_sheet(sheet)

    def _give_clue(self) -> None:
        if self.play_move(self.draft.clue):
            self._app_context.navigator.close_sheet()

    def _open_card_sheet(self, *, should_focus: bool) -> None:
        navigator = self._app_context.navigator

        def on_done(move: CardWord | None) -> None:
            place, has_next = self.draft.card or 0, sheet.has_next_card(self.session.state)
            if move is not None and not self.play_move(move):
                return
            unread = untyped_cards(self.session.state, place) if has_next else ()
            if not unread:
                close()
            elif self._save_draft(self.draft.with_card(unread[0])):
                sheet.show(self.session.state, self.draft)

        def close() -> None:
            navigator.close_sheet()
            self.update_draft(self.draft.with_card(None))

        self._entry_sheet = sheet = CardSheet(self._app_context.tr, self._save_draft, on_done, close)
        sheet.show(self.session.state, self.draft)
        navigator.open_sheet(sheet)
        sheet.field.focus = should_focus

    # -- moves ----------------------------------------------------------------------------------------

    def play_move(self, move: Move) -> bool:
        was_over = self.session.outcome is not None
        is_played = super().play_move(move)
        if is_played and self.session.outcome is not None and not was_over:
            tr, toaster = self._app_context.tr, self._app_context.toaster
            toaster.show(tr("duet.board.ended"), action_text=tr("app.undo"), on_action=self._undo)
        return is_played

    def _apply_move(self, move: Move) -> None:
        # The draft is discarded when the turn ends, and when the clue passes to the other side because the
        # giver's key is done.
        state = self.session.state
        passes_clue = isinstance(move, SideDone) and move.side is state.giver and not state.correct_guesses
        self.controller.play(
            move, keep_draft=not (passes_clue or isinstance(move, Bystander | Assassin | Stop))
        )

    def _guess(self, kind: GuessType) -> None:
        self.play_move(kind(self.draft.place))

    def _show_refusal(self, problem: Problem) -> None:
        """Show why a move is refused; learners also see the rule."""
        self._app_context.show_problem(problem)
        if self.lesson is not None:
            self.lesson.explain_refusal(problem)

    def _on_main(self) -> None:
        if self.session.outcome is None:
            self._guess(Agent)
        elif self.session.setup.mission is None:
            self._app_context.play_again(self.session)
        else:
            from companion.screens.duet.map import MapPage

            self._app_context.push(MapPage, self.session.setup)

    # -- showing --------------------------------------------------------------------------------------

    def show(self) -> None:
        super().show()
        self._shown_moves = self.session.moves
        self.draft = self.controller.draft
        tr, state = self._app_context.tr, self.session.state
        is_over = state.phase.what is PhaseKind.OVER
        view = self._result if is_over else self._board_panes
        if view.parent is None:
            self.body.clear_widgets()
            self.body.add_widget(view)
        is_sudden_death = state.is_sudden_death and not is_over
        self.title.show(tr("app.game.duet"), tr("app.board.over") if is_over else self._turn_text())
        self.title.subtitle.set_tone("brick" if is_sudden_death else "ink_2")
        self._show_glow(is_sudden_death)
        if is_over:
            self._guess_buttons.show(())
            self._result.show()
            if state.setup.mission is None:
                self.main.show(tr("app.board.again"), Icon.REPEAT)
            else:
                self.main.show(tr("duet.map.title"), Icon.MAP)
            return
        # There is no stopping in sudden death.
        stop_tile = None if is_sudden_death else self.stop_tile
        self._guess_buttons.show((self.bystander_tile, stop_tile, self.assassin_tile))
        self.main.show(tr("duet.board.agent"), Icon.HAT)
        if self.lesson is not None:
            self.lesson.show(state)
        self._arrange_parts()
        self._board_parts.show_counts(state)
        self.stop_tile.enabled = state.correct_guesses > 0
        self._show_draft()

    def _turn_text(self) -> str:
        tr, state, mission = self._app_context.tr, self.session.state, self.session.setup.mission
        if state.is_sudden_death or mission is None:
            return turn_text(tr, state)
        return tr("duet.board.city_turn", city=city_name(tr, mission.city, mission.name), turn=state.turn)

    def _arrange_parts(self) -> None:
        """Add the parts of the board to their columns.

        The counts of a grid are below it, or beside it in two panes. Sudden death has no bank.
        """
        parts, is_sudden_death = self._board_parts, self.session.state.is_sudden_death
        head = parts.sudden if is_sudden_death else parts.clue
        hint = None if self.session.moves else self._hint
        strip, card = (None, parts.bank) if parts.grid is None else (parts.bank, None)
        is_wide = self._board_panes.is_wide
        set_children(self._info_column, (self.lesson, head, parts.agents, strip if is_wide else None))
        board_parts = (None if is_sudden_death else card, parts.grid, hint, None if is_wide else strip)
        set_children(self._board_column, board_parts)

    def _show_draft(self) -> None:
        if self.session.state.outcome is None:
            self._board_parts.show_draft(self.session, self.draft)

    def _show_glow(self, visible: bool) -> None:
        """Add or remove the glow; an invisible one is not painted."""
        behind = self.canvas.before
        if visible and self._glow not in behind.children:
            behind.add(self._glow)
        elif not visible:
            behind.remove(self._glow)

    def _resize_glow(self, *_: object) -> None:
        # The glow is also behind the system bars.
        self._glow_rectangle.pos, self._glow_rectangle.size = (self.x, 0), (self.width, Window.height)

    # -- rarely used actions ----------------------------------------------------------------------------

    def say_status(self) -> None:
        """Speak the status of the mission and show it as a toast."""
        self._app_context.toaster.show(" ".join(map(self._app_context.tr, self.controller.speak_status())))

    def create_menu_items(self) -> Sequence[Widget]:
        return build_more_buttons(self._app_context, self.session.state, self.play_move, self.type_card)

    def _open_history(self) -> None:
        from companion.screens.duet.history import HistoryPage

        self._app_context.push(HistoryPage, self.controller)

    def restore_overlay(self, page: BoardOverlay | None, unsaved_state: Mapping[str, Any]) -> None:
        if page in (BoardOverlay.HISTORY, BoardOverlay.EDIT):
            self._open_history()
        if page is BoardOverlay.EDIT:
            from companion.games.duet.edits import restore_saved
            from companion.screens.duet.edit import EditPage

            entry_edit = restore_saved(self.session, unsaved_state)
            if entry_edit is not None:
                self._app_context.push(EditPage, self.controller, entry_edit)


class _BoardPanes(Panes):
    """Panes for clue and board; `on_arrange` is called when their orientation changes."""

    def __init__(self, info: Widget, board: Widget, on_arrange: Any) -> None:
        self._on_arrange = on_arrange
        self._last_orientation = ""
        super().__init__(info, board, gap=12)

    @property
    def is_wide(self) -> bool:
        return bool(self.orientation == "horizontal")

    def _arrange(self, *_: object) -> None:
        super()._arrange()
        if self._last_orientation and self._last_orientation != self.orientation:
            self._on_arrange()
        self._last_orientation = str(self.orientation)


class _GuessButtons(Panes):
    """The buttons for every result of a guess, in the footer; side by side all have the same height."""

    def __init__(self, others: Sequence[Widget], main: PrimaryButton) -> None:
        self._others, self._main, self._main_height = Row(*others, gap=12), main, main.height
        super().__init__(self._others, main, gap=12)
        self._others.bind(height=self._arrange)

    def show(self, others: Sequence[Widget | None]) -> None:
        """Show these tiles above the main button; none when the game is over."""
        set_children(self._others, others)
        if others and self._others.parent is None:
            self.add_widget(self._others, index=1)
        elif not others:
            self.remove_widget(self._others)
        self._arrange()

    def _arrange(self, *_: object) -> None:
        super()._arrange()
        is_wide = self._others.parent is not None and self.orientation == "horizontal"
        self._main.height = self._others.height if is_wide else self._main_height
