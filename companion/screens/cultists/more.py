"""The rarely used actions of the Among Cultists board: corrections, and the roles in play."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.entry.cultists.words import player_name
from companion.games.cultists.building import POINTS_BEYOND
from companion.games.cultists.moves import Correct
from companion.games.cultists.setup import ROUNDS, Setup
from companion.games.cultists.state import Phase
from companion.screens.cultists.actions import Board
from companion.screens.cultists.briefing import KnowledgeCard, build_token_rows
from companion.screens.cultists.marks import SEA
from companion.screens.rows import build_labelled_row, create_sheet_button
from companion.widgets.buttons import PrimaryButton
from companion.widgets.cards import ChoiceChips, Stepper, ToggleSwitch
from companion.widgets.icons import Icon
from companion.widgets.sheet import Sheet
from companion.widgets.text import LABEL, Text


class CorrectionSheet(Sheet):
    """The sheet to correct the state, for slips and house rules. All changes become one move."""

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
        parts.append(Text(tr("cultists.more.knife"), LABEL))
        seats = [(seat, player_name(tr, state.setup, seat)) for seat in range(state.setup.seats)]
        parts.append(ChoiceChips(seats, state.knife, lambda seat: self._set(knife=seat), accent=SEA))
        parts.append(PrimaryButton(tr("cultists.more.set"), self._apply, icon=Icon.CHECK, accent=SEA))
        super().__init__(
            tr("cultists.more.correct"), *parts, on_close=board.app_context.navigator.close_sheet
        )

    def _set(self, **changes: Any) -> None:
        state = self._board.state
        for name, value in changes.items():
            # A value that equals the state again is not part of the move.
            change = {name: None if value == getattr(state, name) else value}
            self.correction = replace(self.correction, **change)

    def _apply(self) -> None:
        self._board.app_context.navigator.close_sheet()
        if self.correction != Correct():
            self._board.play_move(self.correction)


class InPlaySheet(Sheet):
    """The sheet with the roles in play and who knows what. It shows only the set-up, so nothing is secret."""

    def __init__(self, context: AppContext, setup: Setup) -> None:
        tr = context.tr
        knowledge = KnowledgeCard(tr, "app.knowledge")
        knowledge.show(setup)
        super().__init__(
            tr("cultists.in_play.title"),
            *build_token_rows(tr, setup),
            knowledge,
            on_close=context.navigator.close_sheet,
        )


def open_in_play(context: AppContext, setup: Setup) -> None:
    context.navigator.open_sheet(InPlaySheet(context, setup))


def build_more_buttons(board: Board) -> list[Widget]:
    context = board.app_context
    tr, navigator = context.tr, context.navigator
    offer = partial(create_sheet_button, navigator)
    buttons: list[Widget] = []
    if board.state.phase is not Phase.OVER:
        buttons = [
            offer(tr("cultists.board.people.title"), Icon.PEOPLE, board.open_people),
            offer(tr("cultists.more.actions"), Icon.MENU_LIST, board.open_actions),
            offer(
                tr("cultists.more.correct"), Icon.PENCIL, lambda: navigator.open_sheet(CorrectionSheet(board))
            ),
        ]
    in_play = partial(open_in_play, context, board.state.setup)
    buttons.insert(0, offer(tr("cultists.in_play.title"), Icon.EYE, in_play))
    return [*buttons, offer(tr("cultists.more.history"), Icon.HISTORY, board.open_history)]
