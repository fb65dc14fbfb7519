"""The score pad: the table of rounds, the line of each total, and below them what the table does now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from typing import Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.core.game import Problem, error
from companion.core.resume import BoardOverlay
from companion.entry.silver.amend import restore_saved, start_edit
from companion.entry.silver.draft import RoundDraft
from companion.entry.silver.log import draft_line, make_totals, played_line
from companion.entry.silver.summary import round_text
from companion.games.silver.manifest import DEFINITION
from companion.games.silver.play import make_rematch
from companion.screens.board_page import BaseBoardPage
from companion.screens.learn.rule_links import create_rules_opener
from companion.screens.result import build_game_over_buttons
from companion.screens.silver.board_heights import BoardMode
from companion.screens.silver.board_layout import PADDING_DP, BoardLayout, set_children
from companion.screens.silver.caller import CallerQuestion, StarterCard
from companion.screens.silver.deal_card import DealCard
from companion.screens.silver.edit import EditPage
from companion.screens.silver.history import RoundsTable
from companion.screens.silver.lesson import LessonCard
from companion.screens.silver.may_call import open_call_sheet
from companion.screens.silver.more import build_more_buttons
from companion.screens.silver.outlook import OutlookPanel
from companion.screens.silver.result import ResultColumn
from companion.screens.silver.round_account import RoundSummary
from companion.screens.silver.setup import remember_setup
from companion.screens.silver.sitting import SilverController
from companion.screens.silver.totals_chart import TotalsChart
from companion.screens.silver.typing import EntryPanel, EntryTools
from companion.screens.silver.villagers import open_cards_page
from companion.widgets.buttons import PrimaryButton, SecondaryButton
from companion.widgets.icons import Icon
from companion.widgets.layout import Grid, Panes, Row
from companion.widgets.text import Text
from companion.widgets.theme import ACCENTS, look

_SILVER = ACCENTS[DEFINITION.accent]


class BoardPage(BaseBoardPage):
    margin = 12

    def __init__(self, context: AppContext, controller: SilverController) -> None:
        super().__init__(context, controller)
        session = controller.session
        tr, setup = context.tr, session.setup
        self.draft: RoundDraft = controller.draft
        self.rounds = RoundsTable(tr, tr.player_names(setup.players), self.tap_cell)
        self.chart = TotalsChart(tr)
        self._last_round = Text("", face="title", size_sp=20)
        self.lesson = (
            LessonCard(tr, create_rules_opener(context, DEFINITION, session))
            if context.is_coached(session)
            else None
        )
        self.starter = StarterCard(tr)
        self.question = CallerQuestion(tr, setup, self.answer, self.show_refusal)
        self.outlook = OutlookPanel(tr)
        self.entry = EntryPanel(tr, setup, self.update_draft, self._open_card, self.show_refusal)
        self.round_summary = RoundSummary(tr)
        self.result = ResultColumn(context)
        self._board_layout = BoardLayout(
            self.scroll, self.rounds, self.chart, self.entry, self.outlook, len(setup.players)
        )
        # Every dp counts here: the whole table is to be seen above the keys.
        self.body.padding[3] = dp(PADDING_DP) - self.body.padding[1]
        self.footer.padding[1] = dp(4)
        self.title.padding = (0, dp(4), 0, dp(4))
        self.body.add_widget(self._board_layout)
        # Two buttons, of which one is seen: while typing it stands beside the tools where there is room.
        self.main = PrimaryButton(" ", self._on_main, accent=_SILVER, on_blocked=self._explain_disabled)
        self.continue_button = PrimaryButton(" ", self._on_continue, icon=Icon.PLAY, accent=_SILVER)
        self.tools = EntryTools(tr, setup, self._choose_caller, self._set_by_sum)
        ask, look_up = partial(open_call_sheet, context, session), partial(open_cards_page, context, None)
        self.call_button = SecondaryButton(tr("silver.call.title"), ask, icon=Icon.CALLER)
        self.cards_button = SecondaryButton(tr("silver.board.all_cards"), look_up, icon=Icon.CARD)
        self._help_buttons = Row(self.call_button, self.cards_button, gap=8)
        self._entry_footer = Panes(self.tools, self.main, gap=8)
        self.add_to_footer(self._help_buttons)
        self._is_choosing_caller = False
        # Whoever finds the table again between two rounds is told once more what came of the last one, and
        # how to deal.
        self._is_showing_round = True
        self._shown_moves = session.moves
        self.show()

    def enter(self) -> None:
        super().enter()
        if self.draft.is_empty:
            self.controller.speak_opening()
        # A round may have been edited on the screen that was open meanwhile.
        if self._shown_moves != self.session.moves:
            self.show()

    @cached_property
    def deal(self) -> DealCard:
        """Made when the first round is told: most of the time the board does without it."""
        card = DealCard(self._app_context.tr)
        card.show(len(self.session.setup.players))
        return card

    @cached_property
    def after_game_buttons(self) -> Grid:
        """Made when the game is over."""
        return Grid(
            *build_game_over_buttons(self._app_context, self.controller),
            gap=8,
            min_column_width=150,
            max_columns=2,
        )

    @property
    def _is_between_rounds(self) -> bool:
        """Whether a round is scored and nobody has told anything of the next one."""
        return bool(self.session.moves) and self.draft.is_empty

    @property
    def mode(self) -> BoardMode:
        if self.session.outcome is not None:
            return BoardMode.OVER
        if self._is_showing_round and self._is_between_rounds:
            return BoardMode.SCORED
        return BoardMode.PLAYING if self._is_choosing_caller or not self.draft.asked else BoardMode.TYPING

    # -- typing -------------------------------------------------------------------------------------------

    def update_draft(self, draft: RoundDraft) -> None:
        """Kept first, shown second."""
        if self._app_context.run_or_show_error(lambda: self.controller.save_draft(draft)):
            self.draft = draft
            self._show_draft()

    def answer(self, draft: RoundDraft) -> None:
        """It is told who called; the villages follow."""
        self._is_showing_round = self._is_choosing_caller = False
        self.update_draft(draft)
        self._show_mode()

    def show_refusal(self, problem: Problem) -> None:
        """Say why not; learners also see the rule written out."""
        self._app_context.show_problem(problem)
        if self.lesson is not None:
            self.lesson.explain_refusal(problem)

    def tap_cell(self, round_number: int, seat: int) -> None:
        """A round that was played opens to be looked at and changed; in this one the seat is typed next."""
        if round_number <= len(self.session.moves):
            self._app_context.push(
                EditPage, self.controller, start_edit(self.session, round_number - 1, seat)
            )
        elif self.mode is BoardMode.TYPING:
            self.update_draft(self.draft.with_seat(seat))

    def restore_overlay(self, page: BoardOverlay | None, unsaved_state: Mapping[str, Any]) -> None:
        entry_edit = restore_saved(self.session, unsaved_state) if page is BoardOverlay.EDIT else None
        if entry_edit is not None:
            self._app_context.push(EditPage, self.controller, entry_edit)

    def _choose_caller(self) -> None:
        self._is_choosing_caller = True
        self._show_mode()

    def _set_by_sum(self, by_sum: bool) -> None:
        self.update_draft(self.draft.set_by_sum(by_sum))

    def _open_card(self, number: int) -> None:
        open_cards_page(self._app_context, number)

    # -- moves --------------------------------------------------------------------------------------------

    def _on_main(self) -> None:
        next_seat = self.draft.next_seat
        if next_seat is None:
            self.score_round()
        else:
            self.update_draft(self.draft.with_seat(next_seat))

    def _on_continue(self) -> None:
        if self.mode is BoardMode.OVER:
            self.start_rematch()
        else:
            self._is_showing_round = self._is_choosing_caller = False
            self._show_mode()

    def score_round(self) -> None:
        self._is_showing_round = True
        self._is_showing_round = self.play_move(self.draft.move)

    def start_rematch(self) -> None:
        """The same people once more: the amulet stays where it is, and its holder starts."""
        remember_setup(self._app_context, make_rematch(self.session.state))
        self._app_context.play_again(self.session)

    def _undo(self) -> None:
        self._is_showing_round = self._is_choosing_caller = False
        super()._undo()

    def _redo(self) -> None:
        self._is_showing_round, self._is_choosing_caller = True, False
        super()._redo()

    def _explain_disabled(self) -> None:
        name = self.session.setup.players[self.draft.seat]
        self._app_context.show_problem(error("silver.problem.village_missing", name=name))

    # -- showing --------------------------------------------------------------------------------------------

    def show(self) -> None:
        super().show()
        self._shown_moves = self.session.moves
        self.draft = self.controller.draft
        state = self.session.state
        self.chart.show_state(state)
        if state.outcome is None:
            self.starter.show(state)
            self.outlook.show(self.session)
        self._show_mode()

    def _show_mode(self) -> None:
        session, mode = self.session, self.mode
        parts: list[Widget]
        trailing_parts: list[Widget] = []
        if mode in (BoardMode.OVER, BoardMode.SCORED):
            self.round_summary.show(*session.states[-2:])
        if mode is BoardMode.OVER:
            self.result.show(session)
            self._last_round.content = self._app_context.tr(
                "silver.result.last_round", round=len(session.moves)
            )
            parts, trailing_parts = (
                [self.result],
                [self.after_game_buttons, self._last_round, self.round_summary],
            )
        elif mode is BoardMode.SCORED:
            # The cards are gathered now. While the round is played its scores need the room.
            parts = [self.round_summary, self.deal]
        elif mode is BoardMode.TYPING:
            parts = [self.entry]
        else:
            parts = [self.starter, self.question, *([self.outlook] if self.outlook.children else [])]
        if self.lesson is not None and mode is not BoardMode.OVER:
            self.lesson.show(session.state, mode)
            # What came of a round is read before how the next one is dealt.
            parts.insert(1 if mode is BoardMode.SCORED else 0, self.lesson)
        self._show_footer(mode)
        self._show_draft()
        self._board_layout.show(mode, len(session.state.results), parts, trailing_parts)

    def _show_footer(self, mode: BoardMode) -> None:
        tr = self._app_context.tr
        if mode is BoardMode.TYPING:
            set_children(self.footer, [self._entry_footer])
            return
        if mode is BoardMode.PLAYING and not self._is_choosing_caller:
            set_children(self.footer, [self._help_buttons])
            return
        set_children(self.footer, [self.continue_button])
        if mode is BoardMode.OVER:
            self.continue_button.show(tr("app.board.again"), Icon.REPEAT)
        elif mode is BoardMode.SCORED:
            self.continue_button.show(tr("silver.board.go_on", round=self.session.state.round), Icon.CARD)
        else:
            self.continue_button.show(tr("silver.board.back_to_villages"), Icon.CARD)

    def _show_draft(self) -> None:
        # A refusal is out of date as soon as something else was typed, and it lies over the keys.
        self._app_context.toaster.dismiss()
        tr, session, draft, mode = self._app_context.tr, self.session, self.draft, self.mode
        state, digits = session.state, look().digits
        lines = [played_line(number, result, digits) for number, result in enumerate(state.results, 1)]
        is_typing = mode is BoardMode.TYPING
        if mode.has_open_round:
            lines.append(draft_line(state.round, draft, digits, typing=is_typing))
        self.rounds.show(lines, make_totals(state, draft if mode.has_open_round else None, digits))
        self._show_title(mode)
        self.question.show(draft)
        if is_typing:
            self.entry.show(draft)
            self.tools.show(draft)
            next_seat = draft.next_seat
            words = (
                tr("silver.board.score")
                if next_seat is None
                else tr("silver.board.next", name=session.setup.players[next_seat])
            )
            self.main.show(words)
            self.main.enabled = draft.village.total is not None

    def _show_title(self, mode: BoardMode) -> None:
        tr, state = self._app_context.tr, self.session.state
        if mode is BoardMode.OVER:
            line = tr("app.board.over")
        elif mode is BoardMode.SCORED:
            line = tr("silver.board.round_told", round=len(state.results))
        else:
            line = round_text(tr, state)
        self.title.show(tr("app.game.silver"), line)

    # -- seldom needed --------------------------------------------------------------------------------------

    def create_menu_items(self) -> Sequence[Widget]:
        return build_more_buttons(self._app_context, self.session)
