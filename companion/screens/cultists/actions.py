"""All actions: what they do, who may do them and where, and what stands in the way right now."""

from __future__ import annotations

from typing import Final

from kivy.metrics import dp

from companion.entry.cultists.summary import CultistsTable
from companion.entry.cultists.words import name_of
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
    Kind,
    Need,
    unmet,
)
from companion.games.cultists.manifest import MANIFEST
from companion.games.cultists.state import Awaits, Phase, State
from companion.i18n.translator import Translator
from companion.screens.cultists.automa import AutomaSteps, heading_key
from companion.screens.cultists.role_marks import heading
from companion.scripts.cultists.automa import TURNS
from companion.shell import Shell
from companion.widgets.cards import Card, Choice, Notice
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Gap, Grid, Row
from companion.widgets.page import Page, TitleBar
from companion.widgets.tap import MainButton
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import ACCENTS

_ACCENT = ACCENTS[MANIFEST.accent]
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
_NOT_IN_PLAY: Final = {Need.HAZARD_DECK, Need.ASSASSIN}


class ActionsPage(Page):
    widest = 1040

    def __init__(self, shell: Shell, table: CultistsTable) -> None:
        self._shell = shell
        self.table = table
        tr = shell.tr
        super().__init__(TitleBar(tr("cultists.action.title"), " ", on_back=shell.back, most=2))
        self.with_footer(MainButton(tr("app.board.back"), shell.back, accent=_ACCENT))
        # Whoever may ask: everyone, or one seat.
        self.seat: int | None = None
        self._list = Column(gap=12)
        state = table.state
        seats = [(seat, name_of(tr, state.setup, seat)) for seat in range(state.setup.seats)]
        people: list[tuple[int | None, str]] = [(None, tr("cultists.action.anyone")), *seats]
        self.people = Choice(people, None, self.choose, narrowest=82, most_columns=9, accent=_ACCENT)
        self.body.add_widget(self.people)
        self.body.add_widget(self._list)
        self._show()

    def choose(self, seat: int | None) -> None:
        self.seat = seat
        self._show()

    def _show(self) -> None:
        tr, state = self._shell.tr, self.table.state
        if self.bar is not None:
            self.bar.show(tr("cultists.action.title"), self._about())
        self._list.clear_widgets()
        late = _not_now(tr, state)
        if late:
            self._list.add_widget(Notice(late))
        if self.seat is not None and self.seat == state.setup.automa_seat:
            for phase in TURNS:
                self._list.add_widget(heading(Icon.SEAT, tr(heading_key(phase))))
                self._list.add_widget(Card(AutomaSteps(tr, state, phase)))
            return
        for kind in Kind:
            icon = Icon.PERSON if kind is Kind.CHARACTER else Icon.DOOR
            self._list.add_widget(heading(icon, tr(f"cultists.action.kind.{kind.value}")))
            self._list.add_widget(Text(tr(f"cultists.action.kind.{kind.value}_rule"), tone="ink_2"))
            if kind is Kind.ROOM:
                row = tr("cultists.action.route_row", row=state.route_row)
                self._list.add_widget(Text(row, tone="ink_2"))
            grid = Grid(gap=8, narrowest=320, most_columns=3)
            for action in ACTIONS.values():
                if action.kind is kind:
                    grid.add_widget(ActionCard(tr, state, action, self.seat))
            self._list.add_widget(grid)

    def _about(self) -> str:
        """Who is looked at, and what is special about them."""
        tr, state = self._shell.tr, self.table.state
        if self.seat is None:
            return tr("cultists.action.about.anyone")
        if self.seat == state.setup.automa_seat:
            return tr("cultists.action.about.automa")
        key = "cultists.action.about.ghost" if self.seat in state.ghosts else "cultists.action.about.living"
        return tr(key, name=state.setup.players[self.seat])


def _not_now(tr: Translator, state: State) -> str:
    """Why nobody acts at this moment, if so."""
    if state.awaits is Awaits.ACTION:
        return ""
    if state.phase is Phase.ACTION and state.awaits is not Awaits.OVER:
        return tr(f"cultists.problem.awaits_{state.awaits.value}")
    return tr("app.problem.over" if state.awaits is Awaits.OVER else "cultists.problem.action_phase")


def obstacles(tr: Translator, state: State, action: Action, seat: int | None) -> tuple[str, ...]:
    """What stands in the way, each in a sentence; of what is not in play only that."""
    missing = dict.fromkeys(unmet(state, action.id, seat))
    absent = [need for need in missing if need in _NOT_IN_PLAY]
    return tuple(tr(f"cultists.problem.need_{need.value}") for need in absent or missing)


class ActionCard(Card):
    def __init__(self, tr: Translator, state: State, action: Action, seat: int | None) -> None:
        super().__init__(gap=6, padding=(dp(14), dp(12)), size_hint_y=1)
        missing = obstacles(tr, state, action, seat)
        tone = "ink_3" if missing else _ACCENT.line
        sign = Glyph(_ICONS[action.id], 30, tone=tone, pos_hint={"center_y": 0.5})
        name = Text(
            tr(f"cultists.action.{action.id}.name"),
            face="title",
            size_sp=20,
            tone="ink_2" if missing else "ink",
            pos_hint={"center_y": 0.5},
        )
        head = Row(sign, name, gap=12)
        if not missing:
            head.add_widget(Glyph(Icon.CHECK, 22, tone="good", pos_hint={"center_y": 0.5}))
        self.add_widget(head)
        self.add_widget(Text(tr(f"cultists.action.{action.id}.does"), tone="ink_2" if missing else "ink"))
        for icon, words in ((Icon.MAP, _where(tr, action)), (Icon.PEOPLE, _who(tr, state, action))):
            mark = Glyph(icon, 20, tone="ink_3", pos_hint={"center_y": 0.5})
            self.add_widget(Row(mark, Text(words, tone="ink_2", pos_hint={"center_y": 0.5}), gap=8))
        for words in missing:
            mark = Glyph(Icon.LOCK, 20, tone="ember", pos_hint={"center_y": 0.5})
            self.add_widget(Row(mark, Text(words, tone="ember", pos_hint={"center_y": 0.5}), gap=8))
        # A card that is higher than its words, beside a longer one, begins at the top.
        self.add_widget(Gap())


def _where(tr: Translator, action: Action) -> str:
    return tr(f"cultists.action.where.{action.where.value}")


def _who(tr: Translator, state: State, action: Action) -> str:
    automa = state.setup.automa and action.automa
    if action.ghosts:
        return tr("cultists.action.by.everyone" if automa else "cultists.action.by.ghosts")
    return tr("cultists.action.by.automa" if automa else "cultists.action.by.living")
