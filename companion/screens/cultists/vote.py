"""The page of a vote: the talk before it, the count to three, then ballots or counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from math import hypot
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, SmoothLine
from kivy.metrics import dp
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.core.game import error
from companion.core.resume_state import BoardOverlay
from companion.games.cultists.drafts import (
    BallotDraft,
    CountDraft,
    Unanswered,
    VoteDraft,
    VoteInProgress,
    VoteStage,
    automa_abstention_count,
    is_knife_doubling,
    new_vote,
)
from companion.games.cultists.state import Phase, State
from companion.games.cultists.text import (
    knife_rule_text,
    player_name,
    seat_sentence,
    verdict_text,
    vote_button_text,
    vote_cause_text,
    vote_hint_text,
)
from companion.games.cultists.voting import KNIFE_VOTES
from companion.i18n.translator import Translator
from companion.screens.cultists.actions import Board
from companion.screens.cultists.marks import SEA, show_children, show_page_part
from companion.screens.cultists.people import VoteResultPage, build_ghost_face
from companion.scripts.cultists.lessons import vote_rule_key
from companion.scripts.cultists.speech import count_to_three_lines, vote_call_lines
from companion.widgets.buttons import IconButton, Pressable, PrimaryButton, SecondaryButton
from companion.widgets.cards import Card, Chip, ChoiceChips, RoundButton, Stepper
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Panes, Row
from companion.widgets.mesh_batch import MeshBatch
from companion.widgets.page import Page, TitleBar
from companion.widgets.seat_ring import IconSpot, SeatIcon, SeatLook, SeatRing
from companion.widgets.shapes import RoundedBox
from companion.widgets.text import DISPLAY, HEADING, LABEL, LEAD, MUTED, NUMBER, IconLabel, Text
from companion.widgets.theme import RADIUS_CARD, RADIUS_CELL, RADIUS_PRIMARY, look, theme_colour

if TYPE_CHECKING:
    from companion.screens.timer import TimerController


_STEPS = (
    (Icon.PEOPLE, "cultists.ballot.step.talk"),
    (Icon.EYE_CLOSED, "cultists.ballot.step.eyes"),
    (Icon.POINTING_FINGER, "cultists.ballot.step.point"),
    (Icon.FIST, "cultists.ballot.step.fist"),
    (Icon.EYE, "cultists.ballot.step.look"),
)
# In seconds: between two numbers, the call when there is no voice, and for pointing after the call. The count
# ends the pointing; it does not start it.
BEAT_SECONDS = 1.2
_CALL_SECONDS, _POINTING_SECONDS = 3.0, 2.5
_COUNT_TO = 3
_VIBRATE_SECONDS = 0.08


def can_be_called(state: State) -> bool:
    """True if a player in the Dining Hall could have started the coming vote."""
    return state.phase is not Phase.VOTE and state.can_start_vote


class CallColumn(Column):
    """How a vote is held; learners also see how it is decided.

    `on_caller` receives the seat that started it, or None.
    """

    def __init__(
        self,
        tr: Translator,
        state: State,
        called_by: int | None,
        on_caller: Callable[[int | None], object],
        timer: TimerController,
        *,
        learning: bool,
    ) -> None:
        super().__init__(gap=12)
        self._timer = timer
        if can_be_called(state):
            names = [(seat, tr.player_name(state.setup.players[seat])) for seat in state.living_players]
            options: list[tuple[int | None, str]] = [*names, (None, tr("app.nobody"))]
            self.add_widget(Text(tr("cultists.ballot.who_called"), HEADING))
            self.caller_choice = ChoiceChips(
                options, called_by, on_caller, min_column_width=104, max_columns=3, accent=SEA
            )
            self.add_widget(self.caller_choice)
        steps = Card(gap=14)
        for icon, key in _STEPS:
            steps.add_widget(_build_row(icon, tr(key), "sea"))
        knife = knife_rule_text(tr, state)
        if knife:
            steps.add_widget(_build_row(Icon.KNIFE, knife, "candle"))
        if learning:
            steps.add_widget(_build_row(Icon.BOOK_OPEN, tr(vote_rule_key(state.setup)), "sea"))
        self.add_widget(steps)
        self.add_widget(SecondaryButton(tr("app.timer.title"), timer.open, icon=Icon.TIMER, outlined=True))

    def attach_timer(self) -> None:
        """Move the timer bar here; the board takes it back when it is entered."""
        bar = self._timer.bar
        if bar.parent is not None:
            bar.parent.remove_widget(bar)
        self.add_widget(bar)


def _build_row(icon: Icon, words: str, tone: str) -> Row:
    return Row(IconLabel(icon, 30, tone=tone), Text(words, LEAD), gap=14)


class Countdown(Pressable):
    """The call to vote and the count, spoken and in large letters. A tap skips it."""

    def __init__(self, context: AppContext, on_done: Callable[[], object]) -> None:
        self._app_context = context
        self._on_done = on_done
        self._count_lines = (*count_to_three_lines(),)
        # The count must keep its beat, so prepare its lines in advance: no number may wait for a speech
        # engine.
        context.speech.prepare_lines((*vote_call_lines(), *self._count_lines))
        self._beat_index = -1
        super().__init__(
            self.finish, orientation="vertical", size_hint_y=None, height=dp(420), padding=dp(20)
        )
        RoundedBox(
            self,
            radius=RADIUS_PRIMARY,
            background=theme_colour("sea_deep"),
            border=theme_colour("sea"),
            line_width=2,
        )
        self.number = Text(
            "", NUMBER, size_sp=190, min_size=24, max_lines=6, align="center", autosize="none", scaled=False
        )
        self.add_widget(self.number)

    def start(self) -> None:
        self._beat_index = -1
        context = self._app_context
        call = vote_call_lines()
        lead_in = context.speech.lead_in_seconds
        context.speech.speak(call)
        settings, narration = context.settings, context.speech.narration
        lines = narration.render_lines(call, settings, use_engine=False) if settings.speak_in_game else ()
        self.number.size_sp = 44
        self.number.content = " ".join(map(context.tr, call))
        speech_seconds = lead_in + sum(line.seconds for line in lines) if lines else _CALL_SECONDS
        self._schedule_step(speech_seconds + _POINTING_SECONDS)

    def step(self, *_: object) -> None:
        """Show and speak the next number; after the last one eyes open, then the count ends."""
        self._beat_index += 1
        if self._beat_index >= len(self._count_lines):
            self.finish()
            return
        self._app_context.speech.speak((self._count_lines[self._beat_index],))
        self._app_context.vibrate(_VIBRATE_SECONDS)
        is_number = self._beat_index < _COUNT_TO
        self.number.size_sp = 190 if is_number else 48
        tr = self._app_context.tr
        self.number.content = (
            tr.format_number(self._beat_index + 1) if is_number else tr("cultists.ballot.eyes_open")
        )
        self._schedule_step(BEAT_SECONDS)

    def finish(self) -> None:
        self.stop()
        self._on_done()

    def stop(self) -> None:
        Clock.unschedule(self.step)

    def _schedule_step(self, seconds: float) -> None:
        Clock.unschedule(self.step)
        Clock.schedule_once(self.step, seconds)


class CountRows(Column):
    """A stepper for each character and one for closed fists; `on_change` receives the changed draft."""

    def __init__(self, tr: Translator, draft: CountDraft, on_change: Callable[[CountDraft], object]) -> None:
        super().__init__(gap=6)
        self._tr = tr
        self._draft = draft
        self._on_change = on_change
        max_votes = draft.expected[-1]
        self.steppers = {
            seat: Stepper(draft.counts[seat], 0, max_votes, partial(self._set_count, seat))
            for seat in draft.state.living
        }
        self.fists = Stepper(
            draft.abstentions, automa_abstention_count(draft.state), max_votes, self._set_abstentions
        )
        self.add_widget(Text(tr("cultists.ballot.counts_hint"), MUTED))
        for seat, stepper in self.steppers.items():
            icon = Icon.KNIFE if seat == draft.state.knife else Icon.PERSON
            self.add_widget(_build_count_row(icon, player_name(tr, draft.state.setup, seat), stepper))
        self.add_widget(_build_count_row(Icon.FIST, tr("cultists.ballot.fists"), self.fists))
        self._total = Text("", NUMBER, align="center")
        self.add_widget(self._total)

    def show(self, draft: CountDraft) -> None:
        self._draft = draft
        for seat, stepper in self.steppers.items():
            if stepper.value != draft.counts[seat]:
                stepper.set_value(draft.counts[seat])
        if self.fists.value != draft.abstentions:
            self.fists.set_value(draft.abstentions)
        # If the total depends on the Knife, a valid count may have fewer votes than the maximum.
        expected = draft.total if draft.is_ready else draft.expected[-1]
        self._total.content = self._tr("cultists.ballot.total", total=draft.total, expected=expected)
        self._total.set_tone("sea" if draft.is_ready else "ember")

    def _set_count(self, seat: int, votes: int) -> None:
        self._on_change(self._draft.set_votes(seat, votes))

    def _set_abstentions(self, fists: int) -> None:
        self._on_change(self._draft.set_abstentions(fists))


def _build_count_row(icon: Icon, words: str, control: Widget) -> Row:
    row = Row(
        IconLabel(icon, 26, tone="sea"),
        Text(words, LABEL, size_sp=20, min_size=13, max_lines=1),
        control,
        gap=12,
        padding=(dp(14), dp(4)),
    )
    RoundedBox(row, radius=RADIUS_CELL, background=theme_colour("plank"))
    return row


_DISC_RADIUS_DP = 32
# In dp: gap between a disc and an arrow, and length of the arrow's head.
_CLEARANCE_DP, _ARROW_HEAD_DP = 10, 9


class BallotRing(SeatRing):
    """The table with the votes as arrows.

    `on_tap` receives the tapped seat, `on_fist` is called for a tap on the middle.
    """

    def __init__(
        self, tr: Translator, on_tap: Callable[[int], object], on_fist: Callable[[], object]
    ) -> None:
        self._tr = tr
        self._draft: BallotDraft | None = None
        self._schedule_redraw = Clock.create_trigger(self._draw_votes, -1)
        super().__init__(on_tap=on_tap, on_table_tap=on_fist, size_hint_y=None, height=dp(420))
        self._arrows = InstructionGroup()
        # Draw arrows above the wood and below names and texts: index 0 of the canvas is `before`.
        self.canvas.insert(1, self._arrows)
        self._badges = InstructionGroup()
        self.canvas.after.add(self._badges)
        self.middle_panel = _MiddlePanel(tr)
        self.center_box.add_widget(self.middle_panel)

    def _update_layout(self, *args: object) -> None:
        super()._update_layout(*args)
        # Arrows follow the seats.
        self._schedule_redraw()

    def show_draft(self, draft: BallotDraft) -> None:
        self._draft = draft
        setup = draft.state.setup
        self.show([_build_seat_look(self._tr, draft, seat) for seat in range(setup.seats)], setup.clockwise)
        self.middle_panel.show(draft)
        self._schedule_redraw()

    # -- drawing -----------------------------------------------------------------------------------------

    def _draw_votes(self, *_: object) -> None:
        draft = self._draft
        self._arrows.clear()
        self._badges.clear()
        if draft is None or len(self.seats) != draft.state.setup.seats:
            return
        state = draft.state
        for seat in range(state.setup.seats):
            vote = _current_vote(draft, seat)
            if isinstance(vote, int) and vote != seat:
                self._draw_arrow(seat, vote)
        if is_knife_doubling(state):
            self._draw_knife_votes(*self._disc_center(state.knife))

    def _draw_knife_votes(self, x: float, y: float) -> None:
        """Draw the number of votes of the Knife's holder below the Knife."""
        stamps, size = MeshBatch(), 18 / look().text_scale
        twice = self._tr("cultists.times", n=KNIFE_VOTES)
        low = y - dp(_DISC_RADIUS_DP - 8)
        stamps.add_text(
            twice, x - dp(_DISC_RADIUS_DP + 4), low, size=size, max_width=dp(40), weight=700, tone="candle"
        )
        stamps.draw(self._badges)

    def _disc_center(self, seat: int) -> tuple[float, float]:
        place = self.seats[seat].place
        return place.x, place.y

    def _draw_arrow(self, seat: int, target: int) -> None:
        """Draw an arrow from disc to disc."""
        (x0, y0), (x1, y1) = self._disc_center(seat), self._disc_center(target)
        distance = hypot(x1 - x0, y1 - y0)
        dx, dy = (x1 - x0) / distance, (y1 - y0) / distance
        offset = dp(_DISC_RADIUS_DP + _CLEARANCE_DP)
        start, end = (x0 + dx * offset, y0 + dy * offset), (x1 - dx * offset, y1 - dy * offset)
        head = dp(_ARROW_HEAD_DP)
        wings = [
            (end[0] - dx * head + side * dy * head * 0.7, end[1] - dy * head - side * dx * head * 0.7)
            for side in (1, -1)
        ]
        self._arrows.add(Color(rgba=theme_colour("sea", 0.75)))
        self._arrows.add(SmoothLine(points=(*start, *end), width=dp(1.3)))
        self._arrows.add(SmoothLine(points=(*wings[0], *end, *wings[1]), width=dp(1.6)))


