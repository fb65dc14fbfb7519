"""The score pad: the table of rounds, the line of each total, and below them what the table does now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from typing import Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.silver.amend import amend, as_left
from companion.entry.silver.draft import RoundDraft
from companion.entry.silver.log import draft_line, played_line, totals
from companion.entry.silver.summary import round_words
from companion.entry.whereabouts import Above
from companion.games.game import Problem, error
from companion.games.silver.manifest import MANIFEST
from companion.games.silver.play import rematch
from companion.screens.after_game import after_game
from companion.screens.rules.links import lookup
from companion.screens.silver.board_heights import Stage
from companion.screens.silver.board_layout import PADDING, Spread, fill
from companion.screens.silver.caller import CallerQuestion, StarterCard
from companion.screens.silver.deal_card import DealCard
from companion.screens.silver.edit import EditPage
from companion.screens.silver.history import RoundsTable
from companion.screens.silver.lesson import LessonCard
from companion.screens.silver.may_call import open_call
from companion.screens.silver.more import offers
from companion.screens.silver.outlook import OutlookPanel
from companion.screens.silver.result import WinnerColumn
from companion.screens.silver.round_account import RoundAccount
from companion.screens.silver.setup import remember
from companion.screens.silver.sitting import SilverSitting
from companion.screens.silver.totals_chart import TotalsChart
from companion.screens.silver.typing import EntryPanel, EntryTools
from companion.screens.silver.villagers import open_cards
from companion.screens.table_page import TablePage
from companion.shell import Shell
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Grid, Panes, Row
from companion.widgets.tap import MainButton, SideButton
from companion.widgets.text import Text
from companion.widgets.theme import ACCENTS, look

_SILVER = ACCENTS[MANIFEST.accent]


class BoardPage(TablePage):
    margin = 12

    def __init__(self, shell: Shell, sitting: SilverSitting) -> None:
        super().__init__(shell, sitting)
        table = sitting.table
        tr, setup = shell.tr, table.setup
        self.draft: RoundDraft = sitting.draft
        self.rounds = RoundsTable(tr, tr.players(setup.players), self.tap_cell)
        self.chart = TotalsChart(tr)
        self._last_round = Text("", face="title", size_sp=20)
        self.lesson = LessonCard(tr, lookup(shell, MANIFEST, table)) if shell.learns(table) else None
        self.starter = StarterCard(tr)
        self.question = CallerQuestion(tr, setup, self.answer, self.refuse)
        self.outlook = OutlookPanel(tr)
        self.entry = EntryPanel(tr, setup, self.change, self._open_card, self.refuse)
        self.account = RoundAccount(tr)
        self.winner = WinnerColumn(shell)
        self._spread = Spread(
            self.scroll, self.rounds, self.chart, self.entry, self.outlook, len(setup.players)
        )
        # Every dp counts here: the whole table is to be seen above the keys.
        self.body.padding[3] = dp(PADDING) - self.body.padding[1]
        self.footer.padding[1] = dp(4)
        self.title.padding = (0, dp(4), 0, dp(4))
        self.body.add_widget(self._spread)
        # Two buttons, of which one is seen: while typing it stands beside the tools where there is room.
        self.main = MainButton(" ", self._next, accent=_SILVER, why=self._say_why)
        self.onward = MainButton(" ", self._go_on, icon=Icon.PLAY, accent=_SILVER)
        self.tools = EntryTools(tr, setup, self._ask, self._by_sum)
        ask, look_up = partial(open_call, shell, table), partial(open_cards, shell, None)
        self.may_call = SideButton(tr("silver.call.title"), ask, icon=Icon.CALLER)
        self.all_cards = SideButton(tr("silver.board.all_cards"), look_up, icon=Icon.CARD)
        self._helpers = Row(self.may_call, self.all_cards, gap=8)
        self._typing = Panes(self.tools, self.main, gap=8)
        self.with_footer(self._helpers)
        self._asking = False
        # Whoever finds the table again between two rounds is told once more what came of the last one, and
        # how to deal.
        self._telling = True
        self._shown_moves = table.moves
        self.show()

    def enter(self) -> None:
        super().enter()
        if self.draft.empty:
            self.sitting.welcome()
        # A round may have been edited on the screen that was open meanwhile.
        if self._shown_moves != self.table.moves:
            self.show()

    @cached_property
    def deal(self) -> DealCard:
        """Made when the first round is told: most of the time the board does without it."""
        card = DealCard(self._shell.tr)
        card.show(len(self.table.setup.players))
        return card

    @cached_property
    def afterwards(self) -> Grid:
        """Made when the game is over."""
        return Grid(*after_game(self._shell, self.sitting), gap=8, narrowest=150, most_columns=2)

    @property
    def _between_rounds(self) -> bool:
        """Whether a round is scored and nobody has told anything of the next one."""
        return bool(self.table.moves) and self.draft.empty

    @property
    def stage(self) -> Stage:
        if self.table.outcome is not None:
            return Stage.OVER
        if self._telling and self._between_rounds:
            return Stage.TOLD
        return Stage.PLAYING if self._asking or not self.draft.asked else Stage.TYPING

    # -- typing -------------------------------------------------------------------------------------------

    def change(self, draft: RoundDraft) -> None:
        """Kept first, shown second."""
        if self._shell.attempt(lambda: self.sitting.enter(draft)):
            self.draft = draft
            self._show_draft()

    def answer(self, draft: RoundDraft) -> None:
        """It is told who called; the villages follow."""
        self._telling = self._asking = False
        self.change(draft)
        self._show_stage()

    def refuse(self, problem: Problem) -> None:
        """Say why not; learners also see the rule written out."""
        self._shell.say(problem)
        if self.lesson is not None:
            self.lesson.explain(problem)

    def tap_cell(self, number: int, seat: int) -> None:
        """A round that was played opens to be looked at and changed; in this one the seat is typed next."""
        if number <= len(self.table.moves):
            self._shell.visit(EditPage, self.sitting, amend(self.table, number - 1, seat))
        elif self.stage is Stage.TYPING:
            self.change(self.draft.at(seat))

    def reopen(self, page: Above | None, doing: Mapping[str, Any]) -> None:
        amendment = as_left(self.table, doing) if page is Above.EDIT else None
        if amendment is not None:
            self._shell.visit(EditPage, self.sitting, amendment)

    def _ask(self) -> None:
        self._asking = True
        self._show_stage()

    def _by_sum(self, by_sum: bool) -> None:
        self.change(self.draft.by_sum(by_sum))

    def _open_card(self, number: int) -> None:
        open_cards(self._shell, number)

    # -- moves --------------------------------------------------------------------------------------------

    def _next(self) -> None:
        following = self.draft.next_seat
        if following is None:
            self.score()
        else:
            self.change(self.draft.at(following))

    def _go_on(self) -> None:
        if self.stage is Stage.OVER:
            self.again()
        else:
            self._telling = self._asking = False
            self._show_stage()

    def score(self) -> None:
        self._telling = True
        self._telling = self.play(self.draft.move)

    def again(self) -> None:
        """The same people once more: the amulet stays where it is, and its holder starts."""
        remember(self._shell, rematch(self.table.state))
        self._shell.play_again(self.table)

    def _undo(self) -> None:
        self._telling = self._asking = False
        super()._undo()

    def _redo(self) -> None:
        self._telling, self._asking = True, False
        super()._redo()

    def _say_why(self) -> None:
        name = self.table.setup.players[self.draft.seat]
        self._shell.say(error("silver.problem.village_missing", name=name))

    # -- showing --------------------------------------------------------------------------------------------

    def show(self) -> None:
        super().show()
        self._shown_moves = self.table.moves
        self.draft = self.sitting.draft
        state = self.table.state
        self.chart.show_state(state)
        if state.outcome is None:
            self.starter.show(state)
            self.outlook.show(self.table)
        self._show_stage()

    def _show_stage(self) -> None:
        table, stage = self.table, self.stage
        parts: list[Widget]
        last: list[Widget] = []
        if stage in (Stage.OVER, Stage.TOLD):
            self.account.show(*table.states[-2:])
        if stage is Stage.OVER:
            self.winner.show(table)
            self._last_round.content = self._shell.tr("silver.result.last_round", round=len(table.moves))
            parts, last = [self.winner], [self.afterwards, self._last_round, self.account]
        elif stage is Stage.TOLD:
            # The cards are gathered now. While the round is played its scores need the room.
            parts = [self.account, self.deal]
        elif stage is Stage.TYPING:
            parts = [self.entry]
        else:
            parts = [self.starter, self.question, *([self.outlook] if self.outlook.children else [])]
        if self.lesson is not None and stage is not Stage.OVER:
            self.lesson.show(table.state, stage)
            # What came of a round is read before how the next one is dealt.
            parts.insert(1 if stage is Stage.TOLD else 0, self.lesson)
        self._show_footer(stage)
        self._show_draft()
        self._spread.show(stage, len(table.state.results), parts, last)

    def _show_footer(self, stage: Stage) -> None:
        tr = self._shell.tr
        if stage is Stage.TYPING:
            fill(self.footer, [self._typing])
            return
        if stage is Stage.PLAYING and not self._asking:
            fill(self.footer, [self._helpers])
            return
        fill(self.footer, [self.onward])
        if stage is Stage.OVER:
            self.onward.show(tr("app.board.again"), Icon.REPEAT)
        elif stage is Stage.TOLD:
            self.onward.show(tr("silver.board.go_on", round=self.table.state.round), Icon.CARD)
        else:
            self.onward.show(tr("silver.board.back_to_villages"), Icon.CARD)

    def _show_draft(self) -> None:
        # A refusal is out of date as soon as something else was typed, and it lies over the keys.
        self._shell.toaster.dismiss()
        tr, table, draft, stage = self._shell.tr, self.table, self.draft, self.stage
        state, digits = table.state, look().digits
        lines = [played_line(number, result, digits) for number, result in enumerate(state.results, 1)]
        typing = stage is Stage.TYPING
        if stage.open:
            lines.append(draft_line(state.round, draft, digits, typing=typing))
        self.rounds.show(lines, totals(state, draft if stage.open else None, digits))
        self._show_title(stage)
        self.question.show(draft)
        if typing:
            self.entry.show(draft)
            self.tools.show(draft)
            following = draft.next_seat
            words = (
                tr("silver.board.score")
                if following is None
                else tr("silver.board.next", name=table.setup.players[following])
            )
            self.main.show(words)
            self.main.enabled = draft.village.total is not None

    def _show_title(self, stage: Stage) -> None:
        tr, state = self._shell.tr, self.table.state
        if stage is Stage.OVER:
            line = tr("app.board.over")
        elif stage is Stage.TOLD:
            line = tr("silver.board.round_told", round=len(state.results))
        else:
            line = round_words(tr, state)
        self.title.show(tr("app.game.silver"), line)

    # -- seldom needed --------------------------------------------------------------------------------------

    def own_offers(self) -> Sequence[Widget]:
        return offers(self._shell, self.table)
