"""The mission: one tap a guess. Clues and words stay on the table; the bank and the turn are kept here."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.games.duet.moves import Agent, Assassin, Bystander, IllegalClue, Move, NextClue, SideDone, Stop
from companion.games.duet.play import What
from companion.games.duet.setup import KEY_AGENTS, Side
from companion.screens.duet.bank import AgentsRow, BankCard, ClueCard
from companion.screens.duet.result import ResultColumn
from companion.screens.duet.summary import DuetTable
from companion.screens.duet.words import side_name
from companion.screens.offers import offer_on
from companion.screens.table_page import TablePage
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Panes, Row
from companion.widgets.sheet import Sheet
from companion.widgets.tap import MainButton, SideButton
from companion.widgets.theme import ACCENTS
from companion.widgets.tiles import ActionTile

if TYPE_CHECKING:
    from companion.app import CompanionApp

_DUET = ACCENTS["duet"]


class BoardPage(TablePage):
    def __init__(self, app: CompanionApp, table: DuetTable) -> None:
        super().__init__(app, table)
        tr = app.tr
        self._clue = ClueCard(tr)
        self._agents = AgentsRow(tr)
        self._bank = BankCard(tr, table.setup)
        self.bystander = ActionTile(
            tr("duet.board.bystander"),
            Icon.BYSTANDER,
            partial(self.play, Bystander()),
            edge="rim",
            tone="ink_2",
        )
        self.stop = ActionTile(
            tr("duet.board.stop"), Icon.HAND_STOP, partial(self.play, Stop()), edge="teal", tone="teal"
        )
        self.assassin = ActionTile(
            tr("duet.board.assassin"),
            Icon.SKULL,
            partial(self.play, Assassin()),
            edge="brick",
            tone="brick",
            ground="brick_deep",
        )
        self._playing = Panes(Column(self._clue, self._agents, gap=16), self._bank, gap=16)
        self._result = ResultColumn(tr)
        self.main = MainButton(tr("duet.board.agent"), self._main, accent=_DUET, icon=Icon.HAT)
        self._guesses = _Guesses(Row(self.bystander, self.stop, self.assassin, gap=12), self.main)
        self.with_footer(self._guesses)
        self.show()

    # -- moves ----------------------------------------------------------------------------------------

    def play(self, move: Move) -> bool:
        ended = self.table.outcome is not None
        done = super().play(move)
        if done and self.table.outcome is not None and not ended:
            tr = self._app.tr
            self._app.toaster.show(tr("duet.board.ended"), action=tr("app.undo"), on_action=self._undo)
        return done

    def _main(self) -> None:
        if self.table.outcome is None:
            self.play(Agent())
        else:
            self._app.play_again(self.table)

    # -- showing --------------------------------------------------------------------------------------

    def show(self) -> None:
        super().show()
        tr, state = self._app.tr, self.table.state
        over = state.awaits.what is What.OVER
        shown = self._result if over else self._playing
        if shown.parent is None:
            self.body.clear_widgets()
            self.body.add_widget(shown)
        line = "duet.sudden_death" if state.sudden_death and not over else "duet.board.turn"
        self.title.show(tr("app.game.duet"), tr(line, turn=state.turn, tokens=self.table.setup.tokens))
        self._guesses.show(others=not over)
        if over:
            self._result.show(self.table)
            self.main.show(tr("app.board.again"), Icon.REPEAT)
            return
        self.main.show(tr("duet.board.agent"), Icon.HAT)
        self._clue.show(state)
        self._agents.show(state)
        self._bank.show(state)
        self.stop.enabled = state.right > 0 and not state.sudden_death

    # -- seldom needed ----------------------------------------------------------------------------------

    def open_more(self) -> None:
        app, tr, table = self._app, self._app.tr, self.table
        stage = app.stage
        offer = partial(offer_on, stage)
        offers: list[SideButton] = []
        if table.outcome is None:
            if not table.state.sudden_death:
                offers.append(offer(tr("duet.more.illegal"), Icon.WARNING, partial(self.play, IllegalClue())))
            for side in Side:
                words = tr("duet.more.done", words=KEY_AGENTS, names=table.setup.members(side))
                offers.append(offer(words, Icon.CHECK, partial(self.play, SideDone(side))))
            if table.setup.loose_turns and not table.state.sudden_death:
                for side in Side:
                    if side is not table.state.giver:
                        words = tr("duet.more.next_clue", name=side_name(tr, table.setup, side))
                        offers.append(offer(words, Icon.CLUE, partial(self.play, NextClue(side))))
        offers.append(offer(tr("duet.more.home"), Icon.BACK, stage.home))
        stage.open_sheet(Sheet(tr("duet.more.title"), *offers, on_close=stage.close_sheet))


class _Guesses(Panes):
    """Every way a guess can go, always within reach; side by side all are of one height."""

    def __init__(self, others: Row, main: MainButton) -> None:
        self._others, self._main, self._main_height = others, main, main.height
        super().__init__(others, main, gap=12)
        others.bind(height=self._arrange)

    def show(self, *, others: bool) -> None:
        """After the last guess only the main button is left."""
        if others and self._others.parent is None:
            self.add_widget(self._others, index=1)
        elif not others:
            self.remove_widget(self._others)
        self._arrange()

    def _arrange(self, *_: object) -> None:
        super()._arrange()
        level = self._others.parent is not None and self.orientation == "horizontal"
        self._main.height = self._others.height if level else self._main_height
