"""The quest board: shields, the track of proposals, the ring of seats, and one button for what is next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import SystemRandom
from typing import Any

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.entry.avalon.draft import Draft, RolesDraft, TeamDraft
from companion.entry.avalon.refusals import aimed, tapped
from companion.entry.whereabouts import Above
from companion.games.avalon.lancelot import Pick, drawn_card, drawn_row
from companion.games.avalon.manifest import MANIFEST
from companion.games.avalon.moves import Correct, Plot
from companion.games.avalon.state import TO_WIN, Awaits, State
from companion.games.game import Problem
from companion.screens.avalon.in_play import open_in_play
from companion.screens.avalon.lesson import LessonCard
from companion.screens.avalon.more import offers
from companion.screens.avalon.quests import LoyaltyTrack, QuestRow
from companion.screens.avalon.result import ResultColumn
from companion.screens.avalon.ring_middle import MiddlePanel
from companion.screens.avalon.seat_looks import seat_look
from companion.screens.avalon.sitting import AvalonSitting
from companion.screens.avalon.step_keys import StepKeys
from companion.screens.avalon.words import hint, main_words
from companion.screens.rules.links import lookup
from companion.screens.table_page import TablePage
from companion.shell import Shell
from companion.widgets.cards import RoundButton
from companion.widgets.cornered import Cornered
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Panes
from companion.widgets.seat_ring import SeatRing
from companion.widgets.tap import IconButton, MainButton
from companion.widgets.text import Text
from companion.widgets.theme import look

# In dp: the crown of whoever sits at the top of the table reaches so far beyond the ring.
_CROWN = 10


class BoardPage(TablePage):
    def __init__(self, shell: Shell, sitting: AvalonSitting) -> None:
        votes = IconButton(Icon.GRID_TABLE, self._open_votes, tone="ink_2")
        super().__init__(shell, sitting, votes)
        tr, table = shell.tr, sitting.table
        self.lesson = LessonCard(tr, lookup(shell, MANIFEST, table)) if shell.learns(table) else None
        self.quest_row = QuestRow(tr, self.aim)
        self._hint = Text("", size_sp=16, tone="ink_2", align="center", most=2, steady=True)
        self.ring = SeatRing(on_tap=self.tap_seat, on_middle=self.say_status)
        self._middle = MiddlePanel(tr)
        self.ring.middle.add_widget(self._middle)
        self.keys = StepKeys(tr, table.state, self._change, self.draw_loyalty, self._draw_plot)
        self._loyalty = LoyaltyTrack(tr)
        above = [
            *(self.quest_row, self.keys, self._loyalty),
            *(self.lesson, self._hint),
        ]
        self._above = Column(*(part for part in above if part is not None), gap=6)
        self._below = BoxLayout(size_hint_y=None, padding=(0, dp(_CROWN), 0, 0))
        self.in_play = RoundButton(Icon.EYE, self._open_in_play)
        self._below.add_widget(Cornered(self.ring, self.in_play))
        self._playing = Panes(self._above, self._below, gap=6)
        # The ring ends in the air around its lowest seat: it needs no more before the button.
        self.body.padding = (*self.body.padding[:3], dp(4))
        self._result = ResultColumn(shell, sitting)
        self.main = MainButton(" ", self._main, icon=Icon.TEAM, why=self._say_why)
        self.with_footer(self.main)
        # None once the game is over.
        self.draft: Draft | None = None
        # A number below the one it is given.
        self.pick: Pick = SystemRandom().randrange
        self.scroll.bind(height=self._fit_ring)
        self._above.bind(height=self._fit_ring)
        self.show()

    def enter(self) -> None:
        super().enter()
        self.sitting.welcome()
        # The past may have been edited, or the roles told, on the screen that was open meanwhile.
        if self.draft is None or self.draft.state is not self.table.state:
            self.show()

    def _fit_ring(self, *_: object) -> None:
        """The ring takes the height that is left, so that the whole board can be seen at once."""
        beside = self._playing.orientation == "horizontal"
        taken = 0 if beside else self._above.height + dp(6)
        room = self.scroll.height - taken - self.body.padding[1] - self.body.padding[3] - dp(_CROWN + 2)
        # Larger letters need a larger table to stand on; then the page scrolls.
        least = dp(330) * min(1.4, look().text_scale)
        self._below.height = dp(_CROWN) + max(least, min(dp(560), room))

    # -- moves --------------------------------------------------------------------------------------------

    def tap_seat(self, seat: int) -> None:
        if self.draft is None:
            return
        self._take(*tapped(self.draft, seat))

    def aim(self, quest: int) -> None:
        if isinstance(self.draft, TeamDraft):
            self._take(*aimed(self.draft, quest))
        else:
            self._say_why()

    def _take(self, draft: Draft, wrong: Problem | None) -> None:
        """What a tap made of the draft; if nothing, say which rule stands against it, or what to tap."""
        if wrong is not None:
            self._shell.say(wrong)
            # Learners also see it written out.
            if self.lesson is not None:
                self.lesson.explain(wrong)
        elif draft is self.draft:
            self._say_why()
        else:
            self._change(draft)

    def _change(self, draft: Draft) -> None:
        if self._shell.attempt(lambda: self.sitting.enter(draft)):
            self.draft = draft
            self._show_draft()

    def _main(self) -> None:
        if self.table.outcome is not None:
            self._shell.play_again(self.table)
        elif self.draft is not None and self.draft.ready:
            self.play(self.draft.move)

    def _make(self, move: Any) -> None:
        # What is noted on the side takes nothing from the team that is being picked.
        self.sitting.play(move, aside=isinstance(move, Plot | Correct))

    def _draw_plot(self) -> None:
        self.play(Plot(self.table.state.plot_due))

    def draw_loyalty(self) -> None:
        """Turn over the loyalty card, or lay out the row, in the table's place; undo takes it back."""
        state, tr = self.table.state, self._shell.tr
        if state.awaits is Awaits.LOYALTY:
            card = drawn_card(state, self.pick)
            told = tr("avalon.board.drawn.switch" if card.switch else "avalon.board.drawn.same")
            done = self.play(card)
        else:
            row = drawn_row(self.pick)
            rounds = tuple(number for number, switch in enumerate(row.switches, 1) if switch)
            told = (
                tr("avalon.board.drawn.row", rounds=rounds, n=len(rounds))
                if rounds
                else tr("avalon.board.drawn.no_switch")
            )
            done = self.play(row)
        if done:
            self._shell.toaster.show(told, action=tr("app.undo"), on_action=self._undo)

    def say_status(self) -> None:
        """Where the game stands, aloud and in words; only these can tell who leads."""
        tr, lines = self._shell.tr, self.sitting.say_status()
        leads = () if self.draft is None else (tr("avalon.board.leads", name=self._leader),)
        self._shell.toaster.show("\n".join((*leads, " ".join(map(tr, lines)))))

    def _say_why(self) -> None:
        if self.draft is not None:
            self._shell.toaster.show(hint(self._shell.tr, self.draft))

    # -- showing --------------------------------------------------------------------------------------------

    def show(self) -> None:
        super().show()
        state = self.table.state
        entering = self.sitting.draft
        self.draft = None if isinstance(entering, RolesDraft) else entering
        over = self.draft is None
        shown = self._result if over else self._playing
        if shown.parent is None:
            self.body.clear_widgets()
            self.body.add_widget(shown)
        if over:
            self.title.show(*self._title())
            self._result.show()
            self.main.enabled = True
            self.main.show(self._shell.tr("avalon.board.do.again"), Icon.REPEAT)
            return
        self.keys.track.show(state)
        self._loyalty.show(state)
        self._show_draft()

    @property
    def _leader(self) -> str:
        state: State = self.table.state
        return state.setup.players[state.leader]

    def _title(self) -> tuple[str, str]:
        tr, state, draft = self._shell.tr, self.table.state, self.draft
        if draft is None:
            return tr("app.game.avalon"), tr("app.board.over")
        if state.awaits is Awaits.ASSASSINATE:
            return tr("avalon.board.assassination"), tr("avalon.over.three_successes", won=TO_WIN)
        quest = draft.quest if isinstance(draft, TeamDraft) else state.quest
        # With Targeting no quest is on as long as none is chosen.
        number = (
            tr("avalon.board.round", round=state.round)
            if quest is None
            else tr("avalon.board.quest", quest=quest)
        )
        return number, tr("avalon.board.leads", name=self._leader)

    def _show_draft(self) -> None:
        draft, tr = self.draft, self._shell.tr
        if draft is None:
            return
        state = draft.state
        self.title.show(*self._title())
        if self.lesson is not None:
            self.lesson.follow(draft, self.table.moves)
        self.quest_row.show(state, draft.quest if isinstance(draft, TeamDraft) else state.quest)
        self._hint.content = hint(tr, draft)
        self.ring.show([seat_look(tr, draft, seat) for seat in range(len(state.setup.players))])
        self._middle.show(draft)
        self.keys.show(draft)
        self.main.show(*main_words(tr, draft))
        self.main.enabled = draft.ready

    # -- seldom needed ------------------------------------------------------------------------------

    def own_offers(self) -> Sequence[Widget]:
        return offers(self._shell, self.table.state, self.play)

    def _open_in_play(self) -> None:
        open_in_play(self._shell, self.table.state.setup)

    def reopen(self, page: Above | None, doing: Mapping[str, Any]) -> None:
        if page is Above.HISTORY:
            self._open_votes()
            self._shell.stage.page.edit_again(doing)

    def _open_votes(self) -> None:
        from companion.screens.avalon.history import HistoryPage

        self._shell.visit(HistoryPage, self.sitting)