class _MiddlePanel(BoxLayout):
    """Whose vote is next, or the result of the vote; a tap is a closed fist."""

    def __init__(self, tr: Translator) -> None:
        super().__init__(orientation="vertical", spacing=dp(2))
        self._tr = tr
        self._title = Text("", DISPLAY, size_sp=26, min_size=10, max_lines=2, autosize="none")
        self._line = Text("", MUTED, min_size=9, max_lines=2, align="center", autosize="none")
        self._fists = Text("", NUMBER, size_sp=30, min_size=9, max_lines=1, autosize="none")
        # Icon and number meet in the middle.
        mark = AnchorLayout(anchor_x="left" if look().rtl else "right")
        mark.add_widget(IconLabel(Icon.FIST, 26, tone="sea"))
        count = Row(mark, self._fists, gap=8, size_hint_y=1)
        for part in (self._title, self._line, count):
            self.add_widget(part)
        # A background keeps arrows from crossing the text.
        RoundedBox(self, radius=RADIUS_CARD, background=theme_colour("wood", 0.88))

    def show(self, draft: BallotDraft) -> None:
        tr, state = self._tr, draft.state
        result = draft.result
        if draft.is_knife_pending:
            self._title.content = tr("cultists.ballot.knife.asked")
            self._line.content = player_name(tr, state.setup, state.knife)
        elif result is not None:
            self._title.content = verdict_text(tr, state.setup, result)
            self._line.content = tr("cultists.ballot.votes", n=result.votes_cast)
        elif draft.voter is not None:
            self._title.content = player_name(tr, state.setup, draft.voter)
            self._line.content = tr("cultists.ballot.fist")
        self._fists.content = tr.format_number(draft.abstentions)


