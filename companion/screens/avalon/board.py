"""The quest board: shields, the track of proposals, the ring of seats, and one button for what is next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import SystemRandom
from typing import Any

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.core.game import Problem
from companion.core.resume import BoardOverlay
from companion.entry.avalon.draft import Draft, RolesDraft, TeamDraft
from companion.entry.avalon.refusals import apply_tap, select_quest
from companion.games.avalon.lancelot import Pick, draw_card, draw_row
from companion.games.avalon.manifest import DEFINITION
from companion.games.avalon.moves import Correct, Plot
from companion.games.avalon.state import QUESTS_TO_WIN, Phase, State
from companion.screens.avalon.in_play import open_in_play
from companion.screens.avalon.lesson import LessonCard
from companion.screens.avalon.more import build_more_buttons
from companion.screens.avalon.quests import LoyaltyTrack, QuestRow
from companion.screens.avalon.result import ResultColumn
from companion.screens.avalon.ring_middle import MiddlePanel
from companion.screens.avalon.seat_looks import build_seat_look
from companion.screens.avalon.sitting import AvalonController
from companion.screens.avalon.step_keys import StepControls
from companion.screens.avalon.words import button_text, hint_text
from companion.screens.board_page import BaseBoardPage
from companion.screens.learn.rule_links import create_rules_opener
from companion.widgets.buttons import IconButton, PrimaryButton
from companion.widgets.cards import CornerButtonLayout, RoundButton
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Panes
from companion.widgets.seat_ring import SeatRing
from companion.widgets.text import Text
from companion.widgets.theme import look

# In dp: the crown of whoever sits at the top of the table reaches so far beyond the ring.
_CROWN_DP = 10


class BoardPage(BaseBoardPage):
    def __init__(self, context: AppContext, controller: AvalonController) -> None:
        votes = IconButton(Icon.GRID_TABLE, self._open_history, tone="ink_2")
        super().__init__(context, controller, votes)
        tr, session = context.tr, controller.session
        self.lesson = (
            LessonCard(tr, create_rules_opener(context, DEFINITION, session))
            if context.is_coached(session)
            else None
        )
        self.quest_row = QuestRow(tr, self.select_quest)
        self._hint = Text("", size_sp=16, tone="ink_2", align="center", max_lines=2, keep_height=True)
        self.ring = SeatRing(on_tap=self.tap_seat, on_table_tap=self.say_status)
        self._middle = MiddlePanel(tr)
        self.ring.center_box.add_widget(self._middle)
        self.step_controls = StepControls(
            tr, session.state, self._update_draft, self.draw_loyalty_cards, self._draw_plot_cards
        )
        self._loyalty = LoyaltyTrack(tr)
        above = [
            *(self.quest_row, self.step_controls, self._loyalty),
            *(self.lesson, self._hint),
        ]
        self._upper_part = Column(*(part for part in above if part is not None), gap=6)
        self._lower_part = BoxLayout(size_hint_y=None, padding=(0, dp(_CROWN_DP), 0, 0))
        self.in_play_button = RoundButton(Icon.EYE, self._open_in_play)
        self._lower_part.add_widget(CornerButtonLayout(self.ring, self.in_play_button))
        self._board_panes = Panes(self._upper_part, self._lower_part, gap=6)
        # The ring ends in the air around its lowest seat: it needs no more before the button.
        self.body.padding = (*self.body.padding[:3], dp(4))
        self._result = ResultColumn(context, controller)
        self.main = PrimaryButton(" ", self._on_main, icon=Icon.TEAM, on_blocked=self._explain_disabled)
        self.add_to_footer(self.main)
        # None once the game is over.
        self.draft: Draft | None = None
        # A number below the one it is given.
        self.pick_random: Pick = SystemRandom().randrange
        self.scroll.bind(height=self._fit_ring)
        self._upper_part.bind(height=self._fit_ring)
        self.show()

    def enter(self) -> None:
        super().enter()
        self.controller.speak_opening()
        # The past may have been edited, or the roles told, on the screen that was open meanwhile.
        if self.draft is None or self.draft.state is not self.session.state:
            self.show()

    def _fit_ring(self, *_: object) -> None:
        """The ring takes the height that is left, so that the whole board can be seen at once."""
        is_wide = self._board_panes.orientation == "horizontal"
        used_height = 0 if is_wide else self._upper_part.height + dp(6)
        available_height = (
            self.scroll.height - used_height - self.body.padding[1] - self.body.padding[3] - dp(_CROWN_DP + 2)
        )
        # Larger letters need a larger table to stand on; then the page scrolls.
        min_height = dp(330) * min(1.4, look().text_scale)
        self._lower_part.height = dp(_CROWN_DP) + max(min_height, min(dp(560), available_height))

    # -- moves --------------------------------------------------------------------------------------------

    def tap_seat(self, seat: int) -> None:
        if self.draft is None:
            return
        self._handle_tap(*apply_tap(self.draft, seat))

    def select_quest(self, quest: int) -> None:
        if isinstance(self.draft, TeamDraft):
            self._handle_tap(*select_quest(self.draft, quest))
        else:
            self._explain_disabled()

    def _handle_tap(self, draft: Draft, problem: Problem | None) -> None:
        """What a tap made of the draft; if nothing, say which rule stands against it, or what to tap."""
        if problem is not None:
            self._app_context.show_problem(problem)
            # Learners also see it written out.
            if self.lesson is not None:
                self.lesson.explain_refusal(problem)
        elif draft is self.draft:
            self._explain_disabled()
        else:
            self._update_draft(draft)

    def _update_draft(self, draft: Draft) -> None:
        if self._app_context.run_or_show_error(lambda: self.controller.save_draft(draft)):
            self.draft = draft
            self._show_draft()

    def _on_main(self) -> None:
        if self.session.outcome is not None:
            self._app_context.play_again(self.session)
        elif self.draft is not None and self.draft.is_ready:
            self.play_move(self.draft.move)

    def _apply_move(self, move: Any) -> None:
        # What is noted on the side takes nothing from the team that is being picked.
        self.controller.play(move, keep_draft=isinstance(move, Plot | Correct))

    def _draw_plot_cards(self) -> None:
        self.play_move(Plot(self.session.state.plot_cards_due))

    def draw_loyalty_cards(self) -> None:
        """Turn over the loyalty card, or lay out the row, in the table's place; undo takes it back."""
        state, tr = self.session.state, self._app_context.tr
        if state.phase is Phase.LOYALTY:
            card = draw_card(state, self.pick_random)
            text = tr("avalon.board.drawn.switch" if card.switch else "avalon.board.drawn.same")
            is_played = self.play_move(card)
        else:
            row = draw_row(self.pick_random)
            rounds = tuple(number for number, switch in enumerate(row.switches, 1) if switch)
            text = (
                tr("avalon.board.drawn.row", rounds=rounds, n=len(rounds))
                if rounds
                else tr("avalon.board.drawn.no_switch")
            )
            is_played = self.play_move(row)
        if is_played:
            self._app_context.toaster.show(text, action_text=tr("app.undo"), on_action=self._undo)

    def say_status(self) -> None:
        """Where the game stands, aloud and in words; only these can tell who leads."""
        tr, lines = self._app_context.tr, self.controller.speak_status()
        leader_lines = () if self.draft is None else (tr("avalon.board.leads", name=self._leader_name),)
        self._app_context.toaster.show("\n".join((*leader_lines, " ".join(map(tr, lines)))))

    def _explain_disabled(self) -> None:
        if self.draft is not None:
            self._app_context.toaster.show(hint_text(self._app_context.tr, self.draft))

    # -- showing --------------------------------------------------------------------------------------------

    def show(self) -> None:
        super().show()
        state = self.session.state
        draft = self.controller.draft
        self.draft = None if isinstance(draft, RolesDraft) else draft
        is_over = self.draft is None
        view = self._result if is_over else self._board_panes
        if view.parent is None:
            self.body.clear_widgets()
            self.body.add_widget(view)
        if is_over:
            self.title.show(*self._title_texts())
            self._result.show()
            self.main.enabled = True
            self.main.show(self._app_context.tr("avalon.board.do.again"), Icon.REPEAT)
            return
        self.step_controls.track.show(state)
        self._loyalty.show(state)
        self._show_draft()

    @property
    def _leader_name(self) -> str:
        state: State = self.session.state
        return state.setup.players[state.leader]

    def _title_texts(self) -> tuple[str, str]:
        tr, state, draft = self._app_context.tr, self.session.state, self.draft
        if draft is None:
            return tr("app.game.avalon"), tr("app.board.over")
        if state.phase is Phase.ASSASSINATE:
            return tr("avalon.board.assassination"), tr("avalon.over.three_successes", won=QUESTS_TO_WIN)
        quest = draft.quest if isinstance(draft, TeamDraft) else state.quest
        # With Targeting no quest is on as long as none is chosen.
        number = (
            tr("avalon.board.round", round=state.round)
            if quest is None
            else tr("avalon.board.quest", quest=quest)
        )
        return number, tr("avalon.board.leads", name=self._leader_name)

    def _show_draft(self) -> None:
        draft, tr = self.draft, self._app_context.tr
        if draft is None:
            return
        state = draft.state
        self.title.show(*self._title_texts())
        if self.lesson is not None:
            self.lesson.show_draft(draft, self.session.moves)
        self.quest_row.show(state, draft.quest if isinstance(draft, TeamDraft) else state.quest)
        self._hint.content = hint_text(tr, draft)
        self.ring.show([build_seat_look(tr, draft, seat) for seat in range(len(state.setup.players))])
        self._middle.show(draft)
        self.step_controls.show(draft)
        self.main.show(*button_text(tr, draft))
        self.main.enabled = draft.is_ready

    # -- seldom needed ------------------------------------------------------------------------------

    def create_menu_items(self) -> Sequence[Widget]:
        return build_more_buttons(self._app_context, self.session.state, self.play_move)

    def _open_in_play(self) -> None:
        open_in_play(self._app_context, self.session.state.setup)

    def restore_overlay(self, page: BoardOverlay | None, unsaved_state: Mapping[str, Any]) -> None:
        if page is BoardOverlay.HISTORY:
            self._open_history()
            self._app_context.navigator.page.resume_edit(unsaved_state)

    def _open_history(self) -> None:
        from companion.screens.avalon.history import HistoryPage

        self._app_context.push(HistoryPage, self.controller)
