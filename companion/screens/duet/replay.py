"""A read-only board of a mission at any moment of its history."""

from __future__ import annotations

from kivy.uix.widget import Widget

from companion.games.duet.drafts import TurnDraft, draft_from_move
from companion.games.duet.text import DuetTable, make_turns, turns_with_open_clues
from companion.i18n.translator import Translator
from companion.screens.duet.cards import AgentsRow, BankCard, BankStrip, GridCard
from companion.screens.duet.clue_card import ClueCard, SuddenDeathCard, set_children
from companion.widgets.layout import Column, Panes


def _do_nothing(*_: object) -> None:
    """Ignore the tap: the snapshot is read-only."""


class BoardSnapshot(Panes):
    """The board at one moment of a mission: the clue, and the grid or the counts.

    The grid shows the last touched word.
    """

    def __init__(self, tr: Translator, session: DuetTable) -> None:
        setup = session.setup
        self.clue = ClueCard(tr, _do_nothing, _do_nothing, compact=True)
        self.sudden = SuddenDeathCard(tr, setup, _do_nothing, compact=True)
        self.grid = GridCard(tr, _do_nothing, _do_nothing) if setup.has_grid else None
        self.agents = None if setup.has_grid else AgentsRow(tr, setup)
        self.bank = BankStrip(tr, setup) if setup.has_grid else BankCard(tr, setup)
        self._info_column = Column(gap=10)
        self._board_column = Column(gap=10)
        super().__init__(self._info_column, self._board_column, gap=12)
        self.show(session)

    def show(self, session: DuetTable) -> None:
        state, log = session.state, make_turns(session)
        is_sudden_death, is_over = state.is_sudden_death, state.outcome is not None
        if is_sudden_death and not is_over:
            self.sudden.show(state, turns_with_open_clues(log))
        elif not is_over:
            self.clue.show(state, TurnDraft(), turns_with_open_clues(log, state.giver))
            # No clue can be entered here.
            self.clue.remove_widget(self.clue.edit_button)
        if self.grid is not None:
            self.grid.show(state, draft_from_move(session.moves[-1]) if session.moves else TurnDraft())
        if self.agents is not None:
            self.agents.show(state)
        self.bank.show(state)
        head = None if is_over else self.sudden if is_sudden_death else self.clue
        info_parts: tuple[Widget | None, ...] = (head, self.agents)
        set_children(self._info_column, [part for part in info_parts if part is not None])
        set_children(self._board_column, [part for part in (self.grid, self.bank) if part is not None])
