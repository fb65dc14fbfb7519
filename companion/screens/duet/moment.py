"""A mission as it lay on the table at any moment, to be looked at."""

from __future__ import annotations

from kivy.uix.widget import Widget

from companion.entry.duet.draft import TurnDraft, draft_of
from companion.entry.duet.log import open_clues, turns
from companion.entry.duet.summary import DuetTable
from companion.i18n.translator import Translator
from companion.screens.duet.bank import AgentsRow, BankCard, BankStrip
from companion.screens.duet.clue_card import ClueCard, SuddenCard, hold
from companion.screens.duet.grid_card import GridCard
from companion.widgets.layout import Column, Panes


def _nothing(*_: object) -> None:
    """It is only looked at."""


class Moment(Panes):
    """The words as they lie there with the last one that was touched, or where no words are kept the counts;
    the clue, as far as it was told."""

    def __init__(self, tr: Translator, table: DuetTable) -> None:
        setup = table.setup
        self.clue = ClueCard(tr, _nothing, _nothing, compact=True)
        self.sudden = SuddenCard(tr, setup, _nothing, compact=True)
        self.grid = GridCard(tr, _nothing, _nothing) if setup.has_grid else None
        self.agents = None if setup.has_grid else AgentsRow(tr, setup)
        self.bank = BankStrip(tr, setup) if setup.has_grid else BankCard(tr, setup)
        self._told = Column(gap=10)
        self._kept = Column(gap=10)
        super().__init__(self._told, self._kept, gap=12)
        self.show(table)

    def show(self, table: DuetTable) -> None:
        state, log = table.state, turns(table)
        sudden, over = state.sudden_death, state.outcome is not None
        if sudden and not over:
            self.sudden.show(state, open_clues(log))
        elif not over:
            self.clue.show(state, TurnDraft(), open_clues(log, state.giver))
            # Nothing can be told here.
            self.clue.remove_widget(self.clue.tell)
        if self.grid is not None:
            self.grid.show(state, draft_of(table.moves[-1]) if table.moves else TurnDraft())
        if self.agents is not None:
            self.agents.show(state)
        self.bank.show(state)
        head = None if over else self.sudden if sudden else self.clue
        told: tuple[Widget | None, ...] = (head, self.agents)
        hold(self._told, [part for part in told if part is not None])
        hold(self._kept, [part for part in (self.grid, self.bank) if part is not None])