def _current_vote(draft: BallotDraft, seat: int) -> int | Unanswered | None:
    """Return the current vote of a seat, including the Knife's change and the Automa's abstention."""
    if seat >= len(draft.votes):
        return None
    if seat == draft.state.knife and (draft.change is None or isinstance(draft.change, int)):
        return draft.change
    return draft.votes[seat]


def _build_seat_look(tr: Translator, draft: BallotDraft, seat: int) -> SeatLook:
    state = draft.state
    votes = draft.tally().get(seat, 0)
    is_highlighted = seat == (state.knife if draft.is_knife_pending else draft.voter)
    return SeatLook(
        player_name(tr, state.setup, seat),
        build_ghost_face(tr, state, seat),
        tr.format_number(votes) if votes else "",
        is_highlighted=is_highlighted,
        icons=tuple(_seat_marks(tr, draft, seat)),
    )


def _seat_marks(tr: Translator, draft: BallotDraft, seat: int) -> Iterator[SeatIcon]:
    vote = _current_vote(draft, seat)
    if vote is None:
        yield SeatIcon(Icon.FIST, IconSpot.HIGH_RIGHT, tr("cultists.mark.fist"), tone="sea", size=30)
    elif vote == seat:
        text = tr("cultists.mark.own_finger")
        yield SeatIcon(Icon.POINTING_FINGER, IconSpot.HIGH_RIGHT, text, tone="sea", size=30)
    if seat == draft.state.knife:
        yield SeatIcon(Icon.KNIFE, IconSpot.HIGH_LEFT, tr("cultists.mark.knife"), size=30)


