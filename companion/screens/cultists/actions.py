"""All actions, the Automa's turn, and the sheets of power, Gate, corrections and roles in play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final, Protocol

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.games.cultists import actions
from companion.games.cultists.moves import Correct, GateClosed, PowerRestored
from companion.games.cultists.rules import GATE_CLOSERS
from companion.games.cultists.setup import ROUNDS, Setup
from companion.games.cultists.state import Phase, Pick, RoundPhase, State
from companion.games.cultists.text import CultistsTable, gate_text, player_name
from companion.i18n.translator import Translator
from companion.screens.cultists.marks import SEA, CultistsController, build_seat_chips, heading
from companion.screens.cultists.roles import KnowledgeCard, build_token_rows
from companion.screens.rows import build_labelled_row, close_sheet_then, create_sheet_button
from companion.screens.timer import TimerController
from companion.scripts.cultists.lessons import AUTOMA_PHASES, automa_turn_keys
from companion.widgets.buttons import PrimaryButton, SecondaryButton
from companion.widgets.cards import Card, Chip, ChoiceChips, Notice, Stepper, ToggleSwitch
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Row, Spacer
from companion.widgets.page import Page, Sheet, TitleBar
from companion.widgets.text import HEADING, LABEL, LEAD, MUTED, IconLabel, Text
from companion.widgets.theme import look


class AutomaSteps(Column):
    """The Automa's steps in one phase."""

    def __init__(self, tr: Translator, state: State, phase: RoundPhase) -> None:
        super().__init__(gap=10)
        if phase is RoundPhase.ACTION:
            self.add_widget(Text(tr("cultists.automa.first_fits"), MUTED))
        for key in automa_turn_keys(state, phase):
            mark = IconLabel(Icon.FORWARD, 22, tone="sea", mirrored=True, pos_hint={"top": 1})
            words = Text(tr(key, row=state.route_row), LEAD)
            self.add_widget(Row(mark, words, gap=12))


class AutomaSheet(Sheet):
    """The sheet of the Automa's turn in the current phase, or of both its turns in a phase without one."""

    def __init__(self, tr: Translator, state: State, on_close: Callable[[], object]) -> None:
        parts: list[Column | Text] = []
        phases = (state.round_phase,) if state.round_phase in AUTOMA_PHASES else AUTOMA_PHASES
        for phase in phases:
            if len(phases) > 1:
                parts.append(Text(tr(turn_key(phase)), HEADING, size_sp=18))
            parts.append(AutomaSteps(tr, state, phase))
        title = turn_key(phases[0]) if len(phases) == 1 else "cultists.automa.turn"
        super().__init__(tr(title), *parts, on_close=on_close)


def turn_key(phase: RoundPhase) -> str:
    return "cultists.automa.moves" if phase is RoundPhase.MOVEMENT else "cultists.automa.acts"


_ICONS: Final = {
    actions.CHECK_STATUS: Icon.SEARCH,
    actions.SECURE_CORRIDOR: Icon.SHIELD,
    actions.CONFRONT: Icon.CULTIST,
    actions.SCARE_FISHMAN: Icon.FISHMAN,
    actions.ASSASSINATE: Icon.DAGGER,
    actions.FILL: Icon.CARD,
    actions.INSPECT: Icon.BOOK,
    actions.START_VOTE: Icon.POINTING_FINGER,
    actions.CAMERA: Icon.CAMERA,
    actions.RESTORE_POWER: Icon.LIGHTNING,
    actions.CLOSE_GATE: Icon.GATE,
}
# Requirements of the set-up: an action that lacks one of them is not in this game.
_SETUP_NEEDS: Final = {actions.Requirement.HAZARD_DECK, actions.Requirement.ASSASSIN}


