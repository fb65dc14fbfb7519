"""Setting things right: a slip, a house rule, or an effect that only the table's own tokens tell."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kivy.uix.widget import Widget

from companion.entry.cultists.words import player_name
from companion.games.cultists.building import POINTS_BEYOND
from companion.games.cultists.decks import ROUNDS
from companion.games.cultists.moves import Correct
from companion.screens.cultists.board_protocol import Board
from companion.screens.cultists.role_marks import SEA
from companion.screens.rows import build_labelled_row
from companion.widgets.buttons import PrimaryButton
from companion.widgets.cards import ChoiceChips, Stepper, ToggleSwitch
from companion.widgets.icons import Icon
from companion.widgets.sheet import Sheet
from companion.widgets.text import Text


class CorrectionSheet(Sheet):
    """All that is changed becomes one move."""

    def __init__(self, board: Board) -> None:
        tr, state = board.app_context.tr, board.state
        self._board = board
        self.correction = Correct()
        base = state.numbers.points
        self.points = Stepper(state.points, 0, base + POINTS_BEYOND, lambda n: self._set(points=n))
        self.target = Stepper(state.target, base - 1, base + 1, lambda n: self._set(target=n))
        self.round = Stepper(state.round, 1, ROUNDS, lambda n: self._set(round=n))
        parts: list[Widget] = [
            build_labelled_row(tr("cultists.more.points"), self.points),
            build_labelled_row(tr("cultists.more.target"), self.target),
            build_labelled_row(tr("cultists.more.round"), self.round),
            build_labelled_row(
                tr("cultists.more.power"), ToggleSwitch(state.power, lambda on: self._set(power=on))
            ),
        ]
        if state.closes_in:
            closes = Stepper(state.closes_in, 1, ROUNDS, lambda n: self._set(closes_in=n))
            parts.append(build_labelled_row(tr("cultists.more.gate"), closes))
        parts.append(Text(tr("cultists.more.knife"), size_sp=18, weight=500))
        seats = [(seat, player_name(tr, state.setup, seat)) for seat in range(state.setup.seats)]
        parts.append(ChoiceChips(seats, state.knife, lambda seat: self._set(knife=seat), accent=SEA))
        parts.append(PrimaryButton(tr("cultists.more.set"), self._apply, icon=Icon.CHECK, accent=SEA))
        super().__init__(
            tr("cultists.more.correct"), *parts, on_close=board.app_context.navigator.close_sheet
        )

    def _set(self, **changes: Any) -> None:
        state = self._board.state
        for name, value in changes.items():
            # Back at what it is, nothing needs to be said of it.
            change = {name: None if value == getattr(state, name) else value}
            self.correction = replace(self.correction, **change)

    def _apply(self) -> None:
        self._board.app_context.navigator.close_sheet()
        if self.correction != Correct():
            self._board.play_move(self.correction)
