"""The mission: one tap a guess. Clues and words stay on the table; the bank and the turn are kept here."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from kivy.uix.widget import Widget

from companion.games.duet.manifest import MANIFEST
from companion.games.duet.moves import Agent, Assassin, Bystander, Move, Stop
from companion.games.duet.state import What
from companion.screens.duet.bank import AgentsRow, BankCard, ClueCard
from companion.screens.duet.lesson import LessonCard
from companion.screens.duet.more import offers
from companion.screens.duet.result import ResultColumn
from companion.screens.duet.sitting import DuetSitting
from companion.screens.rules.links import lookup
from companion.screens.table_page import TablePage
from companion.shell import Shell
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Panes, Row
from companion.widgets.tap import MainButton
from companion.widgets.theme import ACCENTS
from companion.widgets.tiles import ActionTile

_DUET = ACCENTS[MANIFEST.accent]


class BoardPage(TablePage):
    def __init__(self, shell: Shell, sitting: DuetSitting) -> None:
        super().__init__(shell, sitting)
        tr, table = shell.tr, sitting.table
        if shell.learns(table):
            self.lesson = LessonCard(tr, lookup(shell, MANIFEST, table), begun=bool(table.moves))
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
            tr("duet.board.stop"),
            Icon.HAND_STOP,
            partial(self.play, Stop()),
            edge="teal",
            tone="teal",
            # Refused, and the rule behind it told.
            why=partial(self.play, Stop()),
        )
        self.assassin = ActionTile(
            tr("duet.board.assassin"),
            Icon.SKULL,
            partial(self.play, Assassin()),
            edge="brick",
            tone="brick",
            ground="brick_deep",
        )
        told = [part for part in (self.lesson, self._clue, self._agents) if part is not None]
        self._playing = Panes(Column(*told, gap=16 if self.lesson is None else 10), self._bank, gap=16)
        self._result = ResultColumn(shell, sitting)
        self.main = MainButton(tr("duet.board.agent"), self._main, accent=_DUET, icon=Icon.HAT)
        self._guesses = _Guesses(Row(self.bystander, self.stop, self.assassin, gap=12), self.main)
        self.with_footer(self._guesses)
        self.show()

    def enter(self) -> None:
        super().enter()
        self.sitting.welcome()

    # -- moves ----------------------------------------------------------------------------------------

    def play(self, move: Move) -> bool:
        ended = self.table.outcome is not None
        done = super().play(move)
        if done and self.table.outcome is not None and not ended:
            tr = self._shell.tr
            self._shell.toaster.show(tr("duet.board.ended"), action=tr("app.undo"), on_action=self._undo)
        return done

    def _main(self) -> None:
        if self.table.outcome is None:
            self.play(Agent())
        else:
            self._shell.play_again(self.table)

    # -- showing --------------------------------------------------------------------------------------

    def show(self) -> None:
        super().show()
        tr, state = self._shell.tr, self.table.state
        over = state.awaits.what is What.OVER
        shown = self._result if over else self._playing
        if shown.parent is None:
            self.body.clear_widgets()
            self.body.add_widget(shown)
        line = "duet.sudden_death" if state.sudden_death and not over else "duet.board.turn"
        self.title.show(tr("app.game.duet"), tr(line, turn=state.turn, tokens=self.table.setup.tokens))
        self._guesses.show(others=not over)
        if over:
            self._result.show()
            self.main.show(tr("app.board.again"), Icon.REPEAT)
            return
        self.main.show(tr("duet.board.agent"), Icon.HAT)
        if self.lesson is not None:
            self.lesson.show(state)
        self._clue.show(state)
        self._agents.show(state)
        self._bank.show(state)
        self.stop.enabled = state.right > 0 and not state.sudden_death

    # -- seldom needed ----------------------------------------------------------------------------------

    def own_offers(self) -> Sequence[Widget]:
        return offers(self._shell, self.table.state, self.play)


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
