"""All actions: what they do, who may do them and where, and what stands in the way right now."""

from __future__ import annotations

from typing import Final

from kivy.metrics import dp

from companion.app_context import AppContext
from companion.entry.cultists.summary import CultistsTable
from companion.entry.cultists.words import player_name
from companion.games.cultists.actions import (
    ACTIONS,
    ASSASSINATE,
    CAMERA,
    CHECK_STATUS,
    CLOSE_GATE,
    CONFRONT,
    FILL,
    INSPECT,
    RESTORE_POWER,
    SCARE_FISHMAN,
    SECURE_CORRIDOR,
    START_VOTE,
    Action,
    ActionKind,
    Requirement,
    unmet_requirements,
)
from companion.games.cultists.manifest import DEFINITION
from companion.games.cultists.state import Phase, RoundPhase, State
from companion.i18n.translator import Translator
from companion.screens.cultists.automa import AutomaSteps, turn_key
from companion.screens.cultists.role_marks import heading
from companion.scripts.cultists.automa import AUTOMA_PHASES
from companion.widgets.buttons import PrimaryButton
from companion.widgets.cards import Card, ChoiceChips, Notice
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Row, Spacer
from companion.widgets.page import Page, TitleBar
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import ACCENTS

_ACCENT = ACCENTS[DEFINITION.accent]
_ICONS: Final = {
    CHECK_STATUS: Icon.SEARCH,
    SECURE_CORRIDOR: Icon.SHIELD,
    CONFRONT: Icon.CULTIST,
    SCARE_FISHMAN: Icon.FISHMAN,
    ASSASSINATE: Icon.DAGGER,
    FILL: Icon.CARD,
    INSPECT: Icon.BOOK,
    START_VOTE: Icon.POINTING_FINGER,
    CAMERA: Icon.CAMERA,
    RESTORE_POWER: Icon.LIGHTNING,
    CLOSE_GATE: Icon.GATE,
}
# Needs of the table's set-up rather than of this moment: what lacks them is no part of this game.
_SETUP_NEEDS: Final = {Requirement.HAZARD_DECK, Requirement.ASSASSIN}


class ActionsPage(Page):
    max_width_dp = 1040

    def __init__(self, context: AppContext, session: CultistsTable) -> None:
        self._app_context = context
        self.session = session
        tr = context.tr
        super().__init__(TitleBar(tr("cultists.action.title"), " ", on_back=context.go_back, max_lines=2))
        self.add_to_footer(PrimaryButton(tr("app.board.back"), context.go_back, accent=_ACCENT))
        # Whoever may ask: everyone, or one seat.
        self.seat: int | None = None
        self._list = Column(gap=12)
        state = session.state
        seats = [(seat, player_name(tr, state.setup, seat)) for seat in range(state.setup.seats)]
        people: list[tuple[int | None, str]] = [(None, tr("cultists.action.anyone")), *seats]
        self.seat_choice = ChoiceChips(
            people, None, self.select_seat, min_column_width=82, max_columns=9, accent=_ACCENT
        )
        self.body.add_widget(self.seat_choice)
        self.body.add_widget(self._list)
        self._show()

    def select_seat(self, seat: int | None) -> None:
        self.seat = seat
        self._show()

    def _show(self) -> None:
        tr, state = self._app_context.tr, self.session.state
        if self.bar is not None:
            self.bar.show(tr("cultists.action.title"), self._subtitle())
        self._list.clear_widgets()
        reason = _inactive_reason(tr, state)
        if reason:
            self._list.add_widget(Notice(reason))
        if self.seat is not None and self.seat == state.setup.automa_seat:
            for phase in AUTOMA_PHASES:
                self._list.add_widget(heading(Icon.SEAT, tr(turn_key(phase))))
                self._list.add_widget(Card(AutomaSteps(tr, state, phase)))
            return
        for kind in ActionKind:
            icon = Icon.PERSON if kind is ActionKind.CHARACTER else Icon.DOOR
            self._list.add_widget(heading(icon, tr(f"cultists.action.kind.{kind.value}")))
            self._list.add_widget(Text(tr(f"cultists.action.kind.{kind.value}_rule"), tone="ink_2"))
            if kind is ActionKind.ROOM:
                row = tr("cultists.action.route_row", row=state.route_row)
                self._list.add_widget(Text(row, tone="ink_2"))
            grid = Grid(gap=8, min_column_width=320, max_columns=3)
            for action in ACTIONS.values():
                if action.kind is kind:
                    grid.add_widget(ActionCard(tr, state, action, self.seat))
            self._list.add_widget(grid)

    def _subtitle(self) -> str:
        """Who is looked at, and what is special about them."""
        tr, state = self._app_context.tr, self.session.state
        if self.seat is None:
            return tr("cultists.action.about.anyone")
        if self.seat == state.setup.automa_seat:
            return tr("cultists.action.about.automa")
        key = "cultists.action.about.ghost" if self.seat in state.ghosts else "cultists.action.about.living"
        return tr(key, name=state.setup.players[self.seat])


