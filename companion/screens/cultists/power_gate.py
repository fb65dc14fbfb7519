"""What can be done about the power and the Gate, and what each means now."""

from __future__ import annotations

from functools import partial

from kivy.uix.widget import Widget

from companion.entry.cultists.words import gate_line, name_of
from companion.games.cultists.moves import Correct, GateClosed, PowerRestored
from companion.games.cultists.rounds import GATE_CLOSERS
from companion.screens.cultists.board_protocol import Board
from companion.screens.cultists.role_marks import SEA
from companion.widgets.cards import Chip
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Grid
from companion.widgets.sheet import Sheet
from companion.widgets.tap import MainButton, SideButton
from companion.widgets.text import Text
from companion.widgets.theme import look


class PowerSheet(Sheet):
    def __init__(self, board: Board) -> None:
        tr, state = board.shell.tr, board.state
        self._board = board
        which = "on" if state.power else "off"
        parts: list[Widget] = [
            Text(tr(f"cultists.board.power.{which}_means"), size_sp=18),
        ]
        if not state.power:
            parts.append(
                MainButton(
                    tr("cultists.happened.power_restored"), self._restore, icon=Icon.LIGHTNING, accent=SEA
                )
            )
            parts.append(Text(tr("cultists.board.power.how"), size_sp=16, tone="ink_2"))
        words = tr("cultists.encounter.who")
        parts.append(SideButton(words, self._helper, icon=Icon.PEOPLE))
        correct = tr("cultists.board.power.set_off" if state.power else "cultists.board.power.set_on")
        parts.append(SideButton(correct, self._correct, icon=Icon.PENCIL, outlined=True))
        super().__init__(tr(f"cultists.board.power.{which}"), *parts, on_close=board.shell.stage.close_sheet)

    def _restore(self) -> None:
        self._board.shell.stage.close_sheet()
        self._board.play(PowerRestored())

    def _helper(self) -> None:
        self._board.shell.stage.close_sheet()
        self._board.open_encounter()

    def _correct(self) -> None:
        self._board.shell.stage.close_sheet()
        self._board.play(Correct(power=not self._board.state.power))


class GateSheet(Sheet):
    """Two living characters in the green room close the Gate; who they are need not be told."""

    def __init__(self, board: Board) -> None:
        tr, state = board.shell.tr, board.state
        self._board = board
        self._chosen: list[int] = []
        self.chips: dict[int, Chip] = {}
        parts: list[Widget] = [Text(gate_line(tr, state), size_sp=18)]
        if state.gate_open:
            parts.append(Text(tr("cultists.board.gate.how"), size_sp=16, tone="ink_2"))
            self.chips = {
                seat: Chip(name_of(tr, state.setup, seat), partial(self._tap, seat), accent=SEA)
                for seat in state.living_players
            }
            width = 100 * min(1.5, look().text_scale)
            parts.append(Grid(*self.chips.values(), gap=8, narrowest=width, most_columns=3))
            self.main = MainButton(
                tr("cultists.board.gate.close"), self._close_gate, icon=Icon.GATE, accent=SEA, why=self._why
            )
            parts.append(self.main)
        else:
            parts.append(Text(tr("cultists.board.gate.means"), size_sp=16, tone="ink_2"))
        title = tr(f"cultists.board.gate.{'none' if state.gate is None else state.gate.status.value}")
        super().__init__(title, *parts, on_close=board.shell.stage.close_sheet)

    def _tap(self, seat: int) -> None:
        if seat in self._chosen:
            self._chosen.remove(seat)
        else:
            self._chosen = [*self._chosen, seat][-GATE_CLOSERS:]
        for number, chip in self.chips.items():
            chip.choose(number in self._chosen)
        self.main.enabled = len(self._chosen) in (0, GATE_CLOSERS)

    def _why(self) -> None:
        self._board.shell.toaster.show(self._board.shell.tr("cultists.board.gate.two"))

    def _close_gate(self) -> None:
        self._board.shell.stage.close_sheet()
        by = (self._chosen[0], self._chosen[1]) if self._chosen else None
        self._board.play(GateClosed(by))