class ActionsPage(Page):
    max_width_dp = 1040

    def __init__(self, context: AppContext, session: CultistsTable) -> None:
        self._app_context = context
        self.session = session
        tr = context.tr
        super().__init__(TitleBar(tr("cultists.action.title"), " ", on_back=context.go_back, max_lines=2))
        self.add_to_footer(PrimaryButton(tr("app.board.back"), context.go_back, accent=SEA))
        # The seat whose actions are shown; None for everyone.
        self.seat: int | None = None
        self._list = Column(gap=12)
        state = session.state
        seats = [(seat, player_name(tr, state.setup, seat)) for seat in range(state.setup.seats)]
        people: list[tuple[int | None, str]] = [(None, tr("cultists.action.anyone")), *seats]
        self.seat_choice = ChoiceChips(
            people, None, self.select_seat, min_column_width=82, max_columns=9, accent=SEA
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
        for kind in actions.ActionKind:
            icon = Icon.PERSON if kind is actions.ActionKind.CHARACTER else Icon.DOOR
            self._list.add_widget(heading(icon, tr(f"cultists.action.kind.{kind.value}")))
            self._list.add_widget(Text(tr(f"cultists.action.kind.{kind.value}_rule"), MUTED))
            if kind is actions.ActionKind.ROOM:
                row = tr("cultists.action.route_row", row=state.route_row)
                self._list.add_widget(Text(row, MUTED))
            grid = Grid(gap=8, min_column_width=320, max_columns=3)
            for action in actions.ACTIONS.values():
                if action.kind is kind:
                    grid.add_widget(ActionCard(tr, state, action, self.seat))
            self._list.add_widget(grid)

    def _subtitle(self) -> str:
        """Return whose actions are shown, and whether they are a Ghost or the Automa."""
        tr, state = self._app_context.tr, self.session.state
        if self.seat is None:
            return tr("cultists.action.about.anyone")
        if self.seat == state.setup.automa_seat:
            return tr("cultists.action.about.automa")
        key = "cultists.action.about.ghost" if self.seat in state.ghosts else "cultists.action.about.living"
        return tr(key, name=state.setup.players[self.seat])


def _inactive_reason(tr: Translator, state: State) -> str:
    """Return why nobody can act now, or an empty string."""
    if state.phase is Phase.ACTION:
        return ""
    if state.round_phase is RoundPhase.ACTION and state.phase is not Phase.OVER:
        return tr(f"cultists.problem.awaits_{state.phase.value}")
    return tr("app.problem.over" if state.phase is Phase.OVER else "cultists.problem.action_phase")


def find_obstacles(tr: Translator, state: State, action: actions.Action, seat: int | None) -> tuple[str, ...]:
    """Return what prevents an action, as sentences; if it is not in play, only that."""
    missing = dict.fromkeys(actions.unmet_requirements(state, action.id, seat))
    not_in_play = [need for need in missing if need in _SETUP_NEEDS]
    return tuple(tr(f"cultists.problem.need_{need.value}") for need in not_in_play or missing)


class ActionCard(Card):
    def __init__(self, tr: Translator, state: State, action: actions.Action, seat: int | None) -> None:
        super().__init__(gap=6, padding=(dp(14), dp(12)), size_hint_y=1)
        missing = find_obstacles(tr, state, action, seat)
        tone = "ink_3" if missing else SEA.line
        sign = IconLabel(_ICONS[action.id], 30, tone=tone)
        name = Text(tr(f"cultists.action.{action.id}.name"), HEADING, tone="ink_2" if missing else "ink")
        head = Row(sign, name, gap=12)
        if not missing:
            head.add_widget(IconLabel(Icon.CHECK, 22, tone="good"))
        self.add_widget(head)
        self.add_widget(Text(tr(f"cultists.action.{action.id}.does"), tone="ink_2" if missing else "ink"))
        for icon, words in (
            (Icon.MAP, tr(f"cultists.action.where.{action.location.value}")),
            (Icon.PEOPLE, _actor_text(tr, state, action)),
        ):
            mark = IconLabel(icon, 20, tone="ink_3")
            self.add_widget(Row(mark, Text(words, MUTED), gap=8))
        for words in missing:
            mark = IconLabel(Icon.LOCK, 20, tone="ember")
            self.add_widget(Row(mark, Text(words, tone="ember"), gap=8))
        # Align the content to the top if the card is stretched by a longer neighbour.
        self.add_widget(Spacer())


def _actor_text(tr: Translator, state: State, action: actions.Action) -> str:
    automa = state.setup.automa and action.is_for_automa
    if action.is_for_ghosts:
        return tr("cultists.action.by.everyone" if automa else "cultists.action.by.ghosts")
    return tr("cultists.action.by.automa" if automa else "cultists.action.by.living")


class Board(Protocol):
    """What pages and sheets that were opened from the board may use of it."""

    app_context: AppContext
    controller: CultistsController
    session: CultistsTable
    timer: TimerController
    pick_random: Pick

    @property
    def state(self) -> State: ...

    def play_move(self, move: Any) -> bool:
        """Play a move and show the result; return False if it was refused."""

    def undo_last_move(self) -> None: ...
    def show(self) -> None: ...
    def open_actions(self) -> None: ...
    def open_automa(self) -> None: ...
    def open_death(self, seat: int | None = None) -> None: ...
    def open_encounter(self) -> None: ...
    def open_history(self) -> None: ...
    def open_people(self) -> None: ...
    def open_vote(self, called_by: int | None = None) -> None: ...


class PowerSheet(Sheet):
    def __init__(self, board: Board) -> None:
        tr, state, navigator = board.app_context.tr, board.state, board.app_context.navigator
        status = "on" if state.power else "off"
        parts: list[Widget] = [Text(tr(f"cultists.board.power.{status}_means"), LEAD)]
        if not state.power:
            restore = close_sheet_then(navigator, partial(board.play_move, PowerRestored()))
            words = tr("cultists.happened.power_restored")
            parts.append(PrimaryButton(words, restore, icon=Icon.LIGHTNING, accent=SEA))
            parts.append(Text(tr("cultists.board.power.how"), MUTED))
        words = tr("cultists.encounter.who")
        parts.append(create_sheet_button(navigator, words, Icon.PEOPLE, board.open_encounter))
        words = tr("cultists.board.power.set_off" if state.power else "cultists.board.power.set_on")
        correct = close_sheet_then(navigator, partial(board.play_move, Correct(power=not state.power)))
        parts.append(SecondaryButton(words, correct, icon=Icon.PENCIL, outlined=True))
        super().__init__(tr(f"cultists.board.power.{status}"), *parts, on_close=navigator.close_sheet)


class GateSheet(Sheet):
    """The sheet to close the Gate; choosing the two living characters in the green room is optional."""

    def __init__(self, board: Board) -> None:
        tr, state = board.app_context.tr, board.state
        self._board = board
        self._selected: list[int] = []
        self.chips: dict[int, Chip] = {}
        parts: list[Widget] = [Text(gate_text(tr, state), LEAD)]
        if state.is_gate_open:
            parts.append(Text(tr("cultists.board.gate.how"), MUTED))
            self.chips = build_seat_chips(tr, state.setup, state.living_players, self._toggle_seat)
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
            parts.append(Text(tr("cultists.board.gate.means"), MUTED))
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


class CorrectionSheet(Sheet):
    """The sheet to correct the state, for slips and house rules. All changes become one move."""

    def __init__(self, board: Board) -> None:
        tr, state = board.app_context.tr, board.state
        self._board = board
        self.correction = Correct()
        base = state.numbers.points
        self.points = Stepper(state.points, 0, base + actions.POINTS_BEYOND, lambda n: self._set(points=n))
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
