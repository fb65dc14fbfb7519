"""What can be done about the power and the Gate, and what each means now."""

from __future__ import annotations

from functools import partial

from kivy.uix.widget import Widget

from companion.entry.cultists.words import gate_text, player_name
from companion.games.cultists.moves import Correct, GateClosed, PowerRestored
from companion.games.cultists.rounds import GATE_CLOSERS
from companion.screens.cultists.board_protocol import Board
from companion.screens.cultists.role_marks import SEA
from companion.widgets.buttons import PrimaryButton, SecondaryButton
from companion.widgets.cards import Chip
from companion.widgets.icons import Icon
from companion.widgets.layout import Grid
from companion.widgets.sheet import Sheet
from companion.widgets.text import Text
from companion.widgets.theme import look


class PowerSheet(Sheet):
    def __init__(self, board: Board) -> None:
        tr, state = board.app_context.tr, board.state
        self._board = board
        status = "on" if state.power else "off"
        parts: list[Widget] = [
            Text(tr(f"cultists.board.power.{status}_means"), size_sp=18),
        ]
        if not state.power:
            parts.append(
                PrimaryButton(
                    tr("cultists.happened.power_restored"), self._restore, icon=Icon.LIGHTNING, accent=SEA
                )
            )
            parts.append(Text(tr("cultists.board.power.how"), size_sp=16, tone="ink_2"))
        words = tr("cultists.encounter.who")
        parts.append(SecondaryButton(words, self._open_encounter, icon=Icon.PEOPLE))
        correct = tr("cultists.board.power.set_off" if state.power else "cultists.board.power.set_on")
        parts.append(SecondaryButton(correct, self._toggle_power, icon=Icon.PENCIL, outlined=True))
        super().__init__(
            tr(f"cultists.board.power.{status}"), *parts, on_close=board.app_context.navigator.close_sheet
        )

    def _restore(self) -> None:
        self._board.app_context.navigator.close_sheet()
        self._board.play_move(PowerRestored())

    def _open_encounter(self) -> None:
        self._board.app_context.navigator.close_sheet()
        self._board.open_encounter()

    def _toggle_power(self) -> None:
        self._board.app_context.navigator.close_sheet()
        self._board.play_move(Correct(power=not self._board.state.power))


class GateSheet(Sheet):
    """Two living characters in the green room close the Gate; who they are need not be told."""

    def __init__(self, board: Board) -> None:
        tr, state = board.app_context.tr, board.state
        self._board = board
        self._selected: list[int] = []
        self.chips: dict[int, Chip] = {}
        parts: list[Widget] = [Text(gate_text(tr, state), size_sp=18)]
        if state.is_gate_open:
            parts.append(Text(tr("cultists.board.gate.how"), size_sp=16, tone="ink_2"))
            self.chips = {
                seat: Chip(player_name(tr, state.setup, seat), partial(self._toggle_seat, seat), accent=SEA)
                for seat in state.living_players
            }
            width = 100 * min(1.5, look().text_scale)
            parts.append(Grid(*self.chips.values(), gap=8, min_column_width=width, max_columns=3))
            self.main = PrimaryButton(
                tr("cultists.board.gate.close"),
                self._close_gate,
                icon=Icon.GATE,
                accent=SEA,
                on_blocked=self._explain_disabled,
            )
            parts.append(self.main)
        else:
            parts.append(Text(tr("cultists.board.gate.means"), size_sp=16, tone="ink_2"))
        title = tr(f"cultists.board.gate.{'none' if state.gate is None else state.gate.status.value}")
        super().__init__(title, *parts, on_close=board.app_context.navigator.close_sheet)

    def _toggle_seat(self, seat: int) -> None:
        if seat in self._selected:
            self._selected.remove(seat)
        else:
            self._selected = [*self._selected, seat][-GATE_CLOSERS:]
        for number, chip in self.chips.items():
            chip.set_selected(number in self._selected)
        self.main.enabled = len(self._selected) in (0, GATE_CLOSERS)

    def _explain_disabled(self) -> None:
        self._board.app_context.toaster.show(self._board.app_context.tr("cultists.board.gate.two"))

    def _close_gate(self) -> None:
        self._board.app_context.navigator.close_sheet()
        by = (self._selected[0], self._selected[1]) if self._selected else None
        self._board.play_move(GateClosed(by))
