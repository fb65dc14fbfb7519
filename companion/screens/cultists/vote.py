"""A vote from the talk before it to its result: the count to three, then who pointed at whom."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.core.game import error
from companion.core.resume import BoardOverlay
from companion.entry.cultists.draft import BallotDraft, CountDraft, VoteDraft
from companion.entry.cultists.draft_record import VoteInProgress, VoteStage, new_vote
from companion.entry.cultists.vote_words import numbers_text, seat_sentence, vote_cause_text
from companion.entry.cultists.words import player_name
from companion.screens.cultists.board_protocol import Board
from companion.screens.cultists.role_marks import SEA
from companion.screens.cultists.vote_call import CallColumn, Countdown, can_be_called
from companion.screens.cultists.vote_counts import CountRows
from companion.screens.cultists.vote_result import VoteResultPage
from companion.screens.cultists.vote_ring import BallotRing
from companion.widgets.buttons import IconButton, PrimaryButton, SecondaryButton
from companion.widgets.cards import Chip, RoundButton
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Panes, Row
from companion.widgets.page import Page, TitleBar
from companion.widgets.text import Text
from companion.widgets.theme import look


class VotePage(Page):
    max_width_dp = 1040

    def __init__(self, context: AppContext, board: Board, called_by: int | None) -> None:
        self._app_context = context
        self.board = board
        tr, state = context.tr, board.session.state
        self._state = state
        self._controller = board.controller
        entering = self._controller.draft
        # Built anew after a vote that ended the game, it lies under the board and asks nobody any more.
        self._vote_draft = entering if isinstance(entering, VoteInProgress) else new_vote(state)
        self.step_back_button = IconButton(Icon.UNDO, self._step_back, mirrored=True, tone="ink_2")
        bar = TitleBar(
            tr("cultists.happened.vote"), " ", on_back=context.go_back, actions=[self.step_back_button]
        )
        super().__init__(bar)
        self.title = bar
        if called_by is not None:
            self._set_caller(called_by)
        vote, learning = self._vote_draft, context.is_coached(board.session)
        self.call_column = CallColumn(
            tr, state, vote.draft.called_by, self._set_caller, board.timer, learning=learning
        )
        self.countdown = Countdown(context, self.start_entry)
        self.ring = BallotRing(tr, self.tap_seat, self.tap_fist)
        self.count_rows = CountRows(tr, vote.counts, self._update_draft)
        mode_keys = {False: "cultists.ballot.way.voters", True: "cultists.ballot.way.counts"}
        self.mode_chips = {
            counting: Chip(tr(key), partial(self.set_counting, counting), accent=SEA)
            for counting, key in mode_keys.items()
        }
        self._hint = Text("", size_sp=18, tone="ink_2", align="center", max_lines=3)
        self._upper_part = Column(Row(*self.mode_chips.values(), gap=8), self._hint, gap=8)
        self._entry_panes = Panes(self._upper_part, self.ring, gap=4)
        self.skip_button = RoundButton(Icon.SKIP, self._skip, mirrored=True)
        self.abstain_button = SecondaryButton(
            tr("cultists.ballot.rest"), self._others_abstain, size_hint_x=0.7
        )
        self.record_button = SecondaryButton(
            tr("cultists.ballot.record"), self.start_entry, icon=Icon.PENCIL, outlined=True
        )
        self.main = PrimaryButton(
            " ", self._on_main, icon=Icon.FIST, accent=SEA, on_blocked=self._explain_disabled
        )
        self.abstain_button.height = self.main.height
        self._button_row = Row(self.main, gap=8)
        self.add_to_footer(self._button_row)
        self.scroll.bind(height=self._fit_ring)
        self._upper_part.bind(height=self._fit_ring)
        self._show_stage(vote.stage)

    def enter(self) -> None:
        self._app_context.resume_state.set_open_table(self.board.session.game_id, BoardOverlay.VOTE)
        self._app_context.set_keep_awake(True)
        self.call_column.attach_timer()

    def leave(self) -> None:
        self.countdown.stop()
        self._app_context.set_keep_awake(False)

    def suspend(self) -> None:
        """A count that is broken off goes on by nobody's wish: it is called anew."""
        if self.vote_stage is VoteStage.COUNT:
            self.countdown.stop()
            self.enter_stage(VoteStage.CALL)

    @property
    def draft(self) -> VoteDraft:
        return self._vote_draft.draft

    def _fit_ring(self, *_: object) -> None:
        """The table takes the height that is left."""
        is_wide = self._entry_panes.orientation == "horizontal"
        available_height = self.scroll.height - dp(24)
        min_height = dp(330) * min(1.4, look().text_scale)
        self.countdown.height = max(dp(240), available_height)
        self.ring.height = max(
            min_height,
            min(dp(560), available_height if is_wide else available_height - self._upper_part.height - dp(4)),
        )

    # -- steps of a vote ----------------------------------------------------------------------------------

    def enter_stage(self, vote_stage: VoteStage) -> None:
        # A count that was broken off is not gone back to.
        self._save_draft(
            replace(self._vote_draft, stage=VoteStage.CALL if vote_stage is VoteStage.COUNT else vote_stage)
        )
        self._show_stage(vote_stage)

    def _show_stage(self, vote_stage: VoteStage) -> None:
        self.vote_stage = vote_stage
        if vote_stage is VoteStage.CALL:
            self._show_part(self.call_column)
        elif vote_stage is VoteStage.COUNT:
            self._show_part(self.countdown)
            self.countdown.start()
        self._show()

    def start_entry(self) -> None:
        self.enter_stage(VoteStage.TELL)

    def _show_part(self, part: Widget) -> None:
        if part.parent is None:
            self.body.clear_widgets()
            self.body.add_widget(part)
            self.scroll.scroll_y = 1

    def _on_main(self) -> None:
        if self.vote_stage is VoteStage.CALL:
            self.enter_stage(VoteStage.COUNT)
        elif self.vote_stage is VoteStage.COUNT:
            self.countdown.finish()
        elif isinstance(self.draft, BallotDraft) and self.draft.is_knife_pending:
            self._update_draft(self.draft.keep_vote())
        elif self.draft.is_ready:
            self._save()

    def _save(self) -> None:
        if self.board.play_move(self.draft.move):
            self._app_context.navigator.replace(partial(VoteResultPage, self._app_context, self.board))

    # -- taps ----------------------------------------------------------------------------------------------

    def tap_seat(self, seat: int) -> None:
        draft = self._vote_draft.ballots
        if seat in self._state.ghosts and (draft.voter is not None or draft.is_knife_pending):
            words = seat_sentence(
                self._app_context.tr,
                self._state.setup,
                seat,
                "cultists.ballot.no.ghost",
                "cultists.ballot.no.automa_ghost",
            )
            self._app_context.toaster.show(words, is_problem=True)
        elif seat == self._state.setup.automa_seat and draft.voter is None and not draft.is_knife_pending:
            self._app_context.show_problem(error("cultists.problem.automa_abstains"))
        else:
            self._update_draft(draft.tap(seat))

    def tap_fist(self) -> None:
        draft = self._vote_draft.ballots
        if draft.is_knife_pending and None not in draft.knife_options and draft.abstain() is draft:
            self._app_context.show_problem(error("cultists.problem.knife_no_abstention"))
        else:
            self._update_draft(draft.abstain())

    def _skip(self) -> None:
        self._update_draft(self._vote_draft.ballots.skip())

    def _others_abstain(self) -> None:
        self._update_draft(self._vote_draft.ballots.others_abstain())

    def _set_caller(self, seat: int | None) -> None:
        self._save_draft(self._vote_draft.with_caller(seat if can_be_called(self._state) else None))
        self._show_title()

    def set_counting(self, counting: bool) -> None:
        self._save_draft(replace(self._vote_draft, is_counting=counting))
        self._show()

    def _update_draft(self, draft: VoteDraft) -> None:
        self._save_draft(self._vote_draft.with_draft(draft))
        self._show()

    def _step_back(self) -> None:
        self._save_draft(self._vote_draft.undo())
        self._show()

    def _save_draft(self, vote_draft: VoteInProgress) -> None:
        """Kept first, shown second; what has not changed is not written again."""
        if vote_draft != self._vote_draft and self._app_context.run_or_show_error(
            lambda: self._controller.save_draft(vote_draft)
        ):
            self._vote_draft = vote_draft

    def _explain_disabled(self) -> None:
        self._app_context.toaster.show(self._hint.content)

    # -- showing -------------------------------------------------------------------------------------------

    def _show(self) -> None:
        tr, draft = self._app_context.tr, self.draft
        is_entry = self.vote_stage is VoteStage.TELL
        self._show_title()
        self.step_back_button.opacity = 1 if is_entry else 0
        self.step_back_button.enabled = is_entry and draft.previous is not None
        for counting, chip in self.mode_chips.items():
            chip.set_selected(counting == self._vote_draft.is_counting)
        if self.vote_stage is VoteStage.CALL:
            self._show_footer(tr("cultists.ballot.count"), Icon.SPEAKER)
        elif self.vote_stage is VoteStage.COUNT:
            self._show_footer(tr("cultists.ballot.record"), Icon.PENCIL)
        elif isinstance(draft, BallotDraft):
            self._show_ballots(draft)
        else:
            self._show_counts(draft)

    def _show_title(self) -> None:
        tr, state = self._app_context.tr, self._state
        cause_text = vote_cause_text(tr, state.setup, state.pending_murder, self.draft.called_by)
        self.title.show(
            tr("cultists.happened.vote"), cause_text or tr("cultists.ballot.cause.round", round=state.round)
        )

    def _show_footer(self, words: str, icon: Icon, *, enabled: bool = True) -> None:
        """The keys of the step. They stay in their places until it is over: no tap is to meet another key."""
        is_call = self.vote_stage is VoteStage.CALL
        if is_call != (self.record_button.parent is not None):
            if is_call:
                self.footer.add_widget(self.record_button, index=1)
            else:
                self.footer.remove_widget(self.record_button)
        asks_voters = self.vote_stage is VoteStage.TELL and not self._vote_draft.is_counting
        row = [self.skip_button, self.abstain_button, self.main] if asks_voters else [self.main]
        if self._button_row.children != row[::-1]:
            self._button_row.clear_widgets()
            for part in row:
                self._button_row.add_widget(part)
        self.main.show(words, icon)
        self.main.enabled = enabled

    def _show_ballots(self, draft: BallotDraft) -> None:
        tr, setup = self._app_context.tr, self._state.setup
        if self.count_rows.parent is not None:
            self._upper_part.remove_widget(self.count_rows)
        if self.ring.parent is None:
            self._entry_panes.add_widget(self.ring)
        self._show_part(self._entry_panes)
        self.ring.show_draft(draft)
        self.skip_button.enabled = draft.voter is not None and len(draft.pending_voters) > 1
        self.abstain_button.enabled = bool(draft.pending_voters)
        if draft.is_knife_pending:
            knife = player_name(tr, setup, self._state.knife)
            self._hint.content = tr("cultists.ballot.hint.knife", name=knife)
            self._show_footer(tr("cultists.ballot.stands"), Icon.KNIFE)
            return
        if draft.voter is not None:
            name = player_name(tr, setup, draft.voter)
            self._hint.content = tr("cultists.ballot.hint.vote", name=name)
            self._show_footer(self._save_text(), Icon.CHECK, enabled=False)
            return
        self._show_verdict()

    def _show_counts(self, draft: CountDraft) -> None:
        if self.ring.parent is not None:
            self._entry_panes.remove_widget(self.ring)
        if self.count_rows.parent is None:
            self._upper_part.add_widget(self.count_rows)
        self._show_part(self._entry_panes)
        self.count_rows.show(draft)
        problem = draft.problem
        if problem is None:
            self._show_verdict()
        else:
            self._hint.content = self._app_context.tr.translate_problem(problem)
            self._show_footer(self._save_text(), Icon.CHECK, enabled=False)

    def _show_verdict(self) -> None:
        result = self.draft.result
        if result is not None:
            self._hint.content = numbers_text(self._app_context.tr, self._state.setup, result)
        self._show_footer(self._save_text(), Icon.CHECK)

    def _save_text(self) -> str:
        tr, result = self._app_context.tr, self.draft.result
        # Where everyone is asked in turn the table says what the vote comes to, and the button has less room.
        if result is None or not self._vote_draft.is_counting:
            return tr("cultists.ballot.save.vote")
        if result.eliminated is None:
            return tr("cultists.ballot.save.nobody")
        return seat_sentence(
            tr,
            self._state.setup,
            result.eliminated,
            "cultists.ballot.save.out",
            "cultists.ballot.save.automa_out",
        )