class VotePage(Page):
    max_width_dp = 1040

    def __init__(self, context: AppContext, board: Board, called_by: int | None) -> None:
        self._app_context = context
        self.board = board
        tr, state = context.tr, board.session.state
        self._state = state
        self._controller = board.controller
        entering = self._controller.draft
        # After a vote that ended the game there is no draft: the page may be rebuilt below the board.
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
        self._hint = Text("", LEAD, tone="ink_2", align="center", max_lines=3)
        self._mode_row = Row(*self.mode_chips.values(), gap=8)
        self._upper_part = Column(self._mode_row, self._hint, gap=8)
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
        """Return to the call: an interrupted count must not continue on its own."""
        if self.vote_stage is VoteStage.COUNT:
            self.countdown.stop()
            self.enter_stage(VoteStage.CALL)

    @property
    def draft(self) -> VoteDraft:
        return self._vote_draft.draft

    def _fit_ring(self, *_: object) -> None:
        """Give the ring the remaining height."""
        is_wide = self._entry_panes.orientation == "horizontal"
        available_height = self.scroll.height - dp(24)
        min_height = dp(330) * min(1.4, look().text_scale)
        self.countdown.height = max(dp(240), available_height)
        self.ring.height = max(
            min_height,
            min(dp(560), available_height if is_wide else available_height - self._upper_part.height - dp(4)),
        )

    # -- stages of a vote ---------------------------------------------------------------------------------

    def enter_stage(self, vote_stage: VoteStage) -> None:
        # An interrupted count is not resumed: save the call instead.
        self._save_draft(
            replace(self._vote_draft, stage=VoteStage.CALL if vote_stage is VoteStage.COUNT else vote_stage)
        )
        self._show_stage(vote_stage)

    def _show_stage(self, vote_stage: VoteStage) -> None:
        self.vote_stage = vote_stage
        if vote_stage is VoteStage.CALL:
            show_page_part(self, self.call_column)
        elif vote_stage is VoteStage.COUNT:
            show_page_part(self, self.countdown)
            self.countdown.start()
        self._show()

    def start_entry(self) -> None:
        self.enter_stage(VoteStage.TELL)

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
            tr, setup = self._app_context.tr, self._state.setup
            words = seat_sentence(tr, setup, seat, "cultists.ballot.no.ghost")
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
        """Save the draft if it has changed, then show it."""
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
        else:
            self._show_entry(draft)

    def _show_title(self) -> None:
        tr, state = self._app_context.tr, self._state
        cause_text = vote_cause_text(tr, state.setup, state.pending_murder, self.draft.called_by)
        self.title.show(
            tr("cultists.happened.vote"), cause_text or tr("cultists.ballot.cause.round", round=state.round)
        )

    def _show_footer(self, words: str, icon: Icon, *, enabled: bool = True) -> None:
        """Show the buttons of the stage.

        They do not move within a stage, so that no tap hits another button.
        """
        is_call = self.vote_stage is VoteStage.CALL
        if is_call != (self.record_button.parent is not None):
            if is_call:
                self.footer.add_widget(self.record_button, index=1)
            else:
                self.footer.remove_widget(self.record_button)
        asks_voters = self.vote_stage is VoteStage.TELL and not self._vote_draft.is_counting
        voter_buttons = (self.skip_button, self.abstain_button) if asks_voters else ()
        show_children(self._button_row, *voter_buttons, self.main)
        self.main.show(words, icon)
        self.main.enabled = enabled

    def _show_entry(self, draft: VoteDraft) -> None:
        mode_row = self._mode_row
        if isinstance(draft, BallotDraft):
            show_children(self._upper_part, mode_row, self._hint)
            show_children(self._entry_panes, self._upper_part, self.ring)
        else:
            show_children(self._upper_part, mode_row, self._hint, self.count_rows)
            show_children(self._entry_panes, self._upper_part)
        show_page_part(self, self._entry_panes)
        if isinstance(draft, BallotDraft):
            self.ring.show_draft(draft)
            self.skip_button.enabled = draft.voter is not None and len(draft.pending_voters) > 1
            self.abstain_button.enabled = bool(draft.pending_voters)
        else:
            self.count_rows.show(draft)
        tr = self._app_context.tr
        self._hint.content = vote_hint_text(tr, draft)
        if isinstance(draft, BallotDraft) and draft.is_knife_pending:
            self._show_footer(tr("cultists.ballot.stands"), Icon.KNIFE)
        else:
            self._show_footer(vote_button_text(tr, draft), Icon.CHECK, enabled=draft.is_ready)