def _inactive_reason(tr: Translator, state: State) -> str:
    """Why nobody acts at this moment, if so."""
    if state.phase is Phase.ACTION:
        return ""
    if state.round_phase is RoundPhase.ACTION and state.phase is not Phase.OVER:
        return tr(f"cultists.problem.awaits_{state.phase.value}")
    return tr("app.problem.over" if state.phase is Phase.OVER else "cultists.problem.action_phase")


def find_obstacles(tr: Translator, state: State, action: Action, seat: int | None) -> tuple[str, ...]:
    """What stands in the way, each in a sentence; of what is not in play only that."""
    missing = dict.fromkeys(unmet_requirements(state, action.id, seat))
    not_in_play = [need for need in missing if need in _SETUP_NEEDS]
    return tuple(tr(f"cultists.problem.need_{need.value}") for need in not_in_play or missing)


class ActionCard(Card):
    def __init__(self, tr: Translator, state: State, action: Action, seat: int | None) -> None:
        super().__init__(gap=6, padding=(dp(14), dp(12)), size_hint_y=1)
        missing = find_obstacles(tr, state, action, seat)
        tone = "ink_3" if missing else _ACCENT.line
        sign = IconLabel(_ICONS[action.id], 30, tone=tone, pos_hint={"center_y": 0.5})
        name = Text(
            tr(f"cultists.action.{action.id}.name"),
            face="title",
            size_sp=20,
            tone="ink_2" if missing else "ink",
            pos_hint={"center_y": 0.5},
        )
        head = Row(sign, name, gap=12)
        if not missing:
            head.add_widget(IconLabel(Icon.CHECK, 22, tone="good", pos_hint={"center_y": 0.5}))
        self.add_widget(head)
        self.add_widget(Text(tr(f"cultists.action.{action.id}.does"), tone="ink_2" if missing else "ink"))
        for icon, words in (
            (Icon.MAP, _place_text(tr, action)),
            (Icon.PEOPLE, _actor_text(tr, state, action)),
        ):
            mark = IconLabel(icon, 20, tone="ink_3", pos_hint={"center_y": 0.5})
            self.add_widget(Row(mark, Text(words, tone="ink_2", pos_hint={"center_y": 0.5}), gap=8))
        for words in missing:
            mark = IconLabel(Icon.LOCK, 20, tone="ember", pos_hint={"center_y": 0.5})
            self.add_widget(Row(mark, Text(words, tone="ember", pos_hint={"center_y": 0.5}), gap=8))
        # A card that is higher than its words, beside a longer one, begins at the top.
        self.add_widget(Spacer())


def _place_text(tr: Translator, action: Action) -> str:
    return tr(f"cultists.action.where.{action.location.value}")


def _actor_text(tr: Translator, state: State, action: Action) -> str:
    automa = state.setup.automa and action.is_for_automa
    if action.is_for_ghosts:
        return tr("cultists.action.by.everyone" if automa else "cultists.action.by.ghosts")
    return tr("cultists.action.by.automa" if automa else "cultists.action.by.living")
