"""A vote from the talk before it to its result: the count to three, then who pointed at whom."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.cultists.draft import BallotDraft, CountDraft, VoteDraft
from companion.entry.cultists.draft_record import Stage, VoteInHand, new_vote
from companion.entry.cultists.vote_words import about, cause, numbers
from companion.entry.cultists.words import name_of
from companion.entry.whereabouts import Above
from companion.games.game import error
from companion.screens.cultists.board_protocol import Board
from companion.screens.cultists.role_marks import SEA
from companion.screens.cultists.vote_call import CallColumn, ThreeCount, may_be_called
from companion.screens.cultists.vote_counts import CountRows
from companion.screens.cultists.vote_result import VoteResultPage
from companion.screens.cultists.vote_ring import BallotRing
from companion.shell import Shell
from companion.widgets.cards import Chip, RoundButton
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Panes, Row
from companion.widgets.page import Page, TitleBar
from companion.widgets.tap import IconButton, MainButton, SideButton
from companion.widgets.text import Text
from companion.widgets.theme import look


class VotePage(Page):
    widest = 1040

    def __init__(self, shell: Shell, board: Board, called_by: int | None) -> None:
        self._shell = shell
        self.board = board
        tr, state = shell.tr, board.table.state
        self._state = state
        self._sitting = board.sitting
        entering = self._sitting.draft
        # Built anew after a vote that ended the game, it lies under the board and asks nobody any more.
        self._vote = entering if isinstance(entering, VoteInHand) else new_vote(state)
        self.step_back = IconButton(Icon.UNDO, self._step_back, mirrored=True, tone="ink_2")
        bar = TitleBar(tr("cultists.happened.vote"), " ", on_back=shell.back, tools=[self.step_back])
        super().__init__(bar)
        self.title = bar
        if called_by is not None:
            self._call(called_by)
        vote, learning = self._vote, shell.learns(board.table)
        self.call = CallColumn(tr, state, vote.draft.called_by, self._call, board.timer, learning=learning)
        self.three = ThreeCount(shell, self.begin_telling)
        self.ring = BallotRing(tr, self.tap_seat, self.fist)
        self.rows = CountRows(tr, vote.counts, self._change)
        ways = {False: "cultists.ballot.way.voters", True: "cultists.ballot.way.counts"}
        self.ways = {
            counting: Chip(tr(key), partial(self.choose_way, counting), accent=SEA)
            for counting, key in ways.items()
        }
        self._hint = Text("", size_sp=18, tone="ink_2", align="center", most=3)
        self._above = Column(Row(*self.ways.values(), gap=8), self._hint, gap=8)
        self._telling = Panes(self._above, self.ring, gap=4)
        self.later = RoundButton(Icon.SKIP, self._skip, mirrored=True)
        self.rest = SideButton(tr("cultists.ballot.rest"), self._rest_abstain, size_hint_x=0.7)
        self.record = SideButton(
            tr("cultists.ballot.record"), self.begin_telling, icon=Icon.PENCIL, outlined=True
        )
        self.main = MainButton(" ", self._main, icon=Icon.FIST, accent=SEA, why=self._say_why)
        self.rest.height = self.main.height
        self._last_row = Row(self.main, gap=8)
        self.with_footer(self._last_row)
        self.scroll.bind(height=self._fit)
        self._above.bind(height=self._fit)
        self._show_stage(vote.stage)

    def enter(self) -> None:
        self._shell.whereabouts.sit(self.board.table.number, Above.VOTE)
        self._shell.stay_awake(True)
        self.call.take_timer()

    def leave(self) -> None:
        self.three.stop()
        self._shell.stay_awake(False)

    def suspend(self) -> None:
        """A count that is broken off goes on by nobody's wish: it is called anew."""
        if self.stage is Stage.COUNT:
            self.three.stop()
            self.go_to(Stage.CALL)

    @property
    def draft(self) -> VoteDraft:
        return self._vote.draft

    def _fit(self, *_: object) -> None:
        """The table takes the height that is left."""
        beside = self._telling.orientation == "horizontal"
        room = self.scroll.height - dp(24)
        least = dp(330) * min(1.4, look().text_scale)
        self.three.height = max(dp(240), room)
        self.ring.height = max(least, min(dp(560), room if beside else room - self._above.height - dp(4)))

    # -- steps of a vote ----------------------------------------------------------------------------------

    def go_to(self, stage: Stage) -> None:
        # A count that was broken off is not gone back to.
        self._enter(replace(self._vote, stage=Stage.CALL if stage is Stage.COUNT else stage))
        self._show_stage(stage)

    def _show_stage(self, stage: Stage) -> None:
        self.stage = stage
        if stage is Stage.CALL:
            self._fill(self.call)
        elif stage is Stage.COUNT:
            self._fill(self.three)
            self.three.start()
        self._show()

    def begin_telling(self) -> None:
        self.go_to(Stage.TELL)

    def _fill(self, part: Widget) -> None:
        if part.parent is None:
            self.body.clear_widgets()
            self.body.add_widget(part)
            self.scroll.scroll_y = 1

    def _main(self) -> None:
        if self.stage is Stage.CALL:
            self.go_to(Stage.COUNT)
        elif self.stage is Stage.COUNT:
            self.three.finish()
        elif isinstance(self.draft, BallotDraft) and self.draft.asks_knife:
            self._change(self.draft.keep())
        elif self.draft.ready:
            self._save()

    def _save(self) -> None:
        if self.board.play(self.draft.move):
            self._shell.stage.swap(partial(VoteResultPage, self._shell, self.board))

    # -- taps ----------------------------------------------------------------------------------------------

    def tap_seat(self, seat: int) -> None:
        draft = self._vote.ballots
        if seat in self._state.ghosts and (draft.voter is not None or draft.asks_knife):
            words = about(
                self._shell.tr,
                self._state.setup,
                seat,
                "cultists.ballot.no.ghost",
                "cultists.ballot.no.automa_ghost",
            )
            self._shell.toaster.show(words, problem=True)
        elif seat == self._state.setup.automa_seat and draft.voter is None and not draft.asks_knife:
            self._shell.say(error("cultists.problem.automa_abstains"))
        else:
            self._change(draft.tap(seat))

    def fist(self) -> None:
        draft = self._vote.ballots
        if draft.asks_knife and None not in draft.changes and draft.abstain() is draft:
            self._shell.say(error("cultists.problem.knife_no_abstention"))
        else:
            self._change(draft.abstain())

    def _skip(self) -> None:
        self._change(self._vote.ballots.skip())

    def _rest_abstain(self) -> None:
        self._change(self._vote.ballots.others_abstain())

    def _call(self, seat: int | None) -> None:
        self._enter(self._vote.called(seat if may_be_called(self._state) else None))
        self._show_title()

    def choose_way(self, counting: bool) -> None:
        self._enter(replace(self._vote, counting=counting))
        self._show()

    def _change(self, draft: VoteDraft) -> None:
        self._enter(self._vote.changed(draft))
        self._show()

    def _step_back(self) -> None:
        self._enter(self._vote.stepped_back())
        self._show()

    def _enter(self, vote: VoteInHand) -> None:
        """Kept first, shown second; what has not changed is not written again."""
        if vote != self._vote and self._shell.attempt(lambda: self._sitting.enter(vote)):
            self._vote = vote

    def _say_why(self) -> None:
        self._shell.toaster.show(self._hint.content)

    # -- showing -------------------------------------------------------------------------------------------

    def _show(self) -> None:
        tr, draft = self._shell.tr, self.draft
        telling = self.stage is Stage.TELL
        self._show_title()
        self.step_back.opacity = 1 if telling else 0
        self.step_back.enabled = telling and draft.past is not None
        for counting, chip in self.ways.items():
            chip.choose(counting == self._vote.counting)
        if self.stage is Stage.CALL:
            self._show_footer(tr("cultists.ballot.count"), Icon.SPEAKER)
        elif self.stage is Stage.COUNT:
            self._show_footer(tr("cultists.ballot.record"), Icon.PENCIL)
        elif isinstance(draft, BallotDraft):
            self._show_ballots(draft)
        else:
            self._show_counts(draft)

    def _show_title(self) -> None:
        tr, state = self._shell.tr, self._state
        told = cause(tr, state.setup, state.murder, self.draft.called_by)
        self.title.show(
            tr("cultists.happened.vote"), told or tr("cultists.ballot.cause.round", round=state.round)
        )

    def _show_footer(self, words: str, icon: Icon, *, on: bool = True) -> None:
        """The keys of the step. They stay in their places until it is over: no tap is to meet another key."""
        calls = self.stage is Stage.CALL
        if calls != (self.record.parent is not None):
            if calls:
                self.footer.add_widget(self.record, index=1)
            else:
                self.footer.remove_widget(self.record)
        asks = self.stage is Stage.TELL and not self._vote.counting
        row = [self.later, self.rest, self.main] if asks else [self.main]
        if self._last_row.children != row[::-1]:
            self._last_row.clear_widgets()
            for part in row:
                self._last_row.add_widget(part)
        self.main.show(words, icon)
        self.main.enabled = on

    def _show_ballots(self, draft: BallotDraft) -> None:
        tr, setup = self._shell.tr, self._state.setup
        if self.rows.parent is not None:
            self._above.remove_widget(self.rows)
        if self.ring.parent is None:
            self._telling.add_widget(self.ring)
        self._fill(self._telling)
        self.ring.show_draft(draft)
        self.later.enabled = draft.voter is not None and len(draft.waiting) > 1
        self.rest.enabled = bool(draft.waiting)
        if draft.asks_knife:
            knife = name_of(tr, setup, self._state.knife)
            self._hint.content = tr("cultists.ballot.hint.knife", name=knife)
            self._show_footer(tr("cultists.ballot.stands"), Icon.KNIFE)
            return
        if draft.voter is not None:
            name = name_of(tr, setup, draft.voter)
            self._hint.content = tr("cultists.ballot.hint.vote", name=name)
            self._show_footer(self._save_words(), Icon.CHECK, on=False)
            return
        self._show_verdict()

    def _show_counts(self, draft: CountDraft) -> None:
        if self.ring.parent is not None:
            self._telling.remove_widget(self.ring)
        if self.rows.parent is None:
            self._above.add_widget(self.rows)
        self._fill(self._telling)
        self.rows.show(draft)
        problem = draft.problem
        if problem is None:
            self._show_verdict()
        else:
            self._hint.content = self._shell.tr.problem(problem)
            self._show_footer(self._save_words(), Icon.CHECK, on=False)

    def _show_verdict(self) -> None:
        result = self.draft.result
        if result is not None:
            self._hint.content = numbers(self._shell.tr, self._state.setup, result)
        self._show_footer(self._save_words(), Icon.CHECK)

    def _save_words(self) -> str:
        tr, result = self._shell.tr, self.draft.result
        # Where everyone is asked in turn the table says what the vote comes to, and the button has less room.
        if result is None or not self._vote.counting:
            return tr("cultists.ballot.save.vote")
        if result.eliminated is None:
            return tr("cultists.ballot.save.nobody")
        return about(
            tr,
            self._state.setup,
            result.eliminated,
            "cultists.ballot.save.out",
            "cultists.ballot.save.automa_out",
        )
