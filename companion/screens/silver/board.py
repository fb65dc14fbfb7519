"""The score pad of Silver: table of rounds, chart, and the panel of what to do now.

`plan_heights` shares the height between them without Kivy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, partial
from typing import Any, Final

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.core.game import Problem, error
from companion.core.resume_state import BoardOverlay
from companion.games.silver.definition import DEFINITION
from companion.games.silver.drafts import RoundDraft
from companion.games.silver.edits import draft_line, make_totals, played_line, restore_saved, start_edit
from companion.games.silver.rules import RULE_NUMBERS, make_rematch
from companion.games.silver.state import State
from companion.games.silver.text import round_text
from companion.i18n.translator import Translator
from companion.screens.board_page import BaseBoardPage, BaseLessonCard, RuleLookup
from companion.screens.learn.rule_links import create_rules_opener
from companion.screens.result import build_game_over_buttons
from companion.screens.rows import create_sheet_button
from companion.screens.silver.edit import EditPage
from companion.screens.silver.history import RoundsTable
from companion.screens.silver.reference import OutlookPanel, open_call_sheet, open_cards_page
from companion.screens.silver.result import ResultColumn
from companion.screens.silver.rounds import RoundSummary, SilverController, TotalsChart
from companion.screens.silver.setup import DealCard, remember_setup
from companion.screens.silver.typing import CallerQuestion, EntryPanel, EntryTools, StarterCard
from companion.scripts.silver.speech import RoundStep, find_rule, list_lessons
from companion.widgets.buttons import PrimaryButton, SecondaryButton
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Panes, Row
from companion.widgets.scrolling import Scroller
from companion.widgets.text import HEADING, Text
from companion.widgets.theme import ACCENTS, look, sp


class BoardMode(Enum):
    """What the panel below the table of rounds shows."""

    PLAYING = "playing"  # who called?
    TYPING = "typing"  # the villages are open
    SCORED = "told"  # the scores of the last round
    OVER = "over"

    @property
    def has_open_round(self) -> bool:
        """True if the current round is a line of the table."""
        return self in (BoardMode.PLAYING, BoardMode.TYPING)

    @property
    def lesson_step(self) -> RoundStep:
        steps = {BoardMode.TYPING: RoundStep.COUNT, BoardMode.SCORED: RoundStep.DEAL}
        return steps.get(self, RoundStep.PLAY)


# Minimum of visible lines: the folded ones, the last round and the current one.
_MIN_LINES: Final = 3
_MIN_LINES_TYPING: Final = 2


@dataclass(frozen=True, slots=True)
class BoardSpace:
    """The available room, in pixels.

    `panel` is the height of the panel, which is beside the table if `is_wide`.
    """

    total: float
    is_wide: bool
    panel: float
    fixed: float
    line: float
    gap: float
    min_chart: float
    max_chart: float


@dataclass(frozen=True, slots=True)
class HeightPlan:
    """The planned heights: at most `lines` lines (0 means all); a chart height of 0 hides the chart."""

    lines: int
    chart: float
    panel: float


def plan_heights(space: BoardSpace, mode: BoardMode, results: int) -> HeightPlan:
    is_over = mode is BoardMode.OVER
    free = space.total - space.fixed - (0.0 if space.is_wide else space.panel + space.gap)
    count = results + mode.has_open_round
    # In two panes the chart is below the visible rounds.
    for_lines = free - space.min_chart - space.gap if space.is_wide else free
    fits = is_over or count * space.line <= for_lines
    min_lines = _MIN_LINES if space.is_wide or mode is not BoardMode.TYPING else _MIN_LINES_TYPING
    visible_lines = count if fits else max(min_lines, int(for_lines // space.line))
    spare = free - visible_lines * space.line - space.gap
    has_chart = bool(results) and (space.is_wide or is_over or spare >= space.min_chart)
    chart = min(max(spare, space.min_chart), max(space.min_chart, space.max_chart)) if has_chart else 0.0
    tall_panel = space.panel if has_chart else space.panel + max(0.0, spare)
    panel = space.total if space.is_wide else tall_panel
    return HeightPlan(0 if fits else visible_lines, chart, panel)


# In dp: minimum and maximum height of the chart; with less room it is hidden.
_MIN_CHART_DP, _MAX_CHART_DP = 84, 240
_GAP_DP = 8
# In sp.
_TITLE_SP = 30
# Padding above and below the content.
PADDING_DP = 12


class BoardLayout(Panes):
    def __init__(
        self,
        scroll: Scroller,
        rounds: RoundsTable,
        chart: TotalsChart,
        entry: EntryPanel,
        outlook: OutlookPanel,
        players: int,
    ) -> None:
        self._scores = Column(rounds, gap=_GAP_DP)
        self._panel = Column(gap=_GAP_DP)
        super().__init__(self._scores, self._panel, gap=_GAP_DP)
        self._scroll, self._rounds, self._chart = scroll, rounds, chart
        self._entry, self._outlook = entry, outlook
        self._players = players
        self._mode = BoardMode.PLAYING
        self._results = 0
        self._current_parts: tuple[Widget, ...] = ()
        self._trailing_parts: tuple[Widget, ...] = ()
        for part in (scroll, self._panel, rounds):
            part.bind(height=self.fit)
        self.bind(width=self.fit)

    @property
    def is_wide(self) -> bool:
        return bool(self.orientation == "horizontal")

    def show(
        self, mode: BoardMode, results: int, parts: Sequence[Widget], trailing_parts: Sequence[Widget] = ()
    ) -> None:
        """Show `parts` in the panel and `trailing_parts` after everything else."""
        self._mode, self._results = mode, results
        self._current_parts, self._trailing_parts = tuple(parts), tuple(trailing_parts)
        # At the end the winner comes before the table.
        order = [self._scores, self._panel]
        set_children(self, order[::-1] if mode is BoardMode.OVER else order)
        if not trailing_parts:
            set_children(self._panel, self._current_parts)
        self.fit()
        # Wait two frames: heights are known after one, the scroll range after another.
        Clock.schedule_once(lambda _: Clock.schedule_once(self._scroll_to_panel, 0), 0)

    def fit(self, *_: object) -> None:
        """Fold old rounds so that the relevant parts fit on the screen.

        The chart gets the remaining height.
        """
        # Besides the keys there is only a folded lesson, for learners.
        others = sum(part.height + dp(_GAP_DP) for part in self._current_parts if part is not self._entry)
        panel = self._entry.min_height + others if self._mode is BoardMode.TYPING else self._panel.height
        # The outlook may extend below the screen as long as its title is visible.
        if self._outlook.parent is not None:
            panel -= max(0.0, self._outlook.height - sp(_TITLE_SP))
        # The chart must be at least as high as its legend.
        name_height = sp(16) * (1.45 if look().rtl else 1.3) + dp(2)
        space = BoardSpace(
            total=self._scroll.height - dp(PADDING_DP),
            is_wide=self.is_wide,
            panel=panel,
            fixed=self._rounds.fixed_height,
            line=self._rounds.row_height,
            gap=dp(_GAP_DP),
            min_chart=max(dp(_MIN_CHART_DP), self._players * name_height),
            max_chart=dp(_MAX_CHART_DP),
        )
        plan = plan_heights(space, self._mode, self._results)
        self._rounds.fold_to(plan.lines)
        self._entry.fit(plan.panel - others)
        if plan.chart:
            self._chart.height = plan.chart
        scores: list[Widget] = [self._rounds, *([self._chart] if plan.chart else [])]
        if self._trailing_parts:
            set_children(
                self._panel,
                [*self._current_parts, *self._trailing_parts] if self.is_wide else self._current_parts,
            )
        set_children(self._scores, scores if self.is_wide else [*scores, *self._trailing_parts])

    def _scroll_to_panel(self, _: float) -> None:
        """Scroll to the village and its keys if not everything fits on the screen."""
        is_typing = self._mode is BoardMode.TYPING and not self.is_wide and self._scroll.do_scroll_y
        self._scroll.scroll_y = 0 if is_typing else 1


def set_children(holder: Widget, parts: Sequence[Widget]) -> None:
    """Set exactly these children in this order, removing them from other parents."""
    if [*reversed(holder.children)] == [*parts]:
        return
    holder.clear_widgets()
    for part in parts:
        if part.parent is not None:
            part.parent.remove_widget(part)
        holder.add_widget(part)


class LessonCard(BaseLessonCard):
    def __init__(self, tr: Translator, look_up: RuleLookup | None = None) -> None:
        super().__init__(tr, ACCENTS[DEFINITION.accent], look_up)
        self._is_typing = False
        self._was_open = self.is_open

    def show(self, state: State, mode: BoardMode) -> None:
        """Show the lesson of the mode.

        While villages are typed the card starts folded, because the keys need the room.
        """
        is_typing = mode is BoardMode.TYPING
        if is_typing and not self._is_typing:
            self._was_open = self.is_open
            self._set_open(False)
        elif self._is_typing and not is_typing:
            self._set_open(self._was_open)
        self._is_typing = is_typing
        self.show_lessons(*list_lessons(state, mode.lesson_step))

    def explain_refusal(self, problem: Problem) -> bool:
        """Show the rule behind a refusal until the next step; return False if there is none."""
        return self.show_refusal(problem, find_rule(problem), **RULE_NUMBERS)


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
        self._last_round = Text("", HEADING)
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
        # Reduced paddings: the whole table should be visible above the keys.
        self.body.padding[3] = dp(PADDING_DP) - self.body.padding[1]
        self.footer.padding[1] = dp(4)
        self.title.padding = (0, dp(4), 0, dp(4))
        self.body.add_widget(self._board_layout)
        # Only one of the two buttons is visible; while typing it is beside the tools if there is room.
        self.main = PrimaryButton(" ", self._on_main, accent=_SILVER, on_blocked=self._explain_disabled)
        self.continue_button = PrimaryButton(" ", self._on_continue, icon=Icon.PLAY, accent=_SILVER)
        self.tools = EntryTools(tr, setup, self._choose_caller, self._set_by_sum)
        self.call_button = SecondaryButton(tr("silver.call.title"), self._ask_call, icon=Icon.CALLER)
        self.cards_button = SecondaryButton(tr("silver.board.all_cards"), self._look_up_cards, icon=Icon.CARD)
        self._help_buttons = Row(self.call_button, self.cards_button, gap=8)
        self._entry_footer = Panes(self.tools, self.main, gap=8)
        self.add_to_footer(self._help_buttons)
        self._is_choosing_caller = False
        # A session reopened between two rounds starts with the last round's summary and how to deal.
        self._is_showing_round = True
        self._shown_moves = session.moves
        self.show()

    def enter(self) -> None:
        super().enter()
        if self.draft.is_empty:
            self.controller.speak_opening()
        # A round may have been edited on a page opened from here.
        if self._shown_moves != self.session.moves:
            self.show()

    @cached_property
    def deal(self) -> DealCard:
        """Built for the first round summary: most of the time it is not needed."""
        card = DealCard(self._app_context.tr)
        card.show(len(self.session.setup.players))
        return card

    @cached_property
    def after_game_buttons(self) -> Grid:
        """Built when the game is over."""
        return Grid(
            *build_game_over_buttons(self._app_context, self.controller),
            gap=8,
            min_column_width=150,
            max_columns=2,
        )

    @property
    def _is_between_rounds(self) -> bool:
        """True if a round is scored and the draft of the next one is empty."""
        return bool(self.session.moves) and self.draft.is_empty

    @property
    def mode(self) -> BoardMode:
        if self.session.outcome is not None:
            return BoardMode.OVER
        if self._is_showing_round and self._is_between_rounds:
            return BoardMode.SCORED
        return BoardMode.PLAYING if self._is_choosing_caller or not self.draft.asked else BoardMode.TYPING

    # -- entering a round ---------------------------------------------------------------------------------

    def update_draft(self, draft: RoundDraft) -> None:
        """Save the draft, then show it."""
        if self._app_context.run_or_show_error(lambda: self.controller.save_draft(draft)):
            self.draft = draft
            self._show_draft()

    def answer(self, draft: RoundDraft) -> None:
        """Save who called, then show the villages."""
        self._is_showing_round = self._is_choosing_caller = False
        self.update_draft(draft)
        self._show_mode()

    def show_refusal(self, problem: Problem) -> None:
        """Show why an input is refused; learners also see the rule."""
        self._app_context.show_problem(problem)
        if self.lesson is not None:
            self.lesson.explain_refusal(problem)

    def tap_cell(self, round_number: int, seat: int) -> None:
        """Open the page that edits a past round, or select the seat in the current one."""
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
        """Start a new game with the same players: the amulet stays with its holder, who starts."""
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
            last_round = self._app_context.tr("silver.result.last_round", round=len(session.moves))
            self._last_round.content = last_round
            parts = [self.result]
            trailing_parts = [self.after_game_buttons, self._last_round, self.round_summary]
        elif mode is BoardMode.SCORED:
            # The cards are gathered now. While a round is played, its scores need the room of the deal card.
            parts = [self.round_summary, self.deal]
        elif mode is BoardMode.TYPING:
            parts = [self.entry]
        else:
            parts = [self.starter, self.question, *([self.outlook] if self.outlook.children else [])]
        if self.lesson is not None and mode is not BoardMode.OVER:
            self.lesson.show(session.state, mode)
            # In the summary the lesson is between the scores and the deal.
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
        # A refusal is outdated once something else is typed, and its toast covers the keys.
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
            self.main.show(tr.translate(draft.button_message(session.setup.players)))
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

    # -- rarely used actions --------------------------------------------------------------------------------

    def create_menu_items(self) -> Sequence[Widget]:
        offer, tr = partial(create_sheet_button, self._app_context.navigator), self._app_context.tr
        ask = () if self.session.outcome else (offer(tr("silver.call.title"), Icon.CALLER, self._ask_call),)
        return (*ask, offer(tr("silver.board.all_cards"), Icon.CARD, self._look_up_cards))

    def _ask_call(self) -> None:
        open_call_sheet(self._app_context, self.session)

    def _look_up_cards(self) -> None:
        open_cards_page(self._app_context)
